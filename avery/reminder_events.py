"""What the memory's thread tells of reminders and procedures: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.procedures.model import Checklist, Procedure, Recorded
    from weave.reminders.model import Reminder, Surfaced


@dataclass(frozen=True, slots=True)
class Reminded:
    """These reminders come up: their time has come, or (inside a turn) their topic did."""

    surfaced: tuple[Surfaced, ...]


@dataclass(frozen=True, slots=True)
class Reminding:
    """A reminder was made, from the person's words or by the model's tool: shown, cancelled with one key."""

    reminder: Reminder
    said: str
    """One sentence: what, and when."""


@dataclass(frozen=True, slots=True)
class Rescheduled:
    """A reminder was put off, done or cancelled, as it is now."""

    reminder: Reminder
    said: str


@dataclass(frozen=True, slots=True)
class Reminders:
    """The reminders that are open, the next due first."""

    open: tuple[Reminder, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """A procedure fits what is to be done (inside a turn)."""

    checklist: Checklist


@dataclass(frozen=True, slots=True)
class Followed:
    """What came of a procedure was recorded; `said` is one sentence on what that changed."""

    recorded: Recorded
    said: str


@dataclass(frozen=True, slots=True)
class Procedures:
    """All procedures, the latest followed first."""

    all: tuple[Procedure, ...]


ReminderEvent = Reminded | Reminding | Rescheduled | Reminders | Offered | Followed | Procedures
TurnReminderEvent = Reminded | Reminding | Offered | Followed
"""Those that also come inside a turn, in `Told`."""
