"""When reminders fall due: by the wall clock of their zone, once for each due time."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from weave.reminders.model import Every, Reminder, Standing
from weave.reminders.times import coming, due, in_order, surfaced

BERLIN, MANILA = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Manila")


def reminder(at: datetime | None, every: Every | None = None, **more: object) -> Reminder:
    made = Reminder(
        "01" + "A" * 24, "call Ana", datetime(2026, 1, 1, tzinfo=UTC), at=at, zone="x", every=every
    )
    return replace(made, **more)  # type: ignore[arg-type]


def test_it_is_due_from_its_time_on_until_it_was_shown() -> None:
    at = datetime(2026, 12, 4, 9, tzinfo=BERLIN)
    one = reminder(at)
    assert due(one, at - timedelta(seconds=1)) is None
    assert due(one, at) == at
    assert due(one, at + timedelta(days=400)) == at
    assert due(replace(one, shown=at), at + timedelta(days=1)) is None
    assert due(replace(one, standing=Standing.DONE), at) is None
    assert due(replace(one, standing=Standing.CANCELLED), at) is None


def test_nine_o_clock_stays_nine_o_clock_when_the_clocks_change() -> None:
    one = reminder(datetime(2026, 3, 27, 9, tzinfo=BERLIN), Every.DAILY)
    before = datetime(2026, 3, 28, 12, tzinfo=BERLIN)
    after = coming(one, before)
    assert after is not None and after.isoformat() == "2026-03-29T09:00:00+02:00"


def test_a_journey_moves_nothing() -> None:
    at = datetime(2026, 12, 4, 9, tzinfo=BERLIN)
    there = at.astimezone(MANILA)
    assert due(reminder(at), there - timedelta(minutes=1)) is None
    assert due(reminder(at), there) == at


def test_a_time_that_the_clocks_skip_comes_all_the_same() -> None:
    skipped = datetime(2026, 3, 29, 2, 30, tzinfo=BERLIN)
    assert due(reminder(skipped), datetime(2026, 3, 29, 3, 31, tzinfo=BERLIN)) == skipped


@pytest.mark.parametrize(
    ("every", "first", "now", "following"),
    [
        (Every.DAILY, "2026-12-01", "2026-12-01T10", "2026-12-02"),
        (Every.WEEKDAYS, "2026-12-01", "2026-12-04T10", "2026-12-07"),
        (Every.WEEKDAYS, "2026-12-01", "2026-12-05T10", "2026-12-07"),
        (Every.WEEKLY, "2026-12-01", "2027-02-03T10", "2027-02-09"),
        (Every.MONTHLY, "2026-01-31", "2026-02-01T10", "2026-02-28"),
        (Every.MONTHLY, "2026-01-31", "2026-02-28T10", "2026-03-31"),
        (Every.YEARLY, "2024-02-29", "2026-12-01T10", "2027-02-28"),
        (Every.DAILY, "2030-01-01", "2026-12-01T10", "2030-01-01"),
        (Every.YEARLY, "9999-06-01", "2026-12-01T10", "9999-06-01"),
    ],
)
def test_what_comes_back_comes_on_its_day(every: Every, first: str, now: str, following: str) -> None:
    one = reminder(datetime.fromisoformat(f"{first}T09:00").replace(tzinfo=BERLIN), every)
    found = coming(one, datetime.fromisoformat(now).replace(tzinfo=BERLIN))
    assert found is not None and found.isoformat()[:16] == f"{following}T09:00"


def test_of_many_that_were_missed_the_last_comes_up_once_and_late() -> None:
    one = reminder(datetime(2026, 12, 1, 9, tzinfo=BERLIN), Every.DAILY)
    now = datetime(2026, 12, 20, 12, tzinfo=BERLIN)
    [up] = surfaced([one], now)
    assert (up.late, up.due) == (True, datetime(2026, 12, 20, 9, tzinfo=BERLIN))
    assert up.next == datetime(2026, 12, 21, 9, tzinfo=BERLIN)
    assert surfaced([replace(one, shown=up.due)], now) == ()


def test_on_time_is_not_late() -> None:
    at = datetime(2026, 12, 1, 9, tzinfo=BERLIN)
    [up] = surfaced([reminder(at)], at + timedelta(seconds=2))
    assert not up.late


def test_what_was_put_off_waits_for_that_moment_alone() -> None:
    at = datetime(2026, 12, 1, 9, tzinfo=BERLIN)
    later = at + timedelta(hours=3)
    one = reminder(at, shown=at, snoozed=later)
    assert due(one, later - timedelta(minutes=1)) is None
    assert due(one, later) == later
    assert due(replace(one, shown=later), later + timedelta(days=1)) is None


def test_the_list_begins_with_what_is_due_and_ends_with_what_is_closed() -> None:
    now = datetime(2026, 12, 1, 9, tzinfo=BERLIN)
    passed = reminder(now - timedelta(days=1), id="1" * 26)
    next_one = reminder(now + timedelta(days=1), id="2" * 26)
    topic = reminder(None, id="3" * 26, about="lease")
    closed = reminder(now, id="4" * 26, standing=Standing.DONE)
    assert in_order([closed, topic, next_one, passed], now) == (passed, next_one, topic, closed)


def test_at_the_rim_of_the_calendar_nothing_breaks() -> None:
    one = reminder(datetime(9999, 12, 31, 9, tzinfo=BERLIN), Every.DAILY)
    assert coming(one, datetime(9999, 12, 31, 12, tzinfo=BERLIN)) is None
