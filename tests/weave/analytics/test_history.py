"""What is kept of each cycle: once, readable, beside the index, and whole but for a line that was spoilt."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.metamemory import core_of, told
from tests.support.sleeping import build
from tests.weave.test_purge import traces
from weave.analytics import wire
from weave.analytics.history import History
from weave.analytics.model import Snapshot
from weave.analytics.snapshots import snapshot
from weave.core import Core
from weave.model import State
from weave.sleep.model import Outcome, Report, Size, StepName
from weave.wire import dumps


def report(cycle: str, *outcomes: Outcome, days: float = 0.0) -> Report:
    """What a cycle has done so far."""
    size = Size(0, 0)
    return Report(cycle, NOW + timedelta(days=days), size, size, outcomes)


def take(core: Core, cycle: str = "", days: float = 0.0) -> Snapshot | None:
    return snapshot(core, NOW + timedelta(days=days), report(cycle))


def test_nothing_is_added_when_nothing_changed_however_much_time_passes(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        core.store.add([told("The weir was opened.")])
        assert take(core) is not None
        file = tmp_path / "analytics" / "history.jsonl"
        kept = file.read_bytes()
        assert take(core) is None
        assert take(core, days=40) is None
        assert file.read_bytes() == kept
        core.store.add([told("And shut again.")])
        assert take(core, days=41) is not None
        assert [one.memories for one in History(tmp_path).all()] == [1, 2]


def test_a_cycle_is_kept_once_also_when_it_is_resumed(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        assert take(core, "0001-2026-11-30") is not None
        core.store.add([told("Written while it was cut off.")])
        assert take(core, "0001-2026-11-30") is None
        assert take(core, "0002-2026-12-01") is not None
    assert [one.cycle for one in History(tmp_path).all()] == ["0001-2026-11-30", "0002-2026-12-01"]


def test_a_cycle_that_did_something_is_kept_though_the_figures_are_the_same(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        raw = [told(f"Raw {number}.", 2, state=State.TRANSIENT) for number in range(2)]
        core.store.add(raw[:1])
        assert take(core) is not None
        core.store.add(raw[1:])
        core.store.entomb(raw[:1], NOW, "sleep")
        done = snapshot(core, NOW, report("0001-x", Outcome(StepName.PURGE, (raw[0].id,))))
        assert done is not None
        [purged] = done.done
        assert (purged.step, purged.memories) == ("purge", 1)
        assert purged.bytes > 0


def test_what_is_written_is_read_back_as_it_was(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        core.store.add([told("The weir was opened.", access_count=3), told("ok", 900)])
        taken = take(core, "0001-2026-11-30")
        assert taken is not None
        [kept] = History(tmp_path).all()
        assert kept.curve[-1].before_days == float("inf")
        assert dumps(wire.snapshot(kept)) == dumps(wire.snapshot(taken))


def test_damaged_lines_cost_only_themselves(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "analytics" / "history.jsonl"
    with core_of(tmp_path) as core:
        assert take(core, "0001-a") is not None
        good = file.read_bytes()
        spoilt = (
            b"\n\xff\xfe\x00\n[]\nnull\n{}\n"
            + good.replace(b'"health":', b'"health":"x","y":')
            + good[: len(good) // 2]
        )
        file.write_bytes(good + spoilt)
        core.store.add([told("The weir was opened.")])
        assert take(core, "0002-b") is not None
        file.write_bytes(
            file.read_bytes() + good.replace(b'"memories":0', b'"memories":1e999').replace(b"0001", b"0009")
        )
    assert [one.cycle for one in History(tmp_path).all()] == ["0001-a", "0002-b"]
    assert "cannot be read" in caplog.text


def test_it_outlives_the_index(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        assert take(core, "0001-a") is not None
    shutil.rmtree(tmp_path / "index")
    with core_of(tmp_path) as core:
        assert [one.cycle for one in History(tmp_path).all()] == ["0001-a"]
        assert take(core, "0001-a") is None


async def test_the_facade_tells_the_history_and_no_word_of_a_memory_is_in_it(tmp_path: Path) -> None:
    words = ("Xanthippe", "Quillfeather")
    async with bare(tmp_path) as weave:
        await weave.start_task(" ".join(words))
        await weave.remember("Xanthippe Quillfeather hides the key.")
        await weave.recall("Where does Xanthippe Quillfeather hide it?")
        await asyncio.to_thread(snapshot, weave._core, NOW, report("0001-a"))
        [kept] = await weave.analytics.history()
        assert (kept.cycle, kept.memories, kept.recalls.count) == ("0001-a", 1, 1)
    assert not [line for line in traces(tmp_path, words) if line.startswith("analytics")]


async def test_each_cycle_of_sleep_leaves_one_line_and_one_without_work_leaves_none(tmp_path: Path) -> None:
    await build(tmp_path)
    async with bare(tmp_path) as weave:
        report = await weave.sleeping.run()
        [kept] = await weave.analytics.history()
        assert kept.cycle == report.cycle
        assert {one.step: one.memories for one in kept.done} == {
            "purge": 2,
            "forget": 4,
            "drop": 2,
            "empty": 1,
        }
        assert kept.memories == report.after.memories
        file = tmp_path / "analytics" / "history.jsonl"
        was = file.read_bytes()
        await weave.sleeping.run()
        assert file.read_bytes() == was
    async with bare(tmp_path, now=NOW + timedelta(days=8)) as weave:
        await weave.sleeping.run(approved=True)
        after = (await weave.analytics.history())[1:]
        assert [{one.step for one in line.done} for line in after] == [{"forget", "purge"}]


def test_a_full_disk_is_told_of_and_the_next_cycle_goes_on(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        (tmp_path / "analytics").write_text("in the way")
        with pytest.raises(Exception, match="cannot be written"):
            take(core, "0001-a")
        (tmp_path / "analytics").unlink()
        assert take(core, "0001-a") is not None


def test_a_snapshot_of_another_version_with_more_to_say_is_read(tmp_path: Path) -> None:
    with core_of(tmp_path) as core:
        taken = take(core, "0001-a")
        assert taken is not None
    assert wire.snapshot_of(wire.snapshot(taken) | {"mood": "serene"}) == replace(taken, now=NOW)
