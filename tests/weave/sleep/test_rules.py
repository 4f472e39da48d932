"""What a cycle may take away: the rule of DESIGN §5 at its edges, and for any memory whatever."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.claims import claim
from tests.support.homes import NOW
from tests.support.memories import memory
from tests.support.sleeping import aged
from weave.lineage import BY_HAND
from weave.model import Memory, Provenance, State
from weave.sleep import rules

SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


def made(age: timedelta, importance: float = 0.29, state: State = State.ACTIVE, **others: object) -> Memory:
    one = replace(memory("x"), created=NOW - age, importance=importance, state=state)
    return replace(one, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "goes"),
    [
        (made(7 * DAY + SECOND), True),
        (made(7 * DAY), False),
        (made(8 * DAY, 0.3), False),
        (made(8 * DAY, 0.0), True),
        (made(8 * DAY, access_count=1, accessed=NOW), False),
        (made(8 * DAY, access_count=1), False),
        (made(8 * DAY, accessed=NOW), False),
        (made(8 * DAY, pinned=True), False),
        (made(8 * DAY, state=State.CONTESTED), False),
        (made(8 * DAY, state=State.OUTDATED), True),
        (made(8 * DAY, state=State.DEPRECATED), True),
        (made(8 * DAY, state=State.VOLATILE), True),
        (made(8 * DAY, state=State.TRANSIENT), False),
        (made(-8 * DAY), False),
        (made(8 * DAY, provenance=Provenance.OBSERVED, private=True), True),
        (made(8 * DAY, facts=claim("Ghent", days=8, state=State.ACTIVE).facts), True),
        (made(8 * DAY, facts=claim("Ghent", days=8, state=State.CONTESTED).facts), False),
    ],
)
def test_what_mattered_little_and_was_never_recalled_is_forgotten_after_a_week(
    one: Memory, goes: bool
) -> None:
    assert rules.forgettable(one, NOW) is goes


@pytest.mark.parametrize(
    ("one", "goes"),
    [
        (made(DAY + SECOND, 1.0, State.TRANSIENT), True),
        (made(DAY, 0.0, State.TRANSIENT), False),
        (made(DAY + SECOND, 0.5, State.TRANSIENT, access_count=3, accessed=NOW), True),
        (made(9 * DAY, 0.0, State.TRANSIENT, pinned=True), False),
        (made(9 * DAY, 0.0, State.VOLATILE), False),
    ],
)
def test_the_raw_buffer_is_purged_after_a_day(one: Memory, goes: bool) -> None:
    assert rules.purgeable(one, NOW) is goes


ANY = st.builds(
    lambda state, importance, count, hours, pinned: made(
        timedelta(hours=hours), importance, state, access_count=count, pinned=pinned
    ),
    st.sampled_from(State),
    st.floats(0, 1),
    st.integers(0, 3),
    st.floats(-1000, 10_000),
    st.booleans(),
)


@given(ANY)
def test_whatever_is_taken_satisfies_the_rule_and_whatever_satisfies_it_is_taken(one: Memory) -> None:
    age = NOW - one.created
    faint = one.importance < 0.3 and one.access_count == 0 and age > 7 * DAY
    kept = one.pinned or one.state in (State.CONTESTED, State.TRANSIENT)
    assert rules.forgettable(one, NOW) is (faint and not kept)
    raw = one.state is State.TRANSIENT and age > DAY
    assert rules.purgeable(one, NOW) is (raw and not one.pinned)


def test_a_conclusion_goes_when_all_it_rests_on_has_fallen_and_so_does_what_was_concluded_from_it() -> None:
    fell, stands = aged("a", 9, state=State.DEPRECATED), aged("b", 9)
    first = aged("c", 9, 0.5, state=State.VOLATILE, derived_from=(fell.id,))
    second = aged("d", 9, 0.5, state=State.VOLATILE, derived_from=(first.id,))
    legged = aged("e", 9, 0.5, state=State.VOLATILE, derived_from=(first.id, stands.id))
    there = {one.id: one for one in (fell, stands, first)}
    assert rules.baseless([second, legged, first], there) == [first, second]
    assert rules.baseless([second], there) == []


@pytest.mark.parametrize(
    "spared",
    [
        {"pinned": True},
        {"importance": 0.7},
        {"extra": (BY_HAND,)},
        {"state": State.ACTIVE},
        {"scope": "task:jam"},
        {"derived_from": ("01JDYQ3V5W8Z1N6T2K4R7M9XAB",)},
    ],
)
def test_a_conclusion_that_matters_is_held_by_hand_or_lost_its_sources_to_time_stays(
    spared: dict[str, object],
) -> None:
    fell = aged("a", 9, state=State.OUTDATED)
    one = aged("c", 9, 0.5, state=State.VOLATILE, derived_from=(fell.id,))
    assert rules.baseless([one], {fell.id: fell}) == [one]
    assert rules.baseless([replace(one, **spared)], {fell.id: fell}) == []  # type: ignore[arg-type]


def test_conclusions_that_rest_on_each_other_alone_are_not_dropped() -> None:
    one, two = (aged(word, 9, 0.5, state=State.VOLATILE) for word in "ab")
    ring = [replace(one, derived_from=(two.id,)), replace(two, derived_from=(one.id,))]
    assert rules.baseless(ring, {m.id: m for m in ring}) == []


@pytest.mark.parametrize(
    ("gone", "of", "asked"),
    [(5, 20, False), (6, 20, True), (19, 19, False), (251, 1000, True), (0, 20, False)],
)
def test_more_than_a_quarter_of_at_least_twenty_is_asked_for(gone: int, of: int, asked: bool) -> None:
    assert rules.too_many(gone, of, 0.25) is asked
