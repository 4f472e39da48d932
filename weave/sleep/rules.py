"""What a cycle may take away, by the rule of DESIGN §5 and nothing else. Pure: a memory and `now`.

Purged: transient and older than 24 h. Forgotten: importance < 0.3, never accessed, older than 7 days, whatever the
memory says, so facts in force as well; a pinned memory never, nor one in dispute, which waits for the person.

What was concluded from something that has fallen since is dropped when all it rests on has fallen, since nothing
speaks for it any more; with one leg left it stays, volatile. What matters (importance 0.7 and more) is only flagged.
A source that merely faded, or that a summary took the place of, has not fallen: nothing follows from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from weave.lineage import BY_HAND
from weave.model import GLOBAL, Memory, State

PURGED_AFTER = timedelta(hours=24)
FORGOTTEN_AFTER = timedelta(days=7)
UNIMPORTANT = 0.3
IMPORTANT = 0.7
LONGEST_PAUSE = timedelta(days=7)
FEWEST = 20
"""Of fewer memories than these any share may go without a question."""
AT_ONCE = 100
"""So many memories may always be replaced by summaries in one cycle: an ordinary week of a small memory."""


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


def replaceable(memory: Memory) -> bool:
    """Whether something else may take its place; what a summary keeps verbatim is the summary's own rule."""
    return not memory.pinned and not in_dispute(memory)


def too_many(forgotten: int, memories: int, share: float) -> bool:
    """Whether a person is asked before so many of so many go: more than a share of at least twenty."""
    return memories >= FEWEST and forgotten > memories * share


@dataclass(frozen=True, slots=True)
class Portion:
    """Places in a list of actions: for this cycle, for later ones, and for a person's word."""

    now: tuple[int, ...]
    later: tuple[int, ...]
    asked: tuple[int, ...]


def portion(sizes: Sequence[int], forgotten: int, memories: int, share: float) -> Portion:
    """How many of the summaries that would take the place of so many memories each are made in one cycle.

    With what is forgotten they replace no more than the share of all memories, or `AT_ONCE`; one that is larger by
    itself waits for a person (field case 110: 745 of 931 in two days).
    """
    most = max(AT_ONCE, int(memories * share))
    left = max(AT_ONCE, most - forgotten)
    now: list[int] = []
    later: list[int] = []
    asked: list[int] = []
    for place, size in enumerate(sizes):
        if size > most:
            asked.append(place)
        elif size <= left and not later:
            now.append(place)
            left -= size
        else:
            later.append(place)
    return Portion(tuple(now), tuple(later), tuple(asked))


def overdue(last: datetime | None, now: datetime, hours: float) -> bool:
    """Whether a cycle is due: none was begun for so long, or the clock has been set back by as much."""
    return last is None or abs(now - last) >= timedelta(hours=hours)


def back_off(times: int, hours: float) -> timedelta:
    """How long an action that failed so often is left alone: a cycle's period, doubled each time, at most a week."""
    return min(LONGEST_PAUSE, timedelta(hours=hours * (1 << min(times - 1, 16))))


def why(memory: Memory, now: datetime) -> str:
    """The figures by which a memory is judged, for a person."""
    age = now - memory.created
    old = f"{age.days} days old" if age.days >= 2 else f"{age.total_seconds() / 3600:.0f} hours old"
    seen = f"recalled {memory.access_count} times" if memory.access_count else "never recalled"
    return f"{memory.state}, importance {memory.importance:.2f}, {seen}, {old}"
