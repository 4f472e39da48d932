"""The first start: a key is never shown, a wrong one is told at once, and the page does not come again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from avery.app import AveryApp
from avery.options import LaunchOptions
from avery.ui.screens.setup import SetupScreen
from tests.support.replies import Reply
from tests.support.screen import picture, until
from tests.support.server import ScriptedServer

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AveryApp]:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL"):
        monkeypatch.delenv(name, raising=False)
    started = AveryApp(LaunchOptions(tmp_path / "home"))
    yield started
    started.memory.close(20)


async def page(pilot: Pilot[None]) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
    await until(pilot, lambda: "No server of" in picture(pilot.app))


async def choose(pilot: Pilot[None], way: str) -> None:
    choices = pilot.app.screen.query_one(OptionList)
    choices.highlighted = choices.get_option_index(way)
    await pilot.press("enter")
    await pilot.pause()


async def fill(pilot: Pilot[None], text: str) -> None:
    focused = pilot.app.focused
    assert focused is not None
    focused.post_message(events.Paste(text))
    await pilot.pause()


async def test_escape_means_no_model_for_now_and_is_remembered(app: AveryApp, tmp_path: Path) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await page(pilot)
        assert "Welcome to Avery" in picture(app)
        await pilot.press("escape")
        await until(pilot, lambda: "Model: none for now." in picture(app))
        await until(pilot, lambda: "no model" in picture(app))
    assert (tmp_path / "home" / "config.toml").exists()


async def test_a_server_and_a_key_are_checked_saved_and_never_shown(app: AveryApp, tmp_path: Path) -> None:
    with ScriptedServer() as server:
        async with app.run_test(size=(100, 36)) as pilot:
            await page(pilot)
            await choose(pilot, "other")
            await fill(pilot, server.url)
            await pilot.press("enter")
            await until(pilot, lambda: getattr(app.focused, "id", None) == "setup-key")
            await fill(pilot, KEY)
            assert KEY not in picture(app)
            assert "secrets.toml" in picture(app)
            await pilot.press("enter", "enter")
            await until(pilot, lambda: "Model: scripted-1" in picture(app))
            await until(pilot, lambda: "scripted-1 ·" in picture(app))
            assert KEY not in picture(app)
    assert server.url in (tmp_path / "home" / "config.toml").read_text()
    assert (tmp_path / "home" / "secrets.toml").stat().st_mode & 0o777 == 0o600


async def test_a_wrong_key_is_one_sentence_on_the_page(app: AveryApp, tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("models", Reply(status=401, error={"message": "bad key [/ [b"}))
        async with app.run_test(size=(100, 36)) as pilot:
            await page(pilot)
            await choose(pilot, "other")
            await fill(pilot, server.url)
            await pilot.press("enter")
            await until(pilot, lambda: getattr(app.focused, "id", None) == "setup-key")
            await fill(pilot, KEY)
            await pilot.press("enter", "enter")
            await until(pilot, lambda: bool(app.screen.query("#setup-note.-error")))
            assert isinstance(app.screen, SetupScreen)
            assert not (tmp_path / "home" / "secrets.toml").exists()


async def test_enter_in_an_empty_key_does_not_move_on_to_where_a_pasted_key_would_be_seen(
    app: AveryApp,
) -> None:
    async with app.run_test(size=(100, 36)) as pilot:
        await page(pilot)
        assert "Esc: none for now" in picture(app)
        await choose(pilot, "openai")
        assert "Esc goes back" in picture(app)
        await pilot.press("enter")
        await pilot.pause()
        assert getattr(app.focused, "id", None) == "setup-key"
        assert "Paste a key first" in picture(app)
        await pilot.press("escape")
        await until(pilot, lambda: "Esc: none for now" in picture(app))


async def test_leaving_the_form_while_the_server_is_asked_saves_nothing(
    app: AveryApp, tmp_path: Path
) -> None:
    with ScriptedServer() as server:
        server.on("models", Reply(raw=b'{"data": [{"id": "scripted-1"}]}', delay=0.6))
        async with app.run_test(size=(100, 36)) as pilot:
            await page(pilot)
            await choose(pilot, "other")
            await fill(pilot, server.url)
            await pilot.press("enter", "enter", "enter")
            await until(pilot, lambda: "Asking the server" in picture(app))
            server.wait_for("models", timeout=15)
            await pilot.press("escape")
            await pilot.pause(1.2)
            assert isinstance(app.screen, SetupScreen)
            assert not (tmp_path / "home" / "config.toml").exists()


async def test_an_error_names_the_way_on_inside_the_chat(app: AveryApp) -> None:
    async with app.run_test(size=(100, 36)) as pilot:
        await page(pilot)
        await choose(pilot, "other")
        await fill(pilot, "http://127.0.0.1:9/v1")
        await pilot.press("enter", "enter", "enter")
        await until(pilot, lambda: bool(app.screen.query("#setup-note.-error")))
        assert "avery setup" not in picture(app)


async def test_ctrl_c_twice_quits_from_the_page(app: AveryApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await page(pilot)
        await pilot.press("ctrl+c")
        assert app.is_running
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not app.is_running)


async def test_a_home_that_cannot_be_used_is_told_instead_of_asked_about(
    tmp_path: Path, app: AveryApp
) -> None:
    (tmp_path / "file").write_text("")
    broken = AveryApp(LaunchOptions(tmp_path / "file" / "home"))
    async with broken.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "✗" in picture(broken))
        assert not isinstance(broken.screen, SetupScreen)
        assert "memory is closed" in picture(broken)
    broken.memory.close(20)
    assert broken.memory.failure is not None


async def test_the_page_does_not_open_over_someone_who_is_writing(app: AveryApp) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("h", "i")
        await until(pilot, lambda: "No model is chosen yet" in picture(app))
        assert not isinstance(app.screen, SetupScreen)
        assert app.chat.query_one("#composer").text == "hi"  # type: ignore[attr-defined]


async def test_the_page_is_usable_in_a_small_terminal(app: AveryApp) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        await until(pilot, lambda: "OpenAI" in picture(app))
        await pilot.pause(0.2)
        await choose(pilot, "openai")
        assert app.focused is not None
        assert app.focused.id == "setup-key"
