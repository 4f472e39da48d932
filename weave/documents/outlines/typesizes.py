"""Headings by their type: larger or bolder than the text, short, apart; levels by size, corrected by numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from weave.documents.model import Document
from weave.documents.outlines.entries import Entry, Lines, covers, in_order

_LARGER = 1.07
_LONGEST = 160
_MOST_LETTERS = 0.12
"""Share of all letters that one kind of type may have and still be a heading's."""
_LEVELS = 6
_NUMBER = re.compile(r"\A(?P<number>(?:\d{1,3}|[A-Z]|[IVXL]{1,6})(?:\.\d{1,3})*)(?P<dot>\.?)\s+\S")
_FIRST = re.compile(r"\A1\.?\s+\S")
_WORDED = re.compile(r"\A(?:chapter|part|appendix|section)\s+[\dIVXLA-Z]", re.IGNORECASE)
_NO_HEADING = re.compile(
    r"\A(?:figure|fig\.|table|listing|algorithm|[•◦▪–—*-])\s|\A\W*\Z|https?://|\S@\S", re.IGNORECASE
)
_CODE = re.compile(r"[{};]")
_SENTENCE = re.compile(r"[.,;:]\Z")


@dataclass(frozen=True, slots=True)
class _Candidate:
    title: str
    start: int
    size: float
    bold: bool
    first: int
    last: int
    """Line numbers."""

    @property
    def kind(self) -> tuple[float, bool]:
        return self.size, self.bold


def outline(document: Document, lines: Lines, skip: Collection[int] = ()) -> tuple[Entry, ...]:
    """Entries by type; lines in `skip` (a printed table of contents) are passed over. Empty when it does not hold."""
    if not document.lines:
        return ()
    body = body_size(document)
    found = list(_candidates(lines, body, frozenset(skip)))
    found = _without_frequent(found, document)
    found = _without_title(found)
    if len(found) < 2:
        return ()
    levels = _levels(found)
    entries = in_order([Entry(level, c.title, c.start) for c, level in zip(found, levels, strict=True)])
    return tuple(entries) if covers(entries, document) else ()


def printed_title(document: Document) -> str:
    """The words in the largest type at the top of the first page, when they are larger than the text."""
    lines = Lines(document)
    first = [n for n in lines.on(1)[:12] if lines.all[n].size > body_size(document) * 1.2]
    if not document.lines or not first:
        return ""
    largest = max(lines.all[n].size for n in first)
    return " ".join(lines.text(n).strip() for n in first if lines.all[n].size == largest)[:300]


def body_size(document: Document) -> float:
    """The type size in which most letters are printed."""
    sizes = Counter[float]()
    for line in document.lines:
        sizes[line.size] += line.end - line.start
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _candidates(lines: Lines, body: float, skip: Collection[int]) -> list[_Candidate]:
    found: list[_Candidate] = []
    for number, line in enumerate(lines.all):
        text = lines.text(number).strip()
        if number in skip:
            continue
        if line.size < body * _LARGER and not (
            line.bold and line.size >= body * 0.95 and _stands_apart(lines, number)
        ):
            continue
        if found and _continues(found[-1], lines, number):
            last = found[-1]
            found[-1] = _Candidate(
                f"{last.title} {text}", last.start, last.size, last.bold, last.first, number
            )
        elif not _NO_HEADING.search(text) and (line.size >= body * _LARGER or not _CODE.search(text)):
            found.append(_Candidate(text, line.start, line.size, line.bold, number, number))
    return [c for c in found if _reads_as_title(c, body)]


def _stands_apart(lines: Lines, number: int) -> bool:
    """Whether a line of the text's own size is a paragraph by itself, or is numbered as a section."""
    text, line = lines.document.text, lines.all[number]
    before, after = text[max(0, line.start - 2) : line.start], text[line.end : line.end + 2]
    numbered = _NUMBER.match(lines.text(number)) is not None
    begins = (
        before.endswith("\n\n")
        or line.start == 0
        or lines.document.page_at(line.start) != lines.document.page_at(line.start - 1)
    )
    return numbered or (begins and (after.startswith("\n\n") or not _next_bold(lines, number)))


def _next_bold(lines: Lines, number: int) -> bool:
    return number + 1 < len(lines.all) and lines.all[number + 1].bold


