"""The outline that a PDF carries, graded before it is believed, each title looked for on its page.

Grades as in PageIndex's builder without a model: FULL has two levels and an entry per twenty pages; IGNORE has
too few, generic or repeated entries, or pages that go backwards, or titles that do not stand on their pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from weave.documents.cleaning import normal
from weave.documents.model import Bookmark, Document
from weave.documents.outlines.entries import Entry, Lines, in_order, is_monotonic

_GENERIC = re.compile(
    r"(?:page|slide|figure|table|bookmark|untitled|section|chapter|seite|folie)?[\s_#.-]*(?:\d+|[ivxlc]*)\Z|.*\.(?:pdf|docx?|tex|indd|qxd)\Z",
    re.IGNORECASE,
)
_LEAST = 3
_MATCHED = 0.7
_DISTINCT = 0.25


class Grade(StrEnum):
    """How far an outline is to be believed."""

    FULL = "full"
    SKELETON = "skeleton"
    """True as far as it goes: chapters without their sections."""
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class Graded:
    """An outline with its grade; `entries` are placed where the titles stand."""

    grade: Grade
    entries: tuple[Entry, ...]


def outline(document: Document, lines: Lines) -> Graded:
    """The bookmarks as entries, with the grade that they earn."""
    marks = [mark for mark in document.bookmarks if 0 < mark.page <= len(document.pages) and mark.title]
    if _is_worthless(marks):
        return Graded(Grade.IGNORE, ())
    found = [(mark, _place(mark, lines)) for mark in marks]
    if sum(place is not None for _, place in found) < _MATCHED * len(found):
        return Graded(Grade.IGNORE, ())
    entries = in_order(
        [Entry(mark.depth, mark.title, _or_page(place, mark, document)) for mark, place in found]
    )
    levels = {entry.level for entry in entries}
    full = len(levels) >= 2 and len(entries) >= max(6, len(document.pages) / 20)
    return Graded(Grade.FULL if full else Grade.SKELETON, tuple(entries))


def _is_worthless(marks: Sequence[Bookmark]) -> bool:
    if len(marks) < _LEAST:
        return True
    generic = sum(_GENERIC.match(mark.title.strip()) is not None for mark in marks)
    distinct = len({normal(mark.title) for mark in marks})
    return (
        generic >= len(marks) / 2
        or distinct <= _DISTINCT * len(marks)
        or not is_monotonic([mark.page for mark in marks])
    )


def _place(mark: Bookmark, lines: Lines) -> int | None:
    """Where the title stands on its page, or on the next: some writers point at the space before it."""
    place = lines.find(mark.title, mark.page)
    return place if place is not None else lines.find(mark.title, mark.page + 1, strict=True)


def _or_page(place: int | None, mark: Bookmark, document: Document) -> int:
    return document.pages[mark.page - 1] if place is None else place
