"""A section of a document, with where it stands above it; opened at a place, read on piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo

from textual.content import Content
from textual.message import Message

from avery.ui.library import words
from avery.ui.page import TextPage
from weave.library.model import Reading, Span


class Reader(TextPage):
    """Shows what it asked for last, and nothing that comes too late."""

    @dataclass
    class Wanted(Message):
        """A section is to be read, under a number that grows."""

        number: int
        document: str
        node: str

    def __init__(self, zone: tzinfo | None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._zone = zone
        self._reading: Reading | None = None
        self._span: Span | None = None
        self._part = (0, 0)
        self.number = 0
        self.wanted: tuple[str, str, tuple[int, int] | None] | None = None
        """Document, section and place of what is, or will be, shown."""

    @property
    def long(self) -> bool:
        """Whether there is more of the section than is drawn."""
        return self._reading is not None and self._part != (0, len(self._reading.text))

    def open(self, document: str, node: str, span: Span | None = None) -> None:
        """A section, at a place in it if there is one."""
        wanted = (document, node, (span.start, span.line) if span is not None else None)
        if wanted == self.wanted:
            return
        self.wanted, self._span = wanted, span
        self.number += 1
        self.post_message(self.Wanted(self.number, document, node))

    def clear(self, text: str | Content) -> None:
        """No section, but a few words."""
        self.wanted = self._reading = None
        self.number += 1
        shown = Content.styled(text, "$muted") if isinstance(text, str) else text
        self.show(lambda width: shown)

    def take(self, reading: Reading) -> None:
        """What was asked for."""
        self._reading = reading
        place = words.located(reading, self._span) if self._span is not None else None
        self._part = words.window(reading, max(0, place[0] - words.WINDOW // 3) if place else 0)
        self._draw(place)

    def read_on(self, step: int) -> None:
        """The part of the section after or before the one that is drawn."""
        if self._reading is None:
            return
        left, right = self._part
        first = right if step > 0 else max(0, left - words.WINDOW)
        if (step > 0 and right < len(self._reading.text)) or (step < 0 and left):
            self._part = words.window(self._reading, first)
            self._draw(None)

    def _draw(self, place: tuple[int, int] | None) -> None:
        assert self._reading is not None
        head = words.top(self._reading, self._zone)
        before, rest = words.body(self._reading, self._part, place)
        whole, above = head + before + rest, head + before
        if place is None:
            self.show(lambda width: whole)
        else:
            self.show(lambda width: whole, above=lambda width: above)
