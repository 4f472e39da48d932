"""weave bench: how well this installation recalls, on a public data set and in a temporary store."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, positive
from weave.cli.progress import Progress
from weave.cli.tables import counted, table
from weave.cli.text import one_line

if TYPE_CHECKING:
    from weave.bench.model import Figures, Report
    from weave.wire import Document

_NAMES = {
    "locomo": "LoCoMo, as published (locomo10.json) or as plain conversations",
    "longmemeval": "LongMemEval, as published (longmemeval_s.json, _oracle.json)",
    "beam-user": "BEAM as plain conversations, the person's messages alone",
}
_HEADERS = ("questions", "n", "rec@10", "hit@1", "hit@10", "all@10", "tokens")


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("bench", "how much of the evidence recall finds, on a public data set")
    for name, summary in _NAMES.items():
        parser = group.add(name, bench, summary)
        parser.set_defaults(name=name)
        parser.add_argument("--data", required=True, metavar="PATH", help="the data set's file")
        parser.add_argument("--limit", type=positive, metavar="N", help="only its first N conversations")
        parser.add_argument("--words", action="store_true", help="without vectors: nothing is embedded")
        parser.add_argument("--vectors", metavar="FILE", help="keep vectors there, for the next run")


async def bench(desk: Desk) -> int:
    """Measure and print. The home gives its settings and nothing else: it is neither read nor written."""
    from weave.bench import formats, running
    from weave.bench.model import Name
    from weave.roots import assemble

    name, limit = Name(desk.text("name") or ""), desk.arguments.limit
    talks = await asyncio.to_thread(formats.load, name, desk.path("data"), limit)
    root = await asyncio.to_thread(assemble, desk.home, desk.environment)
    words, kept = bool(desk.arguments.words), desk.text("vectors")
    desk.kept = "Interrupted; nothing was measured to its end" + (", the vectors are kept." if kept else ".")
    with contextlib.ExitStack() as held:
        embedder = held.enter_context(
            running.embedder(root.models, Path(kept) if kept and not words else None)
        )
        setting = running.Setting(running.apart(root.config, vectors=not words), embedder)
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            report = await running.run(name, talks, setting, progress)
    if desk.json:
        desk.terminal.data(document(report))
    else:
        _show(desk, report)
    return DONE


def document(report: Report) -> Document:
    """`weave bench NAME --json`."""
    return {
        "name": str(report.name),
        "conversations": report.conversations,
        "turns": report.turns,
        "without_evidence": report.without,
        "embedder": report.embedder,
        "graph": report.graph,
        "figures": [_figures(one) for one in report.figures],
        "recall_ms": {"p50": round(report.median_ms, 1), "p95": round(report.slow_ms, 1)},
        "seconds": round(report.seconds, 1),
        "degraded": list(report.degraded),
    }


def _figures(one: Figures) -> Document:
    return {
        "kind": one.kind,
        "questions": one.questions,
        "rec@10": round(one.recall, 4),
        "hit@1": round(one.first, 4),
        "hit@10": round(one.any, 4),
        "all@10": round(one.all, 4),
        "tokens": round(one.tokens),
    }


def _show(desk: Desk, report: Report) -> None:
    how = f"vectors ({report.embedder}) and words" if report.embedder else "words alone"
    said = f"{counted(report.conversations, 'conversation')}, {counted(report.turns, 'turn')}"
    desk.terminal.say(f"{report.name}: {said}, {how}{', graph' if report.graph else ''}; no language model.")
    rows = [
        (
            one_line(one.kind),
            f"{one.questions:,}",
            *(f"{share:.3f}" for share in (one.recall, one.first, one.any, one.all)),
            f"{one.tokens:,.0f}",
        )
        for one in report.figures
    ]
    table(desk.terminal, _HEADERS, rows)
    desk.terminal.say(
        f"A recall took {report.median_ms:.0f} ms (p50), {report.slow_ms:.0f} ms (p95); all of it {report.seconds:,.0f} s."
    )
    if report.without:
        desk.terminal.note(f"{counted(report.without, 'question')} left out: no turn holds an answer.")
    for sentence in report.degraded:
        desk.terminal.note(f"Without {one_line(sentence)}")
