"""Weeks and months in the home's zone, the path of a summary, and which memories stay word for word."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.support.memories import memory
from weave.backends.physical import PhysicalMemory
from weave.model import Fact, Memory, MemoryType, State
from weave.periods import COVERS, covered, is_over, month_of, named, week_of
from weave.sleep.compression.keeping import by_week, compressible

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
OLD = NOW - timedelta(days=60)


def old(**others: object) -> Memory:
    one = replace(memory("It happened."), type=MemoryType.EPISODIC, created=OLD, importance=0.5)
    return replace(one, **others)  # type: ignore[arg-type]


def test_a_week_is_the_iso_week_of_the_homes_own_zone() -> None:
    late = datetime(2026, 10, 4, 20, tzinfo=UTC)
    assert week_of(late, UTC).name == "2026-W40"
    assert week_of(late, ZoneInfo("Asia/Manila")).name == "2026-W41"
    assert week_of(datetime(2027, 1, 2, tzinfo=UTC), UTC).name == "2026-W53"


def test_every_week_belongs_to_the_month_of_its_thursday_and_months_are_made_of_whole_weeks() -> None:
    day, seen = date(2024, 1, 1), []
    while day < date(2029, 1, 1):
        week = week_of(datetime(day.year, day.month, day.day, tzinfo=UTC), UTC)
        month = month_of(week)
        assert month.first <= week.first and week.last <= month.last
        assert month.name == f"{week.first + timedelta(days=3):%Y-%m}"
        seen.append(month)
        day += timedelta(days=7)
    months = sorted(set(seen))
    assert all(one.last + timedelta(days=1) == two.first for one, two in pairwise(months))


@pytest.mark.parametrize("name", ["2026-W40", "2026-W53", "2026-10", "2027-01"])
def test_a_period_is_found_again_by_its_name(name: str) -> None:
    period = named(name)
    assert period is not None and period.name == name
    assert period.path == f"memories/{'weekly' if 'W' in name else 'monthly'}/{name}.md"


@pytest.mark.parametrize(
    "name", ["", "2026-W54", "2026-13", "../2026-W40", "2026-W40.md", "0000-W01", "99999-01"]
)
def test_what_names_no_period_is_none(name: str) -> None:
    assert named(name) is None


def test_a_week_is_over_fourteen_full_days_after_its_last_day() -> None:
    week = week_of(datetime(2026, 11, 15, tzinfo=UTC), UTC)
    assert week.last == date(2026, 11, 15)
    assert not is_over(week, datetime(2026, 11, 29, 23, tzinfo=UTC), UTC, 14)
    assert is_over(week, datetime(2026, 11, 30, 0, tzinfo=UTC), UTC, 14)


def test_a_summary_stands_in_the_file_of_what_it_covers_and_a_mark_that_names_nothing_changes_no_place(
    tmp_path: Path,
) -> None:
    physical = PhysicalMemory(tmp_path, UTC)
    assert physical.path_for(old(extra=((COVERS, "2026-W40"),))) == "memories/weekly/2026-W40.md"
    assert physical.path_for(old(extra=((COVERS, "2026-11"),))) == "memories/monthly/2026-11.md"
    assert physical.path_for(old(extra=((COVERS, "../../etc"),))) == "memories/episodic/2026-10-01.md"
    assert covered(old()) is None


@pytest.mark.parametrize(
    "kept",
    [
        {"pinned": True},
        {"private": True},
        {"importance": 0.7},
        {"state": State.CONTESTED},
        {"state": State.OUTDATED},
        {"state": State.DEPRECATED},
        {"state": State.VOLATILE},
        {"state": State.TRANSIENT},
        {"type": MemoryType.SEMANTIC},
        {"type": MemoryType.PROCEDURAL},
        {"scope": "task:jam-1"},
        {"extra": ((COVERS, "2026-W40"),)},
        {"extra": (("state_by", "person"),)},
        {"extra": (("restored", "2026-11-01T00:00:00+00:00"),)},
        {"facts": (Fact("F", "user", "home_city", "Ghent", state=State.CONTESTED),)},
    ],
    ids=lambda kept: " ".join(f"{key}={value}" for key, value in kept.items())[:40],
)
def test_stays_word_for_word(kept: dict[str, object]) -> None:
    assert compressible(old()) and compressible(old(type=MemoryType.ERROR, importance=0.69))
    assert not compressible(old(**kept))
    assert by_week([old(**kept)], NOW, UTC) == {}


def test_what_the_same_cycle_forgets_and_what_is_too_young_is_not_compressed() -> None:
    faint, recalled = old(importance=0.2), old(importance=0.2, access_count=1, accessed=NOW)
    young = old(created=NOW - timedelta(days=14))
    assert by_week([faint, young], NOW, UTC) == {}
    assert [list(one) for one in by_week([faint, recalled, young], NOW, UTC).values()] == [[recalled]]
