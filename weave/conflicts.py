"""Conflicts that wait for a person: which there are, what each side would drag along, and what a decision does.

Everything is derived from the facts, so that there is no list of conflicts that could differ from them. What
keeps standing is written first: cut off anywhere, the conflict is still there with the same id, and deciding it
again ends the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from weave import cascade
from weave.contradiction import STANDING, topic_of
from weave.disputes import (
    Party,
    Stated,
    dated,
    decided,
    echoes,
    parties,
    released,
    restated,
)
from weave.errors import InvalidInput, NotFound
from weave.joint_writes import write_together
from weave.lineage import BY_HAND
from weave.model import GLOBAL, Conflict, Fact, Memory, Resolution, Side, State
from weave.store import SHORTEST_PREFIX, Store

EVERY, NONE = "all", "none"
"""Words that stand for every side, and for no side, of a conflict."""
_OPEN = "`weave conflicts` lists what is open"
_OTHERWISE = f"{_OPEN}, and `weave edit`, `weave set` or `weave forget` changes what is known"


def open_conflicts(store: Store) -> list[Conflict]:
    """Every conflict of the global scope, by the age of its oldest side."""
    return [_conflict(store, party) for party in _open(store)]


def conflicting(store: Store, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """For each of these memories that is in dispute, the ids of those that contradict it."""
    return store.catalogue.conflicts(ids)


def resolve(store: Store, reference: str, keep: Sequence[str]) -> Resolution:
    """Decide a conflict, named by its id, a fact or a memory in it: what `keep` names stands, the rest falls.

    All kept (or the word "all"): no conflict. Nothing kept (or "none"): neither. Decided so before, it is only
    finished. Raises NotFound, InvalidInput.
    """
    party = _named(_open(store), reference)
    if party is None:
        return _settled(store, reference, keep)
    store.freshen([stated.memory.id for stated in party])
    party = _named(_open(store), reference)
    if party is None:
        raise NotFound(f"The conflict of {reference!r} has just been settled by hand; {_OPEN}.")
    return _decide(store, party, _choice(party, keep))


def release(store: Store, before: Sequence[Memory], after: Sequence[Memory] = ()) -> tuple[Memory, ...]:
    """Put in force what nothing contradicts any more, since these memories go, or are not as they were.

    `after` holds those that stay, as they are now; called without it, before anything is taken away, so that a
    crash in between is mended by asking again.
    """
    standing = {fact.id for memory in after for fact in memory.facts if fact.state in STANDING}
    disputed = {topic_of(fact) for fact in store.catalogue.contested()}
    lost = [
        Stated(fact, memory)
        for memory in before
        for fact in memory.facts
        if fact.scope == GLOBAL
        and fact.state in STANDING
        and fact.id not in standing
        and (fact.state is State.CONTESTED or topic_of(fact) in disputed)
    ]
    gone, was = {s.fact.id for s in lost}, {f.id for memory in before for f in memory.facts}
    fresh = {f.id for m in after for f in m.facts if f.id not in was}
    sides = [stated for party in _with(store, lost, fresh) for stated in party]
    left = {side.fact.id: side.fact for side in sides if side.fact.id not in gone}
    # what a memory says anew inherits its state, and was never in dispute if the memory was not
    sided = {side.memory.id for side in sides if side.fact.id in gone}
    left |= {f.id: f for m in after if m.id in sided for f in m.facts if f.id in fresh}
    free = [fact for fact in left.values() if fact.state is State.CONTESTED and not _bound(store, fact, gone)]
    return _write(store, [released(fact, store.place.clock()) for fact in free])


def settle_alone(store: Store) -> None:
    """Put in force what is in dispute with nothing, as a crash may leave it, unless a person has it so."""
    contested = store.catalogue.contested()
    stating = store.catalogue.get_many([id_ for fact in contested for id_ in fact.memories])
    by_hand = {f.id for memory in stating.values() if BY_HAND in memory.extra for f in memory.facts}
    alone = [fact for fact in contested if fact.id not in by_hand and not _bound(store, fact, set())]
    _write(store, [released(fact, store.place.clock()) for fact in alone])


def _with(store: Store, lost: Sequence[Stated], fresh: Collection[str]) -> list[Party]:
    """The conflicts that these facts are, or were, a side of; before what is said now in their place."""
    gone = {stated.fact.id for stated in lost}
    found: list[Party] = []
    for fact in {topic_of(stated.fact): stated.fact for stated in lost}.values():
        here = [stated for stated in lost if topic_of(stated.fact) == topic_of(fact)]
        rest = [stated for stated in store.catalogue.stated(fact) if stated.fact.id not in {*gone, *fresh}]
        found += [p for p in parties([*rest, *here]) if any(stated.fact.id in gone for stated in p)]
    return found


def _bound(store: Store, fact: Fact, gone: set[str]) -> bool:
    """Whether a fact is a side of a conflict, these others left out."""
    group = [stated for stated in store.catalogue.stated(fact) if stated.fact.id not in gone]
    return any(stated.fact.id == fact.id for party in parties(group) for stated in party)


def _open(store: Store) -> list[Party]:
    contested = store.catalogue.contested()
    groups = {topic_of(fact): fact for fact in contested}
    found = [party for fact in groups.values() for party in parties(store.catalogue.stated(fact))]
    return sorted(found, key=lambda party: party[0].order)


def _conflict(store: Store, party: Party) -> Conflict:
    own = [stated.memory.id for stated in party]
    first = party[0].fact
    sides = tuple(Side(s.fact, s.memory, _dependents(store, s.memory.id, own)) for s in party)
    return Conflict(first.id, first.subject, first.predicate, sides)


def _dependents(store: Store, memory: str, own: Sequence[str]) -> tuple[Memory, ...]:
    """All that is derived from a memory, however far, nearest first; the sides themselves left out."""
    seen, found, step = {memory, *own}, [], [memory]
    while step:
        resting = store.catalogue.resting_on(step)
        step = [id_ for source in step for id_ in resting.get(source, ()) if id_ not in seen]
        step = list(dict.fromkeys(step))
        seen.update(step)
        found += step
    memories = store.catalogue.get_many(found)
    return tuple(memories[id_] for id_ in found if id_ in memories)


# -- what a person names ----------------------------------------------------------------------------------


def _ids(party: Party) -> dict[str, list[str]]:
    """What names sides of this conflict, a fact's id or a memory's, to the ids of their facts."""
    names: dict[str, list[str]] = {}
    for stated in party:
        names.setdefault(stated.fact.id, []).append(stated.fact.id)
        names.setdefault(stated.memory.id, []).append(stated.fact.id)
    return names


def _named(found: Sequence[Party], reference: str) -> Party | None:
    """The conflict that `reference`, an id or its beginning, is in. Raises InvalidInput if it is in several."""
    wanted = reference.strip().upper()
    exact = [party for party in found if wanted in _ids(party)]
    begun = [party for party in found if any(id_.startswith(wanted) for id_ in _ids(party))]
    near = exact or (begun if len(wanted) >= SHORTEST_PREFIX else [])
    if len(near) > 1:
        names = ", ".join(party[0].fact.id for party in near)
        raise InvalidInput(f"{reference!r} is in more than one conflict ({names}); name one of these.")
    return near[0] if near else None


def _choice(party: Party, keep: Sequence[str]) -> set[str]:
    """The ids of the facts that a person keeps. Raises InvalidInput."""
    words = [word.strip().casefold() for word in keep]
    if words in ([EVERY], [NONE]):
        return {stated.fact.id for stated in party} if words == [EVERY] else set()
    return {id_ for one in keep for id_ in _kept(party, one)}


def _kept(party: Party, reference: str) -> list[str]:
    """The facts that `reference` names in this conflict. Raises InvalidInput when it names none, or no one side."""
    wanted, names = reference.strip().upper(), _ids(party)
    if wanted in names:
        return names[wanted]
    begun = [id_ for id_ in names if id_.startswith(wanted)] if len(wanted) >= SHORTEST_PREFIX else []
    facts = {fact for id_ in begun for fact in names[id_]}
    sides = ", ".join(stated.fact.id for stated in party)
    if not facts:
        raise InvalidInput(f"{reference!r} is no side of this conflict; its sides are {sides}.")
    if len({stated.claim for stated in party if stated.fact.id in facts}) > 1:
        raise InvalidInput(f"{reference!r} begins more than one side ({', '.join(begun)}); give more of it.")
    return sorted(facts)


# -- what a decision writes -------------------------------------------------------------------------------


def _decide(store: Store, party: Party, keep: set[str]) -> Resolution:
    kept, fallen = decided(party, keep, store.place.clock())
    volatile = _write(store, [*kept, *fallen], decided_at=store.place.clock())
    return Resolution(party[0].fact.id, tuple(kept), tuple(fallen), _volatile(volatile))


def _volatile(memories: Iterable[Memory]) -> tuple[str, ...]:
    return tuple(memory.id for memory in memories if memory.state is State.VOLATILE)


def _write(store: Store, facts: Sequence[Fact], decided_at: datetime | None = None) -> tuple[Memory, ...]:
    """Facts into their memories in this order, then what goes with these; returns what rested on them and changed."""
    owners = {fact.id: fact.memories[0] for fact in facts}
    known = store.catalogue.get_many(list(dict.fromkeys(owners.values())))

    def owner(fact: str) -> str | None:
        other = store.catalogue.by_id([fact]).get(fact) if fact not in owners else None
        return other.memories[0] if other else owners.get(fact)

    changed = [restated(known[id_], facts, owner) for id_ in dict.fromkeys(owners.values()) if id_ in known]
    if decided_at is not None:
        changed = [dated(memory, facts, decided_at) for memory in changed]
    followed = {memory.id: memory for memory in write_together(store, (), changed)}
    return tuple((followed | {memory.id: memory for memory in _follow(store, changed)}).values())


def _follow(store: Store, changed: Sequence[Memory]) -> tuple[Memory, ...]:
    """Episodes and derived memories after the memories that they rest on; returns the derived ones that changed."""
    beside = [(m, store.catalogue.of_turns(m.source)) for m in changed if m.source.turns]
    echoing = [echo for m, others in beside for echo in echoes(m, [o for o in others if o.scope == GLOBAL])]
    store.update(echoing)
    return cascade.follow(store, [*changed, *echoing])


def _settled(store: Store, reference: str, keep: Sequence[str]) -> Resolution:
    """What to do about a reference that is in no open conflict.

    A contested fact whose opponents are gone may still be decided; a decision that was cut off is finished.
    Raises NotFound for anything else.
    """
    fact = _fact(store, reference)
    if fact is None:
        raise NotFound(f"There is no fact or memory {reference!r} in a conflict; {_OPEN}.")
    party = _disputed(store, fact)
    if party:
        return _decide(store, party, _choice(party, keep))
    done = _done(store.catalogue.stated(fact), keep)
    if done is None:
        raise NotFound(f"{reference!r} is in no open conflict, so there is nothing to decide; {_OTHERWISE}.")
    kept, fallen = done
    volatile = _follow(store, [stated.memory for stated in (*kept, *fallen)])
    first = min((*kept, *fallen), key=lambda stated: stated.order)
    return Resolution(
        first.fact.id, tuple(s.fact for s in kept), tuple(s.fact for s in fallen), _volatile(volatile)
    )


def _disputed(store: Store, fact: Fact) -> Party:
    """The facts still contested among which this one is, or was before it fell."""
    if fact.scope != GLOBAL:
        return ()
    group = [
        replace(s, fact=replace(s.fact, state=State.CONTESTED, valid_to=None)) if s.fact.id == fact.id else s
        for s in store.catalogue.stated(fact)
    ]
    alone = tuple(s for s in group if s.fact.id == fact.id)
    party = next((p for p in parties(group) if any(s.fact.id == fact.id for s in p)), alone)
    left = party if fact.state is State.CONTESTED else tuple(s for s in party if s.fact.id != fact.id)
    return left if any(s.fact.state is State.CONTESTED for s in left) else ()


def _fact(store: Store, reference: str) -> Fact | None:
    wanted = reference.strip().upper()
    fact = store.catalogue.by_id([wanted]).get(wanted)
    memory = store.catalogue.get_many([wanted]).get(wanted)
    return fact or next(iter(memory.facts if memory else ()), None)


def _done(group: Sequence[Stated], keep: Sequence[str]) -> tuple[list[Stated], list[Stated]] | None:
    """(kept, fallen) if the facts stand already as this choice leaves them."""
    named = {one.strip().upper() for one in keep} - {NONE.upper()}
    every = named == {EVERY.upper()}
    kept = [s for s in group if {s.fact.id, s.memory.id} & named or (every and s.fact.state in STANDING)]
    claims = {s.claim for s in kept}
    if any(s.fact.state.gone for s in kept) or (named and not kept) or (every and len(claims) < 2):
        return None
    ids = {s.fact.id for s in kept}
    fallen = [
        s
        for s in group
        if s.fact.state.gone and (s.fact.superseded_by in ids if ids else s.fact.state is State.DEPRECATED)
    ]
    return (kept, fallen) if fallen or len(claims) > 1 else None
