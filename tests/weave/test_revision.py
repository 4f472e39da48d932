"""Knowledge that changes: one value at a time, nothing unrelated touched, nothing lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from weave.drafts import memory_of_draft
from weave.model import GLOBAL, Fact, Memory, MemoryType, Role, Source, State, Turn
from weave.revision import Revision, aged
from weave.scribe.rules import encode

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = START + timedelta(days=300)


def said(*texts: str, role: Role = Role.USER) -> list[Memory]:
    """What the Scribe makes by rule of these texts, a day apart, each in a conversation of its own."""
    made = []
    for number, text in enumerate(texts):
        turn = Turn("t1", role, "user", text, START + timedelta(days=number), f"talk-{number}")
        for place, draft in enumerate(encode([turn])):
            made.append(
                memory_of_draft(
                    draft,
                    id_=f"{number:03d}-{place}",
                    scope=GLOBAL,
                    state=State.ACTIVE,
                    created=turn.time,
                    conversation=turn.conversation,
                )
            )
    return made


class World:
    """A store in a dictionary, to which memories are admitted as consolidation does."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory] = {}

    def admit(self, memories: list[Memory], now: datetime = LATER) -> None:
        revision = Revision(self.load, self.siblings, now)
        new = revision.admit(memories)
        for memory in [*revision.revised, *new]:
            self.memories[memory.id] = memory

    def load(self, subject: str, *predicate: str) -> Iterable[Memory]:
        if subject == "*":
            return [m for m in self.memories.values() if any(f.object in predicate for f in m.facts)]
        return [m for m in self.memories.values() if any(f.subject == subject for f in m.facts)]

    def siblings(self, memory: Memory) -> Iterable[Memory]:
        return [m for m in self.memories.values() if m.source == memory.source and m.id != memory.id]

    def facts(self, predicate: str, *states: State) -> list[str]:
        found = [f for m in sorted(self.memories.values(), key=lambda m: m.id) for f in m.facts]
        return [f.object for f in found if f.predicate == predicate and (not states or f.state in states)]


@pytest.fixture(params=["one by one", "all at once"])
def told(request: pytest.FixtureRequest):  # type: ignore[no-untyped-def]
    def tell(*texts: str, now: datetime = LATER) -> World:
        world, memories = World(), said(*texts)
        batches = [[m] for m in memories] if request.param == "one by one" else [memories]
        for batch in batches:
            world.admit(batch, now)
        return world

    return tell


