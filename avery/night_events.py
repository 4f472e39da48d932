"""What the memory's thread tells of sleep: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.sleep.changes import Changes
    from weave.sleep.model import Plan, Progress, Report, Undone


@dataclass(frozen=True, slots=True)
class Sleeping:
    """Where the cycle at hand is; None when none runs any more."""

    progress: Progress | None


@dataclass(frozen=True, slots=True)
class Slept:
    """A cycle has ended, or was stopped."""

    report: Report
    asked: bool
    """Whether the person had asked for it."""


@dataclass(frozen=True, slots=True)
class Nights:
    """The cycles so far, the latest first, and when the next comes."""

    last: datetime | None
    next: datetime | None
    reports: tuple[Report, ...]
    trouble: str | None = None
    """Why the last one that began by itself failed."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What a cycle would do now."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Held:
    """What is not forgotten before the person has said so; None when nothing waits."""

    plan: Plan | None


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What a cycle changed, memory by memory."""

    report: Report
    changes: Changes


@dataclass(frozen=True, slots=True)
class Woken:
    """A cycle was taken back; None: there was none to take back."""

    undone: Undone | None


@dataclass(frozen=True, slots=True)
class Spared:
    """The person keeps this memory for good: it is pinned."""

    memory: str


NightEvent = Sleeping | Slept | Nights | Planned | Held | Unfolded | Woken | Spared
