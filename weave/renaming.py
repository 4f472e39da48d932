"""How the facts of memories take other names, and how another name of somebody is kept as a fact. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from weave import ids
from weave.bonds import ALIAS, alias_of, stated
from weave.model import Change, Fact, Memory, MemoryType, Polarity
from weave.offices import by_holder
from weave.sameness import key

__all__ = ["by_holders", "by_subject", "renamed", "with_aliases"]


def by_holders(memory: Memory) -> Memory:
    """The memory, its facts about offices told of who holds them."""
    facts = tuple(by_holder(fact) for fact in memory.facts)
    return memory if facts == memory.facts else replace(memory, facts=facts)


def renamed(memory: Memory, into: Mapping[str, str]) -> Memory:
    """The memory, its facts under the names that `into` has for the keys of their subjects."""
    facts = tuple(
        replace(fact, subject=into[key(fact.subject)])
        if fact.predicate != ALIAS and key(fact.subject) in into
        else fact
        for fact in memory.facts
    )
    return memory if facts == memory.facts else replace(memory, facts=facts)


def by_subject(memories: Sequence[Memory]) -> dict[str, list[Fact]]:
    """The facts by the key of their subject; other names left out."""
    found: dict[str, list[Fact]] = {}
    for memory in memories:
        for fact in memory.facts:
            if fact.predicate != ALIAS:
                found.setdefault(key(fact.subject), []).append(fact)
    return found


def with_aliases(memories: Sequence[Memory]) -> list[Memory]:
    """The memories, with a fact for each other name of somebody that they tell, so that it can be looked up."""
    told: set[tuple[str, str]] = set()
    found = {memory.id: memory for memory in memories}
    for memory in sorted(memories, key=lambda m: m.type is MemoryType.EPISODIC):
        said = [pair for fact in memory.facts if (pair := alias_of(fact)) is not None]
        for name, other in (*said, *stated(memory.text)):
            pair = (key(name), key(other))
            if pair not in told:
                told.add(pair)
                found[memory.id] = _with_alias(found[memory.id], name, other)
    return [found[memory.id] for memory in memories]


def _with_alias(memory: Memory, name: str, other: str) -> Memory:
    known = any(f.predicate == ALIAS and key(f.subject) == key(other) for f in memory.facts)
    if known:
        return memory
    made = Fact(
        id=ids.derived(
            memory.created, len(memory.facts), memory.id, other, ALIAS, name, Polarity.AFFIRMED.value
        ),
        subject=other,
        predicate=ALIAS,
        object=name,
        state=memory.state,
        provenance=memory.provenance,
        importance=memory.importance,
        scope=memory.scope,
        change=Change.NEW,
        memories=(memory.id,),
    )
    return replace(memory, facts=(*memory.facts, made))
