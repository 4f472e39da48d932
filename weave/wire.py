"""What other programs read: the JSON of the command line, one function for each thing that is printed.

A contract: keys are only ever added. Times are ISO 8601 with offset, enumerations plain strings,
figures as they are (0..1; `access` 1..1.5), what is not known is null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import datetime

from weave.clock import iso
from weave.disputes import claim_of
from weave.model import (
    Conflict,
    Degraded,
    Fact,
    Memory,
    Place,
    Recall,
    Recalled,
    Resolution,
    Score,
    Side,
    Source,
    Task,
    TaskReport,
)
from weave.ports import BackendReport, Checkup

_SURROGATE = re.compile("[\ud800-\udfff]")

Document = dict[str, object]
"""One JSON object, ready for `dumps`."""


def dumps(value: object, *, ascii_only: bool = False) -> str:
    """JSON as it is printed: readable in every script, and always valid.

    `ascii_only` is for a stream that is not UTF-8. A lone surrogate has no UTF-8 either, so a document that
    holds one is escaped as a whole.
    """
    text = json.dumps(value, ensure_ascii=ascii_only, indent=2)
    return json.dumps(value, ensure_ascii=True, indent=2) if _SURROGATE.search(text) else text


def time(moment: datetime | None) -> str | None:
    """ISO 8601 with offset, or null."""
    return None if moment is None else iso(moment)


def source(value: Source) -> Document:
    """Where a memory comes from."""
    return {"conversation": value.conversation, "turns": list(value.turns), "file": value.file}


def memory(value: Memory, *, conflicts: Iterable[str] = (), strength: Score | None = None) -> Document:
    """A memory outside a query; with `strength`, the figures that need no query as well."""
    document: Document = {
        "id": value.id,
        "type": str(value.type),
        "title": value.title,
        "text": value.text,
        "state": str(value.state),
        "superseded_by": value.superseded_by,
        "conflicts": list(conflicts),
        "importance": value.importance,
        "importance_raw": value.importance_raw,
        "provenance": str(value.provenance),
        "scope": value.scope,
        "created": time(value.created),
        "occurred": time(value.occurred),
        "accessed": time(value.accessed),
        "access_count": value.access_count,
        "pinned": value.pinned,
        "private": value.private,
        "source": source(value.source),
        "derived_from": list(value.derived_from),
    }
    return document if strength is None else document | _standing(strength)


def _standing(score: Score) -> Document:
    return {
        "recency": score.recency,
        "access": score.access,
        "trust": score.trust,
        "strength": score.strength,
    }


def recalled(value: Recalled) -> Document:
    """A memory with the figures of the query that brought it to mind."""
    figures: Document = {
        "backends": list(value.backends),
        "relevance": value.score.relevance,
        "rank": value.score.rank,
        "channels": dict(value.channels),
        "manner": str(value.manner),
        "place": place(value.place),
    }
    return memory(value.memory, conflicts=value.conflicts, strength=value.score) | figures


def place(value: Place | None) -> Document | None:
    """Where in the library it stands; null for a memory."""
    if value is None:
        return None
    return {
        "document": value.document,
        "file": value.file,
        "node": value.node,
        "breadcrumb": list(value.breadcrumb),
        "page": value.page or None,
        "line": value.line or None,
    }


def recall(value: Recall) -> Document:
    """`weave recall --json`."""
    return {
        "memories": [recalled(one) for one in value.memories],
        "passage": value.passage,
        "degraded": [one.backend for one in value.degraded],
        "elapsed_ms": round(value.elapsed_ms, 3),
        "degraded_reasons": degraded_reasons(value.degraded),
        "omitted": value.omitted,
        "query": value.query,
    }


def degraded_reasons(values: Iterable[Degraded]) -> dict[str, str]:
    """Backend name to the sentence that says why it took no part."""
    return {one.backend: one.reason for one in values}


def fact(value: Fact) -> Document:
    """One element of `weave facts --json`."""
    return {
        "id": value.id,
        "subject": value.subject,
        "predicate": value.predicate,
        "object": value.object,
        "polarity": str(value.polarity),
        "state": str(value.state),
        "valid_from": time(value.valid_from),
        "valid_to": time(value.valid_to),
        "provenance": str(value.provenance),
        "importance": value.importance,
        "scope": value.scope,
        "superseded_by": value.superseded_by,
        "memories": list(value.memories),
    }


def conflict(value: Conflict, standing: Callable[[Memory], Score]) -> Document:
    """One element of `weave conflicts --json`; `standing` gives a memory's figures that need no query."""
    return {
        "id": value.id,
        "subject": value.subject,
        "predicate": value.predicate,
        "sides": [_side(side, value, standing(side.memory)) for side in value.sides],
    }


def _side(value: Side, whole: Conflict, strength: Score) -> Document:
    against = [s.memory.id for s in whole.sides if claim_of(s.fact) != claim_of(value.fact)]
    return {
        "fact": fact(value.fact),
        "memory": memory(value.memory, conflicts=against, strength=strength),
        "trust": min(value.fact.provenance.trust, value.memory.provenance.trust),
        "dependents": [one.id for one in value.dependents],
    }


def resolution(value: Resolution) -> Document:
    """What `weave resolve --json` prints: ids of facts, and of the memories that are unsure now."""
    return {
        "conflict": value.conflict,
        "kept": [one.id for one in value.kept],
        "fallen": [one.id for one in value.fallen],
        "volatile": list(value.volatile),
    }


def task(value: Task) -> Document:
    """One element of `weave task list --json`."""
    return {
        "id": value.id,
        "name": value.name,
        "scope": value.scope,
        "started": time(value.started),
        "conversation": value.conversation,
        "memories": value.memories,
    }


def task_report(value: TaskReport) -> Document:
    """What `weave task end --json` prints."""
    return {
        "task": value.task,
        "encoded": value.encoded,
        "transferred": value.transferred,
        "duplicates": value.duplicates,
        "facts": value.facts,
        "contested": value.contested,
        "superseded": value.superseded,
        "merged": value.merged,
        "queued": value.queued,
    }


def checkup(value: Checkup) -> Document:
    """`weave doctor --json`."""
    return {
        "home": value.home,
        "owner_pid": value.owner_pid,
        "memories": value.memories,
        "backends": [backend(one) for one in value.backends],
        "notes": list(value.notes),
    }


def backend(value: BackendReport) -> Document:
    """A backend's row."""
    return {
        "name": value.name,
        "enabled": value.enabled,
        "ok": value.health.ok,
        "detail": value.health.detail,
        "indexed": value.health.indexed,
        "waiting": value.waiting,
        "failed": value.failed,
        "last_error": value.last_error,
        "next_step": value.next_step,
    }
