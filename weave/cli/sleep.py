"""weave sleep and weave undo: a cycle of sleep now, what it would do, and the way back."""

from __future__ import annotations

from weave.cli.desk import Desk, linger
from weave.cli.errors import DONE
from weave.cli.parsing import Commands
from weave.cli.terminal import Terminal
from weave.cli.text import one_line
from weave.errors import HomeBusy
from weave.sleep import wire, wording
from weave.sleep.model import Plan, Report

_STYLES = {"step": ("bold",), "file": ("dim",), "made": ("green",), "gone": ("red",)}


def register(commands: Commands) -> None:
    """Add this group's commands."""
    parser = commands.add(
        "sleep", sleep, "forget what mattered little, replace old weeks by summaries, learn from what recurs"
    )
    parser.add_argument("--dry-run", action="store_true", help="print what would be done, and do nothing")
    parser.add_argument("--yes", action="store_true", help="also if more than a quarter would be forgotten")
    commands.add("undo", undo, "take back the last cycle of sleep that changed a memory")


async def sleep(desk: Desk) -> int:
    """One cycle, or its plan."""
    approved = bool(desk.arguments.yes)
    if desk.arguments.dry_run:
        async with desk.weave(still=True) as weave:
            _show_plan(desk, await weave.sleeping.plan(approved=approved))
        return DONE
    try:
        await _cycle(desk, approved=approved)
    except HomeBusy as busy:
        if approved:  # a person said so, and it is not done
            raise
        _leave_it(desk, busy.pid)
    return DONE


async def _cycle(desk: Desk, *, approved: bool) -> None:
    async with desk.weave() as weave:
        desk.kept = "Interrupted; the cycle goes on with the next `weave sleep`."
        report = await weave.sleeping.run(approved=approved)
        _show_report(desk, report)
        desk.terminal.out.flush()
        desk.kept = "Interrupted; the cycle was done."
        await linger(weave)


def _leave_it(desk: Desk, pid: int | None) -> None:
    """Whoever runs this by a timer need not know whether Avery runs."""
    if desk.json:
        desk.terminal.data({"cycle": None, "owner_pid": pid})
    else:
        desk.terminal.say(wording.at_work(pid))


def _show_plan(desk: Desk, plan: Plan) -> None:
    if desk.json:
        desk.terminal.data(wire.plan(plan))
        return
    for kind, text in wording.plan_lines(plan):
        desk.terminal.say(_styled(desk.terminal, kind, one_line(text)))


def _styled(terminal: Terminal, kind: str, text: str) -> str:
    return terminal.style(text, *_STYLES[kind]) if kind in _STYLES else text


def _show_report(desk: Desk, report: Report) -> None:
    if desk.json:
        desk.terminal.data(wire.report(report))
    else:
        for line in wording.report_lines(report):
            desk.terminal.say(line)
    if report.waiting:
        desk.terminal.note(wording.approval(report.waiting))


async def undo(desk: Desk) -> int:
    """Take the last cycle back."""
    async with desk.weave() as weave:
        desk.kept = "Interrupted; what is left comes back with the next `weave undo`."
        undone = await weave.sleeping.undo()
        if desk.json:
            desk.terminal.data(wire.undone(undone))
        else:
            desk.terminal.say(wording.undone_line(undone))
        desk.terminal.out.flush()
        await linger(weave)
    return DONE
