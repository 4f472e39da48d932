"""A printed table of contents: its pages found, its rows read, and the offset of printed to real pages.

The offset is the most frequent difference between the number printed beside a title and the page where that
title stands, as in PageIndex's builder; nothing is believed until most titles were found where it says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from weave.documents.model import Document
from weave.documents.outlines.entries import Entry, Lines, in_order, is_monotonic

_ROW = re.compile(r"(?P<title>\S.{0,160}?)(?P<leader>[\s.·…_]*[.·…_]{2}[\s.·…_]*|\s+)(?P<page>\d{1,4})\s*\Z")
_NUMBER = re.compile(
    r"\A(?:(?:chapter|part|appendix|section)\s+)?(?P<number>(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s",
    re.IGNORECASE,
)
_FIRST_PAGES = 20
_LEAST_ROWS = 4
_SHARE = 0.5
_MATCHED = 0.7
_MISSED = 3
"""Lines that are no rows after which a table of contents is over."""
_HEADINGS = {
    "contents",
    "tableofcontents",
    "inhalt",
    "inhaltsverzeichnis",
    "sommaire",
    "tabledesmatières",
    "índice",
    "目次",
    "目录",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a printed table of contents."""

    title: str
    page: int
    level: int
    line: int


def rows_of(document: Document, lines: Lines) -> list[Row]:
    """The rows of the table of contents near the front: whole pages of them, or those under its heading."""
    pages = _pages(document, lines)
    found = [row for page in pages for row in _rows(lines, lines.on(page))]
    return found if len(found) >= _LEAST_ROWS else _under_heading(document, lines)


def _pages(document: Document, lines: Lines) -> list[int]:
    found: list[int] = []
    for page in range(1, min(len(document.pages), max(_FIRST_PAGES, len(document.pages) // 20)) + 1):
        rows = _rows(lines, lines.on(page))
        numbers = [row.page for row in rows]
        enough = len(rows) >= _LEAST_ROWS and len(rows) >= _SHARE * max(1, len(lines.on(page)) - 2)
        if enough and is_monotonic(numbers, 0.8) and len(set(numbers)) > 1:
            found.append(page)
        elif found and not (rows and page == found[-1] + 1 and len(rows) >= 2 and is_monotonic(numbers)):
            break
        elif found and rows[0].page >= _rows(lines, lines.on(found[-1]))[-1].page:
            found.append(page)
    return found


def _under_heading(document: Document, lines: Lines) -> list[Row]:
    """Rows that follow a line "Contents" on a page with other text, as papers have them."""
    for number, line in enumerate(lines.all):
        if document.page_at(line.start) > _FIRST_PAGES:
            break
        if lines.normal(number) not in _HEADINGS:
            continue
        span, missed = list[int](), 0
        for after in range(number + 1, min(len(lines.all), number + 400)):
            missed = 0 if _ROW.match(lines.text(after).strip()) else missed + 1
            if missed > _MISSED:
                break
            span.append(after)
        rows = _rows(lines, span)
        if len(rows) >= _LEAST_ROWS and is_monotonic([row.page for row in rows], 0.8):
            return rows
    return []


def outline(document: Document, lines: Lines) -> tuple[Entry, ...]:
    """The entries of a printed table of contents; empty when there is none, or when it does not hold."""
    rows = rows_of(document, lines)
    if len(rows) < _LEAST_ROWS:
        return ()
    offset = _offset(rows, lines)
    if offset is None:
        return ()
    placed = [(row, _place(row, row.page + offset, lines)) for row in rows]
    if sum(place is not None for _, place in placed) < _MATCHED * len(rows):
        return ()
    last = len(document.pages)
    return tuple(
        in_order(
            [
                Entry(row.level, row.title, document.pages[row.page + offset - 1] if place is None else place)
                for row, place in placed
                if place is not None or 0 < row.page + offset <= last
            ]
        )
    )


def _rows(lines: Lines, numbers: Sequence[int]) -> list[Row]:
    """The rows among some lines; a number that stands on the line before its title belongs to it."""
    rows: list[Row] = []
    pending = ""
    for number in numbers:
        text = lines.text(number).strip()
        found = _ROW.match(text)
        if not found:
            pending = text if _NUMBER.match(text + " ") and len(text) < 120 else ""
            continue
        title = f"{pending} {found['title']}".strip(" .·…_")
        pending = ""
        rows.append(Row(title, int(found["page"]), _level(title), number))
    return _levelled(rows, lines)


def _level(title: str) -> int:
    found = _NUMBER.match(title + " ")
    return found["number"].count(".") + 1 if found else 0


def _levelled(rows: list[Row], lines: Lines) -> list[Row]:
    """Rows without a number take their level from their type: the largest and boldest is the first."""
    kinds = sorted(
        {(lines.all[r.line].size, lines.all[r.line].bold) for r in rows if not r.level}, reverse=True
    )
    return [
        row
        if row.level
        else Row(
            row.title,
            row.page,
            1 + kinds.index((lines.all[row.line].size, lines.all[row.line].bold)),
            row.line,
        )
        for row in rows
    ]


def _offset(rows: Sequence[Row], lines: Lines) -> int | None:
    """Real minus printed page, the most frequent one; None when no title is found anywhere."""
    where: dict[str, list[int]] = {}
    own = {row.line for row in rows}
    for number, line in enumerate(lines.all):
        page = lines.document.page_at(line.start)
        if number not in own and line.end - line.start < 200:
            where.setdefault(lines.normal(number), []).append(page)
    differences = Counter[int]()
    for row in rows:
        for name in _names(row.title):
            differences.update({page - row.page for page in where.get(name, ())})
    if not differences:
        return None
    best = max(differences.values())
    return min((d for d, count in differences.items() if count == best), key=abs)


def _names(title: str) -> set[str]:
    from weave.documents.cleaning import normal

    bare = _NUMBER.sub("", title)
    return {normal(title), normal(bare)} - {""}


def _place(row: Row, page: int, lines: Lines) -> int | None:
    for near in (page, page + 1, page - 1):
        place = lines.find(row.title, near, strict=near != page, skip=row.line)
        if place is not None:
            return place
    return None
