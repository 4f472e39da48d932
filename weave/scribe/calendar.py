"""Days, weeks, months, seasons and years as half-open periods of dates. Pure arithmetic."""

from __future__ import annotations

from datetime import date, timedelta

Period = tuple[date, date]
"""First day, and the day after the last."""


def day(first: date) -> Period:
    """One day."""
    return first, first + timedelta(days=1)


def week(within: date) -> Period:
    """Monday to Sunday around a day."""
    monday = within - timedelta(days=within.weekday())
    return monday, monday + timedelta(days=7)


def month(in_year: int, number: int) -> Period:
    """A calendar month, `number` 1..12."""
    after = date(in_year + number // 12, number % 12 + 1, 1)
    return date(in_year, number, 1), after


def year(number: int) -> Period:
    """A calendar year."""
    return date(number, 1, 1), date(number + 1, 1, 1)


def season(in_year: int, first_month: int) -> Period:
    """Three months; a winter carries the year of its December."""
    return month(in_year, first_month)[0], _add_months(date(in_year, first_month, 1), 3)


def _add_months(first: date, count: int) -> date:
    index = first.year * 12 + first.month - 1 + count
    return date(index // 12, index % 12 + 1, 1)


def shifted(unit: str, count: int, today: date) -> Period:
    """The day, week, fortnight's week, month or year `count` units from today's."""
    if unit == "day":
        return day(today + timedelta(days=count))
    if unit in ("week", "fortnight"):
        return week(today + timedelta(days=(7 if unit == "week" else 14) * count))
    if unit == "month":
        moved = _add_months(today.replace(day=1), count)
        return month(moved.year, moved.month)
    return year(today.year + count)


def weekday(number: int, which: int | None, today: date, forward: bool) -> Period:
    """The day named by a weekday (Monday 0): the last one (-1), the next (1), this week's or the nearest coming (0).

    None: the coming one when the sentence looks forward, else the latest one before today.
    """
    ahead = (number - today.weekday() - 1) % 7 + 1
    if which == 1 or (which is None and forward):
        return day(today + timedelta(days=ahead))
    if which == 0:
        return day(today + timedelta(days=(number - today.weekday()) % 7))
    return day(today - timedelta(days=(today.weekday() - number - 1) % 7 + 1))


def around(number: int, in_month: int, today: date, forward: bool, back: bool) -> Period:
    """A day and month without a year: the coming one, the latest one, or the nearest one.

    Raises ValueError for a day that no month has.
    """
    candidates = []
    for step in (-4, -3, -2, -1, 0, 1, 2, 3, 4):
        try:
            candidates.append(date(today.year + step, number, in_month))
        except ValueError:
            continue
    if back:
        candidates = [c for c in candidates if c <= today]
    elif forward:
        candidates = [c for c in candidates if c >= today]
    if not candidates:
        raise ValueError(f"no {in_month}.{number}. exists")
    return day(min(candidates, key=lambda c: abs((c - today).days)))
