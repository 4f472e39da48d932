"""Two clocks: what held at a moment (`as_of`), and what was known at a moment (`known_at`). Pure.

`as_of` looks with today's knowledge at the past: a fact that was superseded since was in force then, one that
was never true was not. `known_at` looks as if nothing later had been learned: what was superseded, corrected,
taken back or contradicted only later is in force again. A person's decision about a conflict counts from
when it was taken; one of which nobody noted when, from the start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave.contradiction import topic_of
from weave.disputes import before_decision
from weave.echoes import is_echo
from weave.model import Change, Fact, Memory, State
from weave.revision import follow, known_of
from weave.sameness import key
from weave.topic import Topic, held_at, in_order, known_at

Around = Callable[[Fact], Iterable[Memory]]
"""The memories that state anything about a fact's topic, its own among them."""


@dataclass(frozen=True, slots=True)
class View:
    """A way of looking at memories and facts; both moments None is the present."""

    as_of: datetime | None = None
    known_at: datetime | None = None

    @property
    def present(self) -> bool:
        """Whether this is simply now."""
        return self.as_of is None and self.known_at is None

    def topic(self, topic: Topic) -> Topic:
        """All facts about one thing as this view shows them; those it does not show are left out."""
        if self.known_at is not None:
            return known_at(topic, self.known_at)
        return topic if self.as_of is None else held_at(topic, self.as_of)

    def memory(self, memory: Memory, around: Around) -> Memory | None:
        """The memory as this view shows it; None when it was not there yet, or nothing of it held.

        What has no facts of its own is there from when it happened; its state then is not known.
        """
        if self.present:
            return memory
        if self.known_at is not None and memory.created > self.known_at:
            return None
        if not memory.facts:
            there = self.as_of is None or (memory.occurred or memory.created) <= self.as_of
            return memory if there else None
        return self._stating(memory, around)

    def _stating(self, memory: Memory, around: Around) -> Memory | None:
        shown: list[Fact] = []
        owners: dict[str, str] = {}
        for fact in memory.facts:
            topic = _topic([*around(fact), memory], fact, self.known_at)
            owners |= {one.fact.id: one.fact.memories[0] for one in topic if one.fact.memories}
            seen = {one.fact.id: one.fact for one in self.topic(topic)}
            shown += [seen[fact.id]] if fact.id in seen else []
        taken_back = all(fact.change is Change.RETRACTION for fact in memory.facts)
        if not shown:
            return memory if taken_back and memory.created <= (self.as_of or memory.created) else None
        return follow(replace(memory, facts=tuple(shown)), owners.get)

    def episode(self, memory: Memory, told: Sequence[Memory], around: Around) -> Memory | None:
        """A memory without facts beside those that state what was told in its turn: it went with them, if it did."""
        seen = self.memory(memory, around)
        follows = memory.state.gone or is_echo(memory)
        if self.present or seen is None or memory.facts or not told or not follows:
            return seen
        then = [one for stating in told if (one := self.memory(stating, around))]
        if not then:  # nothing told there held: it was over, or was still to come
            over = memory.state is State.ACTIVE and self.as_of is not None and _begun(told, self.as_of)
            return replace(memory, state=State.OUTDATED) if over else seen
        strongest = max(then, key=lambda one: one.state.weight)
        if strongest.state is State.VOLATILE:
            return seen
        return replace(memory, state=strongest.state, superseded_by=strongest.superseded_by)


def _begun(told: Sequence[Memory], moment: datetime) -> bool:
    """Whether all that was told had begun by then."""
    return all((fact.valid_from or one.created) <= moment for one in told for fact in one.facts)


def _topic(memories: Iterable[Memory], fact: Fact, known_at: datetime | None) -> Topic:
    about = topic_of(fact)
    each = {memory.id: memory for memory in memories}
    return in_order(
        known_of(memory, replace(_then(memory, one, known_at), memories=(memory.id,)))
        for memory in each.values()
        for one in memory.facts
        if topic_of(one) == about
    )


def _then(memory: Memory, fact: Fact, known_at: datetime | None) -> Fact:
    return fact if known_at is None else before_decision(memory, fact, known_at)


def facts_in_view(memories: Mapping[str, Memory], facts: list[Fact], view: View) -> list[Fact]:
    """Those facts that the view shows, in their order; `memories` holds those of all facts about their topics."""
    if view.present:
        return facts
    topics: dict[tuple[str, str], list[Memory]] = {}
    for memory in memories.values():
        for about in {topic_of(fact) for fact in memory.facts}:
            topics.setdefault(about, []).append(memory)
    seen: dict[str, Fact] = {}
    for about, fact in {topic_of(fact): fact for fact in facts}.items():
        seen |= {
            one.fact.id: one.fact for one in view.topic(_topic(topics.get(about, ()), fact, view.known_at))
        }
    return [replace(seen[fact.id], memories=fact.memories) for fact in facts if fact.id in seen]


def joined(facts: Sequence[Fact]) -> list[Fact]:
    """The facts with those that say the same, of the same time and state, as one that rests on all their memories.

    In the order of the first of each.
    """
    found: dict[tuple[object, ...], Fact] = {}
    for fact in facts:
        says = (*topic_of(fact), key(fact.object), fact.polarity, fact.scope)
        stands = (fact.state, fact.superseded_by, fact.valid_to)
        first = found.setdefault((*says, *stands), fact)
        if first is not fact:
            memories = tuple(dict.fromkeys((*first.memories, *fact.memories)))
            found[*says, *stands] = replace(first, memories=memories)
    return list(found.values())
