"""weave facts: what is known, as subject, predicate and object."""

from __future__ import annotations

from weave import wire
from weave.cli import reports
from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.memories import add_times
from weave.cli.parsing import Commands


def register(commands: Commands) -> None:
    """Add this group's command."""
    parser = commands.add("facts", facts, "what is known, as subject, predicate and object")
    parser.add_argument("subject", metavar="SUBJECT", nargs="?", help="only what is known about this")
    add_times(parser)


async def facts(desk: Desk) -> int:
    """Print facts."""
    subject = desk.text("subject")
    as_of, known_at = desk.until("as_of"), desk.until("known_at")
    async with desk.weave() as weave:
        found = await weave.facts(subject, as_of=as_of, known_at=known_at)
        if desk.json:
            desk.terminal.data([wire.fact(fact) for fact in found])
        else:
            reports.show_facts(desk.terminal, found, desk.zone)
    return DONE
