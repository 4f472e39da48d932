"""The verbatim words of a turn stand as what was told in it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.claims import claim
from tests.weave.test_revision import World, said
from weave.echoes import echoed, moved
from weave.lineage import set_by_hand
from weave.model import Memory, MemoryType, State

A, C, V, W, D = State.ACTIVE, State.CONTESTED, State.VOLATILE, State.OUTDATED, State.DEPRECATED


def words(state: State = A, heir: str | None = None) -> Memory:
    told = claim("Cebu", turn="t1")
    return replace(
        told, id="E", type=MemoryType.EPISODIC, facts=(), derived_from=(), state=state, superseded_by=heir
    )


def told(state: State, heir: str | None = None) -> Memory:
    return replace(claim("Cebu", turn="t1", state=state), superseded_by=heir)


@pytest.mark.parametrize(
    ("before", "states", "after"),
    [
        (A, [C], C),
        (A, [C, A], A),
        (A, [W], W),
        (A, [D, C], C),
        (A, [V], A),
        (C, [A], A),
        (C, [W], W),
        (C, [D], D),
        (D, [A], D),  # a person's rewording took these words out of force
        (A, [], A),
    ],
)
def test_an_episode_stands_as_the_best_of_what_was_told(
    before: State, states: list[State], after: State
) -> None:
    assert echoed(words(before), [told(state) for state in states]).state is after


def test_words_that_were_replaced_come_back_with_what_they_tell_and_not_without_a_successor() -> None:
    assert echoed(words(W, "X"), [told(A)]) == words(A)
    assert echoed(words(W), [told(A)]) == words(W)
    assert echoed(words(A), [told(W, "X")]) == words(W, "X")


def test_a_state_that_a_person_gave_stays_and_so_does_what_states_facts_itself() -> None:
    mine = set_by_hand(words(A))
    assert echoed(mine, [told(C)]) == mine
    assert moved([told(C), words(A)]) == [words(C)]
    assert moved([told(C), words(C)]) == []


def test_words_of_a_contested_fact_are_contested_and_free_again_when_one_wins() -> None:
    world = World()
    for memory in said("My blood type is A+.", "My blood type is 0 negative."):
        world.admit([memory])
    assert {m.state for m in world.memories.values() if m.type is MemoryType.EPISODIC} == {C}
    corrected = said("", "", "Actually, my blood type is 0 negative, not A+.")
    world.admit(corrected)
    left = {m.text: m.state for m in world.memories.values() if m.type is MemoryType.EPISODIC}
    assert left["My blood type is A+."] is D
    assert left["My blood type is 0 negative."] is A
