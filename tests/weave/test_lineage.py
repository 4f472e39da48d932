"""What was made from others is trusted as the weakest of them, and falls and rises with them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from weave.lineage import lowered, resting, set_by_hand
from weave.model import Fact, Memory, MemoryType, Provenance, State

WHEN = datetime(2026, 3, 1, tzinfo=UTC)


def memory(id_: str, state: State = State.ACTIVE, *sources: str, by: Provenance = Provenance.USER) -> Memory:
    fact = Fact(f"F{id_}", "user", "home_city", "Ghent", state=state, provenance=by, memories=(id_,))
    return Memory(
        id_, MemoryType.SEMANTIC, id_, id_, state, 0.5, by, WHEN, derived_from=sources, facts=(fact,)
    )  # fmt: skip


def among(*memories: Memory) -> dict[str, Memory]:
    return {one.id: one for one in memories}


@pytest.mark.parametrize("own", list(Provenance))
@pytest.mark.parametrize("source", list(Provenance))
def test_a_derived_memory_never_outranks_its_source(own: Provenance, source: Provenance) -> None:
    found = lowered(memory("D", State.ACTIVE, "S", by=own), [memory("S", by=source)])
    assert found.provenance.trust == min(own.trust, source.trust)
    assert found.facts[0].provenance is found.provenance


def test_a_chain_is_as_trusted_as_its_weakest_link() -> None:
    first = memory("A", by=Provenance.INFERRED)
    second = lowered(memory("B", State.ACTIVE, "A", by=Provenance.OBSERVED), [first])
    third = lowered(memory("C", State.ACTIVE, "B", by=Provenance.OBSERVED), [second])
    assert third.provenance is Provenance.INFERRED


@pytest.mark.parametrize("state", [State.OUTDATED, State.DEPRECATED])
def test_it_falls_with_its_source_and_rises_with_it(state: State) -> None:
    derived = memory("D", State.ACTIVE, "S", "T")
    fallen = resting(derived, among(memory("S", state), memory("T")))
    assert (fallen.state, fallen.facts[0].state) == (State.VOLATILE, State.VOLATILE)
    assert resting(fallen, among(memory("S"), memory("T"))) == derived
    assert resting(fallen, among(memory("S"), memory("T", state))).state is State.VOLATILE


def test_it_falls_with_what_rests_on_something_that_changed() -> None:
    derived = memory("D", State.ACTIVE, "S")
    assert resting(derived, among(memory("S", State.VOLATILE, "R"))).state is State.VOLATILE


def test_a_dispute_is_not_lost_yet_and_a_plan_is_no_fall() -> None:
    derived = memory("D", State.ACTIVE, "S")
    assert resting(derived, among(memory("S", State.CONTESTED))) == derived
    assert resting(derived, among(memory("S", State.VOLATILE))) == derived


def test_a_forgotten_source_counts_and_an_archived_one_does_not() -> None:
    derived = memory("D", State.ACTIVE, "S")
    assert resting(derived, {}, gone={"S"}).state is State.VOLATILE
    assert resting(derived, {}).state is State.ACTIVE
    assert resting(replace(derived, state=State.VOLATILE), {}).state is State.VOLATILE


def test_what_a_person_set_by_hand_and_what_lies_in_a_pad_stay() -> None:
    fallen = among(memory("S", State.DEPRECATED))
    by_hand = set_by_hand(memory("D", State.ACTIVE, "S"))
    assert resting(by_hand, fallen) == by_hand
    assert set_by_hand(by_hand) == by_hand
    padded = replace(memory("D", State.ACTIVE, "S"), scope="task:x")
    assert resting(padded, fallen) == padded
