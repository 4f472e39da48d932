"""The list on the page of the library: the tree of documents, or the places that a search found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from avery.ui.library import tree, words
from avery.ui.library.tree import Row
from avery.ui.rows import RowList
from weave.library.model import Item, Kind, Outline, Span


class LibraryList(RowList):
    """Right unfolds, Left folds or goes to what the row is part of; outlines are asked for when they are unfolded."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "fold(True)", "Unfold", show=False, id="library.unfold"),
        Binding("left", "fold(False)", "Fold", show=False, id="library.fold"),
        Binding("space", "turn", "Fold or unfold", show=False, id="library.turn"),
    ]

    @dataclass
    class Needed(Message):
        """A document's outline is to be read."""

        document: str

    class Placed(Message):
        """The rows are others."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._items: tuple[Item, ...] = ()
        self._outlines: dict[str, Outline] = {}
        self._unfolded: set[str] = {tree.group_key(Kind.DOCUMENT)}
        self._rows: tuple[Row, ...] = ()
        self._spans: tuple[Span, ...] = ()
        self._sought = ""
        self._wanted: str | None = None
        self._led = ("", "")
        self.leading: str | None = None
        """The key of the row that is led to, in sight or not yet."""

    # What others call

    def show_items(self, items: tuple[Item, ...]) -> None:
        """What the library holds now; what was unfolded stays so."""
        self._items = items
        known = {item.id for item in items}
        self._outlines = {id_: outline for id_, outline in self._outlines.items() if id_ in known}
        if self._led[0] in known and self._led[0] not in self._outlines:
            self.post_message(self.Needed(self._led[0]))
        if not self.finding:
            self._renew()

    def show_tree(self) -> None:
        """The documents again, after a search."""
        self._sought, self._spans = "", ()
        self._renew()

    def show_found(self, query: str, spans: tuple[Span, ...]) -> None:
        """The places that were found, best first."""
        self._sought, self._spans = query, spans
        self.show(len(spans), self._hit)

    def unfold(self, outline: Outline) -> None:
        """An outline that was asked for."""
        self._outlines[outline.item.id] = outline
        if outline.item.id == self._led[0]:
            way = tree.way(outline, self._led[1])
            self._unfolded |= {tree.group_key(outline.item.kind), *way[:-1]}
            self._wanted = self.leading = way[-1]
            self._led = ("", "")
        if not self.finding:
            self._renew()

    def reveal(self, document: str | None) -> None:
        """Mark a document, as soon as it is here."""
        self._wanted = document
        self._renew()

    def lead(self, document: str, node: str) -> None:
        """Unfold down to a section and mark it, as soon as its outline is here."""
        self._led = (document, node)
        self._wanted = self.leading = tree.section_key(document, node)
        self._renew()

    @property
    def asked(self) -> str:
        """What was searched for; empty for the tree."""
        return self._sought

    @property
    def finding(self) -> bool:
        """Whether places stand here, not documents."""
        return bool(self._sought)

    @property
    def found(self) -> int | None:
        """How many places were found; None for the tree."""
        return len(self._spans) if self.finding else None

    @property
    def led(self) -> bool:
        """Whether the section that was led to is marked, or will be."""
        row = self.row
        there = row is not None and row.key == self.leading
        return self.leading is not None and not self.finding and (there or self._wanted == self.leading)

    def lose(self) -> None:
        """What was led to is not there."""
        self._led, self._wanted, self.leading = ("", ""), None, None

    @property
    def row(self) -> Row | None:
        """The marked row of the tree."""
        return self._rows[self.place] if not self.finding and self.place < len(self._rows) else None

    @property
    def span(self) -> Span | None:
        """The marked place."""
        return self._spans[self.place] if self.finding and self.place < len(self._spans) else None

    # Drawing

    def _renew(self) -> None:
        before = self.row.key if self.row is not None else None
        self._rows = tree.rows(self._items, self._outlines, self._unfolded)
        keys = [row.key for row in self._rows]
        marked, self._wanted = (self._wanted, None) if self._wanted in keys else (before, self._wanted)
        place = keys.index(marked) if marked in keys else min(self.place, max(0, len(keys) - 1))
        if marked is None and len(keys) > 1:
            place = 1  # the first document rather than its group
        self.show(len(keys), self._row, place=place)
        if (keys[place] if keys else None) != before:
            self.post_message(self.Placed())

    def _row(self, place: int, width: int, marked: bool) -> Content:
        return words.row(self._rows[place], width, marked=marked)

    def _hit(self, place: int, width: int, marked: bool) -> Content:
        return words.hit(self._spans[place], width, marked=marked)

    # The person folds

    def action_fold(self, unfold: bool) -> None:
        row = self.row
        if row is None:
            return
        if unfold and row.folds and not row.unfolded:
            self._set(row, True)
        elif not unfold and row.unfolded:
            self._set(row, False)
        elif not unfold:
            self._go(tree.above(self._rows, self.place), -1)
        elif unfold and row.folds:
            self.action_step(1)

    def action_turn(self) -> None:
        if (row := self.row) is not None and row.folds:
            self._set(row, not row.unfolded)

    def action_choose(self) -> None:
        """A group unfolds, all else is read."""
        if (row := self.row) is not None and row.item is None:
            self.action_turn()
        else:
            super().action_choose()

    def _set(self, row: Row, unfolded: bool) -> None:
        self._unfolded = self._unfolded | {row.key} if unfolded else self._unfolded - {row.key}
        if unfolded and row.item is not None and row.item.id not in self._outlines:
            self.post_message(self.Needed(row.item.id))
        self._renew()

    def on_click(self, event: events.Click) -> None:
        """A click on the sign folds or unfolds."""
        place = event.y + self.scroll_offset.y
        if not self.finding and 0 <= place < len(self._rows):
            row = self._rows[place]
            if row.folds and event.x <= 1 + 2 * row.depth + 2:
                event.stop()
                event.prevent_default()
                self.place = place
                self._set(row, not row.unfolded)
                self.post_message(self.Placed())
                return
        super().on_click(event)
