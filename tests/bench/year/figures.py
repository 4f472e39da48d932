"""What is left at the end of a month, in figures: what can still be answered, what went, how large the store is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

HIGH, LOW = "high", "low"


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    good: int = 0
    of: int = 0

    @classmethod
    def count(cls, values: Iterable[bool]) -> Share:
        """Of things that are well or not."""
        kept = list(values)
        return cls(sum(kept), len(kept))

    @property
    def value(self) -> float:
        """0..1; 1 of nothing."""
        return self.good / self.of if self.of else 1.0

    def __str__(self) -> str:
        return f"{self.good}/{self.of}"


@dataclass(frozen=True, slots=True)
class Answerable:
    """Of the questions that can be asked by then: what the first ten memories answer, then with documents searched."""

    recall: Share
    documents: Share
    either: Share


@dataclass(frozen=True, slots=True)
class Month:
    """The figures of one month's end. Sizes are of what is remembered: the raw buffer and the trash are left out."""

    month: int
    turns: int
    made: int
    """Memories that the Scribe has made so far."""
    memories: int
    types: tuple[tuple[str, int], ...]
    bytes: int
    """Of the files under memories/."""
    archive_bytes: int
    forgotten: int
    compressed: int
    purged: int
    waited: int
    """Cycles that waited for a word."""
    asked: tuple[Share, Share]
    """Answered along the way this month: of high, of low importance."""
    high: Answerable
    low: Answerable
    golds: tuple[Share, Share]
    """Golds whose every key detail stands in a memory: of high, of low importance."""
    kept_golds: tuple[Share, Share]
    """The same, in a memory or in the archive."""
    important: Share
    """Memories that were ever worth 0.7 or more, and are still there."""
    details: Share
    """Gold key details of compressed weeks that stand in a memory or in the archive."""
    health: float
    """0..1, by the memory's own analytics."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the store grows: memories and bytes added in each half, for a thousand turns said, and the exponent."""

    memories: tuple[float, float]
    bytes: tuple[float, float]
    exponent: float
    """Of memories against turns, fitted over the months' ends on logarithmic scales; below 1 is sublinear."""

    @property
    def sublinear(self) -> bool:
        """Whether the second half adds less than the first for as much that is said, and the exponent is below 1."""
        return self.memories[1] < self.memories[0] and self.exponent < 1


def growth(months: Sequence[Month]) -> Growth:
    """Of at least two months."""
    from math import log

    middle, last = months[len(months) // 2 - 1], months[-1]
    said = (middle.turns / 1000, (last.turns - middle.turns) / 1000)
    xs, ys = [log(m.turns) for m in months], [log(max(1, m.memories)) for m in months]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True)) / sum((x - mx) ** 2 for x in xs)
    return Growth(
        (middle.memories / said[0], (last.memories - middle.memories) / said[1]),
        (middle.bytes / said[0], (last.bytes - middle.bytes) / said[1]),
        slope,
    )


def table(months: Sequence[Month]) -> str:
    """A line a month."""
    heads = (
        "month turns made memories kB archive forgot compr. purged asked:hi lo recall:hi lo docs:hi lo "
        "either:hi lo gold:hi lo kept:hi lo important details health"
    ).split()
    rows = [heads, *map(_row, months)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )


def _row(m: Month) -> list[str]:
    shares = [*m.asked, m.high.recall, m.low.recall, m.high.documents, m.low.documents]
    shares += [m.high.either, m.low.either, *m.golds, *m.kept_golds]
    counts = [m.month, m.turns, m.made, m.memories, m.bytes // 1000, m.archive_bytes // 1000]
    return [
        *map(str, [*counts, m.forgotten, m.compressed, m.purged]),
        *(f"{share.value:.2f}" for share in shares),
        str(m.important),
        str(m.details),
        f"{m.health:.2f}",
    ]


def record(month: Month) -> dict[str, object]:
    """For a line of JSON."""
    return {one.name: _plain(getattr(month, one.name)) for one in fields(Month)}


def _plain(value: object) -> object:
    if isinstance(value, Share):
        return str(value)
    if isinstance(value, Answerable):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(Answerable)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value
