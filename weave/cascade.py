"""What follows from a change: memories that rested on it, however far, are volatile, or in force again.

Whoever changes a memory's state calls `follow` after writing. Cut off, it is asked again by the next change of
the same memory; nothing is lost meanwhile, since a memory's own state says only how it is ranked and flagged.
"""

from __future__ import annotations

from collections.abc import Sequence

from weave import lineage
from weave.model import Memory
from weave.store import Store

_DEEPEST = 64
"""Steps of derivation that are followed; a ring of memories derived from each other ends before."""


def follow(store: Store, changed: Sequence[Memory]) -> tuple[Memory, ...]:
    """Bring what rests on these memories, as they are in the store now, in line; returns what was rewritten.

    A memory among `changed` that the store no longer holds has been forgotten. Raises HomeError.
    """
    step = list(dict.fromkeys(memory.id for memory in changed))
    there = store.catalogue.get_many(step)
    gone = {id_ for id_ in step if id_ not in there}
    written: dict[str, Memory] = {}
    for _ in range(_DEEPEST):
        moved = _step(store, step, gone)
        if not moved:
            break
        store.update(moved)
        written |= {memory.id: memory for memory in moved}
        step = [memory.id for memory in moved]
    return tuple(written.values())


def _step(store: Store, changed: Sequence[str], gone: set[str]) -> list[Memory]:
    """What rests directly on these and is not as it should be."""
    found = store.catalogue.resting_on(changed)
    resting = store.catalogue.get_many(list(dict.fromkeys(id_ for ids in found.values() for id_ in ids)))
    sources = store.catalogue.get_many(
        list(dict.fromkeys(id_ for memory in resting.values() for id_ in memory.derived_from))
    )
    judged = [lineage.resting(memory, sources, gone) for memory in resting.values()]
    return [memory for memory in judged if memory != resting[memory.id]]


def lowered(store: Store, memory: Memory) -> Memory:
    """A memory about to be written, trusted no more than what it was made from."""
    if not memory.derived_from:
        return memory
    return lineage.lowered(memory, store.catalogue.get_many(list(memory.derived_from)).values())
