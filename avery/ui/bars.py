"""Small horizontal and vertical bars out of line and block characters; a number stands beside them."""

from __future__ import annotations

_LEVELS = "▁▂▃▄▅▆▇█"


def _share(value: float, most: float) -> float:
    return min(1.0, max(0.0, value / most)) if most else 0.0


def bar(value: float, width: int, most: float = 1.0) -> tuple[str, str]:
    """`value` of 0..`most` as a line of `width` cells: its full part, to half a cell, and the rest."""
    halves = round(_share(value, most) * width * 2)
    full = "━" * (halves // 2) + ("╸" if halves % 2 else "")
    return full, "─" * (width - len(full))


def level(value: float, most: float = 1.0) -> str:
    """`value` of 0..`most` as one character."""
    return _LEVELS[round(_share(value, most) * (len(_LEVELS) - 1))]


def number(value: float) -> str:
    """Two decimals in four characters: ` .82`, `1.00`."""
    text = f"{value:.2f}"
    return f" {text[1:]}" if text.startswith("0.") else text


def brief_number(value: float) -> str:
    """The same in three characters: `.82`, `1.0`."""
    text = f"{value:.2f}"
    return text[1:] if text.startswith("0.") else f"{value:.1f}"
