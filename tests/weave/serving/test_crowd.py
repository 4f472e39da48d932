"""Processes that share a home while its owner is killed: each acknowledged write is there once."""

from __future__ import annotations

from pathlib import Path

from tests.support.crowd import crowd


async def test_case_60_what_processes_wrote_is_there_once_though_the_owner_was_killed(tmp_path: Path) -> None:
    outcome = await crowd(tmp_path, writers=3, writes=30, kills=2, pause=0.1)
    assert outcome.kills == 2
    assert outcome.acknowledged >= 30
    assert (outcome.missing, outcome.doubled) == ((), ())
