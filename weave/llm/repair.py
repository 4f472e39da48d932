"""Reads the JSON object out of a model's reply, however it is wrapped; pure.

Only complete objects are read: one that was cut is never closed by guess, since half a fact is worse than none.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

from weave.llm.thinking import visible

_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_WORDS = {"true": "True", "false": "False", "null": "None"}
_PAIRS = {"{": "}", "[": "]"}
_MOST_UNCLOSED = 30
"""Openings that are never closed, after which a reply is given up: each is looked for to the end, and a model that
repeats itself writes thousands."""


def candidates(reply: str) -> Iterator[object]:
    """Every complete JSON value of the reply, in order; an array with one object counts as that object."""
    text = visible(reply).lstrip("\ufeff")
    for piece in _complete_pieces(text):
        value = _read(piece)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if value is not None:
            yield value


def is_cut(reply: str) -> bool:
    """Whether the reply opens an object that it never closes."""
    text = visible(reply)
    place = text.find("{")
    return place >= 0 and _end(text, place) is None


def _complete_pieces(text: str) -> Iterator[str]:
    place = unclosed = 0
    while unclosed < _MOST_UNCLOSED and (start := _next_opening(text, place)) is not None:
        end = _end(text, start)
        if end is None:
            place, unclosed = start + 1, unclosed + 1
        else:
            yield text[start:end]
            place = end


def _next_opening(text: str, place: int) -> int | None:
    found = [spot for opening in _PAIRS if (spot := text.find(opening, place)) >= 0]
    return min(found, default=None)


def _end(text: str, start: int) -> int | None:
    """Where the value that opens at `start` ends; None when it is never closed."""
    awaited: list[str] = []
    place = start
    while place < len(text):
        letter = text[place]
        if letter in "\"'":
            closed = _string_end(text, place)
            if closed is None:
                return None
            place = closed
            continue
        if letter in _PAIRS:
            awaited.append(_PAIRS[letter])
        elif letter in "}]":
            if not awaited or awaited.pop() != letter:
                return None
            if not awaited:
                return place + 1
        place += 1
    return None


def _string_end(text: str, start: int) -> int | None:
    quote, place = text[start], start + 1
    while place < len(text):
        if text[place] == "\\":
            place += 2
        elif text[place] == quote:
            return place + 1
        else:
            place += 1
    return None


def _read(piece: str) -> object:
    for form in (piece, _TRAILING_COMMA.sub(r"\1", piece)):
        try:
            # strict=False: local models leave line breaks inside strings.
            return _plain(json.loads(form, strict=False, parse_constant=_refuse))
        except (ValueError, RecursionError):
            continue
    return _read_python(piece)


def _read_python(piece: str) -> object:
    """Single quotes, True, None: a Python literal, or one with JSON's words for them."""
    for form in (piece, _with_python_words(piece)):
        try:
            return _plain(ast.literal_eval(form))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
    return None


def _with_python_words(piece: str) -> str:
    """JSON's words as Python's, outside strings only."""
    parts, place = [], 0
    while place < len(piece):
        if piece[place] in "\"'":
            end = _string_end(piece, place) or len(piece)
            parts.append(piece[place:end])
        else:
            end = next((i for i in range(place, len(piece)) if piece[i] in "\"'"), len(piece))
            parts.append(re.sub(r"\b(true|false|null)\b", lambda m: _WORDS[m[0]], piece[place:end]))
        place = end
    return "".join(parts)


def _plain(value: object) -> object:
    """Only what a file can hold: no sets, no infinity, no half of a surrogate pair. Raises ValueError."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=False)
    plain: object = json.loads(text.encode("utf-8", "replace"))
    return plain


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is no JSON number")
