"""The forgetting curve: what became of the memories, by how long ago they were learned. Pure.

Ebbinghaus measured what was kept of lists; here what was learned is what is still remembered, what was archived and
what faded. Beside it stands the curve that the score assumes, a half-life of seven days for what nobody recalls
(DESIGN §5): where more is kept than that, importance and recall have held it.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

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
        archived = burials.archived() - self.alive
        faded = burials.faded() - self.alive
        spans = (
            _spans(self._kept, now),
            _spans(filter(None, map(burials.learned, archived)), now),
            _spans(filter(None, map(burials.learned, faded)), now),
            _spans(self._recalled, now),
        )
        points = (_point(place, *(span[place] for span in spans)) for place in range(len(AGE_EDGES) - 1))
        return tuple(point for point in points if point.learned)


def _spans(learned: Iterable[float], now: float) -> list[list[float]]:
    """The ages in days, by the span into which each falls."""
    spans: list[list[float]] = [[] for _ in AGE_EDGES[1:]]
    for moment in learned:
        days = max(0.0, (now - moment) / _DAY)
        spans[bisect_right(AGE_EDGES, days) - 1].append(days)
    return spans


def _point(
    place: int,
    kept: Sequence[float],
    archived: Sequence[float],
    forgotten: Sequence[float],
    recalled: Sequence[float],
) -> Age:
    ages = [*kept, *archived, *forgotten]
    fading = math.fsum(0.5 ** (days / HALF_LIFE_DAYS) for days in ages)
    return Age(
        after_days=AGE_EDGES[place],
        before_days=AGE_EDGES[place + 1],
        learned=len(ages),
        kept=len(kept),
        archived=len(archived),
        forgotten=len(forgotten),
        recalled=len(recalled),
        theory=fading / len(ages) if ages else 0.0,
    )
