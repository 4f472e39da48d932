"""A scorer whose scale is bent is bent back; one that is honest is left alone, and order is never lost."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from weave.model import MemoryType
from weave.scribe.importance_ranks import YOUNG, Band, Score, Scorer, Seen, band_of

BAND = band_of(Scorer.MODEL, MemoryType.EPISODIC)
WORTH = (0.05, 0.1, 0.15, 0.2, 0.35, 0.4, 0.45, 0.5, 0.6, 0.65, 0.75, 0.9)
"""What things are worth, each as often: a third below 0.3, a sixth of 0.7 and more."""
BENT = {
    "inflating": lambda worth: 0.8 + 0.2 * worth,
    "two words only": lambda worth: 0.8 if worth < 0.5 else 0.9,
    "always 0.9": lambda worth: 0.9,
    "always 1": lambda worth: 1.0,
    "deflating": lambda worth: 0.25 * worth,
    "always 0": lambda worth: 0.0,
}


def scored(say, count: int = 600, seed: int = 1) -> list[tuple[float, float, Score]]:  # type: ignore[no-untyped-def]
    """(worth, the scorer's word, what is ranked): the rules see about half of the worth."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        worth = draw.choice(WORTH)
        rule = min(1.0, max(0.0, worth / 2 + draw.gauss(0.2, 0.1)))
        raw = round(say(worth), 2)
        made.append((worth, raw, Score.of(raw, rule)))
    return made


def after(rows: list[tuple[float, float, Score]], band: Band = BAND) -> list[float]:
    """What the same scores are worth when they come once more."""
    seen = Seen()
    seen.add(score for _, _, score in rows)
    scale = seen.scale(band)
    return [scale.corrected(raw, score) for _, raw, score in rows]


def share(values: list[float], low: float, high: float) -> float:
    return sum(low <= value < high for value in values) / len(values)


def test_an_honest_scale_stands_to_the_digit() -> None:
    rows = scored(lambda worth: worth)
    assert after(rows) == [raw for _, raw, _ in rows]


@pytest.mark.parametrize("name", BENT)
def test_a_bent_scale_is_bent_back_until_some_things_fade_and_few_stay_for_ever(name: str) -> None:
    values = after(scored(BENT[name]))
    assert 0.1 <= share(values, 0.0, 0.3) <= 0.8
    assert 0.02 <= share(values, 0.7, 1.01) <= 0.4
    assert min(values) < 0.25


@pytest.mark.parametrize("name", BENT)
def test_what_was_scored_higher_is_never_worth_less(name: str) -> None:
    rows = scored(BENT[name])
    ordered = sorted(zip((raw for _, raw, _ in rows), after(rows), strict=True))
    assert all(one <= other for (a, one), (b, other) in pairwise(ordered) if a < b)


def test_equal_scores_of_equal_texts_are_equal_and_the_rules_part_the_rest() -> None:
    rows = scored(BENT["always 0.9"])
    by_score: dict[Score, set[float]] = {}
    for (_, _, score), value in zip(rows, after(rows), strict=True):
        by_score.setdefault(score, set()).add(value)
    assert all(len(values) == 1 for values in by_score.values())
    ordered = [values.pop() for _, values in sorted(by_score.items())]
    assert ordered == sorted(ordered) and ordered[0] < 0.3 and ordered[-1] > 0.7


def test_a_young_store_takes_scores_as_they_are_and_then_corrects_by_and_by() -> None:
    rows = scored(BENT["inflating"], 2_000)
    lowest = Score.of(0.8)
    values = []
    for count in (YOUNG, YOUNG + 10, 200, 2_000):
        seen = Seen()
        seen.add(score for _, _, score in rows[:count])
        values.append(seen.scale(BAND).corrected(0.8, lowest))
    assert values[0] == 0.8
    assert values == sorted(values, reverse=True) and values[-1] < 0.3


def test_a_share_just_outside_of_what_is_believed_changes_little() -> None:
    rows = [(0.0, raw, Score.of(raw)) for raw in [0.1] * 19 + [0.5] * 71 + [0.8] * 10]
    before, now = [raw for _, raw, _ in rows], after(rows, Band((0.2, 0.7), (0.05, 0.3)))
    assert max(abs(a - b) for a, b in zip(before, now, strict=True)) < 0.21
    assert now[-10:] == pytest.approx(before[-10:], abs=0.03)


def test_old_scores_fade_so_that_another_model_is_measured_by_its_own() -> None:
    seen = Seen()
    seen.add(Score.of(0.9) for _ in range(20_000))
    assert seen.total <= 4_000
    for row in scored(lambda worth: worth, 9_000, seed=2):
        seen.add([row[2]])
    assert seen.share(0.9, 0.91) < 0.6
    assert seen.scale(BAND).corrected(0.4, Score.of(0.4)) == pytest.approx(0.4, abs=0.1)


def test_nothing_seen_is_no_scale() -> None:
    assert Seen().scale(BAND).corrected(0.77, Score.of(0.77)) == 0.77
    assert (Seen().total, Seen().share(0, 1)) == (0.0, 0.0)


def test_where_nothing_parts_equal_scores_they_are_middling_and_what_lies_beyond_keeps_its_side() -> None:
    seen = Seen()
    seen.add([Score.of(0.2)] * 400)
    scale = seen.scale(BAND)
    low, same, high = (scale.corrected(raw, Score.of(raw)) for raw in (0.1, 0.2, 0.7))
    assert low < 0.2 < same < 0.7 <= high
