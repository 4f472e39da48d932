"""The short form of `python -m tests.bench.soak`: use of every kind leaves no file, thread or process behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.bench.soak import Weight, courses, soak

_CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'
_ROUNDS = 6
_SLACK = 6
"""Readers of threads that come and go, and pipes of what is being read at that moment."""


def test_rounds_of_use_leave_no_file_thread_or_process_behind(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(_CONFIG)
    weights = soak(home, lambda done: len(done) < _ROUNDS, pause=0.4)
    settled, last = weights[2:4], weights[-2:]
    for name in ("files", "threads", "processes"):
        before, after = (min(getattr(one, name) for one in some) for some in (settled, last))
        assert after <= before + _SLACK, (name, weights)


def test_what_grows_is_told_by_its_name() -> None:
    steady = [Weight(200.0, 30.0, 50, 25, 3, 8.0, 0.5)] * 100
    assert not any(one.grew for one in courses(steady))
    leaking = [replace(one, files=50 + n // 5, resident=200 + n / 2) for n, one in enumerate(steady)]
    assert {one.name for one in courses(leaking) if one.grew} == {"files", "resident"}
