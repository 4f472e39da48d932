"""New facts meet what is known: each is judged against its subject's facts, and memories follow their facts.

Pure but for the loaders it is given. Facts are taken in the order in which they were learned, so that a batch, a
task and a single note end in the same state; what was learned out of order is judged by who was later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from weave.contradiction import (
    ANY_PREDICATE,
    Known,
    Relation,
    counted,
    due,
    named_by_value,
    relate,
    settled,
    touched,
)
from weave.model import Change, Fact, Memory, MemoryType, Polarity, State
from weave.sameness import key

Load = Callable[[str], Iterable[Memory]]
"""The memories of the global scope that state facts about a subject."""
Siblings = Callable[[Memory], Iterable[Memory]]
"""The other memories made from the same turns."""

_GONE = (State.OUTDATED, State.DEPRECATED)


def follow(memory: Memory, owners: Callable[[str], str | None]) -> Memory:
    """The memory in the state of its strongest fact; superseded by what states the fact that took its place."""
    if not memory.facts:
        return memory
    strongest = max((fact.state for fact in memory.facts), key=lambda state: state.weight)
    successors = [fact.superseded_by for fact in memory.facts if fact.superseded_by]
    successor = owners(successors[-1]) if strongest in _GONE and successors else None
    return replace(memory, state=strongest, superseded_by=successor)


class Revision:
    """One pass over new memories. `revised` then holds the known ones that changed."""

    def __init__(self, load: Load, siblings: Siblings, now: datetime) -> None:
        self._load = load
        self._siblings = siblings
        self._now = now
        self._memories: dict[str, Memory] = {}
        self._subjects: dict[str, list[str]] = {}
        self._owner: dict[str, str] = {}
        self._before: dict[str, Memory] = {}
        self.repeated: set[str] = set()
        """New memories that say nothing but what is in force already."""

    # -- what is known ----------------------------------------------------------------------------------

    def _keep(self, memory: Memory) -> None:
        self._memories[memory.id] = memory
        for fact in memory.facts:
            self._owner[fact.id] = memory.id
            named = self._subjects.setdefault(key(fact.subject), [])
            if memory.id not in named:
                named.append(memory.id)

    def _about(self, subject: str) -> list[Known]:
        """What is known about a subject, in the order in which it was learned."""
        name = key(subject)
        if name not in self._subjects:
            self._subjects[name] = []
            for memory in self._load(subject):
                if memory.id not in self._memories:
                    self._before[memory.id] = memory
                    self._keep(memory)
        found = [self._memories[id_] for id_ in self._subjects[name]]
        known = [Known(fact, m.created) for m in found for fact in m.facts if key(fact.subject) == name]
        return sorted(known, key=lambda one: (one.learned, one.fact.id))

    def _set(self, fact: Fact) -> None:
        memory = self._memories[self._owner[fact.id]]
        facts = tuple(fact if known.id == fact.id else known for known in memory.facts)
        self._memories[memory.id] = replace(memory, facts=facts)

    # -- what is new ------------------------------------------------------------------------------------

    def admit(self, memories: Sequence[Memory]) -> list[Memory]:
        """Judge these in the order they were learned; returns them, in their own order, as they stand then.

        Those that only repeat what is in force are left out and named in `repeated`.
        """
        for memory in sorted(memories, key=lambda m: (m.created, m.id)):
            if memory.facts:
                facts = self._named(memory)
                if self._repeats(memory, facts):
                    self.repeated.add(memory.id)
                    continue
                self._keep(replace(memory, facts=()))
                for fact in facts:
                    self._admit(memory, fact)
        owners = self._owner.get
        for id_, memory in self._memories.items():
            self._memories[id_] = follow(memory, owners)
        kept = [memory for memory in memories if memory.id not in self.repeated]
        return self._episodes([self._memories.get(memory.id, memory) for memory in kept])

    def _repeats(self, memory: Memory, facts: Sequence[Fact]) -> bool:
        if memory.type is not MemoryType.SEMANTIC or memory.pinned:
            return False
        return all(fact.change is Change.NEW and self._in_force(fact, memory) for fact in facts)

    def _in_force(self, fact: Fact, memory: Memory) -> bool:
        new = Known(fact, memory.created)
        return any(
            old.fact.state is State.ACTIVE and relate(new, old) is Relation.SAME
            for old in self._about(fact.subject)
            if old.fact.id != fact.id
        )

    def _named(self, memory: Memory) -> list[Fact]:
        """Corrections by value alone find their predicate: the denied value's, for both."""
        facts = list(memory.facts)
        if all(fact.predicate != ANY_PREDICATE for fact in facts):
            return facts
        named = [
            named_by_value(fact, self._about(fact.subject)) if fact.polarity is Polarity.NEGATED else fact
            for fact in facts
        ]
        found = next(
            (f for f in named if f.polarity is Polarity.NEGATED and f.predicate != ANY_PREDICATE), None
        )
        if found is None:
            return [fact for fact in named if fact.predicate != ANY_PREDICATE]
        return [
            replace(fact, predicate=found.predicate, single_valued=True)
            if fact.predicate == ANY_PREDICATE
            else fact
            for fact in named
        ]

    def _admit(self, memory: Memory, fact: Fact) -> None:
        others = [known for known in self._about(fact.subject) if known.fact.id != fact.id]
        new = Known(counted(fact, others), memory.created)
        relations: list[tuple[Relation, Known]] = []
        overtaken: list[tuple[Relation, Known]] = []
        for old in others:
            if old.learned <= new.learned:
                relations.append((relate(new, old), old))
            else:
                overtaken.append((relate(old, new), old))
        for relation, old in relations:
            changed = touched(old, relation, new, self._now)
            if changed != old.fact:
                self._set(changed)
        judged = settled(new, relations, self._now)
        for relation, later in overtaken:
            judged = touched(replace(new, fact=judged), relation, later, self._now)
            if relation is Relation.CONTESTS:
                self._set(replace(later.fact, state=State.CONTESTED))
        standing = self._memories[memory.id]
        self._keep(replace(standing, facts=(*standing.facts, judged)))

    # -- what follows -----------------------------------------------------------------------------------

    def _episodes(self, memories: Sequence[Memory]) -> list[Memory]:
        """A verbatim episode of one turn says no more than its facts: it goes with them when all are gone."""
        mine = {memory.id: memory for memory in memories}
        for memory in [*self.revised, *mine.values()]:
            if memory.type is not MemoryType.SEMANTIC or len(memory.source.turns) != 1 or not memory.facts:
                continue
            together = [m for m in [*mine.values(), *self._known(memory)] if m.source == memory.source]
            told = [m for m in together if m.facts]
            if not all(m.state in _GONE for m in told):
                continue
            for episode in together:
                if (
                    episode.type is MemoryType.EPISODIC
                    and not episode.facts
                    and episode.state is State.ACTIVE
                ):
                    gone = replace(episode, state=memory.state, superseded_by=memory.superseded_by)
                    if episode.id in mine:
                        mine[episode.id] = gone
                    else:
                        self._before.setdefault(episode.id, episode)
                        self._memories[episode.id] = gone
        return [mine[memory.id] for memory in memories]

    def _known(self, memory: Memory) -> list[Memory]:
        return [self._memories.get(known.id, known) for known in self._siblings(memory)]

    @property
    def revised(self) -> list[Memory]:
        """Known memories that are not any more as they were."""
        return [self._memories[id_] for id_, before in self._before.items() if self._memories[id_] != before]


def aged(memories: Sequence[Memory], now: datetime) -> list[Memory]:
    """Those memories that time alone has changed: plans that began, bounds that ended. As they stand now."""
    facts = {fact.id: fact for memory in memories for fact in memory.facts}
    owner = {fact.id: memory.id for memory in memories for fact in memory.facts}
    changed = []
    for memory in memories:
        moved = tuple(due(fact, facts.get(fact.superseded_by or ""), now) for fact in memory.facts)
        if moved != memory.facts:
            changed.append(follow(replace(memory, facts=moved), owner.get))
    return changed
