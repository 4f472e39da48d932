"""An identity in pieces: its statements, the words in them, and what one text says that another does not. Pure.

Statements are sentences and list items, headings left out: two selves that share a form have nothing else in common.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from weave.lexical import STOP_WORDS, terms

LONGEST_DIFF = 400
"""Lines of a diff that are kept."""
_LONGEST_LINE = 2_000
_COMPARED = 200_000
_MOST_LINES = 3_000
"""Beyond that many lines no diff is computed: it would take minutes."""

_ITEM = re.compile(r"^(?:[-*+•·‣]|\d{1,3}[.)])\s+")
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])|(?<=[؟۔।])\s*")
_MARKS = re.compile(r"^[\s#>*+•·‣_`~-]+|[\s*_`~]+$")


def normal(text: str) -> str:
    """A text for comparing: one form of Unicode, LF line ends, no blanks at line ends or around it."""
    flat = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "\n".join(line.rstrip() for line in flat.split("\n")).strip()


def statements(text: str) -> tuple[str, ...]:
    """The sentences and list items of a text in order; the bare lines where there is nothing but headings."""
    found = tuple(statement for _, statement in placed(text))
    return found or tuple(line.strip() for line in text.split("\n") if line.strip())


def placed(text: str) -> tuple[tuple[str, str], ...]:
    """Each sentence and list item with the heading it stands under, "" for none; broken lines are joined."""
    found: list[tuple[str, str]] = []
    paragraph: list[str] = []
    heading = ""
    for line in [*normal(text).split("\n"), ""]:
        bare = line.strip()
        if not bare or bare.startswith("#") or _ITEM.match(bare):
            found += ((heading, sentence) for sentence in _sentences(" ".join(paragraph)))
            paragraph = []
        if bare.startswith("#"):
            heading = bare.lstrip("# ")
        elif bare:
            paragraph.append(_ITEM.sub("", bare))
    return tuple(found)


def fresh(before: str, after: str) -> tuple[str, ...]:
    """The statements of `after` that are none of `before`, wherever their lines are broken."""
    known = set(keys(statements(before)))
    return tuple(statement for statement in statements(after) if key(statement) not in known)


def _sentences(paragraph: str) -> list[str]:
    flat = " ".join(paragraph.split())
    return [piece.strip() for piece in _SENTENCES.split(flat) if any(map(str.isalnum, piece))]


def headings(text: str) -> frozenset[str]:
    """The headings of the first level, folded: the names a text gives itself."""
    return frozenset(" ".join(terms(line[2:])) for line in text.split("\n") if line.startswith("# "))


def key(line: str) -> str:
    """A line as it is compared: without list marks, emphasis, case and the spacing between its words."""
    flat = unicodedata.normalize("NFKC", _MARKS.sub("", _ITEM.sub("", line.strip()))).casefold()
    return " ".join(flat.split())


def keys(lines: Iterable[str]) -> list[str]:
    """The keys of lines that say something."""
    return [found for line in lines if (found := key(line)) and any(map(str.isalnum, found))]


def added(before: str, after: str) -> tuple[str, ...]:
    """The lines of `after` that say what no line of `before` says, in order."""
    known = Counter(keys(before.split("\n")))
    fresh = []
    for line in after.split("\n"):
        name = key(line)
        if known[name] > 0:
            known[name] -= 1
        elif any(map(str.isalnum, name)):
            fresh.append(line.strip())
    return tuple(fresh)


def content(text: str) -> frozenset[str]:
    """The terms of a text that carry meaning."""
    found = terms(text)
    return frozenset(term for term in found if term not in STOP_WORDS) or frozenset(found)


def diff(before: str, after: str, most: int = 24_000) -> tuple[str, ...]:
    """The changed lines with a little around them, as in a unified diff without its header.

    At most about `most` characters of it.
    """
    old, new = (text[:_COMPARED].rstrip("\n").split("\n") for text in (before, after))
    if max(len(old), len(new)) > _MOST_LINES:
        return (f"({len(old):,} lines became {len(new):,}: too many to compare)",)
    lines = list(difflib.unified_diff(old, new, lineterm="", n=1))[2:]
    return _capped(lines, most)


def _capped(lines: Sequence[str], most: int) -> tuple[str, ...]:
    kept: list[str] = []
    for line in lines:
        if most <= 0 or len(kept) == LONGEST_DIFF:
            return (*kept, f"({len(lines) - len(kept):,} more lines)")
        kept.append(line if len(line) <= _LONGEST_LINE else line[:_LONGEST_LINE] + "…")
        most -= len(kept[-1])
    return tuple(kept)
