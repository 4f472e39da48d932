"""Habits by rule: rather nothing than something wrong."""

from __future__ import annotations

from datetime import UTC

import pytest

from tests.support.replaying import episode
from weave.model import Provenance
from weave.sleep.replay.episodes import in_earnest
from weave.sleep.replay.habits import found


def habits(*texts: str, apart: int = 3) -> list[str]:
    episodes = [in_earnest(episode(text, 1 + apart * day), UTC) for day, text in enumerate(texts)]
    return [habit.claim.text for habit in found([one for one in episodes if one is not None])]


def test_a_choice_in_the_same_words_on_three_days_is_a_habit() -> None:
    texts = (
        "I ordered a flat white, then went home.",
        "At noon we rested. I ordered the flat white again.",
        "I ordered a flat white with Hanne.",
    )
    assert habits(*texts) == ["The user usually orders a flat white."]
    assert habits(*texts[:2]) == []
    assert habits(*texts, apart=0) == []


def test_what_is_had_is_something_that_one_takes() -> None:
    assert habits(*["Had coffee with Sarah."] * 3) == ["The user usually has coffee with Sarah."]


def test_what_somebody_named_does_is_theirs() -> None:
    assert habits(*["Sarah ordered a dark roast."] * 3) == ["Sarah usually orders a dark roast."]


def test_the_weekday_and_the_company_are_named_where_they_hold() -> None:
    assert habits(*["Met Jun at the school, with Imke."] * 4, apart=7) == [
        "The user usually meets Jun with Imke on Sundays."
    ]
    assert habits(*["Today I went to the gym."] * 5, apart=3) == ["The user usually goes to the gym."]


@pytest.mark.parametrize(
    "texts",
    [
        (
            "I ordered tea.",
            "I ordered tea.",
            "I ordered tea.",
            "I ordered rum.",
            "I ordered ale.",
            "I ordered gin.",
        ),
        ("I ordered tea.", "I ordered tea.", "I ordered tea.", "I no longer drink tea."),
        ("I ordered tea.", "I ordered tea.", "I ordered tea.", "I never liked tea."),
        ("I ordered tea.", "I ordered tea.", "I ordered tea instead."),
        ("I did not order tea.", "I ordered no tea.", "I never ordered tea."),
        ("What if I ordered tea?", "I ordered tea, haha, kidding.", "If I ordered tea, she would laugh."),
        ("I had fun.", "I had fun.", "I had fun."),
        ("Analyn had a train.", "Analyn had a train.", "Analyn had a train."),
        ("I ate it anyway.", "I ate it anyway.", "I ate it anyway."),
        ("Then it went to pieces.", "It went to pieces.", "They went to pieces."),
        ("I was in Porto.", "I was in Porto.", "I was in Porto."),
    ],
)
def test_where_anything_is_in_doubt_there_is_none(texts: tuple[str, ...]) -> None:
    assert habits(*texts) == []


def test_a_habit_rests_on_all_that_tell_it() -> None:
    episodes = [episode("I went to the gym.", day) for day in (1, 4, 9, 13)]
    [habit] = found([one for memory in episodes if (one := in_earnest(memory, UTC)) is not None])
    assert habit.claim.turns == tuple(memory.id for memory in episodes)
    assert habit.claim.provenance is Provenance.INFERRED and 0.3 <= habit.claim.importance < 0.7
    assert found([]) == []


def test_huge_and_foreign_text_is_ordinary_input() -> None:
    assert habits("I ordered " + "a " * 50_000, "\0\ud800 went to", "我点了咖啡。" * 500) == []
