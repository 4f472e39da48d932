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
    """Numbered headings count on from each other; a number that does not is that of a list or a note."""
    kept: list[Marked] = []
    last: list[int] = []
    for line, (level, title) in found:
        numbered = _DOTTED.match(title)
        if numbered:
            number = [int(part) for part in numbered[1].split(".")]
            if last and not _follows(last, number):
                continue
            last = number
        kept.append((line, (level, title)))
    return kept


def _follows(last: list[int], number: list[int]) -> bool:
    """3.2 may be followed by 3.2.1, 3.3, 4, and, where one was missed, by 3.4 or 5."""
    common = len(number) - 1
    if number[:common] != last[:common]:
        return False
    if len(number) == len(last) + 1:
        return number[-1] <= 2
    return len(number) <= len(last) and 1 <= number[-1] - last[common] <= 2


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
