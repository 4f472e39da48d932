"""What follows from a change: memories that rested on it, however far, are volatile, or in force again.

Whoever changes a memory's state calls `follow` after writing. Cut off, it is asked again by the next change of
the same memory; nothing is lost meanwhile, since a memory's own state says only how it is ranked and flagged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from weave import lineage
from weave.model import Memory
from weave.store import Store

_TURNS = 4
"""How often one memory is looked at anew; a ring of memories derived from each other ends so."""


def follow(store: Store, changed: Sequence[Memory]) -> tuple[Memory, ...]:
    """Bring what rests on these memories, as they are in the store now, in line; returns what was rewritten.

    However long the chain is, it is written at once. A memory among `changed` that the store no longer holds has
    been forgotten. Raises HomeError.
    """
    step = list(dict.fromkeys(memory.id for memory in changed))
    there = store.catalogue.get_many(step)
    gone = {id_ for id_ in step if id_ not in there}
    written: dict[str, Memory] = {}
    turns: Counter[str] = Counter()
    while step:
        moved = [m for m in _step(store, step, gone, written) if turns[m.id] < _TURNS]
        written |= {memory.id: memory for memory in moved}
        step = [memory.id for memory in moved]
        turns.update(step)
    store.update(list(written.values()))
    return tuple(written.values())


def _step(
    store: Store, changed: Sequence[str], gone: set[str], written: Mapping[str, Memory]
) -> list[Memory]:
    """What rests directly on these and is not as it should be, seen with what is `written` at the end."""

    def now(ids: Iterable[str]) -> dict[str, Memory]:
        found = store.catalogue.get_many(list(dict.fromkeys(ids)))
        return {id_: written.get(id_, memory) for id_, memory in found.items()}

    above = (id_ for ids in store.catalogue.resting_on(changed).values() for id_ in ids)
    resting = {id_: memory for id_, memory in now([*changed, *above]).items() if memory.derived_from}
    sources = now(id_ for memory in resting.values() for id_ in memory.derived_from)
    judged = [lineage.resting(memory, sources, gone) for memory in resting.values()]
    return [memory for memory in judged if memory != resting[memory.id]]


def lowered(store: Store, memory: Memory) -> Memory:
    """A memory about to be written, trusted no more than what it was made from."""
    if not memory.derived_from:
        return memory
    return lineage.lowered(memory, store.catalogue.get_many(list(memory.derived_from)).values())
