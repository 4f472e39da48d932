"""The list of memories: as many rows as there are ids, of which only pages near what is in sight are ever held."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.strip import Strip

from avery.ui.memories.row import coming, gone, row
from avery.ui.rows import RowList
from weave.sought import Line

PAGE = 100
"""Lines that are asked for at once."""
_HELD = 30
"""Pages that are kept."""
_DRAWN = 2_000
"""Rows that are kept as they were drawn."""


class MemoryList(RowList):
    """Knows the ids of the whole listing and asks for lines when they come into sight."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "choose_row(1)", "Select", show=False, id="memories.select"),
        Binding("shift+down", "choose_row(1)", "Select, down", show=False, id="memories.select_down"),
        Binding("shift+up", "choose_row(-1)", "Select, up", show=False, id="memories.select_up"),
        Binding("a", "choose_all", "Select all, or none", show=False, id="memories.all"),
    ]

    @dataclass
    class Needed(Message):
        """Lines came into sight that are not here."""

        first: int
        ids: tuple[str, ...]

    class Topped(Message):
        """Up was pressed in the first row."""

    class Picked(Message):
        """Other memories are selected."""

    def __init__(self, clock: Callable[[], datetime], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._clock = clock
        self._now = clock()
        self._pages: OrderedDict[int, tuple[Line | None, ...]] = OrderedDict()
        self._asked: set[int] = set()
        self._drawn: dict[tuple[int, int, bool, bool, bool], Strip] = {}
        self.ids: tuple[str, ...] = ()
        self.chosen: frozenset[str] = frozenset()
        """Ids of what is selected."""

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._drawn.clear())

    # What others call

    def load(self, ids: tuple[str, ...], *, at: str | None = None, keep: bool = False) -> None:
        """Another listing; `at` is marked when it is in it, else the first, or with `keep` the one in its place."""
        same = ids == self.ids
        self.ids = ids
        self._now = self._clock()
        if not same:
            self._pages.clear()
        self._asked.clear()
        self._drawn.clear()
        self.chosen = self.chosen & frozenset(ids) if self.chosen else self.chosen
        place = ids.index(at) if at is not None and at in ids else self.place if keep else 0
        self.show(len(ids), self._row, place=place)
        if same:
            self.renew()

    def fill(self, first: int, lines: Sequence[Line | None]) -> None:
        """Lines that were asked for."""
        page = first // PAGE
        self._asked.discard(page)
        self._drawn.clear()
        self._pages[page] = tuple(lines)
        self._pages.move_to_end(page)
        while len(self._pages) > _HELD:
            self._pages.popitem(last=False)
        self.refresh()

    def renew(self) -> None:
        """What was read may have changed: what is in sight is read again, and shown as it was until then."""
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.size.height
        pages = range(top // PAGE, max(0, min(bottom, self.count) - 1) // PAGE + 1) if self.count else ()
        for page in [page for page in self._pages if page not in pages]:
            del self._pages[page]
        for page in pages:
            self._ask(page)

    def at(self, place: int) -> str | None:
        """The id in a place."""
        return self.ids[place] if 0 <= place < len(self.ids) else None

    @property
    def current(self) -> str | None:
        """The id of the marked row."""
        return self.at(self.place)

    def line(self, place: int) -> Line | None:
        """A line, if it is here."""
        page = self._pages.get(place // PAGE)
        return page[place % PAGE] if page is not None and place % PAGE < len(page) else None

    def line_of(self, id_: str) -> Line | None:
        """The line of a memory, if it is here."""
        lines = (line for page in self._pages.values() for line in page if line is not None)
        return next((line for line in lines if line.id == id_), None)

    def pick(self, ids: Collection[str]) -> None:
        """Select these and nothing else."""
        self.chosen = frozenset(ids)
        self.refresh()
        self.post_message(self.Picked())

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Kept once it is drawn: a step of the mark moves all rows, and changes two."""
        place = y + self.scroll_offset.y
        shown = self.scrollable_content_region.width
        key = (
            place,
            shown,
            place == self.place and self.has_focus,
            place == self.place,
            self.at(place) in self.chosen,
        )
        if (strip := self._drawn.get(key)) is None:
            strip = super().render_line(y)
            if len(self._drawn) >= _DRAWN:
                self._drawn.clear()
            if self.line(place) is not None:
                self._drawn[key] = strip
        return strip

    def _row(self, place: int, width: int, marked: bool) -> Content:
        page = self._pages.get(place // PAGE)
        if page is None:
            self._ask(place // PAGE)
            return coming(width)
        line = page[place % PAGE] if place % PAGE < len(page) else None
        if line is None:
            return gone(width)
        return row(line, width, self._now, marked=marked, chosen=line.id in self.chosen)

    def _ask(self, page: int) -> None:
        if page not in self._asked:
            self._asked.add(page)
            first = page * PAGE
            self.post_message(self.Needed(first, self.ids[first : first + PAGE]))

    # The person moves and selects

    def action_step(self, step: int) -> None:
        if step < 0 and self.place == 0:
            self.post_message(self.Topped())
        else:
            super().action_step(step)

    def action_choose_row(self, step: int) -> None:
        if (current := self.current) is not None:
            self.pick(self.chosen ^ {current})
            self._go(self.place + step, step)

    def action_choose_all(self) -> None:
        self.pick(() if self.chosen else self.ids)
