"""New facts meet what is known: each is judged against its topic's facts, and memories follow their facts.

Pure but for the loaders it is given. Facts are taken in the order in which they were learned, so that a batch, a
task and a single note end in the same state; what was learned out of order is judged by who was later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from weave.bonds import bond_of
from weave.contradiction import (
    ANY_PREDICATE,
    STANDING,
    Candidate,
    Known,
    Relation,
    Verdict,
    agree,
    relate,
    topic_of,
)
from weave.echoes import echoed, telling
from weave.model import Change, Fact, Memory, MemoryType, Polarity, State
from weave.naming import read
from weave.sameness import folded, key
from weave.topic import Topic, at, tell

Load = Callable[..., Iterable[Memory]]
"""The memories of the global scope that state facts about a subject, and about a predicate of it if named."""
Siblings = Callable[[Memory], Iterable[Memory]]
"""The other memories made from the same turns."""

MOST_DOUBTS = 20
"""Pairs that a model is asked about at the end of a task."""
_WORD = re.compile(r"[^\W_]+")
_STEM = 4
"""Letters in which forms of one word agree ("live", "lives")."""
_EMPTY = frozenset(
    """a an and are as at be before been by course do does for from has have he her his i in is it know knows m me my
    now of on or s said say says she still that the their they this to told user ve was were with you your""".split()
)
_NO_VERDICTS: Mapping[tuple[str, str], Verdict] = {}


def follow(memory: Memory, owners: Callable[[str], str | None]) -> Memory:
    """The memory in the state of its strongest fact; superseded by what states the fact that took its place.

    That something was taken back is no fact of its own: the memory of it stays as it is. Nor is whose sister
    somebody is what a memory says that tells more of her: "My sister Ana lives in Oslo" goes with the home.
    """
    facts = _meant([fact for fact in memory.facts if fact.change is not Change.RETRACTION])
    if not facts:
        return memory
    strongest = max((fact.state for fact in facts), key=lambda state: state.weight)
    successors = [fact.superseded_by for fact in facts if fact.superseded_by]
    successor = owners(successors[-1]) if strongest.gone and successors else None
    return replace(memory, state=strongest, superseded_by=None if successor == memory.id else successor)


def _meant(facts: list[Fact]) -> list[Fact]:
    """The facts that a memory is about, without those that only say who is meant."""
    about = {read(fact.subject).bond for fact in facts}
    told = [f for f in facts if (bond := bond_of(f)) is None or (bond.owner, bond.role) not in about]
    return told or facts


def known_of(memory: Memory, fact: Fact) -> Known:
    """A memory's fact as the rules judge it."""
    return Known(fact, memory.created, held=bool(memory.derived_from) and memory.state is State.VOLATILE)


