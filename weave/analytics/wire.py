"""Figures as JSON: for programs, and for the lines of `analytics/history.jsonl`. Keys are only ever added.

An infinite edge is null, since JSON has no word for it. What is read back may have been written by another version or
by another hand: whatever is missing or of another kind raises ValueError, KeyError or TypeError.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import cast

from weave.analytics.model import (
    Age,
    Census,
    Counts,
    DiskPart,
    Done,
    HealthPart,
    HealthScore,
    Histogram,
    HitSource,
    Importance,
    Latency,
    PartFigure,
    Recalls,
    Snapshot,
    Stats,
    Tokens,
)
from weave.clock import iso

Document = dict[str, object]


def stats(value: Stats) -> Document:
    """`weave stats --json`."""
    return {
        "now": iso(value.now),
        "memories": value.census.memories,
        **_census(value.census),
        "importance": _importance(value.importance),
        "accesses": histogram(value.accesses),
        "curve": [_age(one) for one in value.curve],
        "done": [_done(one) for one in value.done],
        "recalls": _recalls(value.recalls),
        "tokens": [_tokens(one) for one in value.tokens],
        "disk": [_disk(one) for one in value.disk],
        "health": health(value.health),
        "seconds": round(value.seconds, 3),
    }


def _census(value: Census) -> Document:
    return {
        "by_type": dict(value.by_type),
        "by_state": dict(value.by_state),
        "by_provenance": dict(value.by_provenance),
        "by_scope": dict(value.by_scope),
        "pinned": value.pinned,
    }


def _importance(value: Importance) -> Document:
    return {
        "raw": histogram(value.raw),
        "corrected": histogram(value.corrected),
        "scored": value.scored,
        "mean_raw": round(value.mean_raw, 4),
        "mean_corrected": round(value.mean_corrected, 4),
    }


def histogram(value: Histogram) -> Document:
    """Edges and counts."""
    return {"edges": [_finite(edge) for edge in value.edges], "counts": list(value.counts)}


def health(value: HealthScore) -> Document:
    """The score with its parts, and the ids behind each."""
    return {"value": round(value.value, 2), "parts": [part(one) for one in value.parts]}


def part(value: HealthPart) -> Document:
    """One part with what is behind it."""
    return {
        "name": value.name.value,
        "count": len(value.ids),
        "share": round(value.share, 6),
        "lost": round(value.lost, 4),
        "most": value.most,
        "unchecked": value.unchecked or None,
        "ids": list(value.ids),
        "findings": [{"id": one.id, "why": one.why} for one in value.findings],
    }


def snapshot(value: Snapshot) -> Document:
    """A line of the history."""
    return {
        "now": iso(value.now),
        "cycle": value.cycle or None,
        "memories": value.memories,
        "bytes": value.bytes,
        "by_type": dict(value.by_type),
        "by_state": dict(value.by_state),
        "by_provenance": dict(value.by_provenance),
        "in_tasks": value.in_tasks,
        "raw": histogram(value.raw),
        "corrected": histogram(value.corrected),
        "accesses": histogram(value.accesses),
        "health": round(value.health, 4),
        "parts": [{"name": p.name, "count": p.count, "lost": round(p.lost, 4)} for p in value.parts],
        "done": [_done(one) for one in value.done],
        "curve": [_age(one) for one in value.curve],
        "recalls": _recalls(value.recalls),
        "tokens": [_tokens(one) for one in value.tokens],
        "disk": [_disk(one) for one in value.disk],
    }


def _age(value: Age) -> Document:
    return {
        "after_days": value.after_days,
        "before_days": _finite(value.before_days),
        "learned": value.learned,
        "kept": value.kept,
        "archived": value.archived,
        "forgotten": value.forgotten,
        "recalled": value.recalled,
        "theory": round(value.theory, 6),
    }


def _done(value: Done) -> Document:
    return {"step": value.step, "memories": value.memories, "bytes": value.bytes}


def _recalls(value: Recalls) -> Document:
    return {
        "count": value.count,
        "empty": value.empty,
        "latency": [
            {
                "name": v.name,
                "asked": v.asked,
                "p50": round(v.p50, 3),
                "p95": round(v.p95, 3),
                "failed": v.failed,
            }
            for v in value.latency
        ],
        "sources": [{"name": v.name, "entered": v.entered, "alone": v.alone} for v in value.sources],
    }


def _tokens(value: Tokens) -> Document:
    return {
        "purpose": value.purpose,
        "calls": value.calls,
        "failed": value.failed,
        "prompt": value.prompt,
        "completion": value.completion,
        "cost": value.cost,
    }


def _disk(value: DiskPart) -> Document:
    return {"name": value.name, "bytes": value.bytes, "files": value.files}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


# -- back ----------------------------------------------------------------------------------------------------


def snapshot_of(value: object) -> Snapshot:
    """The snapshot that a line holds."""
    table = _table(value)
    return Snapshot(
        now=_moment(table["now"]),
        cycle=str(table["cycle"] or ""),
        memories=_whole(table["memories"]),
        bytes=_whole(table["bytes"]),
        by_type=_counts_of(table["by_type"]),
        by_state=_counts_of(table["by_state"]),
        by_provenance=_counts_of(table["by_provenance"]),
        in_tasks=_whole(table["in_tasks"]),
        raw=_histogram_of(table["raw"]),
        corrected=_histogram_of(table["corrected"]),
        accesses=_histogram_of(table["accesses"]),
        health=_number(table["health"]),
        parts=tuple(
            PartFigure(str(p["name"]), _whole(p["count"]), _number(p["lost"]))
            for p in _tables(table["parts"])
        ),
        done=tuple(
            Done(str(d["step"]), _whole(d["memories"]), _whole(d["bytes"])) for d in _tables(table["done"])
        ),
        curve=tuple(map(_age_of, _tables(table["curve"]))),
        recalls=_recalls_of(_table(table["recalls"])),
        tokens=tuple(map(_tokens_of, _tables(table["tokens"]))),
        disk=tuple(
            DiskPart(str(d["name"]), _whole(d["bytes"]), _whole(d["files"])) for d in _tables(table["disk"])
        ),
    )


def _counts_of(value: object) -> Counts:
    return tuple((str(name), _whole(count)) for name, count in _table(value).items())


def _histogram_of(value: object) -> Histogram:
    table = _table(value)
    edges = tuple(math.inf if edge is None else _number(edge) for edge in _list(table["edges"]))
    counts = tuple(map(_whole, _list(table["counts"])))
    if len(edges) != len(counts) + 1:
        raise ValueError("edges and counts do not fit")
    return Histogram(edges, counts)


def _age_of(table: Mapping[str, object]) -> Age:
    before = table["before_days"]
    return Age(
        after_days=_number(table["after_days"]),
        before_days=math.inf if before is None else _number(before),
        learned=_whole(table["learned"]),
        kept=_whole(table["kept"]),
        archived=_whole(table["archived"]),
        forgotten=_whole(table["forgotten"]),
        recalled=_whole(table["recalled"]),
        theory=_number(table["theory"]),
    )


def _recalls_of(table: Mapping[str, object]) -> Recalls:
    return Recalls(
        count=_whole(table["count"]),
        empty=_whole(table["empty"]),
        latency=tuple(
            Latency(
                str(v["name"]), _whole(v["asked"]), _number(v["p50"]), _number(v["p95"]), _whole(v["failed"])
            )
            for v in _tables(table["latency"])
        ),
        sources=tuple(
            HitSource(str(v["name"]), _whole(v["entered"]), _whole(v["alone"]))
            for v in _tables(table["sources"])
        ),
    )


def _tokens_of(table: Mapping[str, object]) -> Tokens:
    cost = table["cost"]
    return Tokens(
        purpose=str(table["purpose"]),
        calls=_whole(table["calls"]),
        failed=_whole(table["failed"]),
        prompt=_whole(table["prompt"]),
        completion=_whole(table["completion"]),
        cost=None if cost is None else _number(cost),
    )


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError("it is no table")
    return cast(Mapping[str, object], value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("it is no list")
    return value


def _tables(value: object) -> Iterable[Mapping[str, object]]:
    return map(_table, _list(value))


def _whole(value: object) -> int:
    return int(_number(value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("it is no number")
    return float(value)


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(str(value))
    if moment.tzinfo is None:
        raise ValueError("it is a time without a zone")
    return moment
