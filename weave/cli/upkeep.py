"""weave doctor and weave reindex: how the stores are, and how they are made anew."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from weave import wire
from weave.cli import reports
from weave.cli.desk import Desk, awake
from weave.cli.errors import DONE, FAILED
from weave.cli.parsing import Commands
from weave.cli.progress import Progress
from weave.cli.tables import counted

if TYPE_CHECKING:
    from weave.weave import Weave


def register(commands: Commands) -> None:
    """Add this group's commands."""
    commands.add(
        "doctor",
        doctor,
        "how each store is: what is indexed, what waits, what failed and the next step; exit status 1 if one failed",
    )
    commands.add("reindex", reindex, "build every index anew from the files; interrupted, it goes on later")


async def doctor(desk: Desk) -> int:
    """Print the state of the stores; 1 if one that is switched on failed."""
    async with desk.weave() as weave:
        await awake(weave)
        checkup = await weave.checkup()
        if desk.json:
            desk.terminal.data(wire.checkup(checkup))
        else:
            reports.show_checkup(desk.terminal, checkup)
    return DONE if reports.is_well(checkup) else FAILED


async def reindex(desk: Desk) -> int:
    """Rebuild; interrupted, it goes on at the next start."""
    async with desk.weave() as weave:
        desk.kept = "Interrupted; nothing is lost, indexing goes on at the next start of Avery or weave."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            report = await weave.reindex(progress)
        if desk.json:
            desk.terminal.data({"memories": report.memories, "files": report.files})
        else:
            read = f"{counted(report.memories, 'memory', 'memories')} from {counted(report.files, 'file')}"
            told = await _documents(desk, weave)
            desk.terminal.say(f"Read {read}{told}.")
        left = weave.status().degraded
        for one in left:
            desk.terminal.note(f"Without {one.backend}: {one.reason}")
    return FAILED if left else DONE


async def _documents(desk: Desk, weave: Weave) -> str:
    """How many files the library holds, for the end of a sentence."""
    if not desk.config.documents.enabled:
        return ""
    held = sum(not one.refusal for one in await weave.library.list())
    return f", and {counted(held, 'file')} of the library" if held else ""


async def settle(desk: Desk, weave: Weave, timeout: float | None) -> bool:
    """Wait for the indexes with a progress bar; says what still waits when the time is up."""
    with Progress(sys.stderr, width=desk.terminal.width) as progress:
        settled = await weave.settle(timeout, progress)
    if not settled:
        waiting = ", ".join(f"{name} {count:,}" for name, count in weave.status().waiting.items() if count)
        still = f" ({waiting})" if waiting else ""
        desk.terminal.note(
            f"Indexing goes on whenever Avery or weave runs{still}; recall by words works already."
        )
    return settled
