"""Plots made of letters: bars, sparklines and curves, for any width, in any script. Pure.

A plotting library was tried: importing it takes longer than all figures of a small home, and it knows nothing of wide
letters. Block characters divide a cell into eight, which is as fine as a terminal shows. Where the stream takes no
UTF-8 (`plain`), whole cells of ASCII stand in their place. A figure that is none (NaN, below zero) draws nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from weave.cli.text import cut, one_line, pad, width

_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEVELS = "▁▂▃▄▅▆▇█"
_PLAIN_LEVELS = "_.-=+*#@"
_FEWEST_CELLS, _MOST_CELLS = 4, 40
"""Of a bar; a longer one says no more."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar chart: a label, a value, and what is written behind the bar."""

    label: str
    value: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Filling:
    """A bar of shares that add up to at most 1: each with its own sign; `mark` is a share to be shown in it."""

    solid: float
    shaded: float = 0.0
    mark: float | None = None


def bar(share: float, cells: int, *, plain: bool = False) -> str:
    """A bar that fills this share of so many cells; what is more than nothing is seen."""
    share = _proper(share)
    if plain:
        return "#" * max(bool(share), round(share * cells))
    eighths = max(bool(share), round(share * cells * 8))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def filling(one: Filling, cells: int, *, plain: bool = False) -> str:
    """Exactly `cells` cells: what is solid, what is shaded, and the rest, with the mark laid over."""
    solid, shaded, rest, mark = ("#", "+", ".", "|") if plain else ("█", "▒", "·", "│")
    first = round(_proper(one.solid) * cells)
    second = min(cells, round(_proper(one.solid + one.shaded) * cells))
    drawn = list(solid * first + shaded * (second - first) + rest * (cells - second))
    if one.mark is not None and drawn:
        drawn[min(cells - 1, int(_proper(one.mark) * cells))] = mark
    return "".join(drawn)


def bars(rows: Sequence[Bar], cells: int, *, top: float | None = None, plain: bool = False) -> list[str]:
    """One line a row, none wider than `cells` (at least 24): label, bar on a common scale up to `top`, note."""
    if not rows:
        return []
    cells = max(24, cells)
    labels, notes = _columns(rows, cells)
    room = max(_FEWEST_CELLS, min(_MOST_CELLS, cells - width(labels[0]) - max(map(width, notes)) - 2))
    most = top or max((row.value for row in rows if math.isfinite(row.value)), default=0.0)
    drawn = [bar(row.value / most if most > 0 else 0.0, room, plain=plain) for row in rows]
    return [
        cut(f"{label} {pad(line, room)} {note}".rstrip(), cells)
        for label, line, note in zip(labels, drawn, notes, strict=True)
    ]


def _columns(rows: Sequence[Bar], cells: int) -> tuple[list[str], list[str]]:
    """Labels of one width, at most a third of the line; notes cut so that something is left for the bars."""
    labels = [cut(one_line(row.label), cells // 3) for row in rows]
    widest = max(map(width, labels))
    most = cells - widest - 2 - _FEWEST_CELLS
    return [pad(label, widest) for label in labels], [cut(one_line(row.note), most) for row in rows]


def paired(
    labels: Sequence[str], left: Sequence[int], right: Sequence[int], cells: int, *, plain: bool = False
) -> list[str]:
    """Two counts for each label as bars that grow away from each other, on a common scale."""
    most = max([*left, *right], default=0)
    figures = max((len(f"{count:,}") for count in (*left, *right)), default=1)
    label = max(map(width, labels), default=0)
    room = max(_FEWEST_CELLS, min(_MOST_CELLS, max(24, cells) - label - 2 * figures - 4) // 2)
    lines = []
    for name, one, other in zip(labels, left, right, strict=True):
        before = ("#" if plain else "█") * _whole_cells(one, most, room)
        after = bar(other / most if most else 0.0, room, plain=plain)
        lines.append(
            f"{one:>{figures},} {before:>{room}} {pad(name, label)} {pad(after, room)} {other:,}".rstrip()
        )
    return lines


def _whole_cells(count: int, most: int, room: int) -> int:
    """Cells of a bar that grows to the left: there are no blocks that are filled from the right."""
    return max(bool(count), round(count / most * room)) if most else 0


def spark(values: Sequence[float | None], cells: int, *, plain: bool = False) -> str:
    """A line of at most `cells` letters, the highest for the largest value; a space where there is none.

    More values than cells are averaged. Values that are all alike lie in the middle.
    """
    levels = _PLAIN_LEVELS if plain else _LEVELS
    shown = _averaged([None if v is None or not math.isfinite(v) else v for v in values], max(1, cells))
    there = [value for value in shown if value is not None]
    low, high = min(there, default=0.0), max(there, default=0.0)
    return "".join(" " if value is None else levels[_level(value, low, high, len(levels))] for value in shown)


def _level(value: float, low: float, high: float, levels: int) -> int:
    if high <= low:
        return levels // 2
    return min(levels - 1, int((value / 2 - low / 2) / (high / 2 - low / 2) * levels))


def _averaged(values: Sequence[float | None], cells: int) -> list[float | None]:
    if len(values) <= cells:
        return list(values)
    found: list[float | None] = []
    for cell in range(cells):
        part = values[cell * len(values) // cells : (cell + 1) * len(values) // cells]
        there = [value / len(part) for value in part if value is not None]
        known = sum(value is not None for value in part)
        found.append(math.fsum(there) * len(part) / known if known else None)
    return found


def _proper(share: float) -> float:
    return min(1.0, max(0.0, share)) if math.isfinite(share) else 0.0
