"""How important a memory is among all that the same scorer has scored: the correction of a scale that is bent. Pure.

Models mark everything as important, so that nothing is ever forgotten; some mark nothing. Of what a store sees some
share deserves to fade (below 0.3) and some to stay word for word (0.7 and more); a `Band` says within which bounds
those shares are believed. As long as the scores seen so far keep to it they stand as they are, to the digit. Outside
of it the scale is bent back, no further than to the band's edge: a piecewise linear, monotone map that puts the value
which splits off the believed share where 0.3, or 0.7, belongs. What a scorer cannot tell apart (0.9 for everything)
the rules' estimate of the text orders; the same score for the same estimate is the same importance.

A young store knows no ranks: the first `YOUNG` scores stand, and from there the correction grows with what was seen.
Old scores fade by halves, so that a scorer that was changed is soon measured by its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, groupby, pairwise

from weave.model import MemoryType

__all__ = ["GROWN", "IMPORTANT", "UNIMPORTANT", "YOUNG", "Band", "Score", "Scorer", "Seen", "band_of"]

UNIMPORTANT = 0.3
IMPORTANT = 0.7
YOUNG = 50
"""Scores of one kind that stand as they are, before ranks mean anything."""
GROWN = 200
"""Scores of one kind from which the ranks alone decide."""
_MOST = 4_000.0
"""Scores after which all counts are halved."""
_LEAST = 0.05
"""What counts less is not counted any longer."""
_SINK, _TOP = 0.15, 0.85
"""Where the lowest quarter of what fades ends, and where the highest quarter of what stays begins."""
_QUARTER = 0.25
_STEP = 0.0005


class Scorer(StrEnum):
    """Who said how important something is."""

    RULE = "rule"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Band:
    """The believed shares, 0..1, as (least, most): below 0.3, and of 0.7 and more."""

    low: tuple[float, float]
    high: tuple[float, float]


_RULE_BANDS = {MemoryType.EPISODIC: Band((0.2, 0.9), (0.02, 0.25))}
_RULE_OTHERS = Band((0.0, 0.5), (0.05, 0.4))
_MODEL_BANDS = {
    MemoryType.EPISODIC: Band((0.2, 0.7), (0.05, 0.3)),
    MemoryType.SEMANTIC: Band((0.1, 0.5), (0.05, 0.35)),
}
_MODEL_OTHERS = Band((0.05, 0.5), (0.05, 0.4))


def band_of(scorer: Scorer, kind: MemoryType) -> Band:
    """What is believed of a kind of memory.

    The rules score every turn of talk, nine tenths of it chatter, and what they know to be a fact never below 0.4;
    a model has left the chatter out before it scores.
    """
    if scorer is Scorer.RULE:
        return _RULE_BANDS.get(kind, _RULE_OTHERS)
    return _MODEL_BANDS.get(kind, _MODEL_OTHERS)


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """What is ranked: the scorer's word in hundredths, then the rules' estimate in twentieths."""

    raw: int
    rule: int = 0

    @classmethod
    def of(cls, raw: float, rule: float = 0.0) -> Score:
        """Of two numbers in 0..1."""
        return cls(round(raw * 100), round(rule * 20))


@dataclass(slots=True)
class Seen:
    """The scores of one kind that a store has seen, as a histogram that slowly fades."""

    counts: dict[Score, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """How many are counted."""
        return sum(self.counts.values())

    def share(self, low: float, high: float) -> float:
        """The share of the scores in low <= raw < high, by the scorer's own word; 0 when nothing was seen."""
        total = self.total
        inside = sum(
            n for score, n in self.counts.items() if round(low * 100) <= score.raw < round(high * 100)
        )
        return inside / total if total else 0.0

    def add(self, scores: Iterable[Score]) -> None:
        """Count some more."""
        for score in scores:
            self.counts[score] = self.counts.get(score, 0.0) + 1.0
        while self.total > _MOST:
            halved = {score: round(n / 2, 4) for score, n in self.counts.items()}
            self.counts = {score: n for score, n in halved.items() if n >= _LEAST}

    def scale(self, band: Band) -> Scale:
        """The map from what the scorer says to what it is worth."""
        return Scale.of(self.counts, band)


