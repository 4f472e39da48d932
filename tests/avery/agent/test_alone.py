"""Answering without a model: quotes, dates, and a word on what this is."""

from avery.agent.alone import answer
from tests.avery.agent.test_prompt import recalled
from weave.model import State


def test_nothing_recalled_is_said_in_a_friendly_way_with_the_way_on() -> None:
    text = answer(())
    assert "kept" in text and "avery setup" in text


def test_the_way_on_is_the_one_of_the_place_where_it_is_read() -> None:
    assert "`/model` connects a model" in answer((), setup="/model")


def test_what_was_recalled_is_quoted_with_its_date_and_mark() -> None:
    found = (
        recalled(1, "Peanuts are dangerous.\nVery."),
        recalled(2, "Old bank: Kettle Lane.", State.OUTDATED),
    )
    text = answer(found)
    assert "answer from memory alone" in text
    assert "> Peanuts are dangerous.\n> Very." in text
    assert "2026-11-28" in text and ", outdated" in text


def test_at_most_five_are_quoted_and_a_long_one_is_cut() -> None:
    text = answer(tuple(recalled(n, f"Memory {n} " + "x" * 5_000) for n in range(20)))
    assert text.count("Memory ") == 5
    assert len(text) < 4_000
