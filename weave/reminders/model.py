"""What a reminder is: frozen values, no I/O. A time is a wall-clock time in the zone it was meant in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weave.model import Provenance


class Standing(StrEnum):
    """Where a reminder stands in its life."""

    OPEN = "open"
    DONE = "done"
    CANCELLED = "cancelled"


class Every(StrEnum):
    """How often a reminder comes back. Its first time says on which weekday, or day of the month or year."""

    DAILY = "daily"
    WEEKDAYS = "weekdays"
    """Monday to Friday."""
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    """A day that a month has not is its last one."""
    YEARLY = "yearly"


@dataclass(frozen=True, slots=True)
class Reminder:
    """A note to be brought back to the person. All times are aware; `at` is in the zone it was meant in."""

    id: str
    text: str
    created: datetime
    at: datetime | None = None
    """When it falls due, the first time for one that comes back; None: only its topic brings it up."""
    zone: str = ""
    """The zone in which `at` was meant, an IANA name or an offset; "": the home's zone, wherever that is."""
    about: str | None = None
    """Topic words that bring it up."""
    every: Every | None = None
    standing: Standing = Standing.OPEN
    snoozed: datetime | None = None
    """Not before this moment, whatever `at` says."""
    shown: datetime | None = None
    """The due time for which it was surfaced last."""
    told: str | None = None
    """The id of the conversation in which its topic brought it up last; not again in that one."""
    provenance: Provenance = Provenance.USER
    """Who asked for it: the person, or the agent by its tool."""
    task: str | None = None
    """The id of the task in which it was asked for."""
    conversation: str | None = None
    turns: tuple[str, ...] = ()
    """Ids of the turns whose words it repeats; it goes when they are purged."""
    memory: str | None = None
    """The id of the memory that tells it was asked for; each goes with the other in a purge."""

    @property
    def open(self) -> bool:
        """Whether it may still come up."""
        return self.standing is Standing.OPEN


@dataclass(frozen=True, slots=True)
class Surfaced:
    """A reminder that comes up now, and why."""

    reminder: Reminder
    due: datetime | None = None
    """The time that has come; None: its topic came up."""
    late: bool = False
    """Whether nothing was there to surface it when that time came."""
    next: datetime | None = None
    """When it comes back; None: not by itself."""


@dataclass(frozen=True, slots=True)
class When:
    """A moment still to come, in the zone of the person who named it, and how often it comes back."""

    at: datetime
    every: Every | None = None
    spans: tuple[tuple[int, int], ...] = ()
    """Where in the text the words for it stand."""


@dataclass(frozen=True, slots=True)
class Requested:
    """What a person asked to be reminded of, in so many words."""

    text: str
    at: datetime | None = None
    every: Every | None = None
    about: str | None = None