@dataclass(frozen=True, slots=True)
class Scale:
    """A monotone map of scores."""

    ranks: _Ranks | None
    knots: tuple[tuple[float, float], ...]
    """(on the scorer's axis, true importance), rising in both; empty when the scale is straight."""
    weight: float
    """0 for a young store, 1 for a grown one."""

    @classmethod
    def of(cls, counts: Mapping[Score, float], band: Band) -> Scale:
        """The scale that these counts ask for."""
        total = sum(counts.values())
        if total <= YOUNG:
            return cls(None, (), 0.0)
        ranks = _Ranks(counts)
        return cls(ranks, ranks.knots(band), min(1.0, (total - YOUNG) / (GROWN - YOUNG)))

    def corrected(self, raw: float, score: Score) -> float:
        """What `raw` is worth, 0..1; it stands as it is where the scale is straight."""
        if self.ranks is None or not self.knots:
            return raw
        x = self.ranks.place(score)
        return min(1.0, max(0.0, round(raw + self.weight * (_interpolated(self.knots, x) - x), 3)))


class _Ranks:
    """Ordered scores, their counts, and where each lies: a lump of equal words is spread over its hundredth."""

    def __init__(self, counts: Mapping[Score, float]) -> None:
        self._ordered = sorted(counts)
        self._counts = [counts[score] for score in self._ordered]
        self._ends = list(accumulate(self._counts))
        self._lumps: dict[int, dict[int, float]] = {}
        for score, count in counts.items():
            self._lumps.setdefault(score.raw, {})[score.rule] = count

    def place(self, score: Score) -> float:
        """Where a score lies on the scorer's axis, also one that was never seen."""
        lump = self._lumps.get(score.raw)
        if not lump:
            return score.raw / 100
        below = sum(count for rule, count in lump.items() if rule < score.rule)
        middle = (below + lump.get(score.rule, 0.0) / 2) / sum(lump.values())
        return (score.raw - 0.5 + middle) / 100

    def at(self, share: float) -> float:
        """The place under which this share of the scores lies."""
        wanted = share * self._ends[-1]
        index = min(bisect_right(self._ends, wanted), len(self._ordered) - 1)
        here = self.place(self._ordered[index])
        return (self.place(self._ordered[index - 1]) + here) / 2 if index else here

    def knots(self, band: Band) -> tuple[tuple[float, float], ...]:
        """Where 0.3 and 0.7 belong, and within what fades and what stays; none when the shares are believed."""
        total = self._ends[-1]
        cut = (round(UNIMPORTANT * 100), round(IMPORTANT * 100))
        pairs = list(zip(self._ordered, self._counts, strict=True))
        low = sum(n for score, n in pairs if score.raw < cut[0]) / total
        high = sum(n for score, n in pairs if score.raw >= cut[1]) / total
        fades, stays = _into(low, band.low), _into(high, band.high)
        if (fades, stays) == (low, high):
            return ()
        lower, upper = UNIMPORTANT, IMPORTANT
        found = [(-0.005, 0.0), (1.005, 1.0)]
        if fades != low:
            lower = self.at(fades)
            sink = self.at(fades * _QUARTER)
            found += [(sink, min(sink, _SINK))] if fades else []
        if stays != high:
            upper = self.at(1.0 - stays)
            top = self.at(1.0 - stays * _QUARTER)
            found += [(top, max(top, _TOP))]
        return _rising([*found, (lower, UNIMPORTANT), (upper, IMPORTANT)])


def _into(value: float, bounds: tuple[float, float]) -> float:
    return min(bounds[1], max(bounds[0], value))


def _rising(knots: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """In order, each value at least the one before; where several fall on one place, which nothing parts, it jumps."""
    kept: list[tuple[float, float]] = []
    for x, here in groupby(sorted(knots), key=lambda knot: knot[0]):
        values = [y for _, y in here]
        middle = (values[0] + values[-1]) / 2
        steps = ((x - _STEP, values[0]), (x, middle), (x + _STEP, values[-1]))
        kept += steps if len(values) > 1 else [(x, middle)]
    return tuple((x, max(y for _, y in kept[: n + 1])) for n, (x, _) in enumerate(kept))


def _interpolated(knots: tuple[tuple[float, float], ...], x: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(knots):
        if x <= x1:
            return y0 if x <= x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return knots[-1][1]