def _continues(last: _Candidate, lines: Lines, number: int) -> bool:
    """Whether a line goes on with the title before it: same type, right under it, not numbered itself."""
    line = lines.all[number]
    gap = lines.document.text[lines.all[number - 1].end : line.start] if number else ""
    same = line.size == last.size and line.bold == last.bold
    return (
        same and last.last == number - 1 and gap == "\n" and len(last.title) < 120
        and not _NUMBER.match(lines.text(number)) and not _WORDED.match(lines.text(number))
    )  # fmt: skip


def _reads_as_title(c: _Candidate, body: float) -> bool:
    if len(c.title) > _LONGEST or c.last - c.first > 3 or sum(x.isalpha() for x in c.title) < 2:
        return False
    numbered = _NUMBER.match(c.title) or _WORDED.match(c.title)
    return bool(numbered) or not _SENTENCE.search(c.title) or c.size > body * 1.3


def _without_frequent(found: Sequence[_Candidate], document: Document) -> list[_Candidate]:
    """Type in which a large part of the document is printed is not that of headings."""
    total = sum(line.end - line.start for line in document.lines) or 1
    letters = Counter[tuple[float, bool]]()
    for line in document.lines:
        letters[line.size, line.bold] += line.end - line.start
    return [
        c for c in found if letters[c.kind] <= _MOST_LETTERS * total or (_NUMBER.match(c.title) and c.bold)
    ]


def _without_title(found: list[_Candidate]) -> list[_Candidate]:
    """The document's own title, alone in the largest type at its beginning, is no section."""
    if len(found) < 3:
        return found
    largest = max(c.size for c in found)
    first = [c for c in found if c.size == largest]
    return found[1:] if len(first) == 1 and found[0] is first[0] and found[0].first < 6 else found


def _levels(found: Sequence[_Candidate]) -> list[int]:
    """By type, largest first; where numbers agree with types, by the dots of the numbers."""
    kinds = sorted({c.kind for c in found}, reverse=True)
    by_kind = {kind: min(rank + 1, _LEVELS) for rank, kind in enumerate(kinds)}
    numbered = [c for c in found if _is_numbered(c.title)]
    if len(numbered) < max(2, len(found) * 0.3):
        return [by_kind[c.kind] for c in found]
    dotted: dict[tuple[float, bool], Counter[int]] = {}
    for c in numbered:
        dotted.setdefault(c.kind, Counter())[_dots(c.title)] += 1
    shift = int(_under_words(found, kinds, dotted) or _starts_anew(found))
    known = {kind: min(levels) for kind, levels in dotted.items()}
    return [
        (_dots(c.title) + shift if _is_numbered(c.title) else _unnumbered(c, known, by_kind, shift))
        for c in found
    ]


def _under_words(
    found: Sequence[_Candidate],
    kinds: Sequence[tuple[float, bool]],
    dotted: dict[tuple[float, bool], Counter[int]],
) -> bool:
    """Whether chapters are told by a word ("Chapter 3") and numbers begin below them."""
    return any(_WORDED.match(c.title) and c.kind == kinds[0] for c in found) and not dotted.get(kinds[0])


def _starts_anew(found: Sequence[_Candidate]) -> bool:
    """Whether numbers begin at 1 again under titles without a number: the parts of a collection."""
    firsts = [at for at, c in enumerate(found) if _FIRST.match(c.title)]
    led = [
        at
        for at in firsts
        if any(not _is_numbered(c.title) and c.kind >= found[at].kind for c in found[max(0, at - 3) : at])
    ]
    return len(firsts) >= 2 and len(led) == len(firsts)


def _unnumbered(
    c: _Candidate, known: dict[tuple[float, bool], int], by_kind: dict[tuple[float, bool], int], shift: int
) -> int:
    if c.kind in known:
        return max(1, known[c.kind])
    smaller = [level for kind, level in known.items() if kind < c.kind]
    larger = [level for kind, level in known.items() if kind > c.kind]
    if smaller:
        return max(1, min(smaller) - 1 + shift)
    return (max(larger) + 1 + shift) if larger else by_kind[c.kind]


def _is_numbered(title: str) -> bool:
    found = _NUMBER.match(title)
    return found is not None and ("." in found["number"] or found["number"].isdigit() or bool(found["dot"]))


def _dots(title: str) -> int:
    found = _NUMBER.match(title)
    return found["number"].count(".") + 1 if found else 1
