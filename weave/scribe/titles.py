"""A title for a memory, cut from its own words. Pure."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["title_of"]

_LEAD = re.compile(
    r"(?i)^(?:(?:hey|hi|hello|well|so|oh|ok(?:ay)?|um|actually|by the way|btw|yeah|yes|thanks|wow)[,!. ]+"
    r"|(?:certainly|absolutely|sure|of course|great)(?:, \w+)?[!.] +)+"
)
_SPACE = re.compile(r"\s+")
_CLAUSE = re.compile(r"[.!?](?![^\s.!?\"')\]”’»])|[。！？;；\n]")
"""A dot inside of a number, a name or an address ("2.1", "index.html") ends nothing."""


def _wide(text: str, limit: int) -> str:
    """`text` cut to `limit` columns, where Chinese, Japanese and Korean letters take two."""
    width = 0
    for at, letter in enumerate(text):
        width += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if width > limit:
            return text[:at]
    return text


def title_of(text: str, limit: int = 60) -> str:
    """The first clause that says something, at most `limit` columns, on one line, never empty."""
    line = _SPACE.sub(" ", text[:600].replace("\x00", "")).strip().lstrip("#>*-•` ").strip()
    line = _LEAD.sub("", line) or line
    stop = _CLAUSE.search(line, 12)
    clause = line[: stop.start()] if stop else line
    cut = _wide(clause, limit)
    if cut != clause:
        shorter = cut.rsplit(" ", 1)[0]
        cut = (shorter if len(shorter) > len(cut) // 2 else cut).rstrip(" ,;:-") + "…"
    title = cut.strip(" .,;:")
    return title[0].upper() + title[1:] if title else "Untitled"
