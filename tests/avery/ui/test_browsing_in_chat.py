"""The memory browser and the library in the whole app: by key, slash command, and from what was recalled."""

from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from avery.ui.library.reader import Reader
from avery.ui.recall import RecallPane
from avery.ui.screens.chat import ChatScreen
from avery.ui.screens.library import LibraryScreen
from avery.ui.screens.memories import MemoriesScreen
from tests.support.chat import ask, chat, flat, seen
from tests.support.homes import bare, shelved
from tests.support.screen import until


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


async def test_every_act_on_a_memory_begins_from_what_was_recalled(home: Path, alone: None) -> None:
    async with bare(home) as weave:
        tea = await weave.remember("Ana prefers tea to coffee [/.")
    async with chat(home, (140, 45)) as pilot:
        pane = pilot.app.screen.query_one(RecallPane)
        await ask(pilot, "/recall what does Ana prefer, tea?")
        await until(pilot, lambda: pane.pointed is not None)
        await pilot.press("shift+tab", "p")
        await seen(pilot, "pinned Ana")
        await pilot.press("p")
        await until(pilot, lambda: "pinned Ana" not in flat(pilot))
        await pilot.press("v")
        await seen(pilot, "Private since: no model is shown it.")
        await pilot.press("u")
        await until(pilot, lambda: "Private since" not in flat(pilot))
        await pilot.press("d")
        await seen(pilot, "Forgotten since: it is in the trash.")
        await pilot.press("u")
        await until(pilot, lambda: "Forgotten since" not in flat(pilot))
        for key, words in (
            ("t", "was true, is no longer"),
            ("i", "must never be lost"),
            ("m", "known in every"),
        ):
            await pilot.press(key)
            await seen(pilot, words)
            await pilot.press("escape", "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, ChatScreen))
        for key, words in (("e", "Ctrl+S keeps"), ("c", "What is true instead")):
            await pilot.press(key)
            await seen(pilot, words)
            await pilot.press("escape", "f3")
            await until(pilot, lambda: isinstance(pilot.app.screen, ChatScreen))
    async with bare(home) as weave:
        now = await weave.get(tea.id)
        assert not now.pinned and not now.private


LEASE = "# Lease\n\n## Notice\n\n{}\n\nThe notice period of the flat is three months.\n\n## Rent\n\nNine hundred.\n"


@pytest.mark.parametrize(("key", "size"), [("o", (140, 45)), ("enter", (60, 20))])
async def test_a_quotation_of_the_library_opens_where_it_stands(
    home: Path, tmp_path: Path, alone: None, key: str, size: tuple[int, int]
) -> None:
    (tmp_path / "lease.md").write_text(LEASE.format("Whatever the tenant [/ says.\n\n" * 60))
    (tmp_path / "abacus.md").write_text("# Abacus\n\nBeads on rods.\n")
    async with shelved(home) as weave:
        await weave.library.add([tmp_path / "lease.md", tmp_path / "abacus.md"])
    async with chat(home, size) as pilot:
        await ask(pilot, "/recall what is the notice period of the flat")
        await seen(pilot, "Lease › Notice", "found by documents")
        await pilot.press("shift+tab", key)
        await seen(pilot, "The notice period of the flat is three months.")
        page = pilot.app.screen
        assert isinstance(page, LibraryScreen)
        assert "line 3" in page.query_one(Reader).text
        if size[0] > 100:
            await seen(pilot, "▾ Lease", "Rent")
        await pilot.press("escape", "down", "enter")
        await until(cast("Pilot[object]", pilot), lambda: "Nine hundred." in page.query_one(Reader).text)
        await pilot.press("escape", "escape")
        assert pilot.app.screen is not page
