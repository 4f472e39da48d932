"""weave task: start, end, discard and list scratch pads."""

from __future__ import annotations

from weave import wire
from weave.cli import reports
from weave.cli.desk import Desk, linger
from weave.cli.errors import DONE
from weave.cli.parsing import Commands
from weave.errors import InvalidInput


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("task", "scratch pads: what is noted for one task, merged when it ends")
    parser = group.add("start", start, "open a pad; its id is the last word printed")
    parser.add_argument("name", metavar="NAME")
    parser = group.add("end", end, "merge a pad into the global memory")
    parser.add_argument("id", metavar="ID")
    parser = group.add("discard", discard, "throw a pad away, with all that is in it")
    parser.add_argument("id", metavar="ID")
    group.add("list", list_tasks, "the open pads")


async def start(desk: Desk) -> int:
    """Open a pad and print its id."""
    name = desk.text("name") or ""
    if not name.strip():
        raise InvalidInput("A task needs a name; write a word or two.")
    async with desk.weave() as weave:
        task = await weave.start_task(name)
        if desk.json:
            desk.terminal.data(wire.task(task))
        else:
            desk.terminal.say(f"Started {task.id}")
    return DONE


async def end(desk: Desk) -> int:
    """Consolidate a pad."""
    async with desk.weave() as weave:
        report = await weave.end_task(desk.text("id") or "")
        desk.kept = f"Interrupted; {report.task} has ended."
        if desk.json:
            desk.terminal.data(wire.task_report(report))
        else:
            desk.terminal.say(reports.task_sentence(report))
        desk.terminal.out.flush()
        await linger(weave)
    return DONE


async def discard(desk: Desk) -> int:
    """Throw a pad away."""
    async with desk.weave() as weave:
        task = await weave.discard_task(desk.text("id") or "")
        if desk.json:
            desk.terminal.data(wire.task(task))
        else:
            desk.terminal.say(f"Discarded {task.id}")
        desk.terminal.out.flush()
        await linger(weave)
    return DONE


async def list_tasks(desk: Desk) -> int:
    """Print the open pads."""
    async with desk.weave(still=True) as weave:
        tasks = await weave.tasks()
        if desk.json:
            desk.terminal.data([wire.task(task) for task in tasks])
        else:
            reports.show_tasks(desk.terminal, tasks, desk.zone)
    return DONE
