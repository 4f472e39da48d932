"""A weekday without "last" or "next": which day is meant is known only if the verb beside it tells. Pure.

In a file that outlives the week a wrong date is worse than none, so that what is only a guess gets no date.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from weave.scribe.date_words import WEEKDAYS
from weave.scribe.dates import ResolvedDate
from weave.scribe.tense import Tense, tense_at


@dataclass(frozen=True, slots=True)
class Weekday:
    """A bare weekday in a sentence."""

    number: int
    """Monday is 0."""
    told: bool
    """Whether its date is known: a verb tells, and it was not named on that weekday itself (today, or a week away?)."""


def bare_weekday(found: ResolvedDate, text: str, time: datetime) -> Weekday | None:
    """What is known of this day of `text`, said at `time`; None when it is another kind of date."""
    words = found.original.casefold().split()
    number = WEEKDAYS.get(words[0]) if 0 < len(words) <= 2 and found.relative else None
    if number is None or (len(words) == 2 and words[1] not in _PARTS):
        return None
    told = tense_at(text, *found.span) in (Tense.BACK, Tense.AHEAD)
    return Weekday(number, told and number != time.weekday())


_PARTS = frozenset({"morning", "afternoon", "evening", "night"})