class Revision:
    """One pass over new memories. `revised` then holds the known ones that changed."""

    def __init__(
        self,
        load: Load,
        siblings: Siblings,
        now: datetime,
        verdicts: Mapping[tuple[str, str], Verdict] = _NO_VERDICTS,
    ) -> None:
        self._load = load
        self._siblings = siblings
        self._now = now
        self._verdicts = verdicts
        self._memories: dict[str, Memory] = {}
        self._topics: dict[tuple[str, str], dict[str, None]] = {}
        self._loaded: set[tuple[str, ...]] = set()
        self._owner: dict[str, str] = {}
        self._before: dict[str, Memory] = {}
        self._doubtful: list[Candidate] = []
        self.repeated: set[str] = set()
        """New memories that say nothing but what is in force already."""

    # -- what is known ----------------------------------------------------------------------------------

    def _keep(self, memory: Memory) -> None:
        self._memories[memory.id] = memory
        for fact in memory.facts:
            self._owner[fact.id] = memory.id
            self._topics.setdefault(topic_of(fact), {})[memory.id] = None

    def _ask(self, subject: str, *predicate: str) -> None:
        asked = (key(subject), *predicate)
        if asked in self._loaded or asked[:1] in self._loaded:
            return
        self._loaded.add(asked)
        for memory in self._load(subject, *predicate):
            if memory.id not in self._memories:
                self._before[memory.id] = memory
                self._keep(memory)

    def _topic(self, fact: Fact) -> Topic:
        """What is known about a fact's topic, in the order in which it was learned."""
        self._ask(fact.subject, fact.predicate)
        return self._found([topic_of(fact)])

    def _about(self, subject: str) -> Topic:
        """All that is known about a subject."""
        self._ask(subject)
        return self._found([topic for topic in self._topics if topic[0] == key(subject)])

    def _found(self, topics: Sequence[tuple[str, str]]) -> Topic:
        known = [
            known_of(memory, fact)
            for topic in topics
            for memory in map(self._memories.__getitem__, self._topics.get(topic, ()))
            for fact in memory.facts
            if topic_of(fact) == topic
        ]
        return tuple(sorted(known, key=lambda one: (one.learned, one.fact.id)))

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
                for fact in sorted(facts, key=lambda fact: fact.polarity.value):
                    self._admit(memory, fact)
                self._in_place(memory, facts)
        owners = self._owner.get
        for id_, memory in self._memories.items():
            self._memories[id_] = follow(memory, owners)
        kept = [memory for memory in memories if memory.id not in self.repeated]
        return self._episodes([self._memories.get(memory.id, memory) for memory in kept])

    def _in_place(self, memory: Memory, facts: Sequence[Fact]) -> None:
        """The facts in the order in which they were stated."""
        order = [fact.id for fact in facts]
        now = self._memories[memory.id]
        placed = tuple(sorted(now.facts, key=lambda fact: order.index(fact.id)))
        self._memories[memory.id] = replace(now, facts=placed)

    def _repeats(self, memory: Memory, facts: Sequence[Fact]) -> bool:
        if memory.type is not MemoryType.SEMANTIC or memory.pinned or not facts:
            return False
        return all(_flat(fact) and self._in_force(fact, memory) for fact in facts)

    def _in_force(self, fact: Fact, memory: Memory) -> bool:
        """Whether this is known and in force, and the memory says no more than that."""
        new = Known(fact, memory.created)
        return any(
            old.fact.state is State.ACTIVE
            and relate(new, old) is Relation.SAME
            and _adds_nothing(memory, fact, self._memories[self._owner[old.fact.id]])
            for old in self._topic(fact)
            if old.fact.id != fact.id
        )

    def _named(self, memory: Memory) -> list[Fact]:
        """Statements about a value alone find their predicate: that of the value they deny, for all of them."""
        facts = list(memory.facts)
        if all(fact.predicate != ANY_PREDICATE for fact in facts):
            return facts
        meant = self._meant(memory, [fact for fact in facts if _denies(fact)])
        if meant is not None:
            return [_moved(fact, meant) for fact in facts]
        named = [_named_by_value(fact, self._about(fact.subject)) for fact in facts]
        found = next((f for f, was in zip(named, facts, strict=True) if f.predicate != was.predicate), None)
        if found is None:
            return [fact for fact in named if fact.predicate != ANY_PREDICATE]
        return [
            replace(fact, predicate=found.predicate, single_valued=True)
            if fact.predicate == ANY_PREDICATE
            else fact
            for fact in named
        ]

    def _meant(self, memory: Memory, denied: Sequence[Fact]) -> Fact | None:
        """The latest fact, of whatever subject, with a value that is denied, if the memory names what it is about."""
        words = _words(memory.text)
        found = [
            Known(fact, one.created)
            for value in dict.fromkeys(fact.object for fact in denied if fact.object)
            for one in ({m.id: m for m in self._load(ANY_PREDICATE, value)} | self._memories).values()
            for fact in one.facts
            if key(fact.object) == key(value) and _words(fact.predicate) <= words and fact.state in STANDING
        ]
        return max(found, key=lambda one: (one.learned, one.fact.id)).fact if found else None

    def _admit(self, memory: Memory, fact: Fact) -> None:
        topic = tuple(one for one in self._topic(fact) if one.fact.id != fact.id)
        told = tell(topic, known_of(memory, fact), self._now, self._verdicts)
        before = {one.fact.id: one.fact for one in topic}
        for one in told.topic:
            if one.fact.id == fact.id:
                standing = self._memories[memory.id]
                self._keep(replace(standing, facts=(*standing.facts, one.fact)))
            elif one.fact != before[one.fact.id]:
                self._set(one.fact)
        self._doubtful += told.doubtful

    @property
    def doubtful(self) -> list[Candidate]:
        """Pairs about which a model's word would count, the conflicts first; at most `MOST_DOUBTS`."""
        now = {fact.id: fact for memory in self._memories.values() for fact in memory.facts}

        def settled(one: Candidate) -> bool:
            facts = (now.get(one.new.fact.id), now.get(one.existing.fact.id))
            return all(fact is not None and fact.state is not State.CONTESTED for fact in facts)

        return sorted(self._doubtful, key=settled)[:MOST_DOUBTS]

    # -- what follows -----------------------------------------------------------------------------------

    def _episodes(self, memories: Sequence[Memory]) -> list[Memory]:
        """A verbatim episode of one turn says no more than its facts: it goes with them, and comes back with them."""
        mine = {memory.id: memory for memory in memories}
        for memory in [*self.revised, *mine.values()]:
            if memory.type is not MemoryType.SEMANTIC or len(memory.source.turns) != 1 or not memory.facts:
                continue
            together = [m for m in [*mine.values(), *self._known(memory)] if m.source == memory.source]
            told = telling(list({m.id: m for m in [memory, *together]}.values()))
            for episode in together:
                now = echoed(episode, told)
                if now == episode:
                    continue
                if episode.id in mine:
                    mine[episode.id] = now
                else:
                    self._before.setdefault(episode.id, episode)
                    self._memories[episode.id] = now
        return [mine[memory.id] for memory in memories]

    def _known(self, memory: Memory) -> list[Memory]:
        return [self._memories.get(known.id, known) for known in self._siblings(memory)]

    @property
    def revised(self) -> list[Memory]:
        """Known memories that are not any more as they were."""
        return [self._memories[id_] for id_, before in self._before.items() if self._memories[id_] != before]


