"""Two clocks: what held then, and what was known then, for everything that can become of a fact."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from weave.contradiction import topic_of
from weave.disputes import Stated, decided, parties
from weave.model import Change, Fact, Memory, MemoryType, Polarity, Provenance, State
from weave.revision import Revision
from weave.timeview import View, facts_in_view, joined


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


NOW = day(31)


def said(learned: int, place: str, change: Change = Change.NEW, **changes: object) -> Memory:
    """A memory of a day that says where the person lives."""
    id_ = f"M{learned:02d}{place}"
    fact = Fact(f"F{id_}", "user", "home_city", place, single_valued=True, change=change, memories=(id_,))
    fact = replace(fact, **changes)  # type: ignore[arg-type]
    return Memory(
        id_, MemoryType.SEMANTIC, place, f"{change.value} {place}", State.ACTIVE, 0.6, Provenance.USER, day(learned),
        facts=(fact,),
    )  # fmt: skip


def world(*memories: Memory, now: datetime = NOW) -> dict[str, Memory]:
    """What is known after these were said, one by one."""
    known: dict[str, Memory] = {}

    def load(subject: str, *predicate: str) -> Iterable[Memory]:
        return [memory for memory in known.values() if memory.facts]

    for memory in memories:
        revision = Revision(load, lambda _: (), now)
        for one in [*revision.admit([memory]), *revision.revised]:
            known[one.id] = one
    return known


def shown(known: dict[str, Memory], view: View) -> dict[str, State]:
    facts = [fact for memory in known.values() for fact in memory.facts]
    seen = facts_in_view(known, facts, view)
    return {f.object: f.state for f in seen if f.polarity is Polarity.AFFIRMED and f.object}


def recalled(known: dict[str, Memory], view: View) -> dict[str, State]:
    """The same through the memories."""
    seen = [view.memory(memory, lambda _: known.values()) for memory in known.values()]
    told = [
        m for m in seen if m and m.facts and m.facts[0].polarity is Polarity.AFFIRMED and m.facts[0].object
    ]
    return {memory.facts[0].object: memory.state for memory in told}


A, C, W, D, V = State.ACTIVE, State.CONTESTED, State.OUTDATED, State.DEPRECATED, State.VOLATILE
MOVED = world(said(1, "Oslo"), said(10, "Porto", Change.CHANGE))
CORRECTED = world(said(1, "Oslo"), said(10, "Porto", Change.CORRECTION))
TAKEN_BACK = world(said(1, "Oslo"), said(10, "", Change.RETRACTION))
ENDED = world(said(1, "Oslo"), said(10, "Oslo", Change.END))
EXPIRED = world(said(1, "Oslo"), said(5, "Porto", valid_to=day(10)))
PLANNED = world(said(1, "Oslo"), said(5, "Porto", Change.CHANGE, valid_from=day(10)))
CONTESTED = world(said(1, "Oslo"), said(10, "Porto"))


@pytest.mark.parametrize(
    ("known", "when", "expected"),
    [
        (MOVED, 5, {"Oslo": A}),
        (MOVED, 15, {"Porto": A}),
        (CORRECTED, 5, {"Porto": A}),
        (CORRECTED, 15, {"Porto": A}),
        (TAKEN_BACK, 5, {}),
        (TAKEN_BACK, 15, {}),
        (ENDED, 5, {"Oslo": A}),
        (ENDED, 15, {}),
        (EXPIRED, 3, {"Oslo": A}),
        (EXPIRED, 7, {"Porto": A}),
        (EXPIRED, 15, {"Oslo": A}),
        (PLANNED, 7, {"Oslo": A}),
        (PLANNED, 15, {"Porto": A}),
        (CONTESTED, 5, {"Oslo": C}),
        (CONTESTED, 15, {"Oslo": C, "Porto": C}),
    ],
)
def test_as_of_shows_what_held_then_by_what_is_known_today(
    known: dict[str, Memory], when: int, expected: dict[str, State]
) -> None:
    assert shown(known, View(as_of=day(when))) == expected
    assert recalled(known, View(as_of=day(when))) == expected


@pytest.mark.parametrize(
    ("known", "when", "expected"),
    [
        (MOVED, 5, {"Oslo": A}),
        (MOVED, 15, {"Oslo": W, "Porto": A}),
        (CORRECTED, 5, {"Oslo": A}),
        (CORRECTED, 15, {"Oslo": D, "Porto": A}),
        (TAKEN_BACK, 5, {"Oslo": A}),
        (TAKEN_BACK, 15, {"Oslo": D}),
        (ENDED, 5, {"Oslo": A}),
        (ENDED, 15, {"Oslo": W}),
        (EXPIRED, 3, {"Oslo": A}),
        (EXPIRED, 7, {"Oslo": W, "Porto": A}),
        (EXPIRED, 15, {"Oslo": A, "Porto": W}),
        (PLANNED, 3, {"Oslo": A}),
        (PLANNED, 7, {"Oslo": A, "Porto": V}),
        (PLANNED, 15, {"Oslo": W, "Porto": A}),
        (CONTESTED, 5, {"Oslo": A}),
        (CONTESTED, 15, {"Oslo": C, "Porto": C}),
    ],
)
def test_known_at_is_as_if_nothing_later_had_been_learned(
    known: dict[str, Memory], when: int, expected: dict[str, State]
) -> None:
    assert shown(known, View(known_at=day(when))) == expected
    assert recalled(known, View(known_at=day(when))) == expected


def test_what_is_in_force_again_has_no_end_and_no_successor() -> None:
    seen = View(known_at=day(5)).memory(MOVED["M01Oslo"], lambda _: MOVED.values())
    assert seen is not None
    assert (seen.state, seen.superseded_by, seen.facts[0].valid_to) == (A, None, None)


def test_a_decided_conflict_is_decided_from_the_start_and_unknown_before_the_other_side_was() -> None:
    (party,) = parties(Stated(memory.facts[0], memory) for memory in CONTESTED.values())
    kept, fallen = decided(party, {"FM10Porto"}, NOW)
    facts = {fact.id: fact for fact in (*kept, *fallen)}
    known = {id_: replace(m, facts=(facts[m.facts[0].id],)) for id_, m in CONTESTED.items()}
    assert shown(known, View(as_of=day(15))) == {"Porto": A}
    assert shown(known, View(as_of=day(5))) == {"Oslo": A}
    assert shown(known, View(known_at=day(5))) == {"Oslo": A}
    assert shown(known, View(known_at=day(15))) == {"Oslo": W, "Porto": A}


def test_the_present_is_what_is_stored() -> None:
    facts = [fact for memory in MOVED.values() for fact in memory.facts]
    assert facts_in_view(MOVED, facts, View()) == facts


def test_a_memory_without_facts_is_there_from_when_it_happened() -> None:
    walk = Memory(
        "W", MemoryType.EPISODIC, "walk", "We walked.", A, 0.4, Provenance.USER, day(9), occurred=day(3)
    )
    assert View(as_of=day(5)).memory(walk, lambda _: ()) == walk
    assert View(as_of=day(2)).memory(walk, lambda _: ()) is None
    assert View(known_at=day(5)).memory(walk, lambda _: ()) is None


def test_the_verbatim_words_are_in_force_while_what_they_tell_was() -> None:
    told = MOVED["M01Oslo"]
    words = replace(told, id="E", type=MemoryType.EPISODIC, facts=(), state=W, superseded_by="M10Porto")
    seen = View(as_of=day(5)).episode(words, [told], lambda _: MOVED.values())
    assert seen is not None
    assert (seen.state, seen.superseded_by) == (A, None)
    later = View(as_of=day(15)).episode(words, [told], lambda _: MOVED.values())
    assert later is not None
    assert later.state is W


def test_what_is_said_again_is_one_fact_that_rests_on_all_who_say_so() -> None:
    once = said(1, "Oslo").facts[0]
    again = replace(once, id="F2", object="oslo", memories=("M2",))
    other = replace(once, id="F3", object="Porto", memories=("M3",))
    assert [(f.id, f.memories) for f in joined([once, other, again])] == [
        (once.id, ("M01Oslo", "M2")), ("F3", ("M3",)),
    ]  # fmt: skip
    assert topic_of(once) == ("user", "home_city")
