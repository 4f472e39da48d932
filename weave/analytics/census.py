"""Counts and histograms of what is remembered. Pure."""

from __future__ import annotations

import math
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from weave.analytics.model import Census, Counts, Histogram, Importance

if TYPE_CHECKING:
    from weave.catalogue_analytics import Sketch

IMPORTANCE_EDGES = tuple(step / 10 for step in range(11))
ACCESS_EDGES = (0.0, 1.0, 2.0, 3.0, 5.0, 9.0, 17.0, 33.0, 65.0, math.inf)
"""Never, once, twice, then each bin twice as wide as the one before."""


def histogram(values: Iterable[float], edges: Sequence[float]) -> Histogram:
    """How many of the values lie in each bin; what lies beyond an end counts in the bin at that end."""
    bins = len(edges) - 1
    places = np.searchsorted(np.array(edges), np.fromiter(values, np.float64), "right") - 1
    counts = np.bincount(places.clip(0, bins - 1), minlength=bins)
    return Histogram(tuple(edges), tuple(counts.tolist()))


class Counting:
    """Takes memories in page by page, and holds numbers only."""

    def __init__(self) -> None:
        self._types: Counter[str] = Counter()
        self._states: Counter[str] = Counter()
        self._provenances: Counter[str] = Counter()
        self._scopes: Counter[str] = Counter()
        self._raw, self._corrected, self._counts = array("d"), array("d"), array("q")
        self._pinned = self._scored = 0

    def take(self, page: Sequence[Sketch]) -> None:
        """Count these."""
        self._types.update(one.type for one in page)
        self._states.update(one.state for one in page)
        self._provenances.update(one.provenance for one in page)
        self._scopes.update(one.scope for one in page)
        self._corrected.extend(one.importance for one in page)
        self._raw.extend(one.importance if one.importance_raw is None else one.importance_raw for one in page)
        self._counts.extend(min(one.access_count, sys.maxsize) for one in page)
        self._pinned += sum(bool(one.pinned) for one in page)
        self._scored += sum(one.importance_raw is not None for one in page)

    def census(self) -> Census:
        """How many there are, by type, state, provenance and scope."""
        return Census(
            memories=len(self._corrected),
            by_type=_counts(self._types),
            by_state=_counts(self._states),
            by_provenance=_counts(self._provenances),
            by_scope=_counts(self._scopes),
            pinned=self._pinned,
        )

    def importance(self) -> Importance:
        """Importance as it was given and as it stands, over the same memories."""
        return Importance(
            raw=histogram(self._raw, IMPORTANCE_EDGES),
            corrected=histogram(self._corrected, IMPORTANCE_EDGES),
            scored=self._scored,
            mean_raw=_mean(self._raw),
            mean_corrected=_mean(self._corrected),
        )

    def accesses(self) -> Histogram:
        """How often each was recalled."""
        return histogram(self._counts, ACCESS_EDGES)


def _counts(names: Counter[str]) -> Counts:
    return tuple(sorted(names.items(), key=lambda pair: (-pair[1], pair[0])))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
