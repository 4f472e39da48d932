"""In which zone a reminder's time is meant: by name, so that its wall clock holds when the clocks change."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_LINK = Path("/etc/localtime")
_OFFSET = re.compile(r"([+-])(\d\d):?(\d\d)")


def home_zone(zone: tzinfo, now: datetime) -> tzinfo:
    """The home's zone with its rules: the machine's own is known by an offset alone, and its name is looked up."""
    if isinstance(zone, ZoneInfo):
        return zone
    named = _machine()
    same = named is not None and now.astimezone(named).utcoffset() == now.astimezone(zone).utcoffset()
    return named if named is not None and same else zone


@lru_cache(1)
def _machine() -> ZoneInfo | None:
    try:
        parts = _LINK.resolve(strict=True).parts
        return ZoneInfo("/".join(parts[parts.index("zoneinfo") + 1 :]))
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return None


def name_of(at: datetime, home: tzinfo) -> str:
    """How the zone of `at` is written down: an IANA name or an offset; "" for the machine's, if that has no name."""
    zone = at.tzinfo
    if isinstance(zone, ZoneInfo):
        return zone.key
    if at.astimezone(home).utcoffset() == at.utcoffset():
        return home.key if isinstance(home, ZoneInfo) else "UTC" if home is UTC else ""
    offset = at.utcoffset() or timedelta(0)
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def meant(wall: datetime, name: str) -> datetime:
    """The moment of a wall-clock time in the zone of this name. Raises ValueError for a name that is no zone's."""
    if not name:
        return wall.astimezone()
    offset = _OFFSET.fullmatch(name)
    if offset:
        span = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return wall.replace(tzinfo=timezone(-span if offset[1] == "-" else span))
    try:
        return wall.replace(tzinfo=UTC if name == "UTC" else ZoneInfo(name))
    except (ZoneInfoNotFoundError, OSError) as error:
        raise ValueError(f"{name!r} is no time zone") from error
