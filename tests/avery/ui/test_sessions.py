"""Past chats in the whole app: found, renamed, exported, read, gone on with."""

from pathlib import Path

import pytest
from textual.widgets import Input

from avery.ui.screens.sessions import SessionsScreen
from tests.support.chat import ask, chat, flat, seen, shown, transcript
from tests.support.homes import bare
from tests.support.screen import until
from weave.model import Role

HOSTILE = "[/ [b 中文 👩‍🔬"


async def talks(home: Path) -> tuple[str, str]:
    """Two chats of an earlier sitting."""
    found = []
    async with bare(home) as weave:
        for title, said in ((f"The {HOSTILE} trip", "We sail on Friday."), ("Kitchen", "Buy a red lantern.")):
            talk = await weave.begin(name=title)
            await weave.say(talk.id, role=Role.USER, speaker="user", text=said)
            await weave.say(talk.id, role=Role.ASSISTANT, speaker="assistant", text=f"Understood: {said}")
            await weave.end(talk.id)
            found.append(talk.id)
    return found[0], found[1]


async def test_a_chat_is_found_by_what_was_said_in_it_and_gone_on_with(home: Path, alone: None) -> None:
    trip, _ = await talks(home)
    async with chat(home) as pilot:
        await ask(pilot, "My dog is called Bruno.")
        await until(pilot, lambda: "● ready" in shown(pilot))
        await pilot.press("ctrl+o")
        await seen(pilot, "3 chats", "Kitchen", "you are in this chat")
        await pilot.press("slash", *"friday SAIL")
        await seen(pilot, "1 chat with", "We sail on Friday.", "2 places", f"avery --resume {trip}")
        await pilot.press("enter", "enter")
        await seen(pilot, "▌ We sail on Friday.", "Understood: We sail on Friday.")
        assert "Bruno" not in "".join(m.text for m in transcript(pilot).messages if m.voice.value == "user")
        await ask(pilot, "And the harbour?")
        await until(pilot, lambda: "● ready" in shown(pilot))
    kept = (home / "conversations" / f"{trip}.jsonl").read_text()
    assert "And the harbour?" in kept and "Bruno" not in kept


async def test_a_chat_is_renamed_exported_and_read_from_the_list(
    home: Path, alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await talks(home)
    monkeypatch.chdir(tmp_path)
    async with chat(home) as pilot:
        await ask(pilot, "/sessions lantern")
        await seen(pilot, "1 chat with “lantern”", "Kitchen")
        await pilot.press("r")
        await pilot.pause(0.1)
        pilot.app.screen.query_one(Input).value = "Lamps [/ and “lights”"
        await pilot.press("enter")
        await seen(pilot, "It is called “Lamps [/ and “lights”” now.")
        await pilot.press("e")
        await seen(pilot, "2 messages are in")
        [file] = tmp_path.glob("Lamps*.md")
        assert "## You" in file.read_text() and "Buy a red lantern." in file.read_text()
        await pilot.press("o")
        await seen(pilot, "Read again", "Buy a red lantern.", "Esc back")
        await pilot.press("escape", "escape", "escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, SessionsScreen))


async def test_the_present_chat_is_renamed_and_exported_by_command(
    home: Path, alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with chat(home) as pilot:
        await ask(pilot, "/export")
        await seen(pilot, "nothing was said in it yet")
        await ask(pilot, "My dog is called Bruno.")
        await until(pilot, lambda: "● ready" in shown(pilot))
        await ask(pilot, "/rename Dogs and other beasts")
        await seen(pilot, "This chat is called “Dogs and other beasts” now.")
        assert "Dogs and other beasts" in shown(pilot).splitlines()[0]
        await ask(pilot, "/export beasts.md")
        await seen(pilot, "2 messages are in")
        assert "My dog is called Bruno." in (tmp_path / "beasts.md").read_text()
        await ask(pilot, "/export beasts.md")
        await seen(pilot, "exists", "already", "another")


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20), (40, 12)])
async def test_the_page_fits_every_size(home: Path, alone: None, size: tuple[int, int]) -> None:
    await talks(home)
    async with chat(home, size) as pilot:
        await pilot.press("ctrl+r")
        await seen(pilot, "2 chats", "Kitchen", "The [/ [b 中文")
        await pilot.press(*"red", "enter")
        await until(pilot, lambda: "1 chat" in flat(pilot))
        assert ("Buy a red lantern." in flat(pilot)) == (size[0] >= 80)
        await pilot.press("escape")
        await until(pilot, lambda: "2 chats" in flat(pilot))


async def test_a_chat_is_deleted_after_asking_and_brought_back(home: Path, alone: None) -> None:
    trip, kitchen = await talks(home)
    async with chat(home) as pilot:
        await pilot.press("ctrl+o")
        await seen(pilot, "2 chats", "d delete")
        await pilot.press("d")
        await seen(pilot, "Delete “", "to the trash", "without trace")
        await pilot.press("escape")
        await pilot.press("slash", *"lantern", "enter", "delete")
        await seen(pilot, "Delete “Kitchen”?")
        await pilot.press("t")
        await seen(pilot, "“Kitchen” is in the trash, with", "u brings it back")
        assert not (home / "conversations" / f"{kitchen}.jsonl").exists()
        await pilot.press("u")
        await seen(pilot, "The chat is back, with", "1 chat with “lantern”")
        await pilot.press("u")
        await seen(pilot, "No chat was deleted here that could be brought back.")
    assert {path.stem for path in (home / "conversations").glob("*.jsonl")} == {trip, kitchen}


async def test_a_chat_is_deleted_without_a_trace_and_the_present_one_is_not(home: Path, alone: None) -> None:
    await talks(home)
    async with chat(home) as pilot:
        await ask(pilot, "My dog is called Bruno.")
        await until(pilot, lambda: "● ready" in shown(pilot))
        await pilot.press("ctrl+o")
        await seen(pilot, "3 chats", "you are in this chat")
        await pilot.press("d", "t")
        await seen(pilot, "You are in this chat; Ctrl+N in the chat begins another one")
        await pilot.press("slash", *"lantern", "enter", "d", "x")
        await seen(pilot, "“Kitchen” is gone, with", "nothing of it is left")
        await pilot.press("u")
        await seen(pilot, "No chat was deleted here")
    assert not [file for file in home.rglob("*") if file.is_file() and b"lantern" in file.read_bytes()]
