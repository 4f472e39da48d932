"""How strong a memory is, and how it ranks for a question: pure rules over one memory's figures and `now`.

Two memories whose ranks are equal to the last bit (a recency of 1e-40 vanishes beside 1) are still told
apart by `reinforcement`, the same product in logarithms, so that each factor alone decides.
"""

from __future__ import annotations

import math
from datetime import datetime

from weave.model import Memory, Score

HALF_LIFE_DAYS = 7.0
ACCESS_GAIN = 0.15
ACCESS_LIMIT = 1.5
_SECONDS_A_DAY = 86_400.0
_LEAST = 1e-300


def age_days(created: datetime, accessed: datetime | None, now: datetime) -> float:
    """Days since it was created or last recalled, whichever is later; 0 for a time yet to come."""
    latest = created if accessed is None else max(created, accessed)
    return max(0.0, (now - latest).total_seconds() / _SECONDS_A_DAY)


def recency(created: datetime, accessed: datetime | None, now: datetime) -> float:
    """0.5 ^ (days / 7), in 0..1; 1 for a time yet to come (a clock that was wrong)."""
    return float(0.5 ** (age_days(created, accessed, now) / HALF_LIFE_DAYS))


def access(count: int) -> float:
    """1 + 0.15 ln(1 + access_count), in 1..1.5."""
    return min(ACCESS_LIMIT, 1.0 + ACCESS_GAIN * math.log1p(max(0, count)))


def strength(*, state: float, recency: float, access: float, importance: float) -> float:
    """state x recency x access x importance, clipped at 1."""
    return min(1.0, state * recency * access * importance)


def rank(
    relevance: float,
    *,
    state: float,
    trust: float,
    recency: float,
    access: float,
    importance: float,
    strength_weight: float,
) -> float:
    """relevance x state x trust x (1 - w + w x min(1, recency x access x importance)), in 0..1."""
    lively = min(1.0, recency * access * importance)
    return relevance * state * trust * (1.0 - strength_weight + strength_weight * lively)


def reinforcement(
    created: datetime, accessed: datetime | None, count: int, importance: float, now: datetime
) -> float:
    """log2(recency x access x importance): keeps its order where the product itself is rounded away."""
    return liveliness(age_days(created, accessed, now), count, importance)


def liveliness(days: float, count: int, weight: float) -> float:
    """log2(recency x access x weight) of what was created or last recalled so many days ago."""
    return math.log2(max(access(count) * weight, _LEAST)) - days / HALF_LIFE_DAYS


def score(memory: Memory, relevance: float, now: datetime, strength_weight: float) -> Score:
    """Every factor of a memory's score, for a `relevance` in 0..1."""
    factors = {
        "state": memory.state.weight,
        "recency": recency(memory.created, memory.accessed, now),
        "access": access(memory.access_count),
        "importance": memory.importance,
    }
    trust = memory.provenance.trust
    return Score(
        relevance=relevance,
        trust=trust,
        strength=strength(**factors),
        rank=rank(relevance, trust=trust, strength_weight=strength_weight, **factors),
        **factors,
    )
