"""The forgetting curve: what became of the memories, by how long ago they were learned. Pure.

Ebbinghaus measured what was kept of lists; here what was learned is what is still remembered, what was archived and
what faded. Beside it stands the curve that the score assumes, a half-life of seven days for what nobody recalls
(DESIGN §5): where more is kept than that, importance and recall have held it.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weave.analytics.model import Age
from weave.model import State
from weave.scoring import HALF_LIFE_DAYS

if TYPE_CHECKING:
    from weave.analytics.burials import Burials
    from weave.catalogue_analytics import Sketch

AGE_EDGES = (0.0, 1.0, 2.0, 4.0, 7.0, 14.0, 28.0, 56.0, 112.0, 224.0, 448.0, math.inf)
"""Days; the resolution is finest where most is forgotten."""
_DAY = 86_400.0


class Learned:
    """When what is remembered was learned, taken in page by page. The raw buffer is left out."""

    def __init__(self) -> None:
        self.alive: set[str] = set()
        """The ids of all memories, the raw buffer's too."""
        self._kept, self._recalled = array("d"), array("d")

    def take(self, page: Sequence[Sketch]) -> None:
        """Take these in."""
        self.alive.update(one.id for one in page)
        lasting = [one for one in page if one.state != State.TRANSIENT]
        self._kept.extend(one.created_at for one in lasting)
        self._recalled.extend(one.created_at for one in lasting if one.access_count)

    def curve(self, burials: Burials, now: float) -> tuple[Age, ...]:
        """One point for each span of ages in which anything was learned, the youngest first.

        What a person removed is left out. What was learned after `now`, in seconds since 1970 (a clock that was set
        back), counts as learned just now.
        """
        kept, recalled = _ages(self._kept, now), _ages(self._recalled, now)
        archived = _ages(filter(None, map(burials.learned, burials.archived() - self.alive)), now)
        faded = _ages(filter(None, map(burials.learned, burials.faded() - self.alive)), now)
        spans = zip(*map(_counts, (kept, archived, faded, recalled)), strict=True)
        fading = _fading(np.concatenate([kept, archived, faded]))
        points = (_point(place, counts, fading[place]) for place, counts in enumerate(spans))
        return tuple(point for point in points if point.learned)


Days = NDArray[np.float64]


def _ages(learned: Iterable[float], now: float) -> Days:
    """Days since each was learned."""
    days: Days = ((now - np.fromiter(learned, np.float64)) / _DAY).clip(0.0)
    return days


def _places(days: Days) -> NDArray[np.int64]:
    """The span into which each age falls."""
    return np.searchsorted(np.array(AGE_EDGES), days, "right").astype(np.int64) - 1


def _counts(days: Days) -> list[int]:
    counts: list[int] = np.bincount(_places(days), minlength=len(AGE_EDGES) - 1).tolist()
    return counts


def _fading(days: Days) -> list[float]:
    """The sum of the recencies in each span."""
    sums = np.bincount(_places(days), 0.5 ** (days / HALF_LIFE_DAYS), len(AGE_EDGES) - 1)
    fading: list[float] = sums.tolist()
    return fading


def _point(place: int, counts: Sequence[int], fading: float) -> Age:
    kept, archived, forgotten, recalled = counts
    learned = kept + archived + forgotten
    return Age(
        after_days=AGE_EDGES[place],
        before_days=AGE_EDGES[place + 1],
        learned=learned,
        kept=kept,
        archived=archived,
        forgotten=forgotten,
        recalled=recalled,
        theory=fading / learned if learned else 0.0,
    )
