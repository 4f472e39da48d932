"""Memories that contradict each other and wait for the person: which belong together, and how a side is worded. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from weave.altale.budget import excerpt
from weave.altale.passage import inner
from weave.clock import day
from weave.model import Memory, Provenance, Recalled

_SIDE_TOKENS = 60
_WHO = {
    Provenance.USER: "the person said",
    Provenance.AGENT: "an assistant said",
    Provenance.OBSERVED: "observed",
    Provenance.INFERRED: "inferred",
}


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two or more memories that cannot all hold, the oldest first."""

    sides: tuple[Memory, ...]


def disputes(recalled: Sequence[Recalled], others: Iterable[Memory] = ()) -> tuple[Dispute, ...]:
    """The undecided contradictions of what was recalled, in its order; `others`: sides that were not recalled.

    A memory whose other side is unknown stands in none.
    """
    known = {memory.id: memory for memory in others} | {found.memory.id: found.memory for found in recalled}
    conflicts = {
        found.memory.id: [other for other in found.conflicts if other in known]
        for found in recalled
        if not found.memory.state.gone  # one in force may be contradicted in one of its facts
    }
    groups: list[set[str]] = []
    for id_, against in conflicts.items():
        if against:
            groups = _joined(groups, {id_, *against})
    return tuple(Dispute(tuple(sorted((known[id_] for id_ in group), key=told))) for group in groups)


def _joined(groups: list[set[str]], group: set[str]) -> list[set[str]]:
    """The groups with one more, which takes in those that it touches and stands where the first of them stood."""
    touched = [known for known in groups if known & group]
    if not touched:
        return [*groups, group]
    whole = group.union(*touched)
    return [whole if known is touched[0] else known for known in groups if known not in touched[1:]]


def told(memory: Memory) -> datetime:
    """When what it says was said to hold."""
    return memory.occurred or memory.created


def worded(dispute: Dispute, zone: tzinfo | None) -> str:
    """One line for the prompt: each side's id, date, who says so and words."""
    return "- " + " / ".join(_side(memory, zone) for memory in dispute.sides)


def _side(memory: Memory, zone: tzinfo | None) -> str:
    words = inner(excerpt(memory.text.strip() or memory.title, (), _SIDE_TOKENS))
    return f"[{memory.id}] {day(told(memory), zone)}, {_WHO[memory.provenance]}: “{words}”"
