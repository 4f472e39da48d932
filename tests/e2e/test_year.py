"""Some weeks of the simulated year in a real home: what matters stays, what went was due, what was compressed is found.

The whole year is `python -m tests.bench.year`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bench.year import Year, generate
from tests.bench.year.gold_model import GoldModel
from tests.bench.year.play import opened, when
from tests.bench.year.survey import Survey, secrets_left
from weave.ports import Models
from weave.sleep.model import StepName

LAST_DAY = 13
"""Of January, on which something is said."""
UNTIL = datetime(2026, 1, 20, tzinfo=UTC)
"""The first week is then old enough to be compressed."""


@pytest.fixture(scope="module")
def weeks() -> Year:
    """The first weeks, with a sixth of their chatter."""
    year = generate(1)
    noise = sorted({turn.session for turn in year.turns if turn.id in year.noise})
    dropped = {session for place, session in enumerate(noise) if place % 6}
    early = [t for t in year.turns if when(t.time).month == 1 and when(t.time).day <= LAST_DAY]
    kept = tuple(turn for turn in early if turn.session not in dropped)
    there = {turn.id for turn in kept}
    asked = tuple(q for q in year.questions if q.kind == "detail" and there.issuperset(q.evidence))
    return replace(year, turns=kept, questions=asked)


@pytest.mark.parametrize("model", ["none", "gold"])
async def test_weeks_of_daily_use_lose_nothing_that_matters(weeks: Year, tmp_path: Path, model: str) -> None:
    models = Models(chat=GoldModel(weeks)) if model == "gold" else None
    async with opened(weeks, tmp_path, models=models) as play:
        survey = Survey(play)
        await play.month(1, UNTIL)
        month = await survey.look(1)
        found, recovered = await survey.unfindable(), await survey.recoverable()
        assert (play.judge.unlawful, survey.missing, secrets_left(play)) == ([], [], [])
        assert month.turns == len(weeks.turns) and month.forgotten > 20
        assert (found.of > 5, found.value, month.important.value) == (True, 1.0, 1.0)
        assert month.compressed >= 3 and month.high.either.value > 0.9
        assert recovered.value == month.details.value == 1.0
        taken = play.judge.counts()
        assert taken[StepName.PURGE] > 0 or model == "none"
