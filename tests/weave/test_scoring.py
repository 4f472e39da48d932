"""Tables of the weights, the factors and the rank that follows from them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave import scoring
from weave.model import Memory, MemoryType, Provenance, State

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)


def memory(**changes: object) -> Memory:
    base = Memory(
        id="01JDYQ3V5W8Z1N6T2K4R7M9XAB",
        type=MemoryType.SEMANTIC,
        title="",
        text="Peanuts make her airway swell shut.",
        state=State.ACTIVE,
        importance=0.72,
        provenance=Provenance.USER,
        created=NOW - timedelta(days=7),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, 1.0), (3.5, 0.70711), (7, 0.5), (14, 0.25), (21, 0.125), (70, 0.0009765625), (-3, 1.0)],
)
def test_recency_halves_every_week_and_a_time_to_come_counts_as_now(days: float, expected: float) -> None:
    assert scoring.recency(NOW - timedelta(days=days), None, NOW) == pytest.approx(expected, abs=1e-5)


def test_recency_counts_from_the_later_of_creation_and_last_recall() -> None:
    old, recent = NOW - timedelta(days=70), NOW - timedelta(days=7)
    assert scoring.recency(old, recent, NOW) == 0.5
    assert scoring.recency(recent, old, NOW) == 0.5


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, 1.0),
        (1, 1.10397),
        (2, 1.16479),
        (5, 1.26876),
        (10, 1.35968),
        (27, 1.49983),
        (28, 1.5),
        (10_000, 1.5),
    ],
)
def test_access_grows_with_the_logarithm_and_stops_at_one_and_a_half(count: int, expected: float) -> None:
    assert scoring.access(count) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("state", "weight"),
    [
        ("transient", 0.05),
        ("volatile", 0.7),
        ("active", 1.0),
        ("contested", 0.5),
        ("outdated", 0.3),
        ("deprecated", 0.15),
    ],
)
def test_each_state_has_its_weight(state: str, weight: float) -> None:
    scored = scoring.score(memory(state=State(state)), 0.8, NOW, 0.1)
    assert scored.state == weight
    assert scored.strength == pytest.approx(weight * 0.5 * 0.72)
    assert scored.rank == pytest.approx(0.8 * weight * 0.8 * (0.9 + 0.1 * 0.5 * 0.72))


@pytest.mark.parametrize(
    ("provenance", "trust"), [("observed", 1.0), ("agent", 0.9), ("user", 0.8), ("inferred", 0.6)]
)
def test_each_provenance_has_its_trust(provenance: str, trust: float) -> None:
    assert scoring.score(memory(provenance=Provenance(provenance)), 0.5, NOW, 0.1).trust == trust


def test_strength_is_clipped_at_one() -> None:
    assert scoring.strength(state=1.0, recency=1.0, access=1.5, importance=0.9) == 1.0
    assert scoring.strength(state=1.0, recency=0.5, access=1.5, importance=0.8) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("weight", "expected"), [(1.0, 0.5 * 0.8 * 0.36), (0.1, 0.5 * 0.8 * 0.936), (0.5, 0.5 * 0.8 * 0.68)]
)
def test_the_strength_weight_bounds_what_strength_moves(weight: float, expected: float) -> None:
    factors = {"state": 1.0, "trust": 0.8, "recency": 0.5, "access": 1.0, "importance": 0.72}
    assert scoring.rank(0.5, strength_weight=weight, **factors) == pytest.approx(expected)


BETTER = {
    "state": memory(state=State.ACTIVE),
    "trust": memory(provenance=Provenance.OBSERVED),
    "recency": memory(created=NOW - timedelta(days=1)),
    "access": memory(access_count=4),
    "importance": memory(importance=0.9),
}
WORSE = {
    "state": memory(state=State.VOLATILE),
    "trust": memory(provenance=Provenance.INFERRED),
    "recency": memory(created=NOW - timedelta(days=2)),
    "access": memory(access_count=3),
    "importance": memory(importance=0.8),
}


@pytest.mark.parametrize("factor", list(BETTER))
@pytest.mark.parametrize("weight", [0.1, 0.5, 0.99])
def test_of_two_memories_of_equal_relevance_each_factor_alone_decides(factor: str, weight: float) -> None:
    better, worse = (scoring.score(each[factor], 0.4, NOW, weight) for each in (BETTER, WORSE))
    assert better.rank > worse.rank
    assert getattr(better, factor) > getattr(worse, factor)


@pytest.mark.parametrize(("count", "importance"), [(3, 0.5), (2, 0.6)])
def test_reinforcement_still_decides_where_recency_has_vanished(count: int, importance: float) -> None:
    long_ago = NOW - timedelta(days=4_000)
    plain = scoring.reinforcement(long_ago, None, 2, 0.5, NOW)
    assert scoring.reinforcement(long_ago, None, count, importance, NOW) > plain
    assert scoring.reinforcement(long_ago + timedelta(days=1), None, 2, 0.5, NOW) > plain


SCORABLE = st.builds(
    memory,
    state=st.sampled_from(list(State)),
    provenance=st.sampled_from(list(Provenance)),
    created=st.floats(-100, 10_000).map(lambda days: NOW - timedelta(days=days)),
    access_count=st.integers(0, 10**6),
    importance=st.floats(0, 1),
)


@given(SCORABLE, st.floats(0, 1), st.floats(0.1, 1))
def test_every_figure_stays_in_its_range(scorable: Memory, relevance: float, weight: float) -> None:
    scored = scoring.score(scorable, relevance, NOW, weight)
    assert 0 <= scored.recency <= 1
    assert 1 <= scored.access <= 1.5
    assert 0 <= scored.strength <= 1
    assert 0 <= scored.rank <= 1
