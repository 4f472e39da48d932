"""Down a document's tree as a reader goes through a table of contents: the best few sections at each level. Pure.

A section is worth its own text and, a little, what else of the question its subsections hold; only the best
`beam` at each level are entered. What is found is the text right under a heading, never a whole chapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BEAM = 3
_WHOLE = 0.35
"""How much the words that only the section as a whole holds count beside those of its best passage."""
_BRANCH = 0.05
"""How much of the next best subsections a section is worth beyond its best one."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a section's own text has of a question. `terms` are the question's terms by place."""

    best: float
    """Score of its best passage."""
    whole: float
    """Each term's best score in any of its passages, summed."""
    passage: int
    """The best passage, by its place in the document."""
    terms: frozenset[int]

    @property
    def score(self) -> float:
        """The section's own worth."""
        return (1 - _WHOLE) * self.best + _WHOLE * self.whole


def descend(evidence: Mapping[int, Evidence], parents: Sequence[int], beam: int = BEAM) -> list[int]:
    """Places of the sections that the descent stops at, best first. `parents[place]` is -1 for the root."""
    worth = _worth(evidence, parents)
    children: dict[int, list[int]] = {}
    for place in worth:
        children.setdefault(parents[place], []).append(place)
    reached: list[int] = []
    level = children.get(-1, [])
    while level:
        level = sorted(level, key=lambda place: (-worth[place], place))[:beam]
        reached += [place for place in level if place in evidence]
        level = [child for place in level for child in children.get(place, ())]
    return sorted(reached, key=lambda place: (-evidence[place].score, place))


def _worth(evidence: Mapping[int, Evidence], parents: Sequence[int]) -> dict[int, float]:
    """The worth of each section that holds evidence anywhere below it. Children stand after their parents."""
    above = set(evidence)
    for place in evidence:
        while (place := parents[place]) >= 0 and place not in above:
            above.add(place)
    below: dict[int, list[float]] = {}
    worth: dict[int, float] = {}
    for place in sorted(above, reverse=True):
        own = evidence[place].score if place in evidence else 0.0
        inner = sorted(below.get(place, ()), reverse=True)
        top = max([own, *inner[:1]])
        worth[place] = top + _BRANCH * (sum(inner[:4]) + own - top)
        below.setdefault(parents[place], []).append(worth[place])
    return worth
