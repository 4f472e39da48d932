"""Set-up's parts against a real server and real files."""

import asyncio
import stat
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from avery.setup import Choice, KnownServer, chat_models, check, local_servers, needed, save
from tests.support.replies import Reply, fault, wrong_key
from tests.support.server import ScriptedServer
from tests.support.tls import TestCA
from weave import config
from weave.errors import InvalidInput
from weave.keys import Keys, Secret
from weave.keystore import KeyPlace
from weave.llm.endpoint import OPENAI_URL
from weave.roots import assemble, models

KEY = "sk-test-abcdefghijklmnop-1234"
NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


def port_of(server: ScriptedServer) -> int:
    return urlsplit(server.url).port or 0


async def test_the_local_servers_that_answer_are_found_with_their_chat_models() -> None:
    with (
        ScriptedServer(models=("llama3:8b", "nomic-embed-text")) as ollama,
        ScriptedServer() as web,
        ScriptedServer() as slow,
    ):
        web.on("models", Reply(raw=b"<html>a web page</html>"))
        slow.on("models", Reply(text="{}", delay=5))
        known = [
            KnownServer("Ollama", port_of(ollama)),
            KnownServer("Web", port_of(web)),
            KnownServer("Slow", port_of(slow)),
            KnownServer("None", 1),
        ]
        found = await local_servers(known, timeout=0.3)
        assert [(s.name, s.base_url, s.models) for s in found] == [("Ollama", ollama.url, ("llama3:8b",))]


def test_models_that_do_not_chat_are_left_out() -> None:
    names = ("gpt-5-mini", "text-embedding-3-large", "whisper-1", "tts-1", "gpt-image-1")
    assert chat_models(names) == ("gpt-5-mini",)


async def test_a_check_names_the_models_or_what_is_wrong() -> None:
    with ScriptedServer() as server:
        good = await check(server.url + "/", Secret(KEY))
        assert (good.models, good.error, good.base_url) == (("scripted-1",), None, server.url)
        server.on("models", wrong_key())
        bad = await check(server.url, Secret(KEY))
        assert bad.error is not None and "refused the key" in bad.error and KEY not in bad.error
    gone = await check(server.url, None)
    assert gone.error is not None and server.url in gone.error
    nonsense = await check("ftp://x", None)
    assert nonsense.error is not None and "is not a base URL" in nonsense.error


async def test_a_missing_v1_is_found_by_the_check() -> None:
    with ScriptedServer() as server:
        server.on(
            "models",
            lambda r: (
                fault(404, "Not Found") if r.path == "/models" else Reply(text='{"data": [{"id": "m"}]}')
            ),
        )
        result = await check(server.origin, None)
        assert (result.base_url, result.models) == (server.url, ("m",))


async def test_case_116_the_check_trusts_the_ca_file(tmp_path: Path) -> None:
    ca = TestCA(tmp_path)
    with ScriptedServer(tls=ca.context()) as server:
        without = await check(server.url, Secret(KEY))
        assert without.error is not None and "model.ca_file" in without.error
        assert (await check(server.url, Secret(KEY), str(ca.file))).error is None


def test_saving_keeps_the_persons_comments_and_settings(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        '# mine\n[model]\nname = "old"  # why\nca_file = "ca.pem"\n\n[recall]\nk = 7 # seven\n', "utf-8"
    )
    where = save(tmp_path, Choice("http://127.0.0.1:11434/v1/", "llama3"), NO_KEYRING)
    text = path.read_text("utf-8")
    assert where.config == path and where.key is None
    assert "# mine" in text and "# seven" in text
    settings = config.load(tmp_path, {})
    assert settings.model.base_url == "http://127.0.0.1:11434/v1"
    assert (settings.model.name, settings.model.ca_file, settings.recall.k) == ("llama3", "ca.pem", 7)
    save(tmp_path, Choice(without_model=True), NO_KEYRING)
    assert config.load(tmp_path, {}).model.base_url is None
    save(tmp_path, Choice(OPENAI_URL, "gpt-5-mini"), NO_KEYRING)
    assert "base_url" not in tomllib.loads(path.read_text("utf-8"))["model"]


def test_a_fresh_home_asks_until_something_was_chosen(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert needed(home, None)
    save(home, Choice(without_model=True), NO_KEYRING)
    assert not needed(home, None)


def test_case_112_the_key_goes_where_the_person_chose_and_nowhere_else(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with pytest.raises(InvalidInput, match="AVERY_API_KEY"):
        save(home, Choice(None, "gpt-5-mini", key=Secret(KEY), place=KeyPlace.KEYRING), NO_KEYRING)
    assert not home.exists()
    save(home, Choice(None, "gpt-5-mini", key=Secret(KEY)), NO_KEYRING)
    assert KEY not in "".join(path.read_text("utf-8") for path in home.iterdir())
    where = save(home, Choice(None, "gpt-5-mini", key=Secret(KEY), place=KeyPlace.FILE), NO_KEYRING)
    assert where.key is not None and "secrets.toml" in where.key
    assert KEY not in (home / "config.toml").read_text("utf-8")
    assert stat.S_IMODE((home / "secrets.toml").stat().st_mode) == 0o600
    root = assemble(home, NO_KEYRING)
    assert root.keys.model == Secret(KEY)
    assert root.models.chat is not None and root.models.chat.name == "gpt-5-mini"


def test_a_broken_config_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[model\n", "utf-8")
    with pytest.raises(InvalidInput, match=r"config\.toml cannot be read"):
        save(tmp_path, Choice(without_model=True), NO_KEYRING)
    assert (tmp_path / "config.toml").read_text("utf-8") == "[model\n"


@pytest.mark.parametrize(
    ("environment", "url"),
    [
        ({}, None),
        ({"OPENAI_API_KEY": KEY}, OPENAI_URL),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1/"}, "http://127.0.0.1:1/v1"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": KEY}, "http://127.0.0.1:1/v1"),
    ],
)
def test_the_environment_decides_which_model_there_is(
    tmp_path: Path, environment: dict[str, str], url: str | None
) -> None:
    root = assemble(tmp_path, {**NO_KEYRING, **environment})
    chat = root.models.chat
    assert (chat.endpoint.base_url if chat else None) == url  # type: ignore[attr-defined]
    assert KEY not in repr(root)


async def test_a_model_that_nobody_named_is_the_first_the_server_offers() -> None:
    with ScriptedServer(models=("a-embed", "b-chat")) as server:
        settings = config.parse(f'[model]\nbase_url = "{server.url}"')
        chat = models(settings, Keys()).chat
        assert chat is not None
        await asyncio.wait_for(chat.structured("contradiction", []), 10)
        assert server.requests[-1].body["model"] == "b-chat"
        await chat.close()
