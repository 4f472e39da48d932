"""The memory browser and the library in the whole app: by key, slash command, and from what was recalled."""

from pathlib import Path

from avery.ui.screens.library import LibraryScreen
from avery.ui.screens.memories import MemoriesScreen
from tests.support.chat import ask, chat, seen
from tests.support.homes import bare


async def test_both_open_by_key_and_slash_command_and_from_what_was_recalled(home: Path, alone: None) -> None:
    async with bare(home) as weave:
        tea = await weave.remember("Ana prefers tea to coffee [/.")
        await weave.remember("The kettle is blue.")
    async with chat(home, (140, 45)) as pilot:
        await ask(pilot, "/memories kettle")
        await seen(pilot, "Memories 1 of 2", "The kettle is blue.")
        await pilot.press("f3")
        await ask(pilot, "/recall what does Ana prefer, tea?")
        await seen(pilot, "Ana prefers tea to coffee [/")
        await pilot.press("shift+tab", "o")
        await seen(pilot, "Memories 2 · newest first", "How strong", tea.id)
        assert isinstance(pilot.app.screen, MemoriesScreen)
        await pilot.press("p")
        await seen(pilot, "Memory pinned · u undoes it")
        await pilot.press("escape", "f3")
        await seen(pilot, "Memories 2 · newest first")
        await pilot.press("f1")
        await seen(pilot, "Keys and commands")
        await pilot.press("escape", "f2")
        await seen(pilot, "Library 0 documents")
        assert isinstance(pilot.app.screen, LibraryScreen)
        await pilot.press("f2", "escape")
        await ask(pilot, "/library kettle")
        await seen(pilot, "0 places", "No document says that.")
    async with bare(home) as weave:
        assert (await weave.get(tea.id)).pinned
