"""Markdown that somebody else wrote, cut into things that can be remembered. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weave.markdown import decode
from weave.markdown.matter import FrontMatter, front_matter
from weave.scribe.titles import title_of

_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*\Z")
_BOLD = re.compile(r"\*\*([^*\n]{1,80}?):?\*\*:?\s*\Z")
"""A line that is bold as a whole is a heading to whoever writes so."""
_LOWEST = 7
_BULLET = re.compile(r"[-*+]\s+(?:\[[ xX]\]\s+)?(.*)\Z")
_LABEL = re.compile(r"\A\*\*([^*\n]{1,60}):\*\*|\A\*\*([^*\n]{1,60})\*\*:")
_RULE = re.compile(r"\s*([-*_=])(?:\s*\1){2,}\s*\Z")
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
LONGEST = 2_000
"""Characters of one note; a longer text belongs into the library."""


def decoded(data: bytes) -> str:
    """A text file's words, LF line ends; bytes that are no UTF-8 are read as what they most likely are."""
    return decode(data)[0].replace("\r\n", "\n").replace("\r", "\n")


def matter_of(text: str) -> tuple[FrontMatter, str]:
    """The front matter, empty where there is none, and the text below it."""
    lines = text.split("\n")
    found, after, _ = front_matter(lines)
    return (found, "\n".join(lines[after:])) if found else (FrontMatter(()), text)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text below a path of headings."""

    headings: tuple[str, ...]
    text: str


def divided(text: str) -> Iterator[Piece]:
    """The text between headings, each with the headings above it; code is left whole."""
    path: list[tuple[int, str]] = []
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        found = None if fence else _HEADING.match(line) or _BOLD.match(line)
        if found is None:
            kept.append(line)
            continue
        if any(part.strip() for part in kept):
            yield Piece(tuple(name for _, name in path), "\n".join(kept).strip("\n"))
        kept = []
        level, name = (len(found[1]), found[2]) if found[1].startswith("#") else (_LOWEST, found[1])
        path = [*((depth, above) for depth, above in path if depth < level), (level, name)]
    if any(part.strip() for part in kept):
        yield Piece(tuple(name for _, name in path), "\n".join(kept).strip("\n"))


def notes_in(text: str) -> Iterator[Piece]:
    """One piece for each bullet with what is below it, each paragraph and each block of code."""
    for piece in divided(text):
        for block in _blocks(piece.text.split("\n")):
            words = "\n".join(block).strip()
            bullet = _item(words)
            if bullet:
                words = "\n".join([bullet[1], *words.split("\n")[1:]]).strip()
            if words and not _RULE.fullmatch(words):
                yield Piece(piece.headings, words)


def unmarked(words: str) -> str:
    """A line of a form, `**Name:** Noor`, as words."""
    return _LABEL.sub(lambda found: f"{found[1] or found[2]}:", words, count=1)


def headed(heading: str, words: str) -> str:
    """Words below a heading; a list keeps its lines."""
    return f"{heading}:\n{words}" if _item(words) else f"{heading}: {words}"


def title_below(heading: str, words: str) -> str:
    """What such a note is called: the heading with the first thing below it, without a list's marks."""
    found = _item(words)
    return title_of(f"{heading}: {found[1] if found else words}")


def _item(words: str) -> re.Match[str] | None:
    return _BULLET.match(words.split("\n", 1)[0])


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    block: list[str] = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
        begins = not fence and not mark and (not line.strip() or _BULLET.match(line) or _RULE.match(line))
        if begins and block:
            yield block
            block = []
        if line.strip() or fence:
            block.append(line)
    if block:
        yield block
