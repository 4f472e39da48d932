"""How far the self went: each version against the first one and against the one before, as curves and in figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from avery.ui.bars import brief_number, level
from avery.ui.plots import Curve, curves
from weave.clock import day

if TYPE_CHECKING:
    from weave.identity.operations import Step

LIMIT = 0.5
"""Below that likeness nothing is applied by itself."""
_LOW = 0.4
"""Where the scale begins, when no version went below it."""


def chart(steps: Sequence[Step], width: int, height: int, zone: tzinfo | None) -> Content:
    """Within `width` by `height` cells; with less than five rows one line of blocks and the figures."""
    if not steps:
        return Content.styled("How far it went is being measured …", "$muted")
    if height < 5:
        return _brief(steps, width)
    first = [step.to_first for step in steps]
    drawn = curves(
        [
            Curve([LIMIT] * max(2, len(steps)), "$warning", dotted=True),
            Curve([step.to_previous for step in steps], "$muted"),
            Curve(first, "$accent"),
        ],
        width,
        height - 2,
        0.0 if min(first) < _LOW else _LOW,
    )
    return Content("\n").join([drawn, _days(steps, width, zone), _legend(steps, width)])


def _days(steps: Sequence[Step], width: int, zone: tzinfo | None) -> Content:
    first, last = (day(step.entry.time, zone) for step in (steps[0], steps[-1]))
    gap = " " * max(1, width - 5 - cell_len(first) - cell_len(last))
    return Content.styled(f"     {first}{gap}{last}" if len(steps) > 1 else f"     {first}", "$muted")


def _legend(steps: Sequence[Step], width: int) -> Content:
    """What the curves are, with the figures of the version in force and the lowest there was."""
    last = steps[-1]
    lowest = min(step.to_first for step in steps)
    parts = [
        ("━ like the first ", "$accent"),
        (f"{brief_number(last.to_first)}, lowest {brief_number(lowest)}", "$foreground"),
        ("   ━ like the one before ", "$muted"),
        (brief_number(last.to_previous), "$foreground"),
        ("   ┄ limit .50", "$warning"),
    ]
    return Content("     ").append(Content.assemble(*parts)).truncate(width, ellipsis=True)


def _brief(steps: Sequence[Step], width: int) -> Content:
    figure = f" like the first {brief_number(steps[-1].to_first)}"
    room = max(1, width - len(figure))
    blocks = "".join(level(step.to_first) for step in steps[-room:])
    return Content.assemble((blocks, "$accent"), (figure, "$foreground")).truncate(width, ellipsis=True)
