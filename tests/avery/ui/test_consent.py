"""A request of a tool in the chat: it takes no letter, is decided with one key, here or in the inbox, or is gone."""

import json
from pathlib import Path

import pytest

from avery.ui.calling import notification
from avery.ui.consent import ConsentPanel
from tests.support.chat import ask, chat, seen, shown
from tests.support.replies import say
from tests.support.screen import until
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling

TEXT = "".join(f"- item {n} [/ 税 ❤️\n" for n in range(3))


@pytest.fixture
def work(tmp_path: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for n in range(2):
        call = ("write_file", json.dumps({"path": f"{n}.md", "text": TEXT}))
        server.queue("chat", calling(call), say(f"Answer {n}."))
    return folder


async def test_it_takes_no_letter_and_one_key_decides_it_where_it_stands(home: Path, work: Path) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "Write it")
        await seen(pilot, "Avery asks", "write 0.md", "asks you", "inbox 1")
        await pilot.press(*"yan")
        assert pilot.app.screen.query_one("#composer").text == "yan"  # type: ignore[attr-defined]
        assert not (work / "0.md").exists()
        await pilot.press("tab")
        panel = pilot.app.screen.query_one(ConsentPanel)
        await until(pilot, lambda: panel.has_focus and "decide" in str(panel.border_subtitle))
        await pilot.pause(0.4)
        await pilot.press("y")
        await seen(pilot, "✓ write_file", "Answer 0.", "inbox 0")
        assert (work / "0.md").read_text() == TEXT
        assert not panel.display and pilot.app.focused is pilot.app.screen.query_one("#composer")
        await ask(pilot, " and again")
        await seen(pilot, "write 1.md")
        await pilot.press("escape")
        await until(pilot, lambda: not panel.display)
        assert not (work / "1.md").exists()


async def test_it_waits_in_the_inbox_too_and_no_is_told_in_words(home: Path, work: Path) -> None:
    async with chat(home, (80, 24)) as pilot:
        await ask(pilot, "Write it")
        await seen(pilot, "Avery asks")
        await pilot.press("f4")
        await seen(pilot, "1 of 1", "tool", "y once", "n no")
        await pilot.pause(0.4)
        await pilot.press("n")
        await seen(pilot, "Nothing waits for you.")
        await pilot.press("escape")
        await seen(pilot, "⊘ write_file", "refused · you did not allow it", "Answer 0.")
        assert "Avery asks" not in shown(pilot) and not (work / "0.md").exists()


def test_what_is_told_to_the_desktop_cannot_end_its_own_sequence() -> None:
    told = notification("Avery asks: rm\x07\x1b]0;x [/ 税", {"TERM_PROGRAM": "WezTerm"})
    assert told.startswith("\x1b]9;Avery asks: rm") and told.count("\x1b") == told.count("\x07") == 1
    assert notification("a", {"TERM": "foot"}) == "\x1b]777;notify;Avery;a\x07"
