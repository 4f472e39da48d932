"""Time words as a favour, not a filter."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.weave.altale.samples import NOW, note
from weave.altale.figures import Figures
from weave.altale.timewords import asked_range, time_favour


def favour(question: str, *days: float) -> list[float]:
    memories = [note(f"m{n}", created=NOW - timedelta(days=ago)) for n, ago in enumerate(days)]
    figures = Figures(memories)
    pool = figures.take(figures.rows([memory.id for memory in memories]))
    return time_favour(pool, asked_range(question, NOW)).tolist()


def test_inside_the_range_it_is_one_and_halves_with_every_length_of_it_outside() -> None:
    inside, week_off, far = favour("What did I say yesterday?", 1, 2.6, 12)
    assert inside == 1.0
    assert 0.25 < week_off < 1.0
    assert far < 0.01


@pytest.mark.parametrize("question", ["What is my dentist called?", "", "昨日" * 0])
def test_without_time_words_nothing_is_favoured(question: str) -> None:
    assert favour(question, 1, 100) == [0.0, 0.0]


def test_what_happened_then_counts_though_it_was_told_later() -> None:
    memory = note("m", created=NOW, occurred=NOW - timedelta(days=70))
    figures = Figures([memory])
    pool = figures.take(figures.rows([memory.id]))
    assert time_favour(pool, asked_range("What was in September 2026?", NOW)).tolist() == [1.0]
