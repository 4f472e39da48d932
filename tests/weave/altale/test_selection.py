"""Ten results are ten things, and never worse than grep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.weave.altale.samples import note, shelf
from weave.altale.diversity import distinct, gist, repeats
from weave.altale.selection import select
from weave.model import Memory, State


def chosen(ranked: list[Memory], lexical: list[Memory], k: int, gone: str = "") -> list[str]:
    fetch = shelf([*ranked, *lexical])
    kept = select(
        [m.id for m in ranked], [m.id for m in lexical], k, fetch, lambda m: None if m.text == gone else m
    )
    return [memory.text for memory in kept]


def notes(*texts: str) -> list[Memory]:
    return [note(text, number) for number, text in enumerate(texts)]


def test_the_two_best_lexical_hits_are_always_among_the_first_k() -> None:
    ranked = notes(*(f"Thing number {n} is here" for n in range(30)))
    texts = chosen(ranked, [ranked[25], ranked[28], ranked[29]], 5)
    assert texts == [*(f"Thing number {n} is here" for n in range(3)), ranked[25].text, ranked[28].text]


def test_a_floor_that_is_there_already_changes_nothing() -> None:
    ranked = notes(*(f"Thing number {n} is here" for n in range(30)))
    assert chosen(ranked, [ranked[4], ranked[0]], 5) == [m.text for m in ranked[:5]]


def test_a_lexical_hit_that_ranks_nowhere_still_comes() -> None:
    ranked = notes("One thing", "Another one", "And a third")
    outside = note("FX-7123 is the code", 50, state=State.DEPRECATED)
    assert chosen(ranked, [outside], 2) == ["One thing", outside.text]


def test_what_is_to_be_left_out_does_not_come_back_through_the_floor() -> None:
    ranked = notes("One thing", "Another one", "And a third")
    assert chosen(ranked, [ranked[0]], 2, gone="One thing") == ["Another one", "And a third"]


def test_k_of_one_gives_the_best_lexical_hit() -> None:
    ranked = notes("One thing", "Another one")
    assert chosen(ranked, [ranked[1]], 1) == ["Another one"]


def test_repetitions_make_room_for_what_follows() -> None:
    ranked = notes("The garden has four beds.", "The garden has four beds.", "Tomatoes grow in bed two.")
    assert chosen(ranked, ranked[:2], 2) == ["The garden has four beds.", "Tomatoes grow in bed two."]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cabin wifi is on channel 6.", "The cabin wifi is on channel 11."),
        ("I do like the plum jam that she made", "I do not like the plum jam that she made"),
        ("we had coffee with Sarah at the usual place", "we had coffee with Tom at the usual place"),
        ("Garden plan: four beds", "Garden plan: four beds, and the shed gets a new roof"),
    ],
)
def test_one_word_that_matters_makes_two_memories(one: str, other: str) -> None:
    assert not repeats(gist(one), gist(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Buy oat milk!", "buy oat milk"),
        (
            "We had coffee at the usual place on the corner near the station",
            "We had coffee at the usual place on the corner near station",
        ),
    ],
)
def test_marks_case_and_a_small_word_do_not(one: str, other: str) -> None:
    assert repeats(gist(one), gist(other))


def test_an_old_value_is_no_repetition_of_the_new_one() -> None:
    new, old = note("The code is blue", 1), note("The code is blue", 2, state=State.OUTDATED)
    assert [double for _, double in distinct([new, old])] == [None, None]


def test_a_lexical_hit_that_stands_for_two_comes_once_and_leaves_room_for_the_next() -> None:
    ranked = notes(*(f"Thing number {n} is here" for n in range(30)))
    texts = chosen(ranked, [ranked[25], ranked[25], ranked[28]], 5)
    assert texts == [*(f"Thing number {n} is here" for n in range(3)), ranked[25].text, ranked[28].text]


def test_one_result_that_is_the_second_best_lexical_hit_gives_way_to_the_best() -> None:
    ranked = notes("One thing", "Another one", "And a third")
    assert chosen(ranked, [ranked[1], ranked[0]], 1) == ["Another one"]


@given(st.lists(st.integers(0, 8), max_size=12), st.lists(st.integers(0, 9), max_size=6), st.integers(1, 4))
def test_the_first_k_are_distinct_and_hold_the_best_lexical_hits_whatever_comes(
    order: list[int], hits: list[int], k: int
) -> None:
    stock = notes(*(f"Thing number {n // 2} is here" for n in range(10)))  # each one twice
    ranked, lexical = [stock[n] for n in dict.fromkeys(order)], [stock[n] for n in hits]
    texts = chosen(ranked, lexical, k)
    assert len(texts) == len(set(texts)) or set(hits) - set(order)
    assert len(texts) <= k
    best = [m.text for m in {m.id: m for m in lexical}.values()][: min(2, k)]
    assert set(best) <= set(texts)
