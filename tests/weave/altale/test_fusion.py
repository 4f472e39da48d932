"""One relevance from what the backends say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave.altale.fusion import LEXICAL, SEMANTIC, Channel, Weights, align, bounded, channel, fuse, unnamed

POOL = np.array([2, 5, 9], np.int64)


def said(rows: list[int], values: list[float], limit: int = 200) -> Channel:
    return channel(np.array(rows, np.int64), np.array(values), limit)


def test_a_channel_sorts_its_rows_drops_unknown_ones_and_keeps_the_better_of_two_hits() -> None:
    found = said([9, -1, 2, 9], [0.2, 0.9, 0.4, 0.7])
    assert found.rows.tolist() == [2, 9]
    assert found.values.tolist() == [0.4, 0.7]


def test_scores_outside_the_scale_are_clipped() -> None:
    assert said([1, 2], [-3.0, 7.0]).values.tolist() == [0.0, 1.0]


def test_what_a_channel_did_not_name_takes_the_given_value() -> None:
    assert align(said([2, 9], [0.4, 0.7]), POOL, -1.0).tolist() == [0.4, -1.0, 0.7]


def test_an_unnamed_memory_is_no_better_than_the_last_one_named_by_a_full_channel() -> None:
    assert unnamed(said([1, 2, 3], [0.9, 0.5, 0.4], limit=3)) == 0.4


def test_a_memory_not_indexed_yet_is_taken_for_a_middling_one() -> None:
    assert unnamed(said([1, 2, 3], [0.9, 0.5, 0.4], limit=200)) == 0.5


def test_either_main_channel_alone_spans_the_scale() -> None:
    assert fuse(POOL, {LEXICAL: said([5], [1.0])})[1] == pytest.approx(1.0)
    assert fuse(POOL, {SEMANTIC: said([2, 5, 9], [0.1, 1.0, 0.1])})[1] == pytest.approx(1.0)


def test_an_unrelated_store_is_never_called_relevant() -> None:
    """Per-query scaling would give the best of it 1.0."""
    unrelated = said([2, 5, 9], [0.15, 0.1, 0.12])
    assert bounded(fuse(POOL, {LEXICAL: said([], []), SEMANTIC: unrelated})).max() < 0.05


def test_agreement_of_both_channels_beats_either_alone() -> None:
    fused = fuse(POOL, {LEXICAL: said([2, 5], [0.6, 0.6]), SEMANTIC: said([2, 9, 5], [0.6, 0.6, 0.1])})
    assert fused[0] > max(fused[1], fused[2])


def test_a_further_backend_adds_and_never_takes_away() -> None:
    main = {LEXICAL: said([2, 5], [0.6, 0.6])}
    more = fuse(POOL, {**main, "graph": said([5], [1.0])})
    assert (more - fuse(POOL, main)).tolist() == pytest.approx([0.0, Weights().other, 0.0])


def test_no_backend_at_all_gives_nothing() -> None:
    assert fuse(POOL, {}).tolist() == [0.0, 0.0, 0.0]


@given(st.lists(st.floats(-2, 20), min_size=2, max_size=20))
def test_bounded_keeps_the_order_and_the_range(raw: list[float]) -> None:
    values = np.sort(np.array(raw))
    out = bounded(values)
    assert out.min() >= 0
    assert out.max() <= 1
    assert bool((np.diff(out) >= 0).all())


def test_below_the_scales_zero_the_order_survives() -> None:
    """A cross-lingual hit may lie where unrelated texts of its language do; it must still come before worse ones."""
    out = bounded(np.array([-0.2, -0.1, -0.05, 0.0]))
    assert bool((np.diff(out) > 0).all())
    assert 0 < out[0] < out[-1] < 0.03


def test_bounded_hardly_changes_the_usual_range() -> None:
    assert bounded(np.array([0.1, 0.3, 0.5])).tolist() == pytest.approx([0.1, 0.3, 0.5], abs=0.01)
