"""A question that asks for several things, each told another day, weighs a person's own words more."""

from __future__ import annotations

import time

import pytest

from weave.altale.priors import asks_for_several


@pytest.mark.parametrize(
    "question",
    [
        "What books has Ana read?",
        "Which kinds of fish does Tom keep?",
        "How many times did Ana move?",
        "Where has Tom camped?",
        "What has Ana painted?",
        "what children does Tom teach",
        "Which countries could she visit?",
    ],
)
def test_a_question_for_several_things_is_known_as_one(question: str) -> None:
    assert asks_for_several(question)


@pytest.mark.parametrize(
    "question",
    [
        "What is Ana allergic to?",
        "How many weeks did it take?",
        "Where does Tom live?",
        "When did Ana move?",
        "What class does Tom teach?",
        "kettle",
        "",
        "\0",
    ],
)
def test_a_question_for_one_thing_is_not(question: str) -> None:
    assert not asks_for_several(question)


@pytest.mark.parametrize("unit", ["what ", "what's ", "s ", "a'", " "])
def test_a_megabyte_of_anything_takes_little_time(unit: str) -> None:
    started = time.process_time()
    asks_for_several("what " + unit * 200_000)
    assert time.process_time() - started < 1
