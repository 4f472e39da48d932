"""The words of metamemory: counts, histograms, curves, health, and what is kept of them. Frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

Counts = tuple[tuple[str, int], ...]
"""(name, how many), the largest first."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often a value falls into each bin: `counts[i]` values lie in `edges[i]` up to, not with, `edges[i + 1]`.

    There is one edge more than there are counts; the last bin holds its upper edge, and whatever lies beyond.
    """

    edges: tuple[float, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many values there are."""
        return sum(self.counts)


@dataclass(frozen=True, slots=True)
class Census:
    """How many memories there are, of each kind. The raw buffer is among them."""

    memories: int
    by_type: Counts = ()
    by_state: Counts = ()
    by_provenance: Counts = ()
    by_scope: Counts = ()
    """The global scope and each open task's."""
    pinned: int = 0


@dataclass(frozen=True, slots=True)
class Importance:
    """What was scored, before and after the correction at encoding; a memory without a raw value counts as it is."""

    raw: Histogram
    corrected: Histogram
    scored: int
    """Memories that keep a raw value beside the corrected one."""
    mean_raw: float
    mean_corrected: float


@dataclass(frozen=True, slots=True)
class Age:
    """What became of the memories learned so many days ago: one point of the forgetting curve.

    Shares lie in 0..1 of what was learned; `archived` is findable still, by its words.
    """

    after_days: float
    before_days: float
    """Infinite for the last."""
    learned: int
    kept: int
    archived: int
    forgotten: int
    recalled: int
    """Of those kept, how many were ever recalled."""
    theory: float
    """The mean recency (DESIGN §5) of memories of these ages that nobody recalled."""

    @property
    def kept_share(self) -> float:
        """The share still kept as memories."""
        return self.kept / self.learned if self.learned else 0.0

    @property
    def findable_share(self) -> float:
        """The share kept or archived."""
        return (self.kept + self.archived) / self.learned if self.learned else 0.0

    @property
    def recalled_share(self) -> float:
        """The share that was recalled at least once."""
        return self.recalled / self.learned if self.learned else 0.0


@dataclass(frozen=True, slots=True)
class Done:
    """What one kind of step has done, in one cycle or in all: how many memories, and how large they were."""

    step: str
    memories: int
    bytes: int
    """Of their sections, as far as they lay in the trash or the archive when they were measured."""


@dataclass(frozen=True, slots=True)
class Latency:
    """How long a part of recall took, in milliseconds. `failed`: no answer, or too late."""

    name: str
    asked: int
    p50: float
    p95: float
    failed: int = 0


@dataclass(frozen=True, slots=True)
class HitSource:
    """What a backend brought of what entered passages; `alone`: found by no other."""

    name: str
    entered: int
    alone: int


@dataclass(frozen=True, slots=True)
class Recalls:
    """How recall did in the last 30 days: benchmarks, looks into the past and guests left out."""

    count: int = 0
    empty: int = 0
    """Recalls that found nothing."""
    latency: tuple[Latency, ...] = ()
    """The whole first, as `recall`, then each backend."""
    sources: tuple[HitSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Tokens:
    """What models were asked for one purpose."""

    purpose: str
    calls: int
    failed: int
    prompt: int
    completion: int
    cost: float | None = None
    """In the currency of the configured prices; None without prices."""


@dataclass(frozen=True, slots=True)
class DiskPart:
    """A part of the home: how many bytes in how many files."""

    name: str
    bytes: int
    files: int


class PartName(StrEnum):
    """The parts of the health score."""

    DUPLICATES = "duplicates"
    ORPHANS = "orphans"
    STALE = "stale"
    CONTESTED = "contested"
    UNPROVEN = "unproven"
    JUNK = "junk"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not well. `id` is a memory's, or that of what lacks one (`task:…`); `why` a few words."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class HealthPart:
    """One part of the score; see `weave.analytics.health` for the formula and its reason."""

    name: PartName
    findings: tuple[Finding, ...]
    share: float
    """Of the memories that the part is about, 0..1."""
    lost: float
    """Points taken off 100."""
    most: float
    """Points that this part may take off."""
    unchecked: str = ""
    """Why it could not be looked at, if it could not; it takes nothing off then."""

    @property
    def ids(self) -> tuple[str, ...]:
        """What is behind it, each once."""
        return tuple(dict.fromkeys(finding.id for finding in self.findings))


@dataclass(frozen=True, slots=True)
class HealthScore:
    """0 (nothing is well) to 100."""

    value: float
    parts: tuple[HealthPart, ...]

    def part(self, name: PartName) -> HealthPart:
        """The part of this name."""
        return next(part for part in self.parts if part.name is name)


@dataclass(frozen=True, slots=True)
class Stats:
    """What the memory is like at `now`."""

    now: datetime
    census: Census
    importance: Importance
    accesses: Histogram
    curve: tuple[Age, ...]
    done: tuple[Done, ...]
    """What all cycles did that were not taken back."""
    recalls: Recalls
    tokens: tuple[Tokens, ...]
    disk: tuple[DiskPart, ...]
    health: HealthScore
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PartFigure:
    """A part of the health score without the memories behind it."""

    name: str
    count: int
    lost: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is kept of a cycle. No word and no name of a memory or task is in it, so a purge has nothing to find."""

    now: datetime
    cycle: str
    """Empty when the steps had nothing to do and only the memory had changed since."""
    memories: int
    bytes: int
    """Of the whole home but its index."""
    by_type: Counts
    by_state: Counts
    by_provenance: Counts
    in_tasks: int
    raw: Histogram
    corrected: Histogram
    accesses: Histogram
    health: float
    parts: tuple[PartFigure, ...]
    done: tuple[Done, ...]
    """What this cycle did."""
    curve: tuple[Age, ...]
    recalls: Recalls
    tokens: tuple[Tokens, ...]
    disk: tuple[DiskPart, ...]
