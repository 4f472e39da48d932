"""weave stats: what the memory knows about itself, now and over the cycles of sleep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weave.analytics import wire
from weave.analytics.model import HealthPart, PartName
from weave.cli import courses, figures
from weave.cli.desk import Desk, awake
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, words

if TYPE_CHECKING:
    from weave.weave import Weave


def register(commands: Commands) -> None:
    """Add this group's commands."""
    parser = commands.add(
        "stats",
        stats,
        "figures: health, what there is, the forgetting curve, what sleep did, recall, tokens, sizes",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--history", action="store_true", help="how the figures went from cycle to cycle")
    what.add_argument(
        "--part", choices=words(PartName), help="list what is behind a part of the health score"
    )


async def stats(desk: Desk) -> int:
    """Print the figures; as of now, or of each cycle."""
    if desk.arguments.history:
        return await _history(desk)
    async with desk.weave() as weave:
        await awake(weave)  # the indexes are asked what they hold
        now = await weave.analytics.stats()
        named = desk.text("part")
        if named is not None:
            part = now.health.part(PartName(named))
            await _show_part(desk, part, weave)
        elif desk.json:
            desk.terminal.data(wire.stats(now))
        else:
            figures.show_stats(desk.terminal, now)
    return DONE


async def _history(desk: Desk) -> int:
    async with desk.weave(still=True) as weave:
        history = await weave.analytics.history()
        if desk.json:
            desk.terminal.data([wire.snapshot(one) for one in history])
        else:
            courses.show_history(desk.terminal, history, desk.zone)
    return DONE


async def _show_part(desk: Desk, part: HealthPart, weave: Weave) -> None:
    if desk.json:
        desk.terminal.data(wire.part(part))
    else:
        figures.show_part(desk.terminal, part, await weave.analytics.behind(part))
