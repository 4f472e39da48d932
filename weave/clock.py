"""Time as an argument: the clock handed down by the root, and the reading of times a person writes."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from weave.errors import InvalidInput

Clock = Callable[[], datetime]
"""Returns the present moment, aware of its zone."""

_DATE_ONLY = re.compile(r"\d{4}-\d{2}-\d{2}")


def system_clock(zone: tzinfo | None = None) -> Clock:
    """The machine's clock, in `zone` (default: the machine's own)."""
    return lambda: datetime.now(zone) if zone else datetime.now().astimezone()


@dataclass(frozen=True, slots=True)
class Standing:
    """A clock that stands still."""

    moment: datetime

    def __call__(self) -> datetime:
        """Always the same."""
        return self.moment


def fixed_clock(moment: datetime) -> Clock:
    """A clock that stands still, for `--now` and tests."""
    return Standing(moment)


_told: ContextVar[datetime | None] = ContextVar("weave_now", default=None)


@dataclass(frozen=True, slots=True)
class Attentive:
    """A clock, but for calls whose caller says what time it is."""

    clock: Clock

    def __call__(self) -> datetime:
        """The time that the caller said, else the clock's."""
        return _told.get() or self.clock()

    @property
    def standing(self) -> datetime | None:
        """What time it always is, where the clock stands still."""
        return self.clock.moment if isinstance(self.clock, Standing) else None


@contextlib.contextmanager
def at(moment: datetime | None) -> Iterator[None]:
    """While this lasts, and in what it starts, an Attentive clock shows `moment`; None: the time it is."""
    token = _told.set(moment)
    try:
        yield
    finally:
        _told.reset(token)


def zone_named(name: str | None) -> tzinfo:
    """The zone of an IANA name; None is the machine's own.

    Raises InvalidInput for an unknown name.
    """
    if name is None:
        return datetime.now().astimezone().tzinfo or UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(
            f"The time zone {name!r} is not known; use an IANA name such as Asia/Manila."
        ) from error


def parse_time(text: str, zone: tzinfo) -> datetime:
    """An ISO 8601 time or date; without an offset it is taken to be in `zone`.

    Raises InvalidInput with an example when the text is no time.
    """
    cleaned = text.strip()
    try:
        moment = datetime.fromisoformat(cleaned)
    except ValueError as error:
        raise InvalidInput(
            f"{text!r} is not a time; write it like 2026-11-30T14:02:11+08:00 or 2026-11-30."
        ) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def is_date_only(text: str) -> bool:
    """Whether `text` names a day and no time of day."""
    return _DATE_ONLY.fullmatch(text.strip()) is not None


def iso(moment: datetime) -> str:
    """How times are written in every file: ISO 8601, seconds (or finer, if it has them), offset."""
    return moment.isoformat(timespec="seconds" if moment.microsecond == 0 else "milliseconds")


def local(moment: datetime, zone: tzinfo | None) -> datetime:
    """A moment in `zone` (None: the machine's own); as it is when that zone's calendar does not reach so far."""
    # A file may hold any moment that UTC has a date for; another zone's calendar ends some hours earlier.
    try:
        return moment.astimezone(zone)
    except (OverflowError, ValueError, OSError):
        return moment


def day(moment: datetime, zone: tzinfo | None) -> str:
    """The day of a moment in `zone`, as people are shown it: 2026-11-30."""
    return local(moment, zone).date().isoformat()
