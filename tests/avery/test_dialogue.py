"""`avery setup` in a plain terminal, answered by a script of lines."""

import io
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from avery.dialogue import Dialogue, Questions, run
from avery.setup import KnownServer
from tests.support.replies import wrong_key
from tests.support.server import ScriptedServer
from weave import config
from weave.cli.terminal import Terminal
from weave.errors import InvalidInput

KEY = "sk-test-abcdefghijklmnop-1234"
NO_KEYRING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


def talk(
    home: Path, lines: Sequence[str], keys: Sequence[str] = (), environment: dict[str, str] | None = None
) -> str:
    left, hidden = list(lines), list(keys)
    terminal = Terminal(io.StringIO(), io.StringIO(), False, False, 100)
    questions = Questions(lambda _: left.pop(0), lambda _: hidden.pop(0))
    Dialogue(home, NO_KEYRING if environment is None else environment, terminal, questions, ()).run()
    assert left == [] and hidden == []
    assert isinstance(terminal.out, io.StringIO)
    return terminal.out.getvalue()


def test_another_server_is_checked_at_once_and_saved_without_a_key(tmp_path: Path) -> None:
    with ScriptedServer(models=("small", "large")) as server:
        said = talk(tmp_path, ["2", server.url, "large"], [""])
    settings = config.load(tmp_path, {}).model
    assert (settings.base_url, settings.name) == (server.url, "large")
    assert "Saved in" in said
    assert not (tmp_path / "secrets.toml").exists()


def test_case_112_a_key_is_kept_in_a_file_only_after_a_plain_yes(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        said = talk(tmp_path / "no", ["2", server.url, "n"], [KEY])
        assert "AVERY_API_KEY" in said and "key store cannot be used" in said
        assert not (tmp_path / "no" / "secrets.toml").exists()
        said = talk(tmp_path / "yes", ["2", server.url, "y"], [KEY])
        assert KEY in (tmp_path / "yes" / "secrets.toml").read_text("utf-8")
        assert KEY not in said


def test_a_server_on_this_machine_is_offered_and_needs_no_key(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        known = [KnownServer("Ollama", urlsplit(server.url).port or 0)]
        terminal = Terminal(io.StringIO(), io.StringIO(), False, False, 100)
        Dialogue(tmp_path, NO_KEYRING, terminal, Questions(lambda _: "2"), known).run()
    settings = config.load(tmp_path, {}).model
    assert (settings.base_url, settings.name) == (server.url, "scripted-1")


def test_a_wrong_key_is_told_and_asked_for_again(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.queue("models", wrong_key())
        said = talk(tmp_path, ["2", server.url, "n"], ["sk-wrong-wrong-wrong", KEY])
    assert "refused the key" in said
    assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"


def test_no_model_is_a_choice_and_leaving_changes_nothing(tmp_path: Path) -> None:
    said = talk(tmp_path / "a", ["x", "9", "4"])
    assert "Type a number from 1 to 4." in said and "Nothing was changed." in said
    assert not (tmp_path / "a").exists()
    talk(tmp_path / "b", ["3"])
    assert config.load(tmp_path / "b", {}).model.base_url is None


def test_a_key_that_is_none_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nothing was changed"):
        talk(tmp_path / "h", ["1"], [""])
    assert not (tmp_path / "h").exists()


def test_without_a_terminal_nothing_is_written_and_the_variables_are_named(tmp_path: Path) -> None:
    terminal = Terminal(io.StringIO(), io.StringIO(), False, False, 100)
    environment = {**NO_KEYRING, "OPENAI_API_KEY": KEY}
    assert run(tmp_path / "h", environment, terminal, interactive=False) == 1
    assert isinstance(terminal.out, io.StringIO) and isinstance(terminal.err, io.StringIO)
    assert "environment variable OPENAI_API_KEY, ends in 1234" in terminal.out.getvalue()
    assert "OPENAI_BASE_URL" in terminal.err.getvalue()
    assert not (tmp_path / "h").exists()
