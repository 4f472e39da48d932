"""Curves out of braille dots: two by four in a cell, so that a small pane shows a shape. Pure.

The figures that matter stand beside a curve in words; it only shows how they went.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""By column and row of a cell, the bit of its dot."""
_BLANK = 0x2800
_AXIS = 5
"""Cells of the scale at the left."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Values from left to right, evenly spaced; None where there is none."""

    values: Sequence[float | None]
    style: str = "$accent"
    dotted: bool = False
    """A line of reference: every fourth dot only."""


def curves(lines: Sequence[Curve], width: int, height: int, low: float = 0.0, high: float = 1.0) -> Content:
    """All of them in one frame of `width` by `height` cells, with a scale at the left; later ones lie above."""
    grid = _Grid(max(4, width - _AXIS), max(1, height))
    for line in lines:
        _trace(grid, line, low, high)
    scale = {0: high, grid.height - 1: low} if grid.height > 1 else {0: high}
    rows = [
        Content.styled(f"{_number(scale[y]) if y in scale else '':>{_AXIS - 1}} ", "$muted") + grid.row(y)
        for y in range(grid.height)
    ]
    return Content("\n").join(rows)


def _number(value: float) -> str:
    """In at most four cells: `0.4`, `950`, `1.3k`, `12k`, `1.2M`."""
    if abs(value) < 10 and value != int(value):
        return f"{value:.1f}"
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.1f}{unit}" if abs(value) < 10 * size else f"{value / size:.0f}{unit}"
    return f"{value:.0f}"


def _trace(grid: _Grid, line: Curve, low: float, high: float) -> None:
    """Dots from one value to the next; a lone value is a short dash."""
    wide, tall = grid.width * 2 - 1, grid.height * 4 - 1
    step = wide / max(1, len(line.values) - 1)
    span = (high - low) or 1.0
    last: tuple[int, int] | None = None
    for number, value in enumerate(line.values):
        if value is None:
            last = None
            continue
        share = min(1.0, max(0.0, (value - low) / span))
        here = round(number * step), tall - round(share * tall)
        _stroke(grid, last or here, here, line)
        last = here
    if len(line.values) == 1 and last is not None:
        _stroke(grid, last, (min(wide, 3), last[1]), line)


def _stroke(grid: _Grid, one: tuple[int, int], other: tuple[int, int], line: Curve) -> None:
    dots = max(abs(other[0] - one[0]), abs(other[1] - one[1]), 1)
    for dot in range(dots + 1):
        x = round(one[0] + (other[0] - one[0]) * dot / dots)
        y = round(one[1] + (other[1] - one[1]) * dot / dots)
        if not line.dotted or x % 4 == 0:
            grid.put(x, y, line.style)


class _Grid:
    """Cells of dots, each in the colour of what was drawn there last."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._bits = [[0] * width for _ in range(height)]
        self._styles = [["$muted"] * width for _ in range(height)]

    def put(self, x: int, y: int, style: str) -> None:
        self._bits[y // 4][x // 2] |= _DOTS[x % 2][y % 4]
        self._styles[y // 4][x // 2] = style

    def row(self, y: int) -> Content:
        cells = zip(self._bits[y], self._styles[y], strict=True)
        return Content.assemble(*((chr(_BLANK | bits) if bits else " ", style) for bits, style in cells))
