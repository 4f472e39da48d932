"""weave import and weave export: what other programs kept, taken in; everything that is kept here, taken out."""

from __future__ import annotations

import asyncio
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from weave.cli import portings
from weave.cli.desk import Desk, linger
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, seconds
from weave.cli.progress import Progress
from weave.cli.tables import counted
from weave.cli.text import one_line

if TYPE_CHECKING:
    import argparse

    from weave.weave import Weave

_GLANCE_SECONDS = 0.1
_KINDS = {
    "auto": "whatever it is, by its files",
    "chatgpt": "ChatGPT's data export: the zip, its folder, or a conversations.json",
    "claude": "Claude's data export: the zip, its folder, or a conversations.json",
    "openclaw": "a workspace of OpenClaw: MEMORY.md, memory/, SOUL.md and IDENTITY.md",
    "obsidian": "an Obsidian vault: daily notes as memories, the others into the library",
    "mem0": "memories of Mem0, as JSON",
    "basic-memory": "a Basic Memory project: observations and relations",
    "markdown": "markdown notes: short ones as memories, long ones into the library",
}


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("import", "take in what other programs kept; safe to repeat")
    for kind, summary in _KINDS.items():
        parser = group.add(kind, partial(bring, kind=kind), summary)
        _source(parser, "a file, a folder or a zip")
        parser.add_argument(
            "--wait",
            type=seconds,
            default=60.0,
            metavar="SECONDS",
            help="for the model to encode; default: 60",
        )
        parser.add_argument("--again", action="store_true", help="also what an undone import brought before")
    _source(group.add("weave", restore, "put an archive of `weave export` back"), "the archive")
    group.add("list", list_imports, "past imports, and what each brought")
    undoing = group.add("undo", undo, "forget everything that one import brought")
    undoing.add_argument("id", metavar="ID", help="an import's id or its beginning")
    undoing.add_argument("--purge", action="store_true", help="without a trace, instead of into the trash")
    parser = commands.add("export", export, "one archive of everything, or every memory as a line of JSON")
    parser.add_argument("--output", metavar="FILE", help="default: weave-<day>.zip in this folder")
    parser.add_argument("--jsonl", action="store_true", help="memories, facts and turns as JSON, one a line")
    parser.add_argument("--overwrite", action="store_true", help="in the place of a file that is there")


def _source(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("path", metavar="PATH", help=what)
    parser.add_argument("--dry-run", action="store_true", help="only tell what would come")


async def bring(desk: Desk, kind: str) -> int:
    """Take an export in, and print what came of it."""
    from weave.porting.model import Kind

    path, dry = desk.path("path"), bool(desk.arguments.dry_run)
    async with desk.weave() as weave:
        desk.kept = "Interrupted; what was taken in stays, and importing the same again goes on."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            done = await weave.porting.bring(
                Kind(kind), path, dry_run=dry, again=bool(desk.arguments.again), progress=progress
            )
        if desk.json:
            desk.terminal.data(portings.imported(done))
        else:
            portings.show_imported(desk.terminal, done, desk.zone)
        desk.terminal.out.flush()
        if done.queued:
            desk.kept = "Interrupted; what was taken in stays, and encoding goes on when Avery or weave runs."
            await _encoded(desk, weave, desk.arguments.wait)
        await linger(weave)
    return DONE


async def _encoded(desk: Desk, weave: Weave, patience: float) -> None:
    """Let the model work while somebody looks; what is left goes on behind."""
    end, most = time.monotonic() + patience, weave.status().encoding
    with Progress(sys.stderr, width=desk.terminal.width) as progress:
        while (left := weave.status().encoding) and time.monotonic() < end and not weave.status().trouble:
            most = max(most, left)
            progress("encoding", most - left, most)
            await asyncio.sleep(_GLANCE_SECONDS)
    trouble = weave.status().trouble
    if left:
        why = f" ({one_line(trouble).rstrip('.')})" if trouble else ""
        desk.terminal.note(
            f"{counted(left, 'turn')} still to be encoded{why}; that goes on when Avery or weave runs."
        )


async def restore(desk: Desk) -> int:
    """Put an archive back, and print what came of it."""
    path, dry = desk.path("path"), bool(desk.arguments.dry_run)
    async with desk.weave() as weave:
        desk.kept = "Interrupted; what was put back stays, and doing it again goes on."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            done = await weave.porting.restore(path, dry_run=dry, progress=progress)
        if desk.json:
            desk.terminal.data(portings.restored(done, dry))
        else:
            portings.show_restored(desk.terminal, done, dry)
        desk.terminal.out.flush()
        await linger(weave)
    return DONE


async def list_imports(desk: Desk) -> int:
    """Print past imports."""
    async with desk.weave(still=True) as weave:
        batches = await weave.porting.list()
        if desk.json:
            desk.terminal.data([portings.batch(one) for one in batches])
        else:
            portings.show_batches(desk.terminal, batches, desk.zone)
    return DONE


async def undo(desk: Desk) -> int:
    """Forget an import."""
    async with desk.weave() as weave:
        desk.kept = "Interrupted; what was forgotten stays so, and doing it again goes on."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            done = await weave.porting.undo(
                desk.text("id") or "", purge=bool(desk.arguments.purge), progress=progress
            )
        if desk.json:
            desk.terminal.data(portings.undone(done))
        else:
            portings.show_undone(desk.terminal, done, purged=bool(desk.arguments.purge))
        desk.terminal.out.flush()
        await linger(weave)
    return DONE


async def export(desk: Desk) -> int:
    """Write the archive, and say where it is."""
    jsonl = bool(desk.arguments.jsonl)
    day = f"{desk.clock():%Y-%m-%d}"
    path = desk.path("output") if desk.text("output") else Path(f"weave-{day}.{'jsonl' if jsonl else 'zip'}")
    async with desk.weave(still=True) as weave:
        desk.kept = "Interrupted; no file was written."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            done = await weave.porting.export(
                path, jsonl=jsonl, overwrite=bool(desk.arguments.overwrite), progress=progress
            )
        if desk.json:
            desk.terminal.data(portings.exported(done))
        else:
            desk.terminal.say(portings.export_sentence(done, jsonl=jsonl))
    return DONE
