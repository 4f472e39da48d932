"""Times as a person writes them on the command line and in a file of turns."""

from __future__ import annotations

from datetime import UTC, datetime, time, tzinfo

from weave.clock import is_date_only, parse_time
from weave.errors import InvalidInput


def moment(text: str, zone: tzinfo) -> datetime:
    """An ISO 8601 time; without an offset it is in `zone`, a bare date is its first moment.

    Raises InvalidInput, also for a time that no other zone could express.
    """
    found = parse_time(text, zone)
    try:
        found.astimezone(UTC)
        found.astimezone(zone)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(f"{text!r} lies outside the years 1 to 9999; correct the time.") from error
    return found


def until(text: str, zone: tzinfo) -> datetime:
    """As `moment`, but a bare date means its end: what held, or was known, on that day is included."""
    found = moment(text, zone)
    return datetime.combine(found.date(), time.max, zone) if is_date_only(text) else found
