"""A conclusion meets what is known, as the end of a task does, and gives way to it: it never changes what was stated.

What is known already is not written again; if it was concluded too, it rests on more from now on, and is worth no
more for that. What stands against something stated, or against what a person has set, is left out. Reads only: what
is to be written is returned. Runs on the core's thread.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave import cascade, ids
from weave.consolidation import Ground, meet
from weave.contradiction import ANY_PREDICATE, Relation, agree, relate
from weave.core import Core
from weave.drafts import facts_of
from weave.identity.lines import content
from weave.model import Draft, Fact, Memory, MemoryType, Polarity, Provenance, State
from weave.revision import known_of
from weave.sameness import key
from weave.secrets import mask
from weave.store import Store

__all__ = ["Concluded", "concluded", "statements_about", "unopposed"]

_MOST_SOURCES = 24
"""Sources that a conclusion names; further ones add nothing to it."""
_ALIKE = 0.6
"""Conclusions from the same sources that share so much of their words say the same."""
_MOST_KNOWN = 30
_TASTES = (
    "like",
    "love",
    "enjoy",
    "prefer",
    "favo",
    "usual",
    "order",
    "drink",
    "eat",
    "choose",
    "takes",
    "habit",
)
"""Beginnings of predicates that say of a value that it is what somebody takes to."""


@dataclass(frozen=True, slots=True)
class Concluded:
    """What is to be written of conclusions, and which known memories that changes."""

    fresh: tuple[Memory, ...] = ()
    strengthened: tuple[Memory, ...] = ()
    """Known conclusions that rest on more now."""
    left_out: int = 0
    """How many say nothing new, or stand against what is known."""


def concluded(core: Core, drafts: Sequence[Draft], now: datetime) -> Concluded:
    """What these drafts, whose turns are the memories they rest on, come to beside what is known."""
    store = core.store
    sources = core.catalogue.get_many([id_ for draft in drafts for id_ in draft.turns])
    fresh: list[Memory] = []
    stronger: dict[str, Memory] = {}
    left_out = 0
    for draft in drafts:
        if any(id_ not in sources or sources[id_].private for id_ in draft.turns):
            left_out += 1
            continue
        memory = cascade.lowered(store, _memory(draft, now))
        said, against = _beside(store, memory, fresh)
        if said is not None:
            left_out += 1
            if (more := _resting_on_more(stronger.get(said.id, said), memory)) is not None:
                stronger[said.id] = more
        elif against or (met := _met(store, memory, fresh)) is None:
            left_out += 1
        else:
            fresh.append(met)
    new = {memory.id for memory in fresh}
    grown = tuple(memory for id_, memory in stronger.items() if id_ not in new)
    return Concluded(tuple(stronger.get(m.id, m) for m in fresh), grown, left_out)


def _memory(draft: Draft, now: datetime) -> Memory:
    sources = tuple(sorted(draft.turns))[-_MOST_SOURCES:]
    memory = Memory(
        id=ids.derived(now, 0, "replay", draft.text, *sources),
        type=MemoryType.SEMANTIC,
        title=mask(draft.title),
        text=mask(draft.text),
        state=State.ACTIVE,
        importance=draft.importance,
        importance_raw=draft.importance_raw,
        provenance=Provenance.INFERRED,
        created=now,
        derived_from=sources,
    )
    return replace(memory, facts=facts_of(draft.facts, memory))


def _beside(store: Store, memory: Memory, fresh: Sequence[Memory]) -> tuple[Memory | None, bool]:
    """The memory that says the same already, if there is one; and whether one speaks against it."""
    against = False
    for fact in memory.facts:
        for known, old in _about(store, fact, fresh):
            if old.polarity is fact.polarity and old.state.in_force:
                return known, False
            against = against or old.state is not State.DEPRECATED
    alike = (one for one in _from_the_same(store, memory, fresh) if _alike(one.text, memory.text))
    return next(alike, None), against


def _about(store: Store, fact: Fact, fresh: Sequence[Memory]) -> Iterable[tuple[Memory, Fact]]:
    """What is known with this value of this subject, whether it is liked, preferred or usually had."""
    for known in [*Ground(store).about(ANY_PREDICATE, fact.object), *fresh]:
        for old in known.facts:
            same = key(old.subject) == key(fact.subject) and agree(old.object, fact.object)
            if same and _kind(old.predicate) == _kind(fact.predicate):
                yield known, old


def _kind(predicate: str) -> str:
    return "taste" if predicate.startswith(_TASTES) else predicate


def _from_the_same(store: Store, memory: Memory, fresh: Sequence[Memory]) -> Iterable[Memory]:
    """Conclusions in force from some of the same sources."""
    resting = store.catalogue.resting_on(memory.derived_from)
    found = store.catalogue.get_many(sorted({id_ for made in resting.values() for id_ in made}))
    yield from (one for one in found.values() if one.type is MemoryType.SEMANTIC and one.state.in_force)
    yield from fresh


def _alike(one: str, other: str) -> bool:
    first, second = content(one), content(other)
    return len(first & second) >= _ALIKE * len(first | second)


def _resting_on_more(known: Memory, memory: Memory) -> Memory | None:
    """A known conclusion with the sources of one that says the same; None for what was stated, or is full."""
    if not known.derived_from or known.provenance is not Provenance.INFERRED:
        return None
    sources = tuple(dict.fromkeys((*known.derived_from, *memory.derived_from)))[:_MOST_SOURCES]
    return replace(known, derived_from=sources) if sources != known.derived_from else None


def _met(store: Store, memory: Memory, fresh: Sequence[Memory]) -> Memory | None:
    """The conclusion as its meeting with what is known leaves it; None if it would change or contest that."""
    merged = meet(store, [*fresh, memory])
    if merged.revised or memory.id in merged.repeated or len(merged.kept) != len(fresh) + 1:
        return None
    met = merged.kept[-1]
    facts_hold = all(fact.state is State.ACTIVE for fact in met.facts)
    return met if met.state is State.ACTIVE and facts_hold else None


def unopposed(store: Store, memory: Memory) -> bool:
    """Whether nothing that is known stands against a conclusion, which may itself be known in other words."""
    return all(
        relate(known_of(memory, fact), known_of(other, old)) in (Relation.SAME, Relation.COMPATIBLE)
        for fact in memory.facts
        for other in Ground(store).about(fact.subject, fact.predicate)
        if other.id != memory.id
        for old in other.facts
    )


def statements_about(core: Core, memories: Iterable[Memory]) -> list[str]:
    """What is known of those whom these memories may be about, as statements; nothing that is private."""
    resting = core.catalogue.resting_on([memory.id for memory in memories])
    found = core.catalogue.get_many(sorted({id_ for made in resting.values() for id_ in made}))
    return _statements(found)


def _statements(found: Mapping[str, Memory]) -> list[str]:
    shown = [one for one in found.values() if not one.private and one.state.in_force and not _denied(one)]
    return [one.text for one in sorted(shown, key=lambda one: one.id)][-_MOST_KNOWN:]


def _denied(memory: Memory) -> bool:
    return any(fact.polarity is Polarity.NEGATED for fact in memory.facts)
