"""What lies around a name: both ways along the facts, no further than asked."""

from __future__ import annotations

import pytest

from weave.model import Fact, State
from weave.picture import Tone, called, neighbourhood

FAMILY = [
    Fact("f1", "user", "sister", "user's sister Maribel"),
    Fact("f2", "user's sister Maribel", "home_city", "Davao"),
    Fact("f3", "Davao", "part_of", "Mindanao"),
    Fact("f4", "Mindanao", "part_of", "Philippines"),
    Fact("f5", "Ben", "home_city", "davao", state=State.OUTDATED),
    Fact("f6", "Kofi", "plays", "chess"),
]


def within(subject: str | None, hops: int) -> dict[str, int]:
    return {node.name: node.distance for node in neighbourhood(FAMILY, subject, hops).nodes}


def test_neighbours_are_found_along_and_against_the_arrows_up_to_two_steps() -> None:
    assert within("user's sister Maribel", 2) == {
        "user's sister Maribel": 0, "user": 1, "Davao": 1, "Mindanao": 2, "Ben": 2,
    }  # fmt: skip
    assert within("Davao", 1) == {"Davao": 0, "user's sister Maribel": 1, "Mindanao": 1, "Ben": 1}


def test_facts_between_what_is_reached_are_in_the_picture_and_no_others() -> None:
    found = neighbourhood(FAMILY, "Maribel", 1)
    assert [edge.fact.id for edge in found.edges] == ["f1", "f2"]
    assert [edge.fact.id for edge in neighbourhood(FAMILY, "Maribel").edges] == ["f1", "f2", "f3", "f5"]


def test_a_name_is_found_by_its_words_and_by_itself_first() -> None:
    assert [node.name for node in neighbourhood(FAMILY, "maribel").centres] == ["user's sister Maribel"]
    both = [*FAMILY, Fact("f7", "Maribel", "plays", "go")]
    assert [node.name for node in neighbourhood(both, "Maribel").centres] == ["Maribel"]
    assert neighbourhood(FAMILY, "Nobody").nodes == ()
    assert neighbourhood(FAMILY, " ").nodes == ()


@pytest.mark.parametrize(
    ("asked", "name", "yes"),
    [
        ("Maribel", "user's sister Maribel", True),
        ("sister maribel", "user’s sister Maribel", True),
        ("Mari", "user's sister Maribel", False),
        ("", "Maribel", False),
        ("桜", "桜", True),
    ],
)
def test_words_call_a_name_whole_or_not_at_all(asked: str, name: str, yes: bool) -> None:
    assert called(asked, name) is yes


def test_without_a_subject_everything_is_in_the_picture() -> None:
    found = neighbourhood(FAMILY)
    assert len(found.edges) == len(FAMILY)
    assert {node.distance for node in found.nodes} == {0}


def test_each_state_has_a_tone() -> None:
    facts = [Fact(state.value, "a", "b", "c", state=state) for state in State]
    assert {edge.tone for edge in neighbourhood(facts).edges} == set(Tone)


def test_what_has_no_letters_joins_nothing() -> None:
    facts = [Fact("f1", "Ana", "likes", ""), Fact("f2", "Ben", "likes", "!!"), Fact("f3", "Ben", "likes", "")]
    assert [node.name for node in neighbourhood(facts, "Ana").nodes] == ["Ana", ""]


def test_a_fact_about_itself_and_a_ring_end() -> None:
    ring = [Fact("f1", "a", "next", "b"), Fact("f2", "b", "next", "c"), Fact("f3", "c", "next", "a")]
    assert len(neighbourhood([*ring, Fact("f4", "a", "is", "a")], "a").edges) == 4
