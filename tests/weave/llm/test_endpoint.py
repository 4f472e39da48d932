"""Base URLs as people write them, and keys that do not show."""

import pickle

import pytest

from weave.errors import InvalidInput
from weave.keys import Keys, Secret
from weave.llm.endpoint import Endpoint, normal_url

KEY = "sk-test-abcdefghijklmnop-1234"


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1//\n", "https://api.openai.com/v1"),
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("localhost:1234/v1", "http://localhost:1234/v1"),
        ("models.example.org/v1", "https://models.example.org/v1"),
        ("https://x.example/v1/chat/completions", "https://x.example/v1"),
    ],
)
def test_case_116_a_base_url_is_brought_into_one_form(written: str, normal: str) -> None:
    assert normal_url(written) == normal


@pytest.mark.parametrize("written", ["", "ftp://x/v1", "http://", "http://x:99999/v1", "http://[::1/v1"])
def test_what_is_no_base_url_is_refused_in_one_sentence(written: str) -> None:
    with pytest.raises(InvalidInput, match="is not a base URL"):
        normal_url(written)


def test_a_secret_shows_at_most_its_ending() -> None:
    secret = Secret(KEY)
    shown = f"{secret} {secret!r} {secret!s:>20} {Keys(model=secret)} {Endpoint(key=secret)} {[secret]}"
    assert KEY not in shown and "…1234" in shown
    assert Secret("short").ending == ""
    assert secret.reveal() == KEY and secret == Secret(KEY) and not Secret("")
    with pytest.raises(TypeError):
        pickle.dumps(secret)
