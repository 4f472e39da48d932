"""How a huge memory is cut to the part that matches, within a number of tokens. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from weave.tokens import tokens

_ELLIPSIS = "…"


def _densest(places: Sequence[int], width: int, length: int) -> int:
    """Where a window of `width` letters holds the most of `places` (sorted)."""
    best, start = 0, 0
    left = 0
    for right, place in enumerate(places):
        while place - places[left] > width:
            left += 1
        if right - left + 1 > best:
            best, start = right - left + 1, (places[left] + place) // 2 - width // 2
    return min(max(0, start), max(0, length - width))


def excerpt(text: str, terms: Sequence[str], limit: int) -> str:
    """At most about `limit` tokens of `text`, around where most of `terms` stand; all of it if it fits."""
    if len(text) <= limit or tokens(text) <= limit:
        return text
    width = max(1, int(len(text) * limit / tokens(text)) - 2)
    folded = text.casefold()
    # Folding may change lengths (ß, İ); then places are only nearly right, which an excerpt can bear.
    places = sorted(
        found.start()
        for term in dict.fromkeys(term.casefold() for term in terms if term)
        for found in re.finditer(re.escape(term), folded)
    )
    start = _densest(places, width, len(text))
    end = min(len(text), start + width)
    if start:
        space = text.find(" ", start, start + 40)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", end - 40, end)
        end = space if space > start else end
    return (_ELLIPSIS if start else "") + text[start:end].strip() + (_ELLIPSIS if end < len(text) else "")
