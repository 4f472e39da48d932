"""kill -9 at random moments: what was acknowledged is there exactly once, nothing is in two places."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.crash import Ledger, check, worker

RUNS = 8


async def test_a_home_survives_being_killed_again_and_again(tmp_path: Path) -> None:
    ledger, moment = Ledger(), random.Random(20261130)
    for run in range(RUNS):
        ledger.take(worker(tmp_path, run, moment))
        await check(tmp_path, ledger)
    assert len(ledger.live | ledger.trashed | ledger.purged | ledger.turns) > RUNS // 2
