"""Conflicts between memories that state one fact each, as a page shows them."""

from __future__ import annotations

from weave.model import Conflict, Memory, Side


def side(memory: Memory, *dependents: Memory) -> Side:
    """A side with what rests on it."""
    return Side(memory.facts[0], memory, dependents)


def conflict(*sides: Side | Memory) -> Conflict:
    """The conflict between these, the oldest first."""
    whole = tuple(side(one) if isinstance(one, Memory) else one for one in sides)
    first = whole[0].fact
    return Conflict(first.id, first.subject, first.predicate, whole)
