"""The end of a task: what its pad holds goes to the global scope, once; duplicates are left behind.

Nothing is removed before it stands in its new place, so a crash at any point is repaired by running it again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from weave.model import GLOBAL, Fact, Memory, MemoryType, State, TaskReport
from weave.store import Store, in_scope, in_state

FactKey = tuple[str, str, str, str]


def normal(text: str) -> str:
    """A text as duplicates are compared: Unicode form, case and spaces do not count."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def fact_key(fact: Fact) -> FactKey:
    """What makes two facts the same."""
    return normal(fact.subject), fact.predicate, normal(fact.object), fact.polarity.value


def settle(memory: Memory) -> Memory:
    """A pad's memory as the global scope takes it in: volatile becomes active, the raw buffer stays raw."""
    moved = in_scope(memory, GLOBAL)
    return in_state(moved, State.ACTIVE) if moved.state is State.VOLATILE else moved


def known(facts: Iterable[Fact]) -> set[FactKey]:
    """The facts in force outside the pad."""
    return {fact_key(fact) for fact in facts if fact.scope == GLOBAL and fact.state is State.ACTIVE}


def repeats(memory: Memory, there: set[FactKey]) -> bool:
    """Whether a semantic memory says nothing but facts that are known already."""
    return (
        memory.type is MemoryType.SEMANTIC
        and not memory.pinned
        and bool(memory.facts)
        and all(fact_key(fact) in there for fact in memory.facts)
    )


def consolidate(store: Store, task: str) -> TaskReport:
    """Merge the pad of `task` into the global scope. Running it twice changes nothing the second time."""
    scope = f"task:{task}"
    there: set[FactKey] = set()
    moved: list[Memory] = []
    duplicates: list[Memory] = []
    store.catch_up()
    pad = sorted(store.catalogue.all(scope), key=lambda memory: memory.id)
    for memory in pad:
        there |= _known_about(store, memory)
        if repeats(memory, there):
            duplicates.append(memory)
            continue
        moved.append(settle(memory))
        there |= {fact_key(fact) for fact in memory.facts}
    store.move(moved)
    store.drop([memory.id for memory in duplicates])
    facts = sum(len(memory.facts) for memory in moved)
    return TaskReport(task, len(pad), len(moved), len(duplicates), facts)


def _known_about(store: Store, memory: Memory) -> set[FactKey]:
    found: set[FactKey] = set()
    for subject in {fact.subject for fact in memory.facts}:
        found |= known(store.catalogue.facts(subject))
    return found
