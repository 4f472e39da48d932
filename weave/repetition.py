"""Memories that say word for word what another says. Pure.

Those that state facts are not looked at here: what they repeat, their facts tell, since the same words said again
after a change are no repetition. What was said twice on two days, or in two conversations, are two episodes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from weave.model import Memory, MemoryType, State
from weave.sameness import spoken


def repeated(memories: Sequence[Memory], known: Iterable[Memory]) -> dict[str, str]:
    """For each of these memories that says nothing new the id of the one that says it already.

    The oldest stays. Pinned ones and the raw buffer are never left out.
    """
    first: dict[Hashable, Memory] = {}
    for memory in known:
        if memory.state in (State.ACTIVE, State.VOLATILE) and not memory.facts:
            first.setdefault(_key(memory), memory)
    found: dict[str, str] = {}
    for memory in sorted(memories, key=lambda one: (one.created, one.id)):
        if memory.facts or memory.state is State.TRANSIENT:
            continue
        said = first.setdefault(_key(memory), memory)
        if said.id != memory.id and not memory.pinned:
            found[memory.id] = said.id
    return found


def _key(memory: Memory) -> Hashable:
    key = (memory.type, spoken(memory.text), memory.provenance, memory.private)
    if memory.type is not MemoryType.EPISODIC:
        return key
    return (*key, memory.source.conversation, memory.created.date())
