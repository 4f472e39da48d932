"""The self-model as JSON for other programs: a contract, so that names here never change. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from weave.clock import iso
from weave.identity.model import Entry, Pending

Document = dict[str, object]


def entry(one: Entry) -> Document:
    """An entry of the history."""
    near = one.likeness
    return {
        "id": one.id,
        "time": iso(one.time),
        "kind": one.kind.value,
        "verdict": one.verdict.value,
        "origin": one.origin.value,
        "confidence": one.confidence,
        "similarity": None if near is None else near.current,
        "similarity_to_approved": None if near is None else near.approved,
        "measure": None if near is None else near.measure,
        "reason": one.reason,
        "grounds": list(one.grounds),
        "of": one.of,
        "before": one.before or None,
        "after": one.after or None,
        "diff": "\n".join(one.diff),
        "text": one.text,
    }


def pending(one: Pending) -> Document:
    """A proposal that waits; its diff is against the identity as it is now."""
    return entry(one.entry) | {"diff": "\n".join(one.diff)}


def entries(found: Sequence[Entry]) -> list[Document]:
    """The history, the oldest first."""
    return [entry(one) for one in found]
