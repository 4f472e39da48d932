"""The page of the library: browsed as a tree, read at a section, searched, added to, taken from."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from avery.holdings import Holdings
from avery.holdings_events import Held, Indexing, TakenIn
from avery.ui.library.files import Match, completed, matches
from avery.ui.library.list import LibraryList
from avery.ui.library.reader import Reader
from avery.ui.screens.library import LibraryScreen
from tests.support.homes import NOW, SHELVED
from tests.support.screen import picture, until
from tests.support.serving import Serving, Sized
from weave.clock import fixed_clock
from weave.documents.lane import Following
from weave.library.model import Added, Refused
from weave.model import Role
from weave.weave import Weave

HOSTILE = "[/ [b list[0] = [red]x[/red] 住在根特 ❤️ 👩‍🔬 🇱🇻 مرحبا"
GUIDE = f"""# Field guide

What is true of all: {HOSTILE}

## Beans

Dark roast is ground fine.

### Storage {HOSTILE}

Keep it in a tin.

## Water

Soft water, ninety degrees, {"and patience, " * 900}under a pressure of nine bar, for twenty seconds.
"""


@dataclass
class Shelf:
    """What a test holds."""

    pilot: Pilot[object]
    screen: LibraryScreen
    weave: Weave
    serving: Serving

    @property
    def flat(self) -> str:
        return " ".join(picture(self.pilot.app).replace("│", " ").split())

    async def seen(self, *words: str) -> None:
        await until(self.pilot, lambda: all(word in self.flat for word in words))

    async def unseen(self, *words: str) -> None:
        await until(self.pilot, lambda: not any(word in self.flat for word in words))

    async def told(self, *words: str) -> None:
        """Wait until all of it stands in what is read."""
        reader = self.screen.query_one(Reader)
        await until(self.pilot, lambda: all(word in " ".join(reader.text.split()) for word in words))

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause(0.02)

    async def type(self, text: str) -> None:
        names = {"/": "slash", " ": "space", ".": "full_stop", "-": "minus", "_": "underscore", "~": "tilde"}
        await self.press(*(names.get(letter, letter) for letter in text))


Fill = Callable[[Weave], Awaitable[object]]


def opened(home: Path) -> Weave:
    return Weave.open(home, config=SHELVED, clock=fixed_clock(NOW), still=True)


@asynccontextmanager
async def page(
    home: Path, fill: Fill | None = None, size: tuple[int, int] = (120, 30), *, seek: str = ""
) -> AsyncIterator[Shelf]:
    """The page over what `fill` put into the library."""
    async with opened(home) as weave:
        if fill is not None:
            await fill(weave)
        serving = Serving(weave)
        screen = LibraryScreen(Holdings(serving.put, serving.emit), NOW.tzinfo, seek=seek)
        serving.take = screen.take
        app = Sized()
        async with app.run_test(size=size) as running:
            pilot = cast("Pilot[object]", running)
            app.push_screen(screen)
            await until(
                pilot, lambda: "Library" in picture(pilot.app) and "reading …" not in picture(pilot.app)
            )
            yield Shelf(pilot, screen, weave, serving)
            await serving.settled()


def files(tmp_path: Path) -> Path:
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "guide.md").write_text(GUIDE)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    return folder


def guide(tmp_path: Path) -> Fill:
    path = files(tmp_path) / "guide.md"
    return lambda weave: weave.library.add([path])


async def test_an_empty_library_says_how_it_fills(tmp_path: Path) -> None:
    async with page(tmp_path / "home") as shelf:
        await shelf.seen("0 documents")
        await shelf.told("The library is empty.", "a adds a file or a folder")
        await shelf.press("d", "right", "left", "enter", "space", "n", "b", "x")
        await shelf.told("The library is empty.")


async def test_the_tree_is_unfolded_read_and_folded_by_keys(tmp_path: Path) -> None:
    async with page(tmp_path / "home", guide(tmp_path)) as shelf:
        await shelf.seen("1 document", "▾ Documents", "▸ Field guide")
        await shelf.told("markdown", "4 sections", "documents/guide.md", "What is true of all: [/ [b list[0]")
        await shelf.press("right")
        await shelf.seen("▾ Field guide", "▸ Beans", "Water")
        assert "Storage" not in "".join(
            row for row in picture(shelf.pilot.app).splitlines() if "▸ Sto" in row
        )
        await shelf.press("right")
        await shelf.told("Field guide Beans line 5", "Dark roast is ground fine.", "Keep it in a tin.")
        await shelf.press("right", "down")
        await shelf.told("Field guide › Beans Storage [/ [b list[0]", "Keep it in a tin.")
        await shelf.press("left")
        await shelf.told("Dark roast is ground fine.")
        await shelf.press("left", "left")
        await shelf.told("4 sections")
        await shelf.press("space")
        await shelf.seen("▸ Field guide")
        await shelf.press("up", "enter")
        await shelf.seen("▸ Documents")
        await shelf.told("Files that were added, or dropped into documents/")
        await shelf.press("escape")
        assert shelf.pilot.app.screen is not shelf.screen


async def test_a_search_shows_places_and_opens_at_them(tmp_path: Path) -> None:
    async with page(tmp_path / "home", guide(tmp_path)) as shelf:
        await shelf.seen("▸ Field guide")
        await shelf.press("slash")
        await shelf.type("nine bar pressure")
        await shelf.seen("1 place, the best first", "Field guide › Water")
        reader = shelf.screen.query_one(Reader)
        await shelf.told("under a pressure of nine bar, for twenty seconds.")
        assert "b shows them" in reader.text
        await shelf.press("enter", "enter", "b", "b")
        await shelf.told("Soft water, ninety degrees", "n reads on")
        await shelf.press("n", "n")
        await shelf.told("for twenty seconds.")
        await shelf.press("escape", "escape")
        await shelf.seen("1 document", "▸ Field guide")
        await shelf.press("slash")
        await shelf.type("zebra [")
        await shelf.seen("0 places", "No document says that.")


async def test_a_file_is_added_by_its_path_with_completion_and_a_refused_one_has_its_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = files(tmp_path)
    monkeypatch.chdir(tmp_path)
    async with page(tmp_path / "home") as shelf:
        await shelf.press("a")
        await shelf.seen("Add a file or a folder", "given/")
        await shelf.type("nothing")
        await shelf.seen("There is nothing of that name.")
        await shelf.press("enter")
        await shelf.seen("There is no such file or folder")
        await shelf.press("ctrl+u")
        await shelf.type("giv")
        await shelf.seen("given/")
        await shelf.press("tab")
        await shelf.seen("broken.pdf", "guide.md")
        await shelf.press("down", "tab", "enter")
        await shelf.seen("1 document added.", "▸ Field guide")
        assert [item.title for item in await shelf.weave.library.list()] == ["Field guide"]
        shelf.screen._library.add([str(folder)])
        await shelf.seen("1 document was here already.", "The PDF is damaged and cannot be opened")


async def test_taking_out_asks_first(tmp_path: Path) -> None:
    async with page(tmp_path / "home", guide(tmp_path)) as shelf:
        await shelf.told("4 sections")
        await shelf.press("d")
        await shelf.seen("Take out “Field guide”?", "its file goes to trash/documents")
        await shelf.press("enter")
        await shelf.unseen("Take out")
        assert len(await shelf.weave.library.list()) == 1
        await shelf.press("d", "d")
        await shelf.seen("“Field guide” is out of the library", "0 documents")
        await shelf.told("The library is empty.")
        assert await shelf.weave.library.list() == []


async def test_what_was_dropped_in_is_read_when_it_is_asked_for(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with page(home) as shelf:
        (home / "documents").mkdir(exist_ok=True)
        (home / "documents" / "notes.md").write_text("# Notes\n\nThe kettle is blue.\n")
        (home / "documents" / "bad.pdf").write_bytes(b"%PDF-1.4 broken")
        await shelf.press("r")
        await shelf.seen("1 file read.", "Notes", "bad.pdf: The PDF is damaged")
        await shelf.press("r")
        await shelf.seen("! ")
        await shelf.press("home", "down")
        await shelf.told("It is not read: The PDF is damaged")


async def test_a_talk_is_listed_apart_and_cannot_be_taken_out_here(tmp_path: Path) -> None:
    async def talk(weave: Weave) -> None:
        said = await weave.begin()
        await weave.say(said.id, role=Role.USER, speaker="user", text="How fine do I grind? [/")
        await weave.library.refresh()

    async with page(tmp_path / "home", talk) as shelf:
        await shelf.seen("1 conversation", "▸ Past conversations")
        await shelf.press("home", "right", "down")
        await shelf.told("How fine do I grind? [/")
        await shelf.press("d", "d")
        await shelf.seen("A conversation is no document")


async def test_reading_shows_how_far_it_is_and_is_stopped_by_x(tmp_path: Path) -> None:
    async with page(tmp_path / "home") as shelf:
        stopped: list[bool] = []
        shelf.screen._library.cancel = lambda: stopped.append(True)  # type: ignore[method-assign]
        shelf.screen.take(Indexing("given/guide.md", 3, 12))
        await shelf.seen("3/12", "given/guide.md", "━")
        await shelf.press("a", "r")
        await shelf.seen("Files are being read; x stops that.")
        await shelf.press("x")
        await shelf.seen("Stopping …")
        assert stopped == [True]
        refused = tuple(Refused(f"[{n}] x.pdf", "It is too long.") for n in range(4))
        shelf.screen.take(TakenIn(Added((), (), refused, stopped=True)))
        await shelf.seen("[0] x.pdf: It is too long.", "And 2 more were not taken.", "Stopped: what was not")
        await shelf.unseen("3/12")


async def test_a_stopped_reading_leaves_nothing_half_read(tmp_path: Path) -> None:
    folder = files(tmp_path)
    for n in range(8):
        (folder / f"more-{n}.md").write_text(f"# More {n}\n\nText.\n")
    async with opened(tmp_path / "home") as weave:
        events: list[object] = []
        serving = Serving(weave)
        serving.take = events.append
        holdings = Holdings(serving.put, serving.emit)
        holdings.add([str(folder)])
        holdings.cancel()
        await serving.settled()
        [done] = [event for event in events if isinstance(event, TakenIn)]
        assert done.added.stopped
        [held] = [event for event in events if isinstance(event, Held)]
        assert len(held.items) == len(done.added.items) < 9


async def test_a_guest_reads_only(tmp_path: Path, aloof: None) -> None:
    home = tmp_path / "home"
    path = files(tmp_path) / "guide.md"
    async with opened(home) as owner:
        await owner.library.add([path])
        async with page(home) as shelf:
            await shelf.seen("read only", "▸ Field guide")
            await shelf.told("4 sections")
            for key in ("a", "d", "r"):
                await shelf.press(key)
                await shelf.seen("Read only: another Avery has this memory open")


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20), (40, 12)])
async def test_it_fits_every_terminal_and_case_37_shows_all_text_as_it_is(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with page(tmp_path / "home", guide(tmp_path), size) as shelf:
        await shelf.seen("Field guide")
        await shelf.press("right")
        await shelf.seen("Beans")
        await shelf.press("right", "right", "down", "enter")
        await shelf.told("Keep it in a tin.")
        widths = {strip.cell_length for strip in shelf.pilot.app.screen._compositor.render_strips()}
        assert widths == {size[0]}
        await shelf.seen("Keep it in a tin.")
        await shelf.press("escape")
        assert shelf.screen.query_one(LibraryList).has_focus


async def test_it_opens_with_a_search(tmp_path: Path) -> None:
    async with page(tmp_path / "home", guide(tmp_path), seek="tin") as shelf:
        await shelf.seen("1 place", "Storage")


def test_a_path_is_completed_folders_first_and_hidden_files_only_when_asked(tmp_path: Path) -> None:
    for name in ("b.md", "a.md", ".hidden"):
        (tmp_path / name).write_text("x")
    (tmp_path / "zoo").mkdir()
    assert [m.name for m in matches("", Path("/none"), tmp_path)] == ["zoo", "a.md", "b.md"]
    assert [m.name for m in matches(f"{tmp_path}/A", Path("/none"), Path("/none"))] == ["a.md"]
    assert [m.name for m in matches("~/.h", tmp_path, Path("/none"))] == [".hidden"]
    assert matches("no/such\0", Path("/none"), tmp_path) == ()
    assert completed("~/z", Match("zoo", True)) == "~/zoo/"
    assert completed("a", Match("a.md", False)) == "a.md"


async def test_what_an_adding_came_to_stays_while_others_wait_in_the_background(tmp_path: Path) -> None:
    async with page(tmp_path / "home", size=(80, 24)) as shelf:
        waits = Held((), False, Following(True, None, 36, "documents/b9.md"))
        shelf.screen.take(waits)
        await shelf.seen("36 files")
        shelf.screen.take(Held((), False, Following(True, None, 0)))
        await shelf.unseen("36 files")
        shelf.screen.take(TakenIn(Added((), (), (Refused("a.pdf", "It is broken."),), stopped=True)))
        shelf.screen.take(waits)
        await shelf.seen("It is broken.")
        await shelf.unseen("36 files")
