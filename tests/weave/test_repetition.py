"""What is said word for word again: kept once, unless it was another day, another conversation, another speaker."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.support.claims import claim
from tests.support.memories import NOW, memory
from weave.model import Memory, MemoryType, Provenance, Source, State
from weave.repetition import repeated


def episode(text: str, *, hours: int = 0, conversation: str = "talk") -> Memory:
    created = NOW + timedelta(hours=hours)
    return replace(
        memory(text), type=MemoryType.EPISODIC, created=created, source=Source(conversation, ("t1",))
    )


def test_the_oldest_of_the_same_words_stays() -> None:
    first, second = (
        memory("The jars are full."),
        replace(memory("the  jars are full"), created=NOW + timedelta(1)),
    )
    assert repeated([second, first], []) == {second.id: first.id}
    assert repeated([second], [first]) == {second.id: first.id}


def test_a_question_repeats_no_statement_and_no_type_another() -> None:
    said = memory("The jars are full.")
    for other in (
        memory("The jars are full?"),
        replace(memory("The jars are full."), type=MemoryType.PROCEDURAL),
        replace(memory("The jars are full."), provenance=Provenance.AGENT),
        replace(memory("The jars are full."), private=True),
        replace(memory("The jars are full."), pinned=True),
        replace(memory("The jars are full."), state=State.TRANSIENT),
    ):
        assert repeated([other], [said]) == {}


def test_what_is_out_of_force_or_only_raw_repeats_nothing() -> None:
    said = memory("The jars are full.")
    for state in (State.OUTDATED, State.DEPRECATED, State.CONTESTED, State.TRANSIENT):
        assert repeated([memory("The jars are full.")], [replace(said, state=state)]) == {}


def test_facts_are_judged_elsewhere() -> None:
    one = claim("Porto", state=State.ACTIVE)
    assert repeated([replace(one, id=one.id[:-1] + "0")], [one]) == {}


def test_episodes_of_two_days_or_two_conversations_are_two() -> None:
    said = episode("Had coffee with Sarah.")
    assert repeated([episode("Had coffee with Sarah.", hours=1)], [said])
    assert not repeated([episode("Had coffee with Sarah.", hours=24)], [said])
    assert not repeated([episode("Had coffee with Sarah.", hours=1, conversation="other")], [said])
