"""How recall does is counted in passing, written down in the background, and never for benchmarks or guests."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.memories import memory
from weave import recalls
from weave.analytics import activity
from weave.clock import fixed_clock
from weave.model import Degraded, Memory, Recall, Recalled, Score
from weave.recalls import NEIGHBOUR, WHOLE, RecallLog, Tally, month_before

SCORE = Score(*[0.5] * 8)


def found(one: Memory, *backends: str) -> Recalled:
    return Recalled(one, SCORE, backends)


def recall(*memories: Recalled, ms: float = 20.0, shown: int | None = None, **timings: float) -> Recall:
    """A recall whose passage holds the first `shown` of the memories."""
    passage = " ".join(one.memory.id for one in memories[:shown])
    return Recall("q", memories, passage, (), ms, timings=tuple(timings.items()))


def log_of(home: Path, now: datetime = NOW) -> RecallLog:
    return RecallLog(home, fixed_clock(now))


def test_what_entered_the_passage_counts_for_each_backend_that_brought_it() -> None:
    tally = Tally()
    both, one, near, left = (memory(str(number)) for number in range(4))
    tally.note(
        recall(
            found(both, "physical", "vector"),
            found(one, "vector"),
            found(near),
            found(left, "graph"),
            shown=3,
        )
    )
    assert tally.entered == {"physical": 1, "vector": 2, NEIGHBOUR: 1}
    assert tally.alone == {"vector": 1, NEIGHBOUR: 1}
    assert (tally.recalls, tally.empty) == (1, 0)


def test_percentiles_are_right_within_a_twentieth() -> None:
    tally = Tally()
    for ms in range(1, 1001):
        tally.note(recall(ms=float(ms), vector=ms / 10))
    for name, share, expected in (
        (WHOLE, 0.5, 500.0),
        (WHOLE, 0.95, 950.0),
        ("vector", 0.5, 50.0),
        ("vector", 0.95, 95.0),
    ):
        assert tally.percentile(name, share) == pytest.approx(expected, rel=0.05)
    assert tally.percentile("nobody", 0.5) == 0.0
    assert tally.empty == 1000


@pytest.mark.parametrize("ms", [0.0, -1.0, float("nan"), float("inf"), 1e300])
def test_a_time_that_no_clock_tells_breaks_nothing(ms: float) -> None:
    tally = Tally()
    tally.note(recall(ms=ms))
    assert 0 < tally.percentile(WHOLE, 0.95) < 1e8


def test_figures_are_added_up_over_lines_days_and_what_is_not_written_yet(tmp_path: Path) -> None:
    for days in (0, 0, 1, 29, 30):
        log = log_of(tmp_path, NOW - timedelta(days=days))
        log.note(recall(found(memory("x"), "vector")))
        log.flush()
    log = log_of(tmp_path)
    log.note(recall())
    month = log.since(month_before(NOW.date()))
    assert (month.recalls, month.empty, month.entered["vector"]) == (5, 1, 4)
    assert log.since(date.min).recalls == 6
    assert len((tmp_path / "analytics" / "recalls.jsonl").read_bytes().splitlines()) == 5


def test_tidied_there_is_a_line_a_day_and_nothing_is_lost(tmp_path: Path) -> None:
    log = log_of(tmp_path)
    for days in (0, 0, 3, recalls.KEPT_DAYS + 5):
        other = log_of(tmp_path, NOW - timedelta(days=days))
        other.note(recall(ms=30.0))
        other.flush()
    file = tmp_path / "analytics" / "recalls.jsonl"
    with file.open("ab") as out:
        out.write(b'{"day": "2026-11-30"}\n\x00\n{"half')
    before = log.since(month_before(NOW.date()))
    log.note(recall())
    log.tidy()
    days = [json.loads(line)["day"] for line in file.read_bytes().splitlines()]
    assert days == ["2026-11-27", "2026-11-30"]
    after = log.since(month_before(NOW.date()))
    assert after.recalls == before.recalls + 1
    kept = file.read_bytes()
    log.tidy()
    assert file.read_bytes() == kept


def test_days_before_the_calendar_are_none() -> None:
    assert month_before(date(1, 1, 3)) == date.min
    assert month_before(date(2026, 3, 1)) == date(2026, 1, 31)


def test_what_cannot_be_written_is_counted_and_written_later(tmp_path: Path) -> None:
    (tmp_path / "analytics").write_text("in the way")
    log = log_of(tmp_path)
    log.note(recall())
    log.flush()
    assert log.since(date.min).recalls == 1
    (tmp_path / "analytics").unlink()
    log.flush()
    assert log_of(tmp_path).since(date.min).recalls == 1


def test_backends_that_gave_no_answer_are_told_of(tmp_path: Path) -> None:
    log = log_of(tmp_path)
    log.note(replace(recall(graph=250.0), degraded=(Degraded("graph", "slow"), Degraded("vector", "away"))))
    summary = activity.recalls(log, NOW.date())
    assert [(one.name, one.asked, one.failed) for one in summary.latency] == [
        ("recall", 1, 0),
        ("graph", 1, 1),
        ("vector", 0, 1),
    ]


def test_noting_costs_next_to_nothing(tmp_path: Path) -> None:
    log = log_of(tmp_path)
    one = recall(*(found(memory(str(n)), "physical", "vector") for n in range(10)), physical=2.0, vector=5.0)
    best = 1.0
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(50):
            log.note(one)
        best = min(best, (time.perf_counter() - start) / 50)
    assert best < 0.001
    assert log.since(date.min).recalls == 1000


async def test_a_recall_is_counted_but_not_without_count_nor_into_the_past(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("Maribel is allergic to peanuts.")
        await weave.recall("peanuts", count=False)
        await weave.recall("peanuts", as_of=NOW)
        await weave.recall("peanuts", known_at=NOW)
        assert (await weave.analytics.stats()).recalls.count == 0
        await weave.recall("peanuts")
        await weave.recall("zeppelins")
        told = (await weave.analytics.stats()).recalls
        assert (told.count, told.empty) == (2, 1)
        assert {one.name for one in told.latency} >= {"recall", "physical"}
        assert [(one.name, one.entered) for one in told.sources] == [("physical", 1)]
    async with bare(tmp_path) as weave:  # written down when it was closed
        assert (await weave.analytics.stats()).recalls.count == 2
