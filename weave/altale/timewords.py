"""Time words in a question ("last week", "in spring") as a soft range over when memories happened or were made.

A favour, not a filter: what is told about May is often told in June, and a person's dates are often wrong.
"""

from __future__ import annotations

from datetime import datetime

import numpy as np

from weave.altale.figures import Column, Slice
from weave.scribe.dates import TimeRange, query_range

_DAY = 86_400.0
WIDEST_DAYS = 400.0
"""A range wider than this says nothing about which memory is meant."""


def asked_range(question: str, now: datetime) -> TimeRange | None:
    """The time a question asks about; None when it names none, or nearly all of it."""
    found = query_range(question, now)
    if found is None or (found.end - found.start).total_seconds() > WIDEST_DAYS * _DAY:
        return None
    return found


def one_day(asked: TimeRange | None) -> datetime | None:
    """The middle of the one day that a question names; None when it names more, or nothing."""
    if asked is None or (asked.end - asked.start).total_seconds() > _DAY * 1.1:
        return None
    return asked.start + (asked.end - asked.start) / 2


def _closeness(times: Column, start: float, end: float) -> Column:
    outside = np.maximum(np.maximum(start - times, times - end), 0.0)
    return np.asarray(0.5 ** np.minimum(outside / max(end - start, _DAY), 60.0), np.float64)


def time_favour(pool: Slice, asked: TimeRange | None) -> Column:
    """1 for a memory that happened or was made in the range, halving with every length of it away, 0 without."""
    if asked is None:
        return np.zeros(len(pool.rows), np.float64)
    start, end = asked.start.timestamp(), asked.end.timestamp()
    return np.maximum(_closeness(pool.happened, start, end), _closeness(pool.created, start, end))
