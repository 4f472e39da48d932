"""The library: its documents as a tree, read at a section, searched, added to and taken from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path
from typing import ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static

from avery.events import Event, Trouble
from avery.holdings_events import (
    Closed,
    Held,
    Indexing,
    NotHeld,
    Outlined,
    Refreshed,
    Sought,
    TakenIn,
    TakenOut,
    Turned,
)
from avery.ui.fields import LineInput
from avery.ui.keyrow import KeyRow
from avery.ui.library import news, words
from avery.ui.library.list import LibraryList
from avery.ui.library.reader import Reader
from avery.ui.messages import in_chat
from avery.ui.once import once
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.screens.choice import Answer, ChoiceScreen
from avery.ui.screens.paths import PathScreen
from weave.library.model import Item, Span

_TYPED = 0.25
"""Seconds without a key after which is looked for what was typed."""
_PASSED = 0.06
_PULSE = 1.0
"""Seconds between two looks at what is read in the background, while something is."""


class Holdings(Protocol):
    """What this asks of the memory's thread; every call returns at once."""

    def list(self) -> None: ...
    def outline(self, document: str) -> None: ...
    def read(self, number: int, document: str, node: str) -> None: ...
    def search(self, number: int, query: str) -> None: ...
    def add(self, paths: Sequence[str]) -> None: ...
    def refresh(self) -> None: ...
    def cancel(self) -> None: ...
    def remove(self, document: str) -> None: ...


