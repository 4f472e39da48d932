"""weave procedures: what is followed as a checklist, what came of it, and the person's word on what keeps failing."""

from __future__ import annotations

from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, words
from weave.cli.text import harmless, one_line
from weave.procedures import wire, wording
from weave.procedures.model import Outcome


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("procedures", "what is followed as a checklist, and what came of it")
    group.add("list", list_procedures, "every procedure, the one followed last first")
    parser = group.add("record", record, "what came of following one")
    parser.add_argument("id", metavar="ID")
    parser.add_argument(
        "outcome", metavar="OUTCOME", choices=words(Outcome), help="worked, failed or abandoned"
    )
    parser.add_argument("note", metavar="NOTE", nargs="*", help="why, in a few words")
    parser = group.add("retire", retire, "withdraw one; its lesson is kept")
    parser.add_argument("id", metavar="ID")
    parser = group.add("revive", revive, "put one in force again, for good")
    parser.add_argument("id", metavar="ID")


async def list_procedures(desk: Desk) -> int:
    """Print the procedures."""
    async with desk.weave(still=True) as weave:
        found = await weave.procedures.list()
        if desk.json:
            desk.terminal.data([wire.procedure(one) for one in found])
            return DONE
        for one in found:
            desk.terminal.say(f"{one.id}  {one_line(wording.line(one))}")
            for number, step in enumerate(one.steps, 1):
                desk.terminal.say(f"    {number}. {one_line(harmless(step))}")
        if not found:
            desk.terminal.note("No procedures yet; tell Avery how something is done, step by step.")
    return DONE


async def record(desk: Desk) -> int:
    """Write down an outcome."""
    async with desk.weave() as weave:
        outcome = Outcome(desk.text("outcome") or "")
        done = await weave.procedures.record(desk.text("id") or "", outcome, " ".join(desk.texts("note")))
        if desk.json:
            desk.terminal.data(wire.recorded(done))
        else:
            desk.terminal.say(one_line(wording.recorded(done)))
    return DONE


async def retire(desk: Desk) -> int:
    """Withdraw a procedure."""
    async with desk.weave() as weave:
        done = await weave.procedures.retire(desk.text("id") or "")
        if desk.json:
            desk.terminal.data(wire.recorded(done))
        else:
            desk.terminal.say(f"Withdrawn: {one_line(done.procedure.title)}")
    return DONE


async def revive(desk: Desk) -> int:
    """Put a procedure in force again."""
    async with desk.weave() as weave:
        done = await weave.procedures.revive(desk.text("id") or "")
        if desk.json:
            desk.terminal.data(wire.procedure(done))
        else:
            desk.terminal.say(f"In force again: {one_line(done.title)}")
    return DONE
