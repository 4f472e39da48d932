"""Plain text: the whole of it, with the headings that people mark by numbers, capitals or a line underneath."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source

_NUMBERED = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5}|[A-Z](?=\.))\.?\s{1,4}(?P<title>[^\W\d_].{1,90})\Z"
)
_WORDED = re.compile(
    r"(?P<word>part|book|chapter|section|appendix|article)\s+(?:\d{1,3}|[ivxlc]{1,7}|[a-z])\b[.:]?.{0,90}\Z",
    re.IGNORECASE,
)
_ORG = re.compile(r"(?P<stars>\*{1,6}|={2,6}) (?P<title>\S.{0,120}?)(?: =+)?\Z")
_UNDERLINE = re.compile(r"([=\-~^*#])\1{2,}\s*\Z")
_LEADERS = re.compile(r"(?:\.\s?){4,}|\s\d{1,4}\Z|\t")
_WORD_LEVELS = {"part": 1, "book": 1, "chapter": 2, "appendix": 2, "article": 2, "section": 3}
_DOTTED = re.compile(r"(\d{1,3}(?:\.\d{1,3})*)\.?\s")
_REACH = 80
"""Numbered lines between two headings that follow each other."""
_LEAST = 2
"""A single such line may be anything."""


Marked = tuple[int, tuple[int, str]]
"""(line, (level, title))"""


def parse(source: Source, limits: Limits) -> Document:
    """The text, line by line as it is; form feeds end pages."""
    text, encoding = decode(source.data)
    composer = Composer("text", limits)
    if encoding not in ("utf-8", "ascii"):
        composer.notice(f"The text was read as {encoding}.")
    starred = PurePath(source.name).suffix.lower() in (".org", ".adoc")
    found = in_sequence(list(headings(text.splitlines(), starred)))
    marks = dict(found) if len(found) >= _LEAST else {}
    paged = "\f" in text.strip("\f\n ")
    if paged:
        composer.page()
    for number, line in enumerate(text.splitlines(keepends=True)):
        if number in marks:
            composer.mark(*marks[number])
        composer.write(line.replace("\f", ""))
        if paged and line.endswith("\f"):
            composer.page()
    return composer.document()


def headings(lines: list[str], starred: bool = False) -> Iterator[Marked]:
    """(line, (level, title)) of the lines that stand apart and look like headings; `starred`: as Org and AsciiDoc write them."""
    for number, line in enumerate(lines):
        if not line.strip() or len(line) > 140 or (number and lines[number - 1].strip()):
            continue
        after = lines[number + 1].rstrip() if number + 1 < len(lines) else ""
        underlined = _UNDERLINE.match(after)
        if underlined and len(after) >= len(line.strip()) // 2 and line[0] not in "+|>`":
            yield number, ("=-~^*#".index(underlined[1]) + 1, line.strip())
        elif not after.strip() and (level := _level(line.rstrip(), starred)):
            yield number, (level, line.strip().lstrip("*= ").rstrip("= "))


def in_sequence(found: list[Marked]) -> list[Marked]:
    """The longest run of numbered headings that count on from each other; other numbers are of lists and notes."""
    numbers = [_DOTTED.match(title) for _, (_, title) in found]
    parts = [[int(part) for part in match[1].split(".")] if match else [] for match in numbers]
    best: dict[int, tuple[float, int]] = {}
    for at in (at for at, number in enumerate(parts) if number):
        before = [
            (best[back][0] + worth, back)
            for back in range(max(0, at - _REACH), at)
            if back in best and (worth := _follows(parts[back], parts[at]))
        ]
        best[at] = max([(1.0, -1), *before], key=lambda pair: (pair[0], pair[1]))
    at = max(best, key=lambda place: (best[place][0], -place), default=-1)
    run = set()
    while at >= 0:
        run.add(at)
        at = best[at][1]
    return [row for place, row in enumerate(found) if place in run or not parts[place]]


def _follows(last: list[int], number: list[int]) -> float:
    """What a number is worth after another: 3.2 is followed by 3.2.1, 3.3 or 4, less likely by 3.4 or 5; else 0."""
    common = len(number) - 1
    if number[:common] != last[:common]:
        return 0.0
    step = (
        number[-1]
        if len(number) == len(last) + 1
        else number[-1] - last[common]
        if len(number) <= len(last)
        else 0
    )
    return {1: 1.0, 2: 0.7}.get(step, 0.0)


def _level(line: str, starred: bool) -> int:
    """The level of a heading that stands alone; 0 for other lines."""
    if starred and (found := _ORG.match(line)):
        return len(found["stars"])
    if _LEADERS.search(line) or line[0].isspace() or line[-1] in ".,;:":
        return 0
    if found := _NUMBERED.match(line):
        return found["number"].count(".") + 1
    if found := _WORDED.match(line):
        return _WORD_LEVELS[found["word"].lower()]
    return 0
