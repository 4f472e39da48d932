"""What a cycle may take away, by the rule of DESIGN §5 and nothing else. Pure: a memory and `now`.

Purged: transient and older than 24 h. Forgotten: importance < 0.3, never accessed, older than 7 days, whatever the
memory says, so facts in force as well; a pinned memory never, nor one in dispute, which waits for the person.

What was concluded from something that has fallen since is dropped when all it rests on has fallen, since nothing
speaks for it any more; with one leg left it stays, volatile. What matters (importance 0.7 and more) is only flagged.
A source that merely faded, or that a summary took the place of, has not fallen: nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from weave.lineage import BY_HAND
from weave.model import GLOBAL, Memory, State

PURGED_AFTER = timedelta(hours=24)
FORGOTTEN_AFTER = timedelta(days=7)
UNIMPORTANT = 0.3
IMPORTANT = 0.7
TRASH_KEPT = timedelta(days=30)
PERIOD = timedelta(hours=6)
FEWEST = 20
"""Of fewer memories than these any share may go without a question."""
SHARE = 0.25
"""The share that may be forgotten in one cycle without a question."""


def purgeable(memory: Memory, now: datetime) -> bool:
    """Transient and older than 24 h."""
    return not memory.pinned and memory.state is State.TRANSIENT and now - memory.created > PURGED_AFTER


def forgettable(memory: Memory, now: datetime) -> bool:
    """Of little importance, never recalled and older than 7 days; the raw buffer is purged instead."""
    if memory.pinned or memory.state is State.TRANSIENT or in_dispute(memory):
        return False
    never = memory.access_count == 0 and memory.accessed is None
    return memory.importance < UNIMPORTANT and never and now - memory.created > FORGOTTEN_AFTER


def in_dispute(memory: Memory) -> bool:
    """Whether it, or a fact that it states, waits for a person's word."""
    return memory.state is State.CONTESTED or any(f.state is State.CONTESTED for f in memory.facts)


def conclusion(memory: Memory) -> bool:
    """Whether it is of the kind that goes when all it rests on has fallen."""
    return (
        memory.state is State.VOLATILE
        and bool(memory.derived_from)
        and memory.scope == GLOBAL
        and not memory.pinned
        and not in_dispute(memory)
        and BY_HAND not in memory.extra
        and memory.importance < IMPORTANT
    )


def baseless(
    memories: Iterable[Memory], sources: Mapping[str, Memory], withdrawn: Collection[str] = ()
) -> list[Memory]:
    """Those that have nothing left to rest on, each after what it rests on.

    `sources` are the memories that exist among their sources, `withdrawn` the ids of sources that were taken away
    because they fell.
    """
    left = {memory.id: memory for memory in memories if conclusion(memory)}
    fallen = {*withdrawn, *(id_ for id_, source in sources.items() if _fell(source))}
    found: list[Memory] = []
    while step := [m for m in left.values() if fallen.issuperset(m.derived_from)]:
        found += step
        fallen |= {memory.id for memory in step}
        left = {id_: memory for id_, memory in left.items() if id_ not in fallen}
    return found


def _fell(source: Memory) -> bool:
    return source.state in (State.OUTDATED, State.DEPRECATED)


def too_many(forgotten: int, memories: int) -> bool:
    """Whether a person is asked before so many of so many go: more than a quarter of at least twenty."""
    return memories >= FEWEST and forgotten > memories * SHARE


def overdue(last: datetime | None, now: datetime) -> bool:
    """Whether a cycle is due: none was begun for six hours, or the clock has been set back by as much."""
    return last is None or abs(now - last) >= PERIOD


def why(memory: Memory, now: datetime) -> str:
    """The figures by which a memory is judged, for a person."""
    age = now - memory.created
    old = f"{age.days} days old" if age.days >= 2 else f"{age.total_seconds() / 3600:.0f} hours old"
    seen = f"recalled {memory.access_count} times" if memory.access_count else "never recalled"
    return f"{memory.state}, importance {memory.importance:.2f}, {seen}, {old}"
