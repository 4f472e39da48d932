"""What answers a question comes first, what only shares its words behind: within the results, by their facts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from weave.altale.answering import Question, answering, asked_topic, named_topic, spoken
from weave.model import (
    Certainty,
    Change,
    Fact,
    Memory,
    MemoryType,
    Polarity,
    Provenance,
    Recalled,
    Source,
    State,
)
from weave.scoring import score
from weave.scribe.rules import SCENE

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def stating(text: str, value: str, subject: str = "user", **changes: object) -> Memory:
    fact = Fact(f"F{text}", subject, "book_club", value, single_valued=True, memories=(text,))
    fact = replace(fact, **changes)  # type: ignore[arg-type]
    return Memory(
        text, MemoryType.SEMANTIC, text, text, fact.state, 0.5, Provenance.USER, NOW - timedelta(days=90),
        facts=(fact,),
    )  # fmt: skip


def verbatim(text: str) -> Memory:
    return Memory(
        text, MemoryType.EPISODIC, text, text, State.ACTIVE, 0.5, Provenance.USER, NOW, source=Source("c", ("t",))
    )  # fmt: skip


def shown(memory: Memory, relevance: float) -> Recalled:
    return Recalled(memory, score(memory, relevance, NOW, 0.2), ())


def order(text: str, *results: tuple[Memory, float], day: datetime | None = None) -> list[str]:
    found = [shown(memory, relevance) for memory, relevance in results]
    question = Question(text, day)
    ranked = answering(question, asked_topic(question, found), found, shown)
    assert sorted(one.memory.id for one in ranked) == sorted(memory.id for memory, _ in results)
    assert [one.score.rank for one in ranked] == sorted((one.score.rank for one in ranked), reverse=True)
    return [one.memory.text for one in ranked]


MINE = stating("I belong to Marigold.", "Marigold")
HIS = stating("My flatmate Riley belongs to Slow Clock.", "Slow Clock", "user's flatmate Riley")
NOISE = verbatim("The club sandwich was dry.")


@pytest.mark.parametrize(
    ("question", "first"),
    [("Which book club am I in?", MINE), ("Which book club is my flatmate Riley in?", HIS)],
)
def test_the_same_of_somebody_else_is_behind_everything(question: str, first: Memory) -> None:
    other = HIS if first is MINE else MINE
    found = order(question, (other, 0.6), (first, 0.5), (NOISE, 0.1))
    assert (found[0], found[-1]) == (first.text, other.text)


def test_of_two_with_one_name_the_one_of_that_role_is_meant() -> None:
    manager = stating("Charlie, my manager, is in Harpoon.", "Harpoon", "user's manager Charlie")
    coach = stating("My coach Charlie is in Lantern.", "Lantern", "user's coach Charlie")
    found = order("Which book club is my coach Charlie in?", (manager, 0.6), (coach, 0.5))
    assert found[0] == coach.text


def test_the_value_in_force_is_as_relevant_as_the_one_that_it_replaced() -> None:
    old = stating(
        "My book club is Foxglove.", "Foxglove", state=State.OUTDATED, valid_to=NOW - timedelta(days=10)
    )
    found = order("What is my book club?", (old, 0.9), (MINE, 0.2))
    assert found == [MINE.text, old.text]


def test_on_a_day_that_is_named_the_value_that_held_then_comes_first() -> None:
    until = NOW - timedelta(days=10)
    old = stating("My book club is Foxglove.", "Foxglove", state=State.OUTDATED, valid_to=until)
    new = stating("From today it is Marigold.", "Marigold", valid_from=until, change=Change.CHANGE)
    asked = "What was my book club on 12 May 2026?"
    assert order(asked, (new, 0.8), (old, 0.5), day=NOW - timedelta(days=20))[0] == old.text
    assert order(asked, (new, 0.8), (old, 0.5), day=NOW - timedelta(days=5))[0] == new.text


def test_a_denial_answers_only_who_asks_for_what_it_denies() -> None:
    denial = stating("I am not in Foxglove.", "Foxglove", polarity=Polarity.NEGATED)
    assert order("Which book club am I in?", (denial, 0.8), (MINE, 0.3))[0] == MINE.text
    assert order("Am I in the Foxglove book club?", (denial, 0.8), (MINE, 0.3))[0] == denial.text


def test_when_it_is_over_that_it_is_over_is_the_answer() -> None:
    was = stating("I belong to Marigold.", "Marigold", state=State.OUTDATED, valid_to=NOW - timedelta(days=5))
    over = stating("I left the club.", "Marigold", polarity=Polarity.NEGATED, change=Change.END)
    assert order("Which book club am I in?", (was, 0.8), (over, 0.2))[0] == over.text


@pytest.mark.parametrize(
    "text",
    [
        f"Signe: I belong to Foxglove and answer to no one. {SCENE}",
        "Of course I belong to Foxglove, ha ha.",
        "Imagine I belonged to Foxglove instead.",
    ],
)
def test_words_that_were_not_meant_answer_nothing(text: str) -> None:
    assert spoken(text) is not Certainty.ASSERTED
    assert order("Which book club am I in?", (verbatim(text), 0.9), (MINE, 0.3))[0] == MINE.text


@pytest.mark.parametrize(
    "text", ["I belong to Marigold.", "What is a polite way to decline?", "彼女は東京に住んでいる。", ""]
)
def test_what_was_said_in_earnest_or_asked_is_left_alone(text: str) -> None:
    assert spoken(text) is Certainty.ASSERTED


def test_without_a_topic_nothing_changes_places() -> None:
    assert order("What about the sandwich?", (NOISE, 0.5), (verbatim("Bread."), 0.4)) == [
        NOISE.text,
        "Bread.",
    ]


class Shelf:
    """Facts by subject, as the catalogue gives them."""

    def facts(self, subject: str | None = None, predicate: str | None = None) -> list[Fact]:
        return []

    def predicates(self, subject: str) -> list[str]:
        return {"user": ["book_club", "home_city"], "user's flatmate riley": ["book_club"]}.get(subject, [])

    def named(self, words: object, limit: int = 200) -> list[str]:
        return ["user's flatmate riley"] if "riley" in words else []  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What is my home city?", ("user", "home_city")),
        ("Which book club is Riley in?", ("user's flatmate riley", "book_club")),
        ("How was the walk?", None),
    ],
)
def test_a_topic_is_named_by_the_words_of_its_kind(text: str, topic: tuple[str, str] | None) -> None:
    assert named_topic(Question(text, None), Shelf()) == topic
