"""Down a document's tree as a reader goes through a table of contents: the best few sections at each level. Pure.

A section is worth its own text and, a little, what else of the question its subsections hold; only the best
`beam` at each level are entered. What is found is the text right under a heading, never a whole chapter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

BEAM = 3
_BRANCH = 0.05
"""How much of the next best subsections a section is worth beyond its best one."""


def descend(own: Mapping[int, float], parents: Sequence[int], beam: int = BEAM) -> list[int]:
    """Places of the sections that the descent stops at, best first.

    `own` is what a section's own text is worth; `parents[place]` stands before `place`, and place 0 is the root.
    """
    worth = _worth(own, parents)
    children: dict[int, list[int]] = {}
    for place in worth:
        if place:
            children.setdefault(parents[place], []).append(place)
    reached: list[int] = []
    level = [0] if 0 in worth else []
    while level:
        level = sorted(level, key=lambda place: (-worth[place], place))[:beam]
        reached += [place for place in level if place in own]
        level = [child for place in level for child in children.get(place, ())]
    return sorted(reached, key=lambda place: (-own[place], place))


def _worth(own: Mapping[int, float], parents: Sequence[int]) -> dict[int, float]:
    """The worth of each section that has something, or has it anywhere below."""
    above = set(own)
    for place in own:
        at = place
        while at and (at := parents[at]) not in above:
            above.add(at)
    below: dict[int, list[float]] = {}
    worth: dict[int, float] = {}
    for place in sorted(above, reverse=True):
        mine = own.get(place, 0.0)
        inner = sorted(below.get(place, ()), reverse=True)
        top = max([mine, *inner[:1]])
        worth[place] = top + _BRANCH * (sum(inner[:4]) + mine - top)
        if place:
            below.setdefault(parents[place], []).append(worth[place])
    return worth
