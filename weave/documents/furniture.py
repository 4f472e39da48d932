"""Running heads, feet and page numbers: lines that repeat at the edges of pages, taken out before anything is read. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar

_EDGE = 2
"""Lines at the top and at the bottom of a page that may be furniture."""
_SHARE = 0.3
_LEAST = 3
"""Pages on which a line must repeat."""
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_LEADING, _TRAILING = re.compile(r"\A\d{1,4}(?=\s)"), re.compile(r"(?<=\s)\d{1,4}\Z")
_PAGE_NUMBER = re.compile(
    r"\W*(?:page\s*|p\.\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of)\s*\d{1,4})?\W*", re.IGNORECASE
)


class Lined(Protocol):
    """What is known of a line here."""

    @property
    def text(self) -> str: ...

    @property
    def size(self) -> float: ...


Some = TypeVar("Some", bound=Lined)


def without_furniture(pages: Sequence[Sequence[Some]]) -> list[list[Some]]:
    """The pages without what only tells where in the book one is."""
    body = _body_size(pages)
    keys = Counter(
        key
        for number, page in enumerate(pages)
        for key in {key for at in _edges(page) for key in _keys(page[at], body, number)}
    )
    least = max(_LEAST, _SHARE * len(pages))
    kept = []
    for number, page in enumerate(pages):
        edges = _edges(page)
        kept.append(
            [
                line
                for at, line in enumerate(page)
                if at not in edges or not _is_furniture(line, keys, least, _keys(line, body, number))
            ]
        )
    return kept


def _is_furniture(line: Lined, counted: Counter[str], least: float, keys: list[str]) -> bool:
    return any(counted[key] >= least for key in keys) or _PAGE_NUMBER.fullmatch(line.text.strip()) is not None


def _body_size(pages: Sequence[Sequence[Lined]]) -> float:
    sizes = Counter[float]()
    for page in pages:
        for line in page:
            sizes[line.size] += len(line.text)
    return sizes.most_common(1)[0][0] if sizes else 0.0


def _edges(page: Sequence[object]) -> set[int]:
    return {at for at in (*range(_EDGE), *range(len(page) - _EDGE, len(page))) if 0 <= at < len(page)}


def _keys(line: Lined, body: float, page: int) -> list[str]:
    """What makes two lines the same: their words, or a number at either end that rises with the pages.

    In large type numbers count: "Chapter 3" over a page is a heading and not furniture.
    """
    text = line.text.strip().casefold()
    if line.size > body * 1.1:
        return [text]
    ends = {*_LEADING.findall(text), *_TRAILING.findall(text)} if len(text) < 100 else set()
    return [_NUMBER.sub("#", text), *(f"\0{int(number) - page}" for number in ends)]
