"""Times as exports write them. An offset that names a zone is kept; a mere instant is told in the home's zone. Pure."""

from __future__ import annotations

import math
import re
from datetime import UTC, date, datetime, timedelta, tzinfo

_DAY = re.compile(r"(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)")
_EARLIEST, _LATEST = datetime(1971, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_MILLISECONDS = 10_000_000_000
"""An epoch above this counts milliseconds."""


def moment(value: object, zone: tzinfo) -> datetime | None:
    """The time that an export's value means; None for what is none.

    An epoch and a time in UTC say when, not where: they are told in `zone`, in which the person's day is. A time with
    another offset keeps it, one without is of `zone`.
    """
    try:
        read = _read(value, zone)
    except (ValueError, OverflowError, OSError):
        return None
    return read if read is not None and _EARLIEST <= read <= _LATEST else None


def _read(value: object, zone: tzinfo) -> datetime | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        if not math.isfinite(value):
            return None
        return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, zone)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=zone)
    text = value.strip() if isinstance(value, str) else ""
    if not text:
        return None
    if re.fullmatch(r"\d{9,13}(?:\.\d+)?", text):
        return _read(float(text), zone)
    found = datetime.fromisoformat(text.replace(" UTC", "+00:00"))
    if found.tzinfo is None:
        return found.replace(tzinfo=zone)
    return found.astimezone(zone) if found.utcoffset() == timedelta(0) else found


def day_named(name: str, zone: tzinfo) -> datetime | None:
    """The day that a file's name begins with or consists of, at its beginning; None without one."""
    found = _DAY.match(name.strip())
    if found is None:
        return None
    try:
        return datetime(int(found[1]), int(found[2]), int(found[3]), tzinfo=zone)
    except ValueError:
        return None
