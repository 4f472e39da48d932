"""Weeks and months as summaries cover them: which moment lies in which, when they are over, where they stand. Pure.

A week is the ISO week in the home's own zone. It belongs to the month of its Thursday, as it belongs to that day's
year: so each week belongs to one month, the one that most of its days lie in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from weave.clock import local
from weave.model import Memory

COVERS = "covers"
"""The key of a summary's comment that says which period it stands for: 2026-W40, or 2026-10."""
WEEKLY, MONTHLY = "weekly", "monthly"
_WEEK = re.compile(r"(\d{4})-W(\d{2})")
_MONTH = re.compile(r"(\d{4})-(\d{2})")


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A week or a month. Sorted by its first day."""

    first: date
    last: date
    name: str
    """2026-W40, or 2026-10."""

    @property
    def kind(self) -> str:
        """Its folder: weekly or monthly."""
        return WEEKLY if "W" in self.name else MONTHLY

    @property
    def path(self) -> str:
        """Where its summary stands, relative to the home."""
        return f"memories/{self.kind}/{self.name}.md"


def week_of(moment: datetime, zone: tzinfo | None) -> Period:
    """The ISO week of a moment."""
    return _week(local(moment, zone).date())


def _week(day: date) -> Period:
    year, number, weekday = day.isocalendar()
    first = date.fromordinal(max(1, day.toordinal() - weekday + 1))
    last = date.fromordinal(min(date.max.toordinal(), first.toordinal() + 6))
    return Period(first, last, f"{year:04}-W{number:02}")


def month_of(week: Period) -> Period:
    """The month that a week belongs to: from the Monday of its first week to the Sunday of its last."""
    thursday = week.first + timedelta(days=3)
    first = thursday.replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    begins = first + timedelta(days=(3 - first.weekday()) % 7 - 3)
    ends = following + timedelta(days=(3 - following.weekday()) % 7 - 3 - 1)
    return Period(begins, ends, f"{thursday:%Y-%m}")


def named(name: str) -> Period | None:
    """The period of a name; None when it names none."""
    try:
        if found := _WEEK.fullmatch(name):
            return _week(date.fromisocalendar(int(found[1]), int(found[2]), 1))
        if found := _MONTH.fullmatch(name):
            return month_of(_week(date(int(found[1]), int(found[2]), 15)))
    except (ValueError, OverflowError):
        return None
    return None


def covered(memory: Memory) -> Period | None:
    """The period that a memory is the summary of; None for any other memory."""
    return next((named(value) for key, value in memory.extra if key == COVERS), None)


def is_over(period: Period, now: datetime, zone: tzinfo | None, days: int) -> bool:
    """Whether its last day is more than `days` days past."""
    return (local(now, zone).date() - period.last).days > days
