"""Past chats: found by any word said in them, read, renamed, exported, gone on with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
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
from avery.session_events import BroughtBack, Chats, Deleted, Exported, NotDone, Renamed
from avery.ui.fields import LineInput
from avery.ui.keyrow import KeyRow
from avery.ui.messages import in_chat
from avery.ui.once import once
from avery.ui.page import TextPage
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.screens.asking import AskingScreen
from avery.ui.screens.choice import ChoiceScreen
from avery.ui.sessions import words
from weave.talks.searching import Talk

_TYPED = 0.12
"""Seconds without a key after which is looked for what was typed."""
_ROOMY = 80


class PastChats(Protocol):
    """What this asks of the memory's thread; every call returns at once."""

    def search(self, number: int, query: str) -> None: ...
    def read(self, conversation: str, marked: Sequence[str]) -> None: ...
    def rename(self, conversation: str | None, title: str) -> None: ...
    def export(self, conversation: str | None, path: str) -> None: ...
    def delete(self, conversation: str, *, purge: bool) -> None: ...
    def restore(self, conversation: str) -> None: ...


class SessionsScreen(Screen[str | None]):
    """Returns the id of the chat to go on with; None when the present one goes on."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "sessions.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="sessions.back"),
        Binding("ctrl+o", "dismiss(None)", "Close", show=False, id="sessions.close"),
        Binding("slash,ctrl+r", "find", "Search", show=False, id="sessions.find"),
        Binding("down", "to_list", "To the list", show=False, id="rows.after"),
        Binding("o", "read", "Read", show=False, id="sessions.read"),
        Binding("r", "rename", "Rename", show=False, id="sessions.rename"),
        Binding("e", "export", "Export", show=False, id="sessions.export"),
        Binding("d,delete", "delete", "Delete", show=False, id="sessions.delete"),
        Binding("u", "undo", "Bring back", show=False, id="sessions.undo"),
        Binding("question_mark,f1", "help", "Help", show=False, id="app.help"),
    ]

    def __init__(
        self,
        chats: PastChats,
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        *,
        seek: str = "",
        find: bool = False,
    ) -> None:
        """`find`: begin in the search."""
        super().__init__()
        self._chats = chats
        self._clock = clock
        self._zone = zone
        self._seek = seek
        self._begin_in_find = find
        self._talks: tuple[Talk, ...] | None = None
        self._current = ""
        self._shown_query = ""
        self._number = 0
        self._deleted: list[str] = []
        self._told = False
        self._typing: asyncio.TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="ses-head")
        with Horizontal(id="ses-search"):
            yield Static("/", markup=False, id="ses-sign")
            yield LineInput(self._seek, placeholder="Search every word that was said", id="ses-find")
        with Horizontal(id="ses-body"):
            yield RowList(id="ses-list")
            yield TextPage(id="ses-page")
        yield Static("", markup=False, id="ses-note")
        yield KeyRow(id="ses-keys")

    def on_mount(self) -> None:
        self._list = self.query_one(RowList)
        self._page = self.query_one(TextPage)
        self._find = self.query_one(Input)
        (self._find if self._begin_in_find else self._list).focus()
        self._note("")
        self._search()
        self._show_head()
        self._show_keys()

    def on_unmount(self) -> None:
        if self._typing is not None:
            self._typing.cancel()

    def on_resize(self, event: events.Resize) -> None:
        self._show_head()
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Chats(number=number) if number == self._number:
                self._show(event)
            case Renamed():
                self._note(f"It is called “{one_line(event.title, 80)}” now.")
                self._search()
            case Deleted():
                self._take_deleted(event)
            case BroughtBack(memories=memories):
                self._tell(words.brought_back(memories))
            case Exported(path, turns):
                self._note(f"{turns:,} messages are in {path}")
            case NotDone(reason) | Trouble(reason):
                self._note(in_chat(reason), error=True)
            case _:
                pass

    def _take_deleted(self, event: Deleted) -> None:
        if not event.purged:
            self._deleted.append(event.conversation)
        self._tell(words.deleted(event))

    def _tell(self, text: str) -> None:
        """What changed the list; that nothing else is found is seen as well."""
        self._search()
        self._note(text)
        self._told = True

    def _show(self, event: Chats) -> None:
        another = self._talks is not None and event.query != self._shown_query
        marked = "" if another else self._talk.info.id if self._talk is not None else event.current
        self._talks, self._current, self._shown_query = event.talks, event.current, event.query
        ids = [talk.info.id for talk in event.talks]
        place = ids.index(marked) if marked in ids else 0
        self._list.show(len(ids), self._row, place=place)
        if not ids and not self._told:
            self._note(words.NOTHING_FOUND if event.query else words.EMPTY)
        elif self.query_one("#ses-note", Static).has_class("-empty") and not self._told:
            self._note("")
        self.query_one("#ses-note", Static).set_class(not ids, "-empty")
        self._show_head()
        self._show_page()

    def _row(self, place: int, width: int, marked: bool) -> Content:
        assert self._talks is not None
        talk = self._talks[place]
        return words.row(talk, self._clock(), marked=marked, current=talk.info.id == self._current)

    @property
    def _talk(self) -> Talk | None:
        """The marked one."""
        return self._talks[self._list.place] if self._talks else None

    # The person asks

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input is self._find:
            if self._typing is not None:
                self._typing.cancel()
            self._typing = once(self, _TYPED, self._search)

    def _search(self) -> None:
        self._told = False
        self._number += 1
        self._chats.search(self._number, self._find.value.strip())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._list.focus()

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        event.stop()
        self._show_page()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        event.stop()
        if (talk := self._talk) is not None:
            self.dismiss(None if talk.info.id == self._current else talk.info.id)

    def action_find(self) -> None:
        self._find.focus()

    def action_to_list(self) -> None:
        if self._find.has_focus:
            self._list.focus()

    def action_back(self) -> None:
        if self._find.value:
            self._find.value = ""
            self._list.focus()
        else:
            self.dismiss(None)

    def action_read(self) -> None:
        if (talk := self._talk) is not None:
            self._chats.read(talk.info.id, [piece.turn for piece in talk.pieces] if talk.found else [])

    def action_rename(self) -> None:
        if (talk := self._talk) is None:
            return

        def named(title: str | None) -> None:
            if title is not None:
                self._chats.rename(talk.info.id, title)

        self.app.push_screen(AskingScreen("Call the chat", one_line(talk.info.title, 200)), named)

    def action_export(self) -> None:
        if (talk := self._talk) is not None:
            self._chats.export(talk.info.id, "")

    def action_delete(self) -> None:
        if (talk := self._talk) is None:
            return

        def answered(how: str | None) -> None:
            if how is not None:
                self._chats.delete(talk.info.id, purge=how == words.PURGE)

        title = f"Delete “{one_line(talk.info.title, 40)}”?"
        self.app.push_screen(ChoiceScreen(title, words.DELETE), answered)

    def action_undo(self) -> None:
        if self._deleted:
            self._chats.restore(self._deleted.pop())
        else:
            self._note("No chat was deleted here that could be brought back.", error=True)

    async def action_help(self) -> None:
        await self.app.run_action("in_chat('help')")

    # Drawing

    def on_descendant_focus(self) -> None:
        self._show_keys()

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#ses-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 600)))

    def _show_head(self) -> None:
        head = words.head(self._talks, self._shown_query, self.size.width - 2)
        self.query_one("#ses-head", Static).update(head)

    def _show_page(self) -> None:
        talk = self._talk
        if talk is None:
            self._page.show(lambda _: Content(""))
        else:
            shown = words.whole(talk, self._zone, current=talk.info.id == self._current)
            self._page.show(lambda _: shown)

    def _show_keys(self) -> None:
        keys = words.keys(finding=self._find.has_focus, narrow=self.size.width < _ROOMY)
        self.query_one(KeyRow).show(keys)