def _denies(fact: Fact) -> bool:
    return fact.polarity is Polarity.NEGATED or fact.change in (Change.RETRACTION, Change.END)


def _moved(fact: Fact, meant: Fact) -> Fact:
    """A statement about a value alone, as one about what is meant: "channel 11" is 11 where the channel was 6."""
    if fact.predicate != ANY_PREDICATE:
        return fact
    named = _words(meant.predicate)
    value = " ".join(word for word in fact.object.split() if not _words(word) or not _words(word) <= named)
    return replace(
        fact,
        subject=meant.subject,
        predicate=meant.predicate,
        object=value or fact.object,
        single_valued=True,
    )


def _flat(fact: Fact) -> bool:
    """Whether it says no more than that something holds; a change with a day of its own says more."""
    return fact.change is Change.NEW or (fact.change is Change.CHANGE and fact.valid_from is None)


def _named_by_value(fact: Fact, others: Topic) -> Fact:
    """A denial or a retraction without a predicate takes that of the subject's fact with the value it names.

    A number alone names nothing: too many things have the same.
    """
    if fact.predicate != ANY_PREDICATE or not _denies(fact) or not fact.object.strip("+-0123456789., "):
        return fact
    holders = [old.fact.predicate for old in others if old.standing and agree(old.fact.object, fact.object)]
    return replace(fact, predicate=holders[-1]) if holders else fact


def _words(text: str) -> set[str]:
    found = _WORD.findall(folded(text.replace("_", " ")))
    return {word[:_STEM] for word in found if word not in _EMPTY}


def _adds_nothing(memory: Memory, fact: Fact, known: Memory) -> bool:
    """Whether all that a memory says stands in its fact, or in what is known already."""
    there = _words(known.text) | _words(f"{fact.subject} {fact.predicate} {fact.object}")
    return _words(memory.text) <= there


def aged(memories: Sequence[Memory], now: datetime) -> list[Memory]:
    """Those memories that time alone has changed: plans that began, bounds that ended. As they stand now.

    `memories` must hold all that is known about a topic, if they hold anything of it.
    """
    owner = {fact.id: memory.id for memory in memories for fact in memory.facts}
    topics: dict[tuple[str, str], list[Known]] = {}
    for memory in memories:
        for fact in memory.facts:
            topics.setdefault(topic_of(fact), []).append(known_of(memory, fact))
    facts = {one.fact.id: one.fact for topic in topics.values() for one in at(tuple(topic), now)}
    changed = []
    for memory in memories:
        moved = tuple(facts[fact.id] for fact in memory.facts)
        if moved != memory.facts:
            changed.append(follow(replace(memory, facts=moved), owner.get))
    return changed
