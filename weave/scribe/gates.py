"""Patterns that are compiled when first needed, and tried only where one of their words stands. Pure.

Most sentences hold none of a pattern's words, and a set is quicker to ask than a pattern of a hundred branches.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache

__all__ = ["Gated", "Keys", "Lazy", "keys_of"]

Keys = frozenset[str]
"""The first two, three and four letters of each word of a text, lower case."""

_COMMON = frozenset(
    "i we my the a an to of it is that in or was and on for as are am you be this have has s m re do at so us me he she they with all our its p o n v b w ve up one".split()
)
_ESCAPE = re.compile(r"\\.|\(\?P<\w+>|\(\?[a-z-]+[:)]?")
_WORD = re.compile(r"[a-z0-9]+")
_OPTIONAL = re.compile(r"([a-z]+)[a-z]\?")
"""A word whose last letter may be missing, without it: "cars?" also means "car"."""


@lru_cache(maxsize=1024)
def keys_of(text: str) -> Keys:
    """The keys of a text, to be computed once and asked of many patterns."""
    words = set(_WORD.findall(text.lower()))
    return frozenset({w[:4] for w in words} | {w[:3] for w in words} | {w[:2] for w in words})


class Lazy:
    """A pattern compiled on first use: hundreds of them would cost a second at import."""

    __slots__ = ("_compiled", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self._compiled: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern."""
        if self._compiled is None:
            self._compiled = re.compile(self.source)
        return self._compiled

    def match(self, text: str) -> re.Match[str] | None:
        """A match at the start of `text`."""
        return self.pattern.match(text)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        return self.pattern.search(text)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """The matches between two places."""
        return self.pattern.finditer(text, start, end)


class Gated(Lazy):
    """A pattern with the keys of its own words. Text beyond ASCII is always searched."""

    __slots__ = ("keys",)

    def __init__(self, source: str) -> None:
        super().__init__(source)
        words = _WORD.findall(_ESCAPE.sub(" ", source).lower())
        shorter = [w for w in _OPTIONAL.findall(source.lower()) if len(w) < 4]
        self.keys = frozenset(w[:4] for w in [*words, *shorter] if w not in _COMMON)

    def search(self, text: str, keys: Keys | None = None) -> re.Match[str] | None:
        """The first match, looked for only when a key of the pattern is among `keys`."""
        known = keys_of(text) if keys is None else keys
        if text.isascii() and self.keys.isdisjoint(known):
            return None
        return self.pattern.search(text)
