"""When a cycle comes by itself, and what ends it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.consolidating import chat
from tests.support.homes import BARE, NOW, bare, until
from tests.support.replies import Reply
from tests.support.server import ScriptedServer
from tests.support.sleeping import aged
from tests.support.thinking import Merging, steps, topic
from weave.clock import fixed_clock
from weave.config import Config, SleepConfig, parse
from weave.errors import InvalidInput
from weave.ports import Models
from weave.sleep import keeper
from weave.weave import Weave

HOUR = timedelta(hours=1)


class Hands:
    """A clock that is set by the test."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> object:
        return self.now


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(keeper, "TICK_SECONDS", 0.01)


async def until_slept(weave: Weave, cycles: int) -> None:
    for _ in range(3000):
        if len(await weave.sleeping.reports()) >= cycles:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{cycles} cycles did not come")


async def _told(weave: Weave) -> bool:
    return weave.sleeping.trouble is not None


async def _well(weave: Weave) -> bool:
    return weave.sleeping.trouble is None


async def add(weave: Weave, text: str) -> None:
    await weave._core.run(weave._core.store.add, [aged(text, 9)])


async def test_a_program_that_stays_sleeps_at_start_when_overdue_and_then_every_period(
    tmp_path: Path, quick: None
) -> None:
    hands = Hands()
    async with Weave.open(tmp_path, config=BARE, clock=hands) as weave:  # type: ignore[arg-type]
        await add(weave, "A trifle.")
        assert await weave.sleeping.next() == NOW
        timekeeper = asyncio.create_task(weave.sleeping.keep_time())
        await until_slept(weave, 1)
        assert await weave.sleeping.last() == NOW
        assert await weave.sleeping.next() == NOW + 6 * HOUR
        await add(weave, "Another trifle.")
        hands.now = NOW + 5 * HOUR
        await asyncio.sleep(0.1)
        assert len(await weave.sleeping.reports()) == 1
        hands.now = NOW + 6 * HOUR
        await until_slept(weave, 2)
        assert weave.sleeping.trouble is None
    await asyncio.wait_for(timekeeper, 60)


async def test_no_cycle_begins_while_somebody_is_being_answered(tmp_path: Path, quick: None) -> None:
    asked = True
    async with bare(tmp_path) as weave:
        await add(weave, "A trifle.")
        timekeeper = asyncio.create_task(weave.sleeping.keep_time(lambda: asked))
        await asyncio.sleep(0.1)
        assert not await weave.sleeping.reports()
        asked = False
        await until_slept(weave, 1)
    await asyncio.wait_for(timekeeper, 60)


async def test_a_guest_and_a_home_that_shall_not_sleep_keep_no_time(tmp_path: Path, quick: None) -> None:
    off = Config(sleep=SleepConfig(enabled=False), qdrant=BARE.qdrant, falkordb=BARE.falkordb)
    async with Weave.open(tmp_path, config=off, clock=fixed_clock(NOW)) as weave:
        await add(weave, "A trifle.")
        await asyncio.wait_for(weave.sleeping.keep_time(), 60)
        assert await weave.sleeping.next() is None
        async with bare(tmp_path, serves=False) as guest:
            await asyncio.wait_for(guest.sleeping.keep_time(), 60)
            assert await guest.sleeping.next() is None
        assert not await weave.sleeping.reports()
        assert (await weave.sleeping.run()).removed


async def test_a_memory_that_is_only_looked_into_does_not_sleep(tmp_path: Path, quick: None) -> None:
    async with Weave.open(tmp_path, config=BARE, clock=fixed_clock(NOW), still=True) as weave:
        await add(weave, "A trifle.")
        await asyncio.sleep(0.1)
        assert not (tmp_path / "sleep").exists()


async def test_closing_ends_a_cycle_that_waits_for_a_model_at_once_and_the_next_opening_goes_on(
    tmp_path: Path, quick: None
) -> None:
    with ScriptedServer() as server:
        server.on("weekly_summary", Reply(delay=60.0))
        async with bare(tmp_path, models=Models(chat=chat(server.url))) as weave:
            await weave._core.run(weave._core.store.add, topic("Jam"))
            weave.sleeping.steps = steps(Merging())
            timekeeper = asyncio.create_task(weave.sleeping.keep_time())
            await asyncio.to_thread(server.wait_for, "weekly_summary", timeout=60.0)
        await asyncio.wait_for(timekeeper, 60)
    async with bare(tmp_path, now=NOW + HOUR) as weave:
        weave.sleeping.steps = steps(Merging())
        timekeeper = asyncio.create_task(weave.sleeping.keep_time())
        await until_slept(weave, 1)
        assert sorted(one.title for one in await weave.list()) == ["Index of Jam", "Whole of Jam"]
        assert await weave.sleeping.last() == NOW
    await asyncio.wait_for(timekeeper, 60)


async def test_a_cycle_that_fails_is_told_of_and_not_tried_again_before_the_next_is_due(
    tmp_path: Path, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    async with Weave.open(tmp_path, config=BARE, clock=hands) as weave:  # type: ignore[arg-type]
        await add(weave, "A trifle.")
        tried = []

        def broken(*_: object) -> None:
            tried.append(1)
            raise RuntimeError("the plug was pulled")

        with monkeypatch.context() as patch:
            patch.setattr("weave.sleep.cycle.Cycle._report", broken)
            timekeeper = asyncio.create_task(weave.sleeping.keep_time())
            await until(lambda: _told(weave), 60, "the trouble")
            await asyncio.sleep(0.1)
            assert len(tried) == 1
            assert "plug was pulled" in str(weave.sleeping.trouble)
        hands.now = NOW + 6 * HOUR
        await until_slept(weave, 1)
        await until(lambda: _well(weave), 60, "the end of the trouble")
    await asyncio.wait_for(timekeeper, 60)


async def test_case_101_what_ends_avery_at_each_start_is_gone_on_with_three_times_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the plug was pulled")

    async with bare(tmp_path) as weave:
        await add(weave, "A trifle.")
        with monkeypatch.context() as patch:
            patch.setattr("weave.sleep.cycle.Cycle._report", broken)
            for work in (weave.sleeping.run, *[weave.sleeping.go_on] * 3):
                with pytest.raises(RuntimeError):
                    await work()
            assert await weave.sleeping.go_on() is None
            assert await weave.sleeping.run_if_due() is None
    async with bare(tmp_path, now=NOW + 6 * HOUR) as weave:
        report = await weave.sleeping.run_if_due()
        assert report is not None
        assert report.resumed


@pytest.mark.parametrize(
    "table",
    ["forget_share = 0.0", "forget_share = 1.5", "every_hours = 0", "trash_days = 0", "max_tokens = -1"],
)
def test_settings_of_sleep_that_make_no_sense_are_named(table: str) -> None:
    with pytest.raises(InvalidInput, match="sleep"):
        parse(f"[sleep]\n{table}\n")
    told = parse("[sleep]\nenabled = false\nevery_hours = 12\nforget_share = 0.1\ntrash_days = 60\n").sleep
    assert (told.every_hours, told.trash_days, told.max_tokens) == (12.0, 60, 100_000)