def test_a_move_supersedes_and_the_old_value_keeps_its_time(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I moved to Porto.", "I like hiking.")
    assert world.facts("home_city", State.ACTIVE) == ["Porto"]
    assert world.facts("home_city", State.OUTDATED) == ["Ghent"]
    old = next(f for m in world.memories.values() for f in m.facts if f.object == "Ghent")
    new = next(f for m in world.memories.values() for f in m.facts if f.object == "Porto")
    assert (old.superseded_by, old.valid_to) == (new.id, new.valid_from or START + timedelta(days=1))


def test_returning_to_an_earlier_value_makes_it_current_again(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I moved to Porto.", "I moved back to Ghent.")
    assert world.facts("home_city", State.ACTIVE) == ["Ghent"]
    assert world.facts("home_city", State.OUTDATED) == ["Ghent", "Porto"]


def test_two_flat_claims_are_both_contested(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I live in Porto.")
    assert world.facts("home_city", State.CONTESTED) == ["Ghent", "Porto"]


def test_a_correction_was_true_from_the_start(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "Correction: I live in Porto, not Ghent.")
    assert world.facts("home_city", State.ACTIVE)[:1] == ["Porto"]
    assert "Ghent" in world.facts("home_city", State.DEPRECATED)
    right = next(
        f for m in world.memories.values() for f in m.facts if f.object == "Porto" and f.state is State.ACTIVE
    )
    assert right.valid_from == START


def test_the_same_again_changes_nothing(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I live in Ghent.", "As you know, I live in ghent.")
    assert set(world.facts("home_city", State.ACTIVE)) == {"Ghent"} or set(world.facts("home_city")) == {
        "Ghent",
        "ghent",
    }
    assert world.facts("home_city", State.OUTDATED, State.CONTESTED, State.DEPRECATED) == []


def test_values_that_may_be_plural_live_side_by_side(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I speak Dutch.", "I also speak Tagalog.")
    assert world.facts("speaks", State.OUTDATED, State.CONTESTED) == []


def test_unrelated_facts_never_retire_each_other(told) -> None:  # type: ignore[no-untyped-def]
    world = told(
        "I live in Ghent.", "My editor is Vim.", "My sister Ana lives in Oslo.", "I switched to Helix."
    )
    assert world.facts("home_city", State.ACTIVE) == ["Ghent", "Oslo"] or "Ghent" in world.facts(
        "home_city", State.ACTIVE
    )


def test_the_verbatim_words_go_with_their_fact(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I moved to Porto.")
    states = {
        m.text.split()[-1].strip("."): m.state
        for m in world.memories.values()
        if m.type is MemoryType.EPISODIC
    }
    assert states == {"Ghent": State.OUTDATED, "Porto": State.ACTIVE}


def test_what_is_learned_out_of_order_is_judged_by_who_was_later() -> None:
    world, memories = World(), said("I live in Ghent.", "I moved to Porto.")
    for memory in reversed(memories):
        world.admit([memory])
    assert world.facts("home_city", State.ACTIVE) == ["Porto"]
    assert world.facts("home_city", State.OUTDATED) == ["Ghent"]


def test_running_twice_changes_nothing(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I live in Ghent.", "I moved to Porto.")
    before = dict(world.memories)
    world.admit([m for m in world.memories.values() if m.facts and m.state is State.ACTIVE])
    assert {k: m.state for k, m in world.memories.items()} == {k: m.state for k, m in before.items()}


def fact(object_: str, **changes: object) -> Fact:
    return replace(Fact(f"F{object_}", "user", "home_city", object_, single_valued=True), **changes)  # type: ignore[arg-type]


def stating(object_: str, **changes: object) -> Memory:
    made = said("I live in Ghent.")[0]
    return replace(
        made, id=f"M{object_}", type=MemoryType.SEMANTIC, facts=(fact(object_, **changes),), source=Source(),
        state=changes.get("state", State.ACTIVE),  # type: ignore[arg-type]
    )  # fmt: skip


def test_a_plan_comes_into_force_on_its_day() -> None:
    plan = stating("Porto", state=State.VOLATILE, valid_from=START + timedelta(days=9))
    assert aged([plan], START + timedelta(days=8)) == []
    assert [m.state for m in aged([plan], START + timedelta(days=9))] == [State.ACTIVE]


def test_after_a_bounded_value_the_old_one_holds_again() -> None:
    until = START + timedelta(days=9)
    old = stating("Ghent", state=State.OUTDATED, valid_to=START, superseded_by="FPorto")
    new = stating("Porto", valid_from=START, valid_to=until)
    after = {m.id: m for m in aged([old, new], until)}
    assert (after["MGhent"].state, after["MPorto"].state) == (State.ACTIVE, State.OUTDATED)
    assert after["MGhent"].facts[0].superseded_by is None


def test_case_15_a_bare_correction_finds_what_it_is_about(told) -> None:  # type: ignore[no-untyped-def]
    world = told("Cabin Wi-Fi is on channel 6.", "I own 6 kites.", "Correction: channel 11, not 6.")
    assert world.facts("channel", State.ACTIVE) == ["11", "6"]  # the 6 is denied
    assert world.facts("channel", State.DEPRECATED) == ["6"]
    assert world.facts("number_of_kites", State.ACTIVE) == ["6"]


def test_a_taste_told_again_in_another_talk_is_no_second_fact(told) -> None:  # type: ignore[no-untyped-def]
    assert told("I love jazz.", "I love jazz.").facts("likes") == ["jazz"]


def test_a_taste_that_returns_is_told_anew(told) -> None:  # type: ignore[no-untyped-def]
    world = told("I love jazz.", "I can't stand jazz.", "I love jazz.")
    assert len(world.facts("likes", State.ACTIVE)) == 1 and len(world.facts("likes")) == 3
