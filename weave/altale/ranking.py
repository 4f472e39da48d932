"""The rank over columns: the same rule as `weave.scoring`, for hundreds of candidates at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import numpy as np

from weave.altale.figures import Column, Rows, Slice
from weave.scoring import ACCESS_GAIN, ACCESS_LIMIT, HALF_LIFE_DAYS

DEEPEST = 1_000
_SECONDS = HALF_LIFE_DAYS * 86_400.0


def _halvings(pool: Slice, now: datetime) -> Column:
    return np.maximum(0.0, now.timestamp() - pool.touched) / _SECONDS


def _access(pool: Slice) -> Column:
    return np.minimum(ACCESS_LIMIT, 1.0 + ACCESS_GAIN * np.log1p(np.maximum(pool.count, 0.0)))


def ranks(pool: Slice, relevance: Column, now: datetime, strength_weight: float) -> Column:
    """relevance x state x trust x (1 - w + w x min(1, recency x access x importance)) of each row."""
    lively = np.minimum(1.0, 0.5 ** _halvings(pool, now) * _access(pool) * pool.importance)
    return relevance * pool.state * pool.trust * (1.0 - strength_weight + strength_weight * lively)


def reinforcements(pool: Slice, now: datetime) -> Column:
    """log2(recency x access x importance): tells apart what the rank rounds to the same number."""
    return np.log2(np.maximum(_access(pool) * pool.importance, 1e-300)) - _halvings(pool, now)


def best_first(pool: Slice, rank: Column, now: datetime, names: Callable[[Rows], list[str]]) -> Rows:
    """Positions in the pool by rank; then by reinforcement, then the newer, then the id.

    `names` gives the ids of rows. Past the best thousand the order is not wanted.
    """
    best = np.arange(len(rank))
    if len(rank) > DEEPEST:
        best = np.flatnonzero(rank >= np.partition(rank, -DEEPEST)[-DEEPEST])
    ids = np.array(names(pool.rows[best]), "U26")
    keys = (ids, -pool.created[best], -reinforcements(pool, now)[best], -rank[best])
    return best[np.lexsort(keys)]
