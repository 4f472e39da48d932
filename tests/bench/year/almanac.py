"""The year's calendar: where the person is, how talkative a day is, which days are silent."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

HOME = "Europe/Berlin"
TRAVEL = (
    (date(2026, 3, 11), date(2026, 3, 16), "Europe/Lisbon"),
    (date(2026, 9, 14), date(2026, 9, 20), "America/Toronto"),
    (date(2026, 10, 27), date(2026, 11, 8), "Asia/Manila"),
)
QUIET = (
    (date(2026, 2, 16), date(2026, 2, 22), "a flu"),
    (date(2026, 5, 25), date(2026, 5, 31), "packing for the move"),
    (date(2026, 12, 21), date(2026, 12, 29), "between the years"),
)
BURSTS = (
    (date(2026, 1, 19), date(2026, 1, 23), "the tender"),
    (date(2026, 4, 20), date(2026, 4, 24), "the launch of Pegel 2"),
    (date(2026, 6, 8), date(2026, 6, 12), "the new flat"),
    (date(2026, 9, 7), date(2026, 9, 11), "before Toronto"),
    (date(2026, 11, 16), date(2026, 11, 20), "the storm surge"),
)
HOLIDAY = (date(2026, 8, 1), date(2026, 8, 16))
WORDY_DAYS_OF_HOLIDAY = (date(2026, 8, 4), date(2026, 8, 12))


def days() -> list[date]:
    return [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]


def at_home(day: date) -> bool:
    """Neither travelling nor on holiday."""
    away = (*((first, last) for first, last, _ in TRAVEL), HOLIDAY)
    return not any(first <= day <= last for first, last in away)


def zone(day: date) -> ZoneInfo:
    return ZoneInfo(next((name for first, last, name in TRAVEL if first <= day <= last), HOME))


def moment(day: date, clock: time) -> datetime:
    """A wall-clock time of that day where the person is, in UTC."""
    return datetime.combine(day, clock, zone(day)).astimezone(UTC)


def episodes(day: date, rng: random.Random) -> int:
    """How many episodes of small talk and noise the day has; 0 on a silent one."""
    if HOLIDAY[0] <= day <= HOLIDAY[1]:
        return 3 if day in WORDY_DAYS_OF_HOLIDAY else 0
    if any(first <= day <= last for first, last, _ in QUIET):
        return rng.choice((0, 1, 2, 3))
    if any(first <= day <= last for first, last, _ in BURSTS):
        return rng.randint(18, 28)
    return rng.randint(3, 11) if day.weekday() >= 5 else rng.randint(7, 15)


def clock(day: date, rng: random.Random) -> time:
    """A likely time for a talk: mornings, lunch and evenings; on weekends rather late."""
    hours = (
        (9, 10, 11, 14, 16, 19, 20, 21, 22)
        if day.weekday() >= 5
        else (7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 21)
    )
    return time(rng.choice(hours), rng.randrange(60), rng.randrange(60))
