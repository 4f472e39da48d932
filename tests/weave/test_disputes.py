"""Which facts are in dispute, and what each choice of a person makes of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.support.claims import claim, holding, stated
from tests.support.disputes import conflict
from tests.support.homes import NOW
from weave.disputes import Party, by_claim, decided, echoes, parties, value_of
from weave.model import Fact, Memory, MemoryType, State


def objects(found: list[Party]) -> list[list[str]]:
    return [[one.fact.object for one in party] for party in found]


def party_of(*memories: Memory) -> Party:
    [party] = parties(stated(*memories))
    return party


def choice(party: Party, *objects: str) -> dict[str, Fact]:
    kept, fallen = decided(party, [s.fact.id for s in party if s.fact.object in objects], NOW)
    return {fact.object: fact for fact in (*kept, *fallen)}


def test_two_values_of_one_thing_are_one_conflict_with_the_oldest_first() -> None:
    found = parties(stated(claim("Davao", days=5), claim("Cebu", days=30)))
    assert objects(found) == [["Cebu", "Davao"]]


def test_a_triple_and_its_denial_are_in_dispute_and_leave_other_triples_alone() -> None:
    group = stated(
        claim("Dutch", predicate="speaks", single=False),
        claim("Dutch", predicate="speaks", single=False, negated=True, days=4),
        claim("French", predicate="speaks", single=False, days=3),
        claim("French", predicate="speaks", single=False, negated=True, days=2),
    )
    assert objects(parties(group)) == [["Dutch", "Dutch"], ["French", "French"]]


def test_a_conflict_is_shown_by_what_its_sides_say_however_they_are_spelt() -> None:
    found = conflict(claim("The Hague"), claim("Cebu"), claim("the hague."), claim("Cebu", negated=True))
    assert [[value_of(side.fact) for side in sides] for sides in by_claim(found.sides)] == [
        ["The Hague", "the hague."],
        ["Cebu"],
        ["not Cebu"],
    ]


def test_sides_that_say_the_same_stand_beside_each_other() -> None:
    party = party_of(claim("Cebu", days=30), claim("Davao", days=20), claim("cebu", days=10))
    assert [one.fact.object for one in party] == ["Cebu", "Davao", "cebu"]
    kept, fallen = decided(party, [party[2].fact.id], NOW)
    assert ([f.object for f in kept], [f.object for f in fallen]) == (["Cebu", "cebu"], ["Davao"])
    assert fallen[0].superseded_by == party[0].fact.id


def test_one_contested_fact_alone_is_no_conflict() -> None:
    assert parties(stated(claim("Cebu"), claim("Davao", state=State.OUTDATED))) == []
    assert parties(stated(claim("Cebu"), claim("Cebu ", days=2))) == []


def test_values_of_times_that_do_not_meet_are_no_conflict() -> None:
    past = holding(claim("Cebu", days=300), valid_to=NOW - timedelta(days=200))
    since = holding(claim("Davao", days=20), valid_from=NOW - timedelta(days=100))
    assert parties(stated(past, since, claim("Oslo", days=10))) != []
    assert objects(parties(stated(past, since, claim("Oslo", days=10)))) == [["Davao", "Oslo"]]


def test_a_fact_in_force_that_a_contested_one_opposes_is_a_side() -> None:
    group = stated(claim("Cebu", state=State.ACTIVE, days=30), claim("Davao"))
    assert objects(parties(group)) == [["Cebu", "Davao"]]


def test_what_was_put_in_dispute_against_the_rules_is_in_dispute_with_its_like() -> None:
    group = stated(
        claim("tea", predicate="drinks", single=False, days=3),
        claim("coffee", predicate="drinks", single=False),
    )
    assert objects(parties(group)) == [["coffee", "tea"]]


def test_the_later_one_kept_the_earlier_was_true_until_it_began() -> None:
    party = party_of(claim("Cebu", days=30), claim("Davao", days=5))
    facts = choice(party, "Davao")
    assert (facts["Davao"].state, facts["Davao"].superseded_by) == (State.ACTIVE, None)
    assert (facts["Cebu"].state, facts["Cebu"].superseded_by) == (State.OUTDATED, facts["Davao"].id)
    assert facts["Cebu"].valid_to == NOW - timedelta(days=5)


def test_the_earlier_one_kept_the_later_never_held() -> None:
    facts = choice(party_of(claim("Cebu", days=30), claim("Davao", days=5)), "Cebu")
    assert facts["Cebu"].state is State.ACTIVE
    assert (facts["Davao"].state, facts["Davao"].valid_to) == (State.OUTDATED, NOW - timedelta(days=5))


def test_an_end_that_was_known_comes_forward_to_the_beginning_of_what_is_kept() -> None:
    first = holding(claim("Cebu", days=30), valid_to=NOW - timedelta(days=8))
    second = holding(claim("Davao", days=5), valid_from=NOW - timedelta(days=20))
    assert choice(party_of(first, second), "Davao")["Cebu"].valid_to == NOW - timedelta(days=20)


def test_until_a_plan_that_is_kept_begins_the_other_holds() -> None:
    plan = holding(claim("Davao", days=5), valid_from=NOW + timedelta(days=30))
    facts = choice(party_of(claim("Cebu", days=30), plan), "Davao")
    assert (facts["Davao"].state, facts["Cebu"].state) == (State.VOLATILE, State.ACTIVE)
    assert facts["Cebu"].valid_to == NOW + timedelta(days=30)


def test_all_kept_is_no_conflict_and_never_one_again() -> None:
    party = party_of(claim("Cebu", days=30), claim("Davao", days=5))
    facts = choice(party, "Cebu", "Davao")
    assert {fact.state for fact in facts.values()} == {State.ACTIVE}
    again = [replace(one, fact=replace(facts[one.fact.object], state=State.CONTESTED)) for one in party[:1]]
    beside = [replace(one, fact=facts[one.fact.object]) for one in party[1:]]
    assert parties([*again, *beside]) == []


def test_none_kept_withdraws_all() -> None:
    facts = choice(party_of(claim("Cebu", days=30), claim("Davao", days=5)))
    assert {fact.state for fact in facts.values()} == {State.DEPRECATED}
    assert {fact.superseded_by for fact in facts.values()} == {None}


def test_two_of_three_kept_are_values_side_by_side_and_the_third_falls() -> None:
    party = party_of(claim("Cebu", days=30), claim("Davao", days=20), claim("Oslo", days=5))
    facts = choice(party, "Cebu", "Oslo")
    assert [facts[name].state for name in ("Cebu", "Oslo")] == [State.ACTIVE, State.ACTIVE]
    assert not facts["Cebu"].single_valued and not facts["Oslo"].single_valued
    assert (facts["Davao"].state, facts["Davao"].superseded_by) == (State.OUTDATED, facts["Oslo"].id)


@pytest.mark.parametrize(
    ("begins", "ends", "state"),
    [(5, None, State.VOLATILE), (-5, None, State.ACTIVE), (-5, -2, State.OUTDATED)],
)
def test_a_kept_plan_waits_for_its_day_and_what_has_ended_is_over(
    begins: int, ends: int | None, state: State
) -> None:
    kept = holding(
        claim("Cebu", days=30),
        valid_from=NOW + timedelta(days=begins),
        valid_to=None if ends is None else NOW + timedelta(days=ends),
    )
    [one] = stated(kept)
    assert decided((one,), [one.fact.id], NOW)[0][0].state is state


def test_an_episode_goes_when_nothing_told_in_its_turn_is_in_force() -> None:
    gone = replace(claim("Cebu", turn="t1", state=State.OUTDATED), superseded_by="X")
    other = claim("Ana", predicate="sister", turn="t1", state=State.ACTIVE)
    episode = replace(
        gone, id="E", type=MemoryType.EPISODIC, facts=(), state=State.ACTIVE, superseded_by=None
    )
    assert [(e.id, e.state, e.superseded_by) for e in echoes(gone, [gone, episode])] == [
        ("E", State.OUTDATED, "X")
    ]
    assert echoes(gone, [gone, other, episode]) == []
