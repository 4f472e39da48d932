"""The figures of all cycles as a person reads them: how each went, and what the latest cycles did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.analytics.model import Recalls, Snapshot
from weave.cli import plots
from weave.cli.figures import DID, INDENT, room, size, title
from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import pad, width
from weave.clock import day

_LATEST = 12
_NARROW = 64
"""Cells below which a cycle's row is its day, its memories and its health."""


def show_history(terminal: Terminal, history: Sequence[Snapshot], zone: tzinfo) -> None:
    """How the main figures went over all cycles, then the latest of them one by one."""
    if not history:
        terminal.note("No cycle of sleep has left figures yet; `weave sleep` does.")
        return
    first, last = day(history[0].now, zone), day(history[-1].now, zone)
    title(terminal, f"{counted(len(history), 'cycle')}, {first} to {last}", gap=False)
    _show_courses(terminal, history)
    terminal.say()
    heads = ["day", "memories", "size", "health", "p95", "what it did"]
    rows = [_cycle(one, zone) for one in history[-_LATEST:]]
    if terminal.interactive and terminal.width < _NARROW:
        heads, rows = heads[:2] + heads[3:4], [row[:2] + row[3:4] for row in rows]
    table(terminal, heads, rows)


def _show_courses(terminal: Terminal, history: Sequence[Snapshot]) -> None:
    courses: list[tuple[str, list[float | None], str]] = [
        ("memories", [one.memories for one in history], f"{history[-1].memories:,}"),
        ("size", [one.bytes for one in history], size(history[-1].bytes)),
        ("health", [one.health for one in history], f"{history[-1].health:.1f}"),
        ("removed", [_removed(one) for one in history], f"{sum(map(_removed, history)):,}"),
        ("recall p95", [_p95(one.recalls) for one in history], _milliseconds(history[-1].recalls)),
    ]
    label = max(width(name) for name, _, _ in courses)
    note = max(width(said) for _, _, said in courses)
    cells = max(8, room(terminal) - label - note - 2)
    for name, values, said in courses:
        drawn = plots.spark(values, cells, plain=not terminal.utf8)
        terminal.say(f"{INDENT}{pad(name, label)} {terminal.style(drawn, 'cyan')} {said}".rstrip())


def _cycle(one: Snapshot, zone: tzinfo) -> list[str]:
    did = ", ".join(f"{done.memories:,} {DID.get(done.step, done.step)}" for done in one.done)
    return [
        day(one.now, zone),
        f"{one.memories:,}",
        size(one.bytes),
        f"{one.health:.1f}",
        _milliseconds(one.recalls),
        did or "nothing",
    ]


def _removed(one: Snapshot) -> int:
    """What left the memory: neither what came into it, nor what had left it before."""
    return sum(done.memories for done in one.done if done.step not in ("replay", "empty"))


def _p95(recalls: Recalls) -> float | None:
    return next((one.p95 for one in recalls.latency if one.asked), None)


def _milliseconds(recalls: Recalls) -> str:
    p95 = _p95(recalls)
    return "" if p95 is None else f"{p95:.0f} ms"
