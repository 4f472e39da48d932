"""Aligned columns in any script: cut to the terminal's width where there is one, whole where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from weave.cli.terminal import Terminal
from weave.cli.text import cut, one_line, pad, width

_GAP = "  "
_NARROWEST = 16


def table(terminal: Terminal, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under headers; on a terminal the last column gives way so that no line is broken."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(headers, *cells, strict=True)]
    if terminal.interactive:
        fixed = sum(widths[:-1]) + len(_GAP) * (len(widths) - 1)
        widths[-1] = max(_NARROWEST, min(widths[-1], terminal.width - fixed))
        cells = [[*row[:-1], cut(row[-1], widths[-1])] for row in cells]
    terminal.say(terminal.style(_line(headers, widths), "dim"))
    for row in cells:
        terminal.say(_line(row, widths))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return _GAP.join(pad(cell, cells_wide) for cell, cells_wide in zip(cells, widths, strict=True)).rstrip()


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 memory`, `2,000 memories`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
