"""Things of different heights below each other: where each begins, and which of them a stretch of lines shows. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate


class Stack:
    """The first line of each thing, and the line after the last one. Immutable."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._tops = (0, *accumulate(heights))

    def __getitem__(self, place: int) -> int:
        return self._tops[place]

    @property
    def height(self) -> int:
        """Lines of all of them together."""
        return self._tops[-1]

    def at(self, line: int) -> int:
        """The place of the thing that a line belongs to; below all of them, one more than the last."""
        return bisect_right(self._tops, line) - 1

    def nearest(self, line: int) -> int:
        """The same, but for any line a thing that is there; 0 when there is none."""
        return max(0, min(self.at(line), len(self._tops) - 2))

    def between(self, top: int, bottom: int) -> range:
        """The places of what lies, in part at least, from line `top` to line `bottom`."""
        first = max(0, self.at(max(0, top)))
        return range(first, min(bisect_right(self._tops, bottom), len(self._tops) - 1))
