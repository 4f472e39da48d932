"""The settings page: found by a word, changed in place, refused beside the field, nothing lost, no key ever shown."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from avery.ui.page import TextPage
from avery.ui.screens.config import ConfigScreen
from avery.ui.screens.settings import SettingsScreen
from tests.support.chat import ask, chat, shown
from tests.support.screen import until
from tests.support.server import ScriptedServer
from tests.support.snapshots import as_kept

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def quiet(alone: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("QDRANT_API_KEY", raising=False)
    monkeypatch.delenv("FALKORDB_PASSWORD", raising=False)
    yield


async def opened(pilot: Pilot[None], find: str = "") -> SettingsScreen:
    """The page, at what is sought."""
    if not isinstance(pilot.app.screen, SettingsScreen):
        await pilot.press("f12")
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen) and "Reading" not in words(pilot))
    page = pilot.app.screen
    assert isinstance(page, SettingsScreen)
    await until(pilot, lambda: "looking" not in str(page.kept_lines()))
    if find:
        page.query_one("#set-find", Input).value = find
        page.query_one("#set-list").focus()
        await pilot.pause()
    return page


def words(pilot: Pilot[None]) -> str:
    """What the page says: of the marked line, at the field, at the foot, and all that is listed."""
    screen = pilot.app.screen
    parts = [shown(pilot)]
    if isinstance(screen, SettingsScreen):
        parts += [screen.query_one(TextPage).text]
        parts += [str(screen.query_one(name, Static).content) for name in ("#set-problem", "#set-note")]
    return " ".join(" ".join(parts).split())


async def seen(pilot: Pilot[None], *wanted: str) -> None:
    await until(pilot, lambda: all(one in words(pilot) for one in wanted))


def config(home: Path) -> str:
    return (home / "config.toml").read_text()


async def test_a_number_is_changed_refused_beside_its_field_and_put_back(home: Path, quiet: None) -> None:
    (home / "config.toml").write_text("# mine [/\n" + config(home))
    async with chat(home) as pilot:
        await opened(pilot, "recall.k")
        await pilot.press("enter", *"none", "enter")
        await seen(pilot, "recall.k must be a whole number, not 'none'.")
        await pilot.press("ctrl+u", "0", "enter")
        await seen(pilot, "recall.k, recall.budget_tokens and recall.timeout_ms must be positive.")
        assert "recall" not in config(home)
        await pilot.press("ctrl+u", "7", "enter")
        await seen(pilot, "recall.k is saved, in force when this page closes.", "Value 7 (changed)")
        assert config(home).startswith("# mine [/\n") and "k = 7" in config(home)
        await pilot.press("x")
        await until(pilot, lambda: "k = 7" not in config(home))
        await pilot.press("escape", "escape")
        await seen(pilot, "● ready")


async def test_a_switch_a_choice_and_a_theme_take_effect_as_told(home: Path, quiet: None) -> None:
    async with chat(home) as pilot:
        await opened(pilot, "ui.bell")
        await pilot.press("enter")
        await seen(pilot, "ui.bell is saved, in force now.")
        assert "bell = false" in config(home) and pilot.app.chat.bell_rings is False  # type: ignore[attr-defined]
        await opened(pilot, "ui.theme")
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: pilot.app.theme == "avery-light")
        assert 'theme = "avery-light"' in config(home)
        await opened(pilot, "embedding.kind")
        await pilot.press("enter")
        await seen(pilot, "auto", "local", "endpoint", "Enter chooses")
        await pilot.press("escape")


async def test_a_key_is_pressed_and_a_taken_one_is_refused(home: Path, quiet: None) -> None:
    async with chat(home) as pilot:
        await opened(pilot, "keys.chat.new")
        await pilot.press("enter", "z")
        await seen(pilot, "A bare letter is typing")
        await pilot.press("ctrl+r")
        await seen(pilot, "Ctrl+R is the key of")
        await pilot.press("ctrl+y")
        await seen(pilot, "Enter takes it")
        await pilot.press("enter")
        await until(pilot, lambda: '"chat.new"' in config(home) or "chat.new" in config(home))
        assert "ctrl+y" in config(home)


async def test_what_somebody_wrote_meanwhile_is_told_and_both_are_offered(home: Path, quiet: None) -> None:
    async with chat(home) as pilot:
        await opened(pilot, "ui.bell")
        before = config(home)
        (home / "config.toml").write_text(before + "# theirs\n")
        await pilot.press("enter")
        await seen(pilot, "config.toml was changed elsewhere", "only ui.bell, into what")
        assert config(home) == before + "# theirs\n"
        await pilot.press("m")
        await until(pilot, lambda: "bell = false" in config(home))
        assert "# theirs" in config(home)
        (home / "config.toml").write_text(before + "[recall]\nk = 9\n")
        await pilot.press("enter")
        await seen(pilot, "was changed elsewhere")
        await pilot.press("t")
        await opened(pilot, "recall.k")
        await seen(pilot, "Value 9 (changed)")


async def test_a_broken_file_opens_as_text_at_its_line_and_is_mended_here(home: Path, quiet: None) -> None:
    sound = config(home)
    async with chat(home) as pilot:
        (home / "config.toml").write_text(sound + "[recall]\nk = \n")
        await pilot.press("f12")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfigScreen))
        await seen(pilot, f"Line {sound.count(chr(10)) + 2}:", "cannot be read")
        area = pilot.app.screen.query_one(TextArea)
        assert area.cursor_location == (sound.count("\n") + 1, 0)
        await pilot.press("ctrl+s")
        await seen(pilot, "cannot be read")
        await pilot.press("end", *"6 # [/ 税", "ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        assert config(home).endswith("k = 6 # [/ 税\n")
        await pilot.press("e", "x", "escape")
        await seen(pilot, "Esc again leaves it unsaved")
        await pilot.press("escape", "escape")


async def test_a_home_that_cannot_be_opened_still_has_its_settings(home: Path, quiet: None) -> None:
    (home / "config.toml").write_text("[recall]\nk = 'x [/'\n")
    async with chat(home, (80, 24)) as pilot:
        await seen(pilot, "memory is closed")
        await pilot.press("f12")
        await seen(pilot, "Line 2:", "recall.k must be of type int")


async def test_a_file_that_was_broken_at_the_start_is_mended_and_the_memory_opens_without_a_restart(
    home: Path, quiet: None
) -> None:
    sound = config(home)
    (home / "config.toml").write_text(sound + "[recall]\nk = 'x'\n")
    async with chat(home) as pilot:
        await seen(pilot, "memory is closed")
        await pilot.press("f12")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfigScreen))
        pilot.app.screen.query_one(TextArea).load_text(sound)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        await pilot.press("escape")
        await seen(pilot, "● ready", "0 memories")
        await ask(pilot, "My dog is called Bruno.")
        await seen(pilot, "1 memory")
    assert "Bruno" in "".join(path.read_text() for path in (home / "conversations").glob("*.jsonl"))


async def test_the_environment_is_shown_as_what_wins(
    home: Path, quiet: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        async with chat(home) as pilot:
            await opened(pilot, "base_url")
            await seen(pilot, "by OPENAI_BASE_URL", "wins over it", server.url)
            await opened(pilot, "model key")
            await seen(pilot, "…cdef in the environment variable OPENAI_API_KEY", "in use")
            await pilot.press("t")
            await seen(pilot, "It works:")
            assert KEY not in shown(pilot)


async def test_a_key_is_set_tested_and_removed_without_being_shown(home: Path, quiet: None) -> None:
    async with chat(home) as pilot:
        await opened(pilot, "qdrant key")
        await pilot.press("enter", *KEY)
        assert KEY not in shown(pilot)
        await pilot.press("enter")
        await seen(pilot, "No key store here")
        await pilot.press("f")
        await seen(pilot, "Kept in the file", "…cdef in the file")
        assert KEY not in shown(pilot) and KEY in (home / "secrets.toml").read_text()
        assert (home / "secrets.toml").stat().st_mode & 0o777 == 0o600
        await pilot.press("m")
        await until(pilot, lambda: "-error" in pilot.app.screen.query_one("#set-note").classes)
        assert KEY in (home / "secrets.toml").read_text()
        await pilot.press("x")
        await seen(pilot, "Remove the qdrant key?")
        await pilot.press("x")
        await seen(pilot, "Removed from the file.")
        assert not (home / "secrets.toml").exists()


async def test_what_was_allowed_for_good_is_listed_and_taken_back(home: Path, quiet: None) -> None:
    (home / "grants.toml").write_text('allow = ["run:git status", "fetch:example.org"]\n')
    async with chat(home) as pilot:
        await opened(pilot, "git status")
        await seen(pilot, "allowed without asking", "run:git status", "It runs what begins so")
        await pilot.press("x")
        await seen(pilot, "Taken back: Avery asks again.")
        assert (home / "grants.toml").read_text().count("git status") == 0
        assert "fetch:example.org" in (home / "grants.toml").read_text()


async def test_only_what_was_changed_is_listed_on_c_and_nothing_found_says_so(
    home: Path, quiet: None
) -> None:
    async with chat(home) as pilot:
        page = await opened(pilot)
        await pilot.press("c")
        await seen(pilot, "Only what is not as it comes", "enabled")
        assert "context_tokens" not in shown(pilot)
        await pilot.press("c")
        page.query_one("#set-find", Input).value = "[/ 税 nothing"
        await seen(pilot, "Nothing is called so.")
        await pilot.press("escape")
        assert page.query_one("#set-find", Input).value == ""


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20), (40, 12)])
async def test_the_page_is_as_it_was_reviewed(home: Path, quiet: None, size: tuple[int, int]) -> None:
    async with chat(home, size) as pilot:
        await opened(pilot)
        await pilot.press(*["down"] * 3, "enter", "ctrl+u", "x", "enter")
        await until(pilot, lambda: pilot.app.screen.has_class("-refused"))
        await pilot.pause(0.1)
        text = shown(pilot).replace(str(home), "~/avery")
        rows = pilot.app.screen._compositor.render_strips()
        assert {row.cell_length for row in rows} == {size[0]}
        kept = "\n".join(line.rstrip() if n else "" for n, line in enumerate(text.split("\n")))
        assert as_kept(f"settings-{size[0]}x{size[1]}", kept)
        assert "must be a whole number" in words(pilot)
