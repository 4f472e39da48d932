"""The elements of a large JSON list, one at a time, so that a gigabyte needs the memory of its largest element.

Own code, since a streaming parser gives up a list at its first fault: here a broken element is passed over and named,
and the rest is read. Also read: JSON lines, one bare object, and a list under a key of one.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from weave.errors import InvalidInput

_PIECE = 1 << 18
LARGEST = 256 << 20
"""Characters of one element; more is no conversation."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]', re.DOTALL)
_GAP = re.compile(r"[\s,]*")
_FIRST_KEY = re.compile(r'\{\s*("(?:[^"\\]|\\.)*")\s*:')
_NEAR = 64

Accepts = Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Broken:
    """An element that is no JSON: its number from 1, and the fault."""

    number: int
    fault: str


def elements(stream: BinaryIO, accepts: Accepts, under: Sequence[str] = ()) -> Iterator[object | Broken]:
    """Each element of the list, a `Broken` in the place of one that cannot be read.

    `accepts`: what an element looks like, to find the next one after a fault. `under`: keys below which the list may
    lie. Raises InvalidInput for what is no JSON from the start.
    """
    reader = _Reader(stream, accepts)
    first = reader.first()
    if first == "[":
        reader.at += 1
        yield from reader.items()
    elif first == "{":
        for one in reader.items():
            yield from _below(one, under)
    else:
        raise InvalidInput("It does not begin like JSON; name the export as it was downloaded.")


def _below(one: object | Broken, under: Sequence[str]) -> Iterator[object | Broken]:
    if isinstance(one, dict):
        for key in under:
            if isinstance(one.get(key), list):
                yield from one[key]
                return
    yield one


class _Reader:
    """A window on the text; what was read is let go."""

    def __init__(self, stream: BinaryIO, accepts: Accepts) -> None:
        self._stream, self._accepts = stream, accepts
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._decoder = json.JSONDecoder()
        self._ended = False
        self.text, self.at = "", 0

    def _more(self, least: int = _PIECE) -> bool:
        """Read on, at least as much as is held already; False at the end."""
        if self._ended:
            return False
        data = self._stream.read(max(least, len(self.text) - self.at))
        self._ended = not data
        self.text, self.at = self.text[self.at :] + self._decode(data, self._ended), 0
        return bool(data)

    def first(self) -> str:
        """The first letter that is no space."""
        while True:
            found = re.compile(r"\s*").match(self.text, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                return ""

    def items(self) -> Iterator[object | Broken]:
        number = 0
        while self._next():
            number += 1
            yield self._item(number)

    def _next(self) -> bool:
        """Go to where the next element begins; False at the end of the list."""
        while True:
            found = _GAP.match(self.text, self.at)
            self.at = found.end() if found else self.at
            if self.at < len(self.text):
                return self.text[self.at] != "]"
            if not self._more():
                return False

    def _item(self, number: int) -> object | Broken:
        while True:
            try:
                value, end = self._decoder.raw_decode(self.text, self.at)
                if end == len(self.text) and self._more():  # a number may go on
                    continue
                self.at = end
                return value  # type: ignore[no-any-return]
            except RecursionError:
                fault, cut = "it is nested too deeply", False
            except ValueError as error:
                fault, cut = getattr(error, "msg", str(error)), self._cut(error)
            if cut and len(self.text) - self.at < LARGEST and self._more():
                continue
            self._pass_over()
            return Broken(number, "the file ends in the middle of it" if cut and self._ended else fault)

    def _pass_over(self) -> None:
        """Go behind the broken element: to where its brackets close, else to the next that looks like one."""
        self.text, self.at = self.text[self.at :], 0  # from here on reading more moves no place
        while True:
            end, begin = self._closed(), self._next_like()
            if end is not None and (begin is None or end < begin) and self._good_after(end):
                self.at = end
                return
            if (
                begin is not None
            ):  # also before `end`: a string without an end shifts what counts as a bracket
                self.at = begin
                return
            if len(self.text) > LARGEST or not self._more():
                self.at = len(self.text)
                return

    def _closed(self) -> int | None:
        depth = 0
        for found in _TOKEN.finditer(self.text):
            mark = found[0]
            if mark in "{[":
                depth += 1
            elif mark in "}]":
                depth -= 1
                if depth <= 0:
                    return found.end()
        return None

    def _good_after(self, end: int) -> bool:
        rest = self.text[end : end + _NEAR].lstrip()
        if rest.startswith("]"):
            return True
        gap = _GAP.match(self.text, end)
        return gap is not None and gap.end() > end and self._is_one(gap.end())

    def _next_like(self) -> int | None:
        """Where an element begins whose first key is this one's, if it reads and is accepted."""
        key = _FIRST_KEY.match(self.text)
        like = re.compile(r"[,}\]\"]\s*(\{\s*" + re.escape(key[1]) + r"\s*:)" if key else r",\s*(\{)")
        for found in like.finditer(self.text, 1):
            if self._is_one(found.start(1)):
                return found.start(1)
        return None

    def _is_one(self, at: int) -> bool:
        while True:
            try:
                return self._accepts(self._decoder.raw_decode(self.text, at)[0])
            except RecursionError:
                return False
            except ValueError as error:
                if not self._cut(error) or len(self.text) - at > LARGEST or not self._more():
                    return False

    def _cut(self, error: ValueError) -> bool:
        """Whether more text could mend it."""
        place, fault = getattr(error, "pos", 0), getattr(error, "msg", str(error))
        return "nterminated" in fault or place > len(self.text) - _NEAR
