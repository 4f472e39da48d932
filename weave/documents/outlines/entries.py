"""What every way of finding an outline yields, and how an outline is judged before it is believed. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from weave.documents.cleaning import normal
from weave.documents.model import Document, Line, Origin

NEAR = 0.8
"""Likeness from which on two titles are one."""
_GAP = 0.85
"""Share of a document without any heading from which on the outline misses most of it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A section's title, its level from 1, and where it begins."""

    level: int
    title: str
    start: int
    origin: Origin | None = None


class Lines:
    """A document's lines with their types, by page, and titles found among them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.all: tuple[Line, ...] = document.lines or _plain_lines(document.text)
        self._normal: dict[int, str] = {}
        self._by_page: dict[int, list[int]] = {}
        for number, line in enumerate(self.all):
            self._by_page.setdefault(document.page_at(line.start), []).append(number)

    def text(self, number: int) -> str:
        """A line's text."""
        line = self.all[number]
        return self.document.text[line.start : line.end]

    def on(self, page: int) -> list[int]:
        """Numbers of the lines of a page."""
        return self._by_page.get(page, [])

    def normal(self, number: int) -> str:
        """A line as it is compared."""
        known = self._normal.get(number)
        if known is None:
            known = self._normal[number] = normal(self.text(number)[:400])
        return known

    def find(self, title: str, page: int, *, strict: bool = False, skip: int = -1) -> int | None:
        """Where a title stands on a page, alone on its line or over two, not on line `skip`; the largest type wins."""
        wanted = normal(title)
        if not wanted:
            return None
        best: tuple[float, float, int] | None = None
        for number in self.on(page):
            alike = self._likeness(wanted, number, strict) if number != skip else 0.0
            if alike >= NEAR:
                key = (alike >= 1.0, self.all[number].size, -number)
                if best is None or key > best:
                    best = key
        return None if best is None else self.all[-best[2]].start

    def _likeness(self, wanted: str, number: int, strict: bool) -> float:
        line = self.normal(number)
        if not line:
            return 0.0
        if line == wanted:
            return 1.0
        after = self.normal(number + 1) if number + 1 < len(self.all) else ""
        if _almost(line, wanted) or (after and _almost(line + after, wanted, len(line))):
            return 0.95
        if strict or abs(len(line) - len(wanted)) > len(wanted) * 0.3:
            return 0.0
        return SequenceMatcher(None, line, wanted, autojunk=False).ratio()


def _almost(line: str, wanted: str, most: int = 13) -> bool:
    """Equal but for a number or a word such as "Chapter 3", of less than `most` letters, at the front of either."""
    longer, shorter = (line, wanted) if len(line) >= len(wanted) else (wanted, line)
    if len(shorter) < 3 or not longer.endswith(shorter):
        return False
    rest = longer.removesuffix(shorter)
    return len(rest) < min(most, 13) and (not rest or rest[-1].isdigit() or len(rest) <= 2)


def _plain_lines(text: str) -> tuple[Line, ...]:
    found, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append(Line(start, start + len(line), 0.0))
        start += len(line) + 1
    return tuple(found)


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """The entries by place, those that would go backwards or stand twice in one place left out."""
    kept: list[Entry] = []
    for entry in entries:
        if not kept or entry.start > kept[-1].start:
            kept.append(entry)
    return kept


def is_monotonic(starts: Sequence[int], share: float = 0.9) -> bool:
    """Whether nearly all places follow each other."""
    if len(starts) < 2:
        return True
    rising = sum(b >= a for a, b in itertools.pairwise(starts))
    return rising >= share * (len(starts) - 1)


def covers(entries: Sequence[Entry], document: Document) -> bool:
    """Whether no stretch of more than 85 % of the document is without a heading."""
    if not entries:
        return False
    ends = [0, *(entry.start for entry in entries), len(document.text)]
    widest = max(b - a for a, b in itertools.pairwise(ends))
    return len(entries) < 3 or widest <= _GAP * max(1, len(document.text))
