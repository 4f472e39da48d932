"""What an empty chat says, in the middle of the space where the talk will stand."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip

from avery.ui.blocks import Painter, beside
from avery.ui.speech import GUTTER, Ink

_READABLE = 64
"""Cells: a line that is read with ease."""
_TITLE = "Avery remembers."


def row(text: str, y: int, height: int, painter: Painter, ink: Ink) -> Strip:
    """Row `y` of a view of `height` rows; empty where the greeting does not stand."""
    lines = _lines(text, painter, ink)
    at = y - max(0, (height - len(lines)) // 3)
    return lines[at] if 0 <= at < len(lines) else Strip.blank(0)


def _lines(text: str, painter: Painter, ink: Ink) -> list[Strip]:
    narrow = Painter(min(painter.width, _READABLE), painter.colours)
    words = narrow.text(text, ink.muted)
    return beside(Segment(" " * GUTTER), [Strip([Segment(_TITLE, ink.name_avery)]), Strip.blank(0), *words])
