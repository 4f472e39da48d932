"""The memory browser: all memories in a list that is searched while one types, and everything about the marked one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from avery.events import Event, Queue, Trouble
from avery.seeking import Seeking, seeking
from avery.shelf_events import Acted, Lined, Listed, Looked, NotActed, Outrun, Purged, TakenBack, Vanished
from avery.telling import counted
from avery.ui.fields import LineInput
from avery.ui.keyrow import KeyRow
from avery.ui.memories import head
from avery.ui.memories.editor import WordsEditor
from avery.ui.memories.hand import ByHand, Shelf
from avery.ui.memories.list import MemoryList
from avery.ui.memories.pane import MemoryPane
from avery.ui.messages import in_chat
from avery.ui.once import once
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.screens.filters import FiltersScreen
from weave.browsing.model import Listing
from weave.clock import local
from weave.model import Memory
from weave.sought import Order

_TYPED = 0.08
"""Seconds without a key after which is looked for what was typed."""
_PASSED = 0.05
"""Seconds that the mark stands on a memory before everything about it is read."""


class MemoriesScreen(ByHand):
    """Esc goes back step by step, the key that opened it at once."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "memories.tcss"
    AUTO_FOCUS = "#mem-find"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="memories.back"),
        Binding("f3", "dismiss", "Close", show=False, id="memories.close"),
        Binding("slash", "find", "Search", show=False, id="memories.find"),
        Binding("up", "step(-1)", "Before", show=False, id="rows.before"),
        Binding("down", "step(1)", "After", show=False, id="rows.after"),
        Binding("pageup", "page(-1)", "Page before", show=False, id="rows.page_before"),
        Binding("pagedown", "page(1)", "Page after", show=False, id="rows.page_after"),
        Binding("s", "sort", "Another order", show=False, id="memories.sort"),
        Binding("f", "filters", "Filters", show=False, id="memories.filters"),
        Binding("o", "source", "Read where it comes from", show=False, id="memories.source"),
        Binding("backspace", "return", "The memory before", show=False, id="memories.return"),
        Binding("question_mark,f1", "help", "Help", show=False, id="app.help"),
        *(
            Binding(str(n), f"hop({n})", f"Memory {n}", show=False, id=f"memories.hop{n}")
            for n in range(1, 10)
        ),
    ]

    def __init__(
        self,
        shelf: Shelf,
        read: Callable[[Memory], None],
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        environment: Mapping[str, str],
        *,
        at: str | None = None,
        seek: str = "",
        then: str = "",
    ) -> None:
        """`at`: the id of the memory that is opened; `then`: the action that begins as soon as it is shown."""
        super().__init__(shelf, environment)
        self._read = read
        self._clock = clock
        self._zone = zone
        self._seek = seek
        self._number = 0
        self._answered = 0
        self._order = Order.NEWEST
        self._asked = ""
        self._listing: Listing | None = None
        self._at = at
        self._then = then
        self._typing: asyncio.TimerHandle | None = None
        self._passing: asyncio.TimerHandle | None = None

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="mem-head")
        with Horizontal(id="mem-search"):
            yield Static("/", markup=False, id="mem-sign")
            yield LineInput(self._seek, placeholder=head.PLACEHOLDER, id="mem-find")
        with Horizontal(id="mem-body"):
            yield MemoryList(self._clock, id="mem-list")
            yield MemoryPane(self._clock, self._zone, id="mem-pane")
            yield WordsEditor(id="mem-editor")
        yield Static("", markup=False, id="mem-note")
        yield KeyRow(id="mem-keys")

    def on_mount(self) -> None:
        super().on_mount()
        self._find = self.query_one("#mem-find", Input)
        self.note("")
        if self._at is not None:
            self._pane.look(self._at)
            self._list.focus()
            self.open_pane()
        self._relist()
        self._show_head()

    def on_resize(self, event: events.Resize) -> None:
        if self._pane.has_focus or self._editor.memory is not None:
            self.open_pane()  # whoever reads on in a window made narrow goes on reading
        self._show_head()
        self.show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Listed() if event.number == self._number:
                self._take_listing(event)
            case Lined(number, first, lines) if number == self._answered:
                self._list.fill(first, lines)
            case Looked() | Vanished():
                self._pane.take(event)
            case Acted(deed):
                self._acted(f"{deed.said} · u undoes it", deed.ids)
            case Purged(count):
                self._acted(f"{counted(count, 'memory is', 'memories are')} gone without a trace.", ())
            case TakenBack(undone):
                left = f"; {undone.kept} changed since, left as they are" if undone.kept else ""
                self._acted(f"Undone: {undone.deed.said}{left}", undone.deed.ids)
            case Outrun():
                self._editor.outrun()
                self.note(
                    "It was changed elsewhere meanwhile. Ctrl+S again keeps yours, Esc theirs.", error=True
                )
            case NotActed(reason) | Trouble(reason):
                self.note(in_chat(reason), error=True)
            case Queue(memories=count):
                stale = self._listing is not None and count != self._listing.total
                if stale and self._answered == self._number:
                    self._relist()
            case _:
                pass

    def _take_listing(self, event: Listed) -> None:
        before, now = self._listing, event.listing
        fresh = before is None or (now.sought, now.order, now.query) != (
            before.sought,
            before.order,
            before.query,
        )
        self._listing, self._tasks, self._guest = now, event.tasks, event.guest
        self._answered = event.number
        if now.query:
            self.note("")
        opened = self._at if before is None else None
        self._list.empty = head.empty(now)
        self._list.load(now.ids, at=opened if fresh else self._list.current, keep=not fresh)
        if (current := self._list.current) is None:
            self._pane.clear("")
        elif not self._pane.away and current != self._pane.wanted:
            self._pane.look(current)
        self._show_head()
        self.show_keys()

    def _acted(self, words: str, ids: Sequence[str]) -> None:
        if (edited := self._editor.memory) is not None and (edited.id in ids or self._editor.correcting):
            self.close_editor()
        self.note(words)
        self._list.pick(())
        self._relist()
        self._pane.renew()

    # Looking for something

    def _seeking(self) -> Seeking:
        names = {task.name: task.scope for task in self._tasks}
        return seeking(self._find.value, local(self._clock(), self._zone), names)

    def _relist(self) -> None:
        found = self._seeking()
        self._number += 1
        if found.problem:
            self.note(found.problem, error=True)
        if self._asked and self._asked == found.question:
            self._shelf.ask(self._number, self._asked, replace(found.sought, words=()))
        else:
            self._asked = ""
            self._shelf.list(self._number, found.sought, self._order)

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input is self._find and event.value != self._seek:
            self._seek = event.value
            if self._typing is not None:
                self._typing.cancel()
            self._typing = once(self, _TYPED, self._typed)

    def _typed(self) -> None:
        self.note("")
        self._relist()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter asks the memory itself for what was typed; once that is done, it goes to the list."""
        question = self._seeking().question
        if not question or question == self._asked:
            self._list.focus()
            return
        self._asked = question
        self.note("Asking the memory …")
        self._relist()

    def action_find(self) -> None:
        self._find.focus()

    def action_sort(self) -> None:
        orders = list(Order)
        self._asked = ""
        self._order = orders[(orders.index(self._order) + 1) % len(orders)]
        self.note(f"Sorted: {head.ORDERS[self._order]}.")
        self._relist()

    def action_filters(self) -> None:
        def changed(text: str) -> None:
            self._find.value = text

        self.app.push_screen(FiltersScreen(self._find.value, [task.name for task in self._tasks], changed))

    # Moving

    def on_memory_list_needed(self, event: MemoryList.Needed) -> None:
        self._shelf.lines(self._answered, event.first, event.ids)

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        if self._passing is not None:
            self._passing.cancel()
        self._passing = once(self, _PASSED, self._look)

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self.open_pane()
        self._pane.focus()

    def on_memory_list_picked(self) -> None:
        self._show_head()
        self.show_keys()

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_memory_list_topped(self) -> None:
        self._find.focus()

    def action_step(self, step: int) -> None:
        """From the search line down into the list; up from there leads back."""
        if step > 0:
            self._list.focus()

    def action_page(self, step: int) -> None:
        self._list.action_page(step)

    def action_back(self) -> None:
        if self.has_class("-open") or self._pane.has_focus:
            self.remove_class("-open")
            self._list.focus()
        elif self._list.chosen:
            self._list.pick(())
        elif self._find.value:
            self._find.value = ""
            self._find.focus()
        else:
            self.dismiss()

    def open_pane(self) -> None:
        """Where there is no room beside the list it takes the list's place."""
        self.set_class(self.has_class("-narrow"), "-open")

    # Everything about one

    def _look(self) -> None:
        if (current := self._list.current) is not None and current != self._pane.wanted:
            self._pane.look(current)

    def on_memory_pane_wanted(self, event: MemoryPane.Wanted) -> None:
        self._shelf.look(event.memory)

    async def on_memory_pane_shown(self) -> None:
        self.show_keys()
        shown = self._pane.memory
        if self._then and self._listing is not None and shown is not None and shown.id == self._at:
            then, self._then = self._then, ""
            await self.run_action(then)

    def action_hop(self, number: int) -> None:
        self._pane.hop(number)

    def action_return(self) -> None:
        self._pane.go_back()

    def action_source(self) -> None:
        if (memory := self._pane.memory) is not None:
            self._read(memory)

    # Drawing

    def note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#mem-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    def _show_head(self) -> None:
        page = head.title(
            self._listing, self._order, len(self._list.chosen), self._guest, self.size.width - 2
        )
        self.query_one("#mem-head", Static).update(page)

    def show_keys(self) -> None:
        self.query_one(KeyRow).show(
            head.keys(
                finding=self._find.has_focus,
                editing=self._editor.memory is not None,
                asked=bool(self._asked),
                chosen=len(self._list.chosen),
                empty=self._list.count == 0,
                narrow=self.size.width < head.ROOMY,
            )
        )
