"""Cutting a long text into pieces an embedder can take, so that its last line is found as well as its first.

Pure and deterministic; the pieces put together again are the text. Sizes are counted in weights,
since a letter of a dense script costs a tokenizer several times what a Latin one does.
"""

from __future__ import annotations

import re
from itertools import accumulate

LIMIT = 3_600
"""Weight up to which a text stays whole: 1,200 Latin letters, 900 Thai ones or 450 Chinese characters."""
PIECE = 1_200
"""Weight of the pieces of a longer one: small, so that one sentence is not lost in a wall of others."""
_EDGE = 60
"""Weight from which a first or last line is a piece of its own."""

_LATIN, _MIDDLE, _DENSE = 3, 4, 8
_BREAKS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n[ \t\r]*\n\s*",  # paragraph
        r"\n\s*",  # line
        r"[.!?…؟۔।]+[\"'”’)\]]*\s+|[。！？｡]+[」』”’）]*\s*",  # sentence
        r"\s+|[、，；：]",  # word or clause
    )
)
# Cut before one of these and a letter loses its accent, or an emoji falls apart.
_JOINED = re.compile(
    "[\u0300-\u036f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u200d\u3099\u309a\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
)


def _weight(letter: str) -> int:
    code = ord(letter)
    if code < 0x590 or 0x1E00 <= code < 0x2E80:
        return _LATIN
    return _MIDDLE if code < 0x1100 else _DENSE


def weight(text: str) -> int:
    """What `text` counts against a limit."""
    return _LATIN * len(text) if text.isascii() else sum(map(_weight, text))


def _reach(text: str, start: int, limit: int) -> int:
    """The furthest end of a piece from `start` that stays within `limit`; at least one letter on."""
    window = text[start : start + limit // _LATIN]
    if window.isascii():
        return start + max(1, len(window))
    fits = sum(1 for total in accumulate(map(_weight, window)) if total <= limit)
    return start + max(1, fits)


def _whole_letter(text: str, start: int, end: int) -> int:
    """`end` moved back, a little at most, so that no joined sign is cut off its letter."""
    for place in range(end, max(start + 1, end - 8), -1):
        if not _JOINED.match(text, place) and text[place - 1] != "\u200d":
            return place
    return end


def _cut(text: str, start: int, end: int) -> int:
    """The best border in the second half of text[start:end]: paragraph, line, sentence, word, letter."""
    half = start + (end - start) // 2
    for pattern in _BREAKS:
        place = max((match.end() for match in pattern.finditer(text, half, end)), default=0)
        if place > half:
            return place
    return _whole_letter(text, start, end)


def _lines_at_the_ends(text: str) -> tuple[int, int]:
    """Where the first line ends and the last begins: beside a paste, a person's own words stand there."""
    first = text.find("\n") + 1
    last = text.rfind("\n", first, len(text.rstrip())) + 1
    if weight(text[:first].strip()) < _EDGE:
        first = 0
    if last == 0 or weight(text[last:].strip()) < _EDGE:
        last = len(text)
    return first, last


def _pieces(text: str, limit: int) -> list[str]:
    pieces: list[str] = []
    start = 0
    while (end := _reach(text, start, limit)) < len(text):
        border = _cut(text, start, end)
        pieces.append(text[start:border])
        start = border
    return pieces + [text[start:]] * (start < len(text))


def split(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """`text` as it is when it weighs no more than `limit`; else pieces (of at most PIECE) that join up to it.

    A piece holds at least one letter, whatever the limit.
    """
    if len(text) <= limit // _LATIN and weight(text) <= limit:
        return (text,)
    size = min(limit, PIECE)
    first, last = _lines_at_the_ends(text)
    spans = (text[:first], text[first:last], text[last:])
    return tuple(piece for span in spans for piece in _pieces(span, size))
