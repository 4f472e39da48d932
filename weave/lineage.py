"""What a memory made from others owes them: their lowest trust, and a state that falls and rises with theirs. Pure.

The provenance of what was concluded is that of its weakest source (DESIGN §3), and chains count, since each link
was lowered when it was written. What rests on something that is not in force any more is volatile: kept, flagged,
and active again when all it rests on is in force again. What a person set by hand stays so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from weave.drafts import in_state
from weave.model import GLOBAL, Memory, Provenance, State, least_trusted

BY_HAND = ("state_by", "person")
"""The mark of a memory whose state a person has set, among the keys of its comment."""
LESSON = ("lesson", "true")
"""The mark of what was learned from a fall: it does not fall with what it was learned from."""
_SOUND = (State.ACTIVE, State.CONTESTED, State.TRANSIENT)


def set_by_hand(memory: Memory) -> Memory:
    """The memory with the mark that its state is a person's choice."""
    return memory if BY_HAND in memory.extra else replace(memory, extra=(*memory.extra, BY_HAND))


def weakest(provenance: Provenance, sources: Iterable[Memory]) -> Provenance:
    """The lowest trust among a memory's own claim and its sources'."""
    return least_trusted([provenance, *(source.provenance for source in sources)])


def lowered(memory: Memory, sources: Iterable[Memory]) -> Memory:
    """The memory, and its facts, trusted no more than the weakest of what it was made from."""
    known = list(sources)
    facts = tuple(
        fact
        if (least := weakest(fact.provenance, known)) is fact.provenance
        else replace(fact, provenance=least)
        for fact in memory.facts
    )
    return replace(memory, provenance=weakest(memory.provenance, known), facts=facts)


def sound(memory: Memory) -> bool:
    """Whether something may rest on it: in force, or in dispute and not lost yet; a plan is no worse for waiting."""
    planned = memory.state is State.VOLATILE and not memory.derived_from
    return memory.state in _SOUND or planned


def resting(memory: Memory, sources: Mapping[str, Memory], gone: Collection[str] = ()) -> Memory:
    """The memory as its sources leave it. `sources` are those that exist; `gone` are known to have been forgotten.

    A source that is neither has been archived or compressed: nothing follows from that.
    """
    known = [sources[id_] for id_ in memory.derived_from if id_ in sources]
    memory = lowered(memory, known)
    if memory.scope != GLOBAL or BY_HAND in memory.extra or LESSON in memory.extra:
        return memory
    fallen = any(not sound(source) for source in known) or any(id_ in gone for id_ in memory.derived_from)
    if memory.state is State.ACTIVE and fallen:
        return in_state(memory, State.VOLATILE)
    whole = len(known) == len(memory.derived_from)
    if memory.state is State.VOLATILE and memory.derived_from and whole and not fallen:
        return in_state(memory, State.ACTIVE)
    return memory
