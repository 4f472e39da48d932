"""Secrets are masked, everything else stays."""

import itertools
import time

import pytest

from weave.secrets import find, mask

SECRETS = """\
my key is {sk-proj-Abc123Def456Ghi789Jkl012}
{sk-abcdefghijklmnopqrstuvwx} is an old one
{sk-ant-api03-aaaaBBBBcccc1111dddd}
export PAY_TOKEN={tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3}
stripe {sk_live_4eC39HqLyjWDarjtT1zdp7dc}
{rk_test_4eC39HqLyjWDarjtT1zdp7dc}
{whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH}
the old access key {AKIAIOSFODNN7EXAMPLE}
aws_secret_access_key = {wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY}
git clone with {ghp_16C7e42F292c6912E7710c838347Ae178B4a}
{github_pat_11ABCDEFG0aBcDeFgHiJkLmNoPqRsTuVwXyZ}
{glpat-ABCdef123456ghiJKL78}
slack {xoxb-123456789012-1234567890123-AbCdEfGhIjKl}
maps {AIzaSyA1234567890abcdefghijklmnopqrstuv}
{hf_abcdefghijklmnopqrstuvwxyzABCDEFGH}
{npm_abcdefghijklmnopqrstuvwxyz0123456789}
jwt {eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U}
Authorization: Bearer {abcdef1234567890abcdef}
Authorization: Basic {dXNlcjpwYXNzd29yZA==}
postgres://bob:{p@ss-w0rd}@db.example.com/app
https://bot:{s3cr3tpw}@git.example.com/x.git
DB_PASSWORD={s3cr3t!pw}
export API_TOKEN="{abcd1234efgh5678}"
client_secret: "{q1w2e3r4t5y6}"
password = '{correct horse battery staple}'
"dbPassword": "{x9y8z7w6}"
The wifi password is {hunter2}
wifi password is {swordfish}.
password for the router is {Blue-42-Fish}
pw: {hunter2}
my PIN is {4821}
passphrase: "{open the old gate}"
Passwort lautet {Sommer2024!}
Mein Passwort ist {Kaffee99}
contraseña: {Gato#77}
la contraseña es {Perro2020}
mot de passe est {Lapin99}
la password è {Gatto88}
a senha é {Praia2020}
wachtwoord is {Fiets123}
密码是{abc12345}
パスワードは{sakura99}です
пароль: {qwerty123}
비밀번호는 {hello123}
card {4111 1111 1111 1111} please
amex {378282246310005}
{5555-5555-5555-4444} exp 12/27
cvv: {123}""".splitlines()

HARMLESS = """\
the password is wrong
my password is too short
password is required
The password has expired.
Please reset my password: it expired
What is the password for the wifi?
password: str
password = get_password()
password=os.environ["DB_PASSWORD"]
password: ********
API_KEY=$OPENAI_API_KEY
api_key=<your key here>
password_policy: strict-12
max_tokens=4096
token: string
The tokens are 512 wide
sk-learn-contrib-2024-edition
commit 3f786850e387550fdab836ed7e6dc881de23001b
sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
123e4567-e89b-12d3-a456-426614174000
01JDYQ3V5W8Z1N6T2K4R7M9XAB
order 4929 12 88
order number 20241128-000123456789
tracking 00340434161094021501
IBAN DE89 3704 0044 0532 0130 00
call +49 170 1234567
1732973000123
4111111111111112
ISBN 978-3-16-148410-0
https://example.com:8080/a/b@c
https://example.com/token?page=2
user@example.com
The secret is to rest the dough
the secret: rest the dough
secretary: Bob Smith12
pinned: yes
I pass: 12 of 14 tests
spinning is fun, pin: none
The key is in the drawer
my keyboard is a Keychron
keynote: 10:30 in hall B2
Donaudampfschifffahrtsgesellschaftskapitän
base64 is a way to write bytes
2026-11-30T14:02:11+08:00
pi is 3.14159265358979323846
bearer of bad news
今日は良い天気です
密码错了怎么办？
/home/user/projects/weave-2024/secrets.py""".splitlines()


@pytest.mark.parametrize("line", SECRETS)
def test_a_secret_is_removed_and_its_kind_named(line: str) -> None:
    before, rest = line.split("{", 1)
    secret, after = rest.split("}", 1)
    masked = mask(before + secret + after)
    assert secret not in masked
    assert masked.startswith(before + "[secret removed: ")
    assert masked.endswith("]" + after)


@pytest.mark.parametrize("line", HARMLESS)
def test_what_only_looks_like_a_secret_stays(line: str) -> None:
    assert mask(line) == line


@pytest.mark.parametrize("line", SECRETS + HARMLESS)
def test_masking_twice_changes_nothing_more(line: str) -> None:
    once = mask(line.replace("{", "").replace("}", ""))
    assert mask(once) == once


def test_a_private_key_goes_with_all_its_lines() -> None:
    pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc/+=\n-----END RSA PRIVATE KEY-----"
    assert mask(f"here:\n{pem}\nthanks") == "here:\n[secret removed: private key]\nthanks"


def test_a_private_key_that_was_cut_goes_as_far_as_it_reaches() -> None:
    assert "MIIE" not in mask("-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nxyz")


def test_spans_are_ordered_and_apart() -> None:
    spans = find("pw: hunter2 and 4111 1111 1111 1111 and pw: other99")
    assert [s.kind for s in spans] == ["password", "card number", "password"]
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))


def test_case_90_a_token_pasted_with_a_question_leaves_a_mark() -> None:
    masked = mask("export PAY_TOKEN=tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3\nwhy do I get a 401?")
    assert masked.startswith("export PAY_TOKEN=[secret removed: api key]")
    assert masked.endswith("why do I get a 401?")


@pytest.mark.parametrize(
    "piece", ["password is ", "sk-", "eyJ", "a", "4111-", "://:", "pass_", "_key", "\x00", "密码"]
)
def test_hostile_text_takes_time_in_proportion_to_its_length(piece: str) -> None:
    def took(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        mask(text)
        return time.process_time() - start

    small, large = took(20_000), took(80_000)
    assert large < 10 * max(small, 0.02)