class LibraryScreen(Screen[None]):
    """Esc goes back step by step, the key that opened it at once."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "library.tcss"
    AUTO_FOCUS = "#lib-list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="library.back"),
        Binding("f2", "dismiss", "Close", show=False, id="library.close"),
        Binding("slash", "find", "Search", show=False, id="library.find"),
        Binding("down", "to_list", "To the list", show=False, id="rows.after"),
        Binding("a", "add", "Add files", show=False, id="library.add"),
        Binding("d,delete", "remove", "Remove", show=False, id="library.remove"),
        Binding("r", "refresh", "Look for changes", show=False, id="library.refresh"),
        Binding("x", "cancel", "Stop reading", show=False, id="library.cancel"),
        Binding("n", "on(1)", "Read on", show=False, id="library.on"),
        Binding("b", "on(-1)", "Read back", show=False, id="library.before"),
        Binding("question_mark,f1", "help", "Help", show=False, id="app.help"),
    ]

    def __init__(
        self, library: Holdings, zone: tzinfo | None, *, seek: str = "", at: Span | None = None
    ) -> None:
        super().__init__()
        self._library = library
        self._zone = zone
        self._seek = seek
        self._at = at
        self._items: tuple[Item, ...] | None = None
        self._guest = False
        self._busy: Indexing | None = None
        self._told = self._aside = ""
        """What is noted; and of that, what goes on in the background, which replaces nothing that was asked for."""
        self._number = 0
        self._typing: asyncio.TimerHandle | None = None
        self._passing: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="lib-head")
        with Horizontal(id="lib-search"):
            yield Static("/", markup=False, id="lib-sign")
            yield LineInput(self._seek, placeholder="Search the text of all documents", id="lib-find")
        with Horizontal(id="lib-body"):
            yield LibraryList(id="lib-list")
            yield Reader(self._zone, id="lib-page")
        yield Static("", markup=False, id="lib-note")
        yield KeyRow(id="lib-keys")

    def on_mount(self) -> None:
        self._list = self.query_one(LibraryList)
        self._reader = self.query_one(Reader)
        self._find = self.query_one(Input)
        self._note("")
        self._library.list()
        if self._seek:
            self._search()
        if self._at is not None:
            self._list.lead(self._at.document, self._at.node)
            self.add_class("-open")
            self._reader.focus()
        self._show_head()
        self._show_keys()

    def on_unmount(self) -> None:
        for timer in (self._typing, self._passing, self._looking):
            if timer is not None:
                timer.cancel()

    def on_resize(self, event: events.Resize) -> None:
        if self._reader.has_focus:
            self.set_class(self.has_class("-narrow"), "-open")  # whoever reads on in a narrow window goes on
        self._show_head()
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Held():
                self._hold(event)
            case Outlined(outline):
                self._list.unfold(outline)
            case Turned(number, reading) if number == self._reader.number:
                self._reader.take(reading)
                self._show_keys()
            case Closed(number, reason) if number in (0, self._reader.number):
                self._list.lose()
                self._note(in_chat(reason), error=True)
            case Sought(number, query, found) if number == self._number:
                self._list.show_found(query, found.spans)
                self._note("" if found.spans else news.NOTHING_FOUND)
                self._look()
                self._show_head()
            case Indexing():
                self._busy = event
                self._show_head()
            case TakenIn(added):
                self._end(news.added(added), wrong=bool(added.refused))
                self._list.reveal(added.items[0].id if added.items else None)
            case Refreshed(report):
                self._end(news.refreshed(report), wrong=bool(report.refused))
            case TakenOut(item):
                self._note(news.removed(item))
            case NotHeld(reason) | Trouble(reason):
                self._end(in_chat(reason), wrong=True)
            case _:
                pass

    def _hold(self, event: Held) -> None:
        self._items, self._guest = event.items, event.guest
        self._list.show_items(event.items)
        if not event.items and not self._list.finding:
            self._reader.clear(news.EMPTY)
        elif self._reader.wanted is None:
            self._look()
        following = event.following
        waits = following is not None and bool(following.waiting or not following.ready)
        if self._busy is None and self._told in ("", self._aside):
            waiting = following is not None and following.waiting
            self._aside = news.following(following.waiting, following.file) if following and waiting else ""
            self._note(self._aside)
        if waits and self._looking is None:
            self._looking = once(self, _PULSE, self._look_again)
        self._show_head()
        self._show_keys()

    def _look_again(self) -> None:
        self._looking = None
        self._library.list()

    def _end(self, sentence: str, *, wrong: bool) -> None:
        self._busy = None
        self._note(sentence, error=wrong)
        self._show_head()
        self._show_keys()

    # Searching

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value == self._seek:
            return
        self._seek = event.value
        if self._typing is not None:
            self._typing.cancel()
        self._typing = once(self, _TYPED, self._search)

    def on_input_submitted(self) -> None:
        self._search()
        self._list.focus()

    def _search(self) -> None:
        query = self._find.value.strip()
        if query == self._list.asked:
            return
        if query:
            self._number += 1
            self._library.search(self._number, query)
        else:
            self._number += 1
            self._list.show_tree()
            self._note("")
            self._look()
        self._show_head()

    def action_find(self) -> None:
        self._find.focus()

    def action_to_list(self) -> None:
        self._list.focus()

    # Reading

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        if self._passing is not None:
            self._passing.cancel()
        self._passing = once(self, _PASSED, self._look)

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self._look()
        self.set_class(self.has_class("-narrow"), "-open")
        self._reader.focus()

    def on_library_list_needed(self, event: LibraryList.Needed) -> None:
        self._library.outline(event.document)

    def on_library_list_placed(self) -> None:
        """Rows came or went: another one may be marked."""
        self._look()

    def on_reader_wanted(self, event: Reader.Wanted) -> None:
        self._library.read(event.number, event.document, event.node)

    def _look(self) -> None:
        if self._at is not None and self._list.led:
            self._reader.open(self._at.document, self._at.node, self._at)
        elif (span := self._list.span) is not None:
            self._reader.open(span.document, span.node, span)
        elif (row := self._list.row) is None:
            self._reader.clear(news.EMPTY if not self._list.finding else news.NOTHING_FOUND)
        elif row.item is None:
            self._reader.clear(words.group(row))
        elif row.item.refusal:
            self._reader.clear(Content("\n").join(words.about(row.item, self._zone)))
        else:
            self._reader.open(row.item.id, row.node)

    def action_on(self, step: int) -> None:
        self._reader.read_on(step)

    def action_back(self) -> None:
        if self.has_class("-open") or self._reader.has_focus:
            self.remove_class("-open")
            self._list.focus()
        elif self._find.value:
            self._find.value = ""
            self._list.focus()
        else:
            self.dismiss()

    # Changing

    def _may_change(self) -> bool:
        if self._guest:
            self._note(news.READ_ONLY, error=True)
        elif self._busy is not None:
            self._note(news.BUSY, error=True)
        return not self._guest and self._busy is None

    def action_add(self) -> None:
        def chosen(path: str | None) -> None:
            if path is not None:
                self._begin(Indexing("Looking at the files", 0, 0))
                self._library.add([path])

        if self._may_change():
            self.app.push_screen(PathScreen(Path.home(), Path.cwd()), chosen)

    def action_refresh(self) -> None:
        if self._may_change():
            self._begin(Indexing("Looking for changes", 0, 0))
            self._library.refresh()

    def _begin(self, what: Indexing) -> None:
        self._busy = what
        self._note("")
        self._show_head()
        self._show_keys()

    def action_cancel(self) -> None:
        if self._busy is not None:
            self._library.cancel()
            self._note("Stopping …")

    def action_remove(self) -> None:
        row = self._list.row
        item = row.item if row is not None else None
        if item is None or not self._may_change():
            return

        def answered(value: str | None) -> None:
            if value == "remove":
                self._library.remove(item.id)

        name = one_line(item.title or item.file, 40)
        answers = (
            Answer("keep", "Keep it", "", "k"),
            Answer("remove", "Take it out", "its file goes to trash/documents", "d"),
        )
        self.app.push_screen(ChoiceScreen(f"Take out “{name}”?", answers, "keep"), answered)

    async def action_help(self) -> None:
        await self.app.run_action("in_chat('help')")

    # Drawing

    def on_descendant_focus(self) -> None:
        self._show_keys()

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#lib-note", Static)
        self._told = text
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 600)))

    def _show_head(self) -> None:
        head = news.head(self._items, self._guest, self._busy, self._list.found, self.size.width - 2)
        self.query_one("#lib-head", Static).update(head)

    def _show_keys(self) -> None:
        keys = news.keys(
            finding=self._find.has_focus,
            reading=self._reader.has_focus,
            busy=self._busy is not None,
            long=self._reader.long,
            narrow=self.size.width < news.ROOMY,
        )
        self.query_one(KeyRow).show(keys)
