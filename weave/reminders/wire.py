"""What other programs read of reminders: the JSON of `weave remind`. Keys are only ever added. Pure."""

from __future__ import annotations

from datetime import datetime

from weave import wire
from weave.reminders.model import Reminder
from weave.reminders.times import coming, due


def reminder(value: Reminder, now: datetime) -> wire.Document:
    """A reminder; `due`: the time that has come and was not surfaced yet, `next`: the one that is still to come."""
    return {
        "id": value.id,
        "text": value.text,
        "state": str(value.standing),
        "created": wire.time(value.created),
        "at": wire.time(value.at),
        "zone": value.zone or None,
        "every": str(value.every) if value.every else None,
        "about": value.about,
        "snoozed": wire.time(value.snoozed),
        "shown": wire.time(value.shown),
        "due": wire.time(due(value, now)),
        "next": wire.time(coming(value, now)),
        "provenance": str(value.provenance),
        "task": value.task,
        "conversation": value.conversation,
    }
