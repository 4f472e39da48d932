"""The comment under a title: `<!-- weave key=value … -->`, whose values can never end it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Pair = tuple[str, str]

_TOKEN = re.compile(r'([^\s=]+)=("(?:[^"\\]|\\.)*"(?=\s|\Z)|\S*)|(\S+)', re.DOTALL)
_BARE = re.compile(r"[^\s\"\\<>]+")
_ENDS_COMMENT = re.compile(r"(?<=[-!])>")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ITEM = re.compile(r"((?:[^,\\]|\\.)*)(?:,|\Z)", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}
_UNSAFE_KEY = re.compile(r"[\s=\"<>]+")


def quote(value: str) -> str:
    """A value as it is written: bare if it can be, else in double quotes."""
    if _BARE.fullmatch(value):
        return value
    inner = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return '"' + _ENDS_COMMENT.sub(r"\\>", inner) + '"'


def unquote(written: str) -> str:
    """The value that `quote` wrote."""
    if len(written) < 2 or written[0] != '"' or written[-1] != '"':
        return written
    return _ESCAPE.sub(lambda found: _LETTERS.get(found[1], found[1]), written[1:-1])


def join(items: Iterable[str]) -> str:
    """A list as one value: commas inside an item are escaped, empty items left out."""
    return ",".join(item.replace("\\", "\\\\").replace(",", "\\,") for item in items if item)


def split(value: str) -> tuple[str, ...]:
    """The items of a list."""
    items = (_ESCAPE.sub(r"\1", found[1]).strip() for found in _ITEM.finditer(value))
    return tuple(item for item in items if item)


def write(pairs: Sequence[Pair]) -> str:
    """One line, without its end."""
    words = (f"{_UNSAFE_KEY.sub('_', key) or '_'}={quote(value)}" for key, value in pairs)
    return " ".join(["<!-- weave", *words, "-->"])


def read(inside: str) -> tuple[tuple[Pair, ...], str | None]:
    """The pairs between `weave` and `-->` in order, and what is wrong with the first bad one."""
    pairs, problem = list[Pair](), None
    for key, value, stray in _TOKEN.findall(inside):
        if stray:
            problem = problem or f"{stray!r} is no key=value pair"
            pairs.append((stray, ""))
            continue
        if value.startswith('"') and (len(value) < 2 or value[-1] != '"'):
            problem = problem or f"the quotes of {key} are not closed"
        pairs.append((key, unquote(value)))
    return tuple(pairs), problem
