"""The end of a task: what its pad holds goes to the global scope, once, and meets what is known there.

Contradictions are found before anything touches the global scope. What was known is changed first, then the new
is written in its place, and the pad goes last: cut off anywhere, running it again ends the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from weave.drafts import in_scope, in_state
from weave.model import GLOBAL, Memory, State, TaskReport
from weave.revision import Revision, aged
from weave.store import Store


@dataclass(frozen=True, slots=True)
class Merged:
    """New memories after they met what is known."""

    kept: tuple[Memory, ...]
    """To be written, in the states that the meeting gave them."""
    revised: tuple[Memory, ...]
    """Known ones to be rewritten."""
    repeated: tuple[str, ...]
    """Ids of new ones that say nothing new."""

    @property
    def contested(self) -> int:
        """Memories that contradict each other until a person decides."""
        return sum(memory.state is State.CONTESTED for memory in (*self.kept, *self.revised))

    @property
    def superseded(self) -> int:
        """Known memories that are not in force any more."""
        return sum(memory.state in (State.OUTDATED, State.DEPRECATED) for memory in self.revised)


def settle(memory: Memory) -> Memory:
    """A pad's memory as the global scope takes it in: volatile becomes active, the raw buffer stays raw."""
    moved = in_scope(memory, GLOBAL)
    return in_state(moved, State.ACTIVE) if moved.state is State.VOLATILE else moved


def meet(store: Store, memories: Sequence[Memory]) -> Merged:
    """What these memories of the global scope do to it, and it to them; nothing is written."""

    def about(subject: str) -> Iterable[Memory]:
        ids = [memory for fact in store.catalogue.facts(subject) for memory in fact.memories]
        return [memory for memory in store.catalogue.get_many(ids).values() if memory.scope == GLOBAL]

    def beside(memory: Memory) -> Iterable[Memory]:
        return [one for one in store.catalogue.of_turns(memory.source) if one.scope == GLOBAL]

    revision = Revision(about, beside, store.place.clock())
    kept = revision.admit(memories)
    return Merged(tuple(kept), tuple(revision.revised), tuple(sorted(revision.repeated)))


def consolidate(store: Store, task: str) -> TaskReport:
    """Merge the pad of `task` into the global scope. Running it twice changes nothing the second time."""
    store.catch_up()
    pad = sorted(store.catalogue.all(f"task:{task}"), key=lambda memory: memory.id)
    merged = meet(store, [settle(memory) for memory in pad])
    store.update(merged.revised)
    store.move(merged.kept)
    store.drop(merged.repeated)
    return TaskReport(
        task=task,
        encoded=len(pad),
        transferred=len(merged.kept),
        duplicates=len(merged.repeated),
        facts=sum(len(memory.facts) for memory in merged.kept),
        contested=merged.contested,
        superseded=merged.superseded,
    )


def pass_time(store: Store) -> int:
    """Let plans come into force and bounds expire, as the clock says; returns how many memories changed."""
    now = store.place.clock()
    facts = {fact.id: fact for fact in store.catalogue.bounded_facts()}
    memories = store.catalogue.get_many([id_ for fact in facts.values() for id_ in fact.memories])
    changed = aged([memory for memory in memories.values() if memory.scope == GLOBAL], now)
    store.update(changed)
    return len(changed)
