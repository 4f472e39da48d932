"""weave ingest: a file of turns through the Scribe, durable first, then indexed while a person may watch."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from weave.cli.desk import Desk, standard_input
from weave.cli.errors import DONE, FAILED
from weave.cli.lines import TurnReader
from weave.cli.parsing import Commands, seconds
from weave.cli.progress import Progress
from weave.cli.tables import counted
from weave.cli.text import one_line
from weave.cli.upkeep import settle
from weave.errors import InvalidInput

if TYPE_CHECKING:
    from weave.ingest import IngestReport

_DESCRIPTION = """Read a file of turns, one JSON object a line:
  {"time": "2026-11-30T14:02:11+08:00", "speaker": "Ana", "text": "…"}
and, if you have them, id, session, role (user, assistant, tool, other) and task.

A line that is no turn is refused and named, the others are kept; the exit status is then 1.
Reading the same file again adds only what is new. Ctrl+C keeps what was read.
"""


def register(commands: Commands) -> None:
    """Add this group's command."""
    parser = commands.add("ingest", ingest, "read conversations from a file of turns")
    parser.description = _DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE.jsonl", help="- reads from stdin")
    waiting = parser.add_mutually_exclusive_group()
    waiting.add_argument(
        "--wait", type=seconds, default=60.0, metavar="SECONDS", help="for indexing; default: 60"
    )
    waiting.add_argument("--no-wait", dest="wait", action="store_const", const=0.0, help="index later")


async def ingest(desk: Desk) -> int:
    """Read turns, print what became of them, then wait for the indexes."""
    with _opened(desk.text("file") or "") as (stream, name, size):
        reader = TurnReader(stream, name, desk.zone)
        async with desk.weave() as weave:
            desk.kept = (
                "Interrupted; every turn that was written is kept, and reading the file again goes on."
            )
            with Progress(
                sys.stderr, fraction=lambda: reader.bytes_read / size if size else None
            ) as progress:
                try:
                    report = await weave.ingest(reader, progress=progress)
                except asyncio.CancelledError:
                    reader.stop()  # the reading thread ends at the next turn, and with it the wait for it
                    raise
            desk.kept = (
                "Interrupted; all turns are kept, indexing goes on at the next start of Avery or weave."
            )
            _print_report(desk, report, reader, queued=weave.guest)
            if not weave.guest and reader.turns:
                await settle(desk, weave, desk.arguments.wait)
    return FAILED if reader.refused else DONE


@contextlib.contextmanager
def _opened(path: str) -> Iterator[tuple[BinaryIO, str, int]]:
    """The stream, the name its conversations get, and its size in bytes (0: unknown)."""
    if path == "-":
        yield standard_input(), "stdin", 0
        return
    with contextlib.ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(path).open("rb"))
            size = Path(path).stat().st_size
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a file name"
            raise InvalidInput(
                f"{path!r} cannot be read ({reason}); name a file of turns, or - for stdin."
            ) from error
        yield stream, Path(path).name, size


def _print_report(desk: Desk, report: IngestReport, reader: TurnReader, *, queued: bool) -> None:
    if desk.json:
        desk.terminal.data(_document(report, reader))
    elif queued:
        desk.terminal.say(f"Queued for the owner: {counted(report.turns, 'turn')}.")
    else:
        desk.terminal.say(_sentence(report, reader))
    desk.terminal.out.flush()
    for refusal in reader.refusals:
        desk.terminal.note(f"Line {refusal.line} was refused: {one_line(refusal.reason)}")
    if reader.refused:
        more = reader.refused - len(reader.refusals)
        rest = f" ({more:,} more than are shown)" if more else ""
        desk.terminal.note(
            f"{counted(reader.refused, 'line')} refused{rest}; mend and ingest the file again, "
            "what was taken is not taken twice."
        )


def _document(report: IngestReport, reader: TurnReader) -> dict[str, object]:
    return {
        "turns": report.turns,
        "memories": report.memories,
        "facts": report.facts,
        "tasks": report.tasks,
        "skipped": report.skipped + reader.repeated,
        "queued": report.queued,
        "empty": reader.empty,
        "refused": reader.refused,
        "refusals": [{"line": one.line, "reason": one.reason} for one in reader.refusals],
    }


def _sentence(report: IngestReport, reader: TurnReader) -> str:
    parts = [
        f"Kept {counted(report.turns, 'turn')}: {counted(report.memories, 'memory', 'memories')}, "
        f"{counted(report.facts, 'fact')}, {counted(report.tasks, 'task')}"
    ]
    skipped = report.skipped + reader.repeated
    if skipped:
        parts.append(f"{counted(skipped, 'turn')} known before")
    if reader.empty:
        parts.append(f"{counted(reader.empty, 'line')} without text")
    if report.queued:
        parts.append(f"{counted(report.queued, 'turn')} waiting for the model")
    return "; ".join(parts) + "."
