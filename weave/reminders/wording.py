"""What a person is told of a reminder, in a sentence or a line. Pure; the words are data and stay on one line."""

from __future__ import annotations

from datetime import datetime, tzinfo

from weave.clock import local
from weave.markdown import clean_line
from weave.reminders.model import Every, Reminder, Standing, Surfaced
from weave.reminders.times import coming, due

_LONGEST = 200
OFTEN = {
    Every.DAILY: "every day",
    Every.WEEKDAYS: "every weekday",
    Every.WEEKLY: "every week",
    Every.MONTHLY: "every month",
    Every.YEARLY: "every year",
}
"""How each is said, and read."""


def words(reminder: Reminder) -> str:
    """Its text on one line, cut where it is long."""
    line = clean_line(reminder.text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def moment(at: datetime, zone: tzinfo | None) -> str:
    """A moment as people read it, in `zone`: "Friday 2026-12-04 09:00"."""
    return f"{local(at, zone):%A %Y-%m-%d %H:%M}"


def occasion(reminder: Reminder, zone: tzinfo | None, now: datetime) -> str:
    """When it comes up: its time, how often, its topic; or what became of it."""
    if reminder.standing is not Standing.OPEN:
        return reminder.standing.value
    parts = []
    passed = due(reminder, now)
    at = passed or coming(reminder, now) or reminder.at
    if at is not None:
        parts.append(("due since " if passed else "") + moment(at, zone))
        if passed is None and reminder.shown and coming(reminder, now) is None:
            parts = [f"came up {moment(reminder.shown, zone)}, not done yet"]
    if reminder.every and reminder.at:
        weekly = reminder.every is Every.WEEKLY
        parts.append(f"every {reminder.at:%A}" if weekly else OFTEN[reminder.every])
    if reminder.about:
        parts.append(f"when {clean_line(reminder.about)} comes up")
    return ", ".join(parts) or "no time yet"


def made(reminder: Reminder, zone: tzinfo | None, now: datetime) -> str:
    """What is said when a reminder was made."""
    return f"I will remind you: {words(reminder)} ({occasion(reminder, zone, now)})."


def brought(one: Surfaced, zone: tzinfo | None) -> str:
    """What is said when a reminder comes up."""
    if one.due is None:
        return f"Reminder about {clean_line(one.reminder.about or '')}: {words(one.reminder)}"
    late = ", late" if one.late else ""
    return f"Reminder ({moment(one.due, zone)}{late}): {words(one.reminder)}"


def settled(reminder: Reminder, zone: tzinfo | None, now: datetime) -> str:
    """What is said when it was put off, done or cancelled."""
    if reminder.standing is Standing.CANCELLED:
        return f"Cancelled: {words(reminder)}"
    if reminder.standing is Standing.DONE:
        return f"Done: {words(reminder)}"
    return f"{words(reminder)} ({occasion(reminder, zone, now)})"
