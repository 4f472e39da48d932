"""When a reminder falls due: wall-clock times in the zone they were meant in, so that DST and travel move nothing. Pure.

A time that the clocks skip is taken an hour later, one that comes twice the first time.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from weave.reminders.model import Every, Reminder, Surfaced

LATE = timedelta(minutes=5)
"""What surfaces that much after its time was missed."""
_SATURDAY = 5


def due(reminder: Reminder, now: datetime) -> datetime | None:
    """The time that has come and was not surfaced yet; of several that were missed the last one."""
    if not reminder.open:
        return None
    reached = reminder.snoozed or _latest(reminder, now)
    if reached is None or _utc(reached) > _utc(now):
        return None
    fresh = reminder.shown is None or _utc(reminder.shown) < _utc(reached)
    return reached if fresh else None


def coming(reminder: Reminder, now: datetime) -> datetime | None:
    """When it falls due next, after `now`; None: not by itself."""
    if not reminder.open:
        return None
    if reminder.snoozed is not None and _utc(reminder.snoozed) > _utc(now):
        return reminder.snoozed
    return next((moment for moment in _around(reminder, now) if _utc(moment) > _utc(now)), None)


def surfaced(reminders: Sequence[Reminder], now: datetime) -> tuple[Surfaced, ...]:
    """Those whose time has come, the earliest first."""
    found = [(moment, one) for one in reminders if (moment := due(one, now)) is not None]
    return tuple(
        Surfaced(one, moment, _utc(now) - _utc(moment) > LATE, coming(one, now))
        for moment, one in sorted(found, key=lambda pair: (_utc(pair[0]), pair[1].id))
    )


def in_order(reminders: Sequence[Reminder], now: datetime) -> tuple[Reminder, ...]:
    """What is due first, then what comes next, then what waits for its topic; closed ones last."""

    def rank(one: Reminder) -> tuple[int, datetime, str]:
        moment = due(one, now) or coming(one, now) or one.at
        group = 2 if not one.open else 1 if moment is None else 0
        return group, _utc(moment) if moment else datetime.max.replace(tzinfo=UTC), one.id

    return tuple(sorted(reminders, key=rank))


def first(at: datetime, every: Every, now: datetime) -> datetime:
    """The first time after `now` of a series that begins `at`, perhaps in the past, in the zone of `at`."""
    if _utc(at) > _utc(now):
        return at
    series = Reminder("", "", now, at=at, zone="that of `at`", every=every)
    return coming(series, now) or at


def _latest(reminder: Reminder, now: datetime) -> datetime | None:
    reached = [moment for moment in _around(reminder, now) if _utc(moment) <= _utc(now)]
    return reached[-1] if reached else None


def _around(reminder: Reminder, now: datetime) -> Iterator[datetime]:
    """The times of a reminder near `now`, the latest that has come and the next among them, in order."""
    at = reminder.at
    if at is None:
        return
    if reminder.every is None:
        yield at
        return
    for day in _days(reminder.every, at.date(), _utc(now).date()):
        moment = _moment(reminder, at, day)
        if moment is not None:
            yield moment


def _days(every: Every, begun: date, today: date) -> Iterator[date]:
    """The days of a series that lie around `today`, which may be a day off in another zone."""
    if every in (Every.DAILY, Every.WEEKDAYS, Every.WEEKLY):
        step = 7 if every is Every.WEEKLY else 1
        middle = (today - begun).days // step
        reach = 5 if step == 1 else 2  # a weekend lies between two weekdays
        for count in range(max(0, middle - reach), max(0, middle) + reach + 1):
            day = _later(begun, timedelta(days=step * count))
            if day and (every is not Every.WEEKDAYS or day.weekday() < _SATURDAY):
                yield day
        return
    months = 12 if every is Every.YEARLY else 1
    middle = ((today.year - begun.year) * 12 + today.month - begun.month) // months
    for count in range(max(0, middle - 2), max(0, middle) + 3):
        day = _in_month(begun, months * count)
        if day:
            yield day


def _later(begun: date, span: timedelta) -> date | None:
    try:
        return begun + span
    except OverflowError:
        return None


def _in_month(begun: date, months: int) -> date | None:
    """The day of the month `months` later; its last one where the month is shorter."""
    year, month = divmod(begun.month - 1 + months, 12)
    if begun.year + year > date.max.year:
        return None
    last = monthrange(begun.year + year, month + 1)[1]
    return date(begun.year + year, month + 1, min(begun.day, last))


def _moment(reminder: Reminder, at: datetime, day: date) -> datetime | None:
    if day == at.date():
        return at
    wall = datetime.combine(day, at.time().replace(tzinfo=None))
    try:
        # Without a zone of its own it is the machine's, whose rules for another day only the machine knows.
        return wall.replace(tzinfo=at.tzinfo) if reminder.zone else wall.astimezone()
    except (OverflowError, ValueError, OSError):
        return None


def _utc(moment: datetime) -> datetime:
    # Two times of one zone compare by their wall clocks, which is wrong in the hour that comes twice.
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        return moment.replace(tzinfo=UTC)
