"""What is kept of a cycle: called by the step of sleep that analyses, once everything else is done."""

from __future__ import annotations

from datetime import datetime

from weave.analytics import disk
from weave.analytics.history import History
from weave.analytics.model import Done, PartFigure, Snapshot, Stats
from weave.analytics.survey import after
from weave.core import Core
from weave.model import GLOBAL
from weave.sleep.model import Report


def snapshot(core: Core, now: datetime, report: Report) -> Snapshot | None:
    """Keep the figures after a cycle, durably; None when they say nothing that the last ones did not.

    Blocking, from any thread but the core's: it reads everything. `report` is what the cycle has done so far; it may
    be called again for the same cycle. Raises HomeError.
    """
    figures, done = after(core, now, report)
    taken = _snapshot(figures, done, report.cycle)
    added = History(core.place.home).add(taken)
    core.recalls.tidy()
    return taken if added else None


def _snapshot(figures: Stats, done: tuple[Done, ...], cycle: str) -> Snapshot:
    scopes = dict(figures.census.by_scope)
    return Snapshot(
        now=figures.now,
        cycle=cycle,
        memories=figures.census.memories,
        bytes=disk.kept(figures.disk),
        by_type=figures.census.by_type,
        by_state=figures.census.by_state,
        by_provenance=figures.census.by_provenance,
        in_tasks=sum(count for scope, count in scopes.items() if scope != GLOBAL),
        raw=figures.importance.raw,
        corrected=figures.importance.corrected,
        accesses=figures.accesses,
        health=figures.health.value,
        parts=tuple(PartFigure(p.name.value, len(p.ids), p.lost) for p in figures.health.parts),
        done=done,
        curve=figures.curve,
        recalls=figures.recalls,
        tokens=figures.tokens,
        disk=figures.disk,
    )
