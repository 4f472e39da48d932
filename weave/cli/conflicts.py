"""weave conflicts and weave resolve: what contradicts each other, laid side by side, and the person's word on it."""

from __future__ import annotations

from weave import wire
from weave.cli import sides
from weave.cli.desk import Desk, linger
from weave.cli.errors import DONE
from weave.cli.memories import standing
from weave.cli.parsing import Commands


def register(commands: Commands) -> None:
    """Add this group's commands."""
    commands.add("conflicts", conflicts, "what contradicts each other and waits for your word, side by side")
    parser = commands.add("resolve", resolve, "decide a conflict: what is kept stands, the rest is history")
    parser.add_argument(
        "id",
        metavar="ID",
        help="the conflict's id, or that of a fact or memory in it; its beginning is enough",
    )
    parser.add_argument(
        "--keep",
        metavar="FACT",
        nargs="+",
        required=True,
        help="ids of the facts that hold; all: there is no conflict, none: neither holds",
    )


async def conflicts(desk: Desk) -> int:
    """Print every open conflict."""
    async with desk.weave(still=True) as weave:
        found = await weave.conflicts()
        if desk.json:
            desk.terminal.data([wire.conflict(one, lambda memory: standing(desk, memory)) for one in found])
        else:
            sides.show_conflicts(desk.terminal, found, desk.zone)
    return DONE


async def resolve(desk: Desk) -> int:
    """Decide one conflict."""
    async with desk.weave() as weave:
        done = await weave.resolve(desk.text("id") or "", desk.texts("keep"))
        desk.kept = "Interrupted; the conflict is decided."
        if desk.json:
            desk.terminal.data(wire.resolution(done))
        else:
            sides.show_resolution(desk.terminal, done)
        desk.terminal.out.flush()
        await linger(weave)
    return DONE
