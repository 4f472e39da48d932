"""What an empty chat says, in the middle of the space where the talk will stand."""

from __future__ import annotations

from functools import lru_cache

from rich.segment import Segment
from textual.strip import Strip

from avery.ui.blocks import Painter, beside
from avery.ui.speech import GUTTER, Ink

_READABLE = 64
"""Cells: a line that is read with ease."""
_TITLE = "Avery remembers."


def row(text: str, y: int, height: int, width: int, ink: Ink, *, whole: bool = False) -> Strip:
    """Row `y` of a view of `height` rows and `width` cells; empty where the greeting does not stand.

    `whole`: not at all unless there is room for all of it, as below a notice.
    """
    lines = _lines(text, min(width, _READABLE), ink)
    if whole and len(lines) > height:
        return Strip.blank(0)
    at = y - max(0, (height - len(lines)) // 3)
    return lines[at] if 0 <= at < len(lines) else Strip.blank(0)


@lru_cache(maxsize=4)
def _lines(text: str, width: int, ink: Ink) -> tuple[Strip, ...]:
    title = Strip([Segment(_TITLE, ink.name_avery)])
    words = Painter(width, ink.colours).text(text, ink.muted)
    return tuple(beside(Segment(" " * GUTTER), [title, Strip.blank(0), *words]))
