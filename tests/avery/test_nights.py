"""Cycles that begin by themselves are seen while they go on and told of once; what waits is looked for when it may have changed."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from avery.events import Event
from avery.night_events import Held, Nights, Sleeping, Slept
from avery.nights import NightWatch
from tests.support.homes import NOW, bare, until
from tests.support.memories import memory
from weave.weave import Weave


async def fill(weave: Weave, faint: int, firm: int = 20) -> None:
    old = [
        replace(memory(f"Trifle {n}."), created=NOW - timedelta(days=60), importance=0.1)
        for n in range(faint)
    ]
    new = [
        replace(memory(f"Pillar {n}."), created=NOW - timedelta(days=60), importance=0.9) for n in range(firm)
    ]
    await weave._core.run(weave._core.store.add, [*old, *new])


def told(events: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


async def test_a_cycle_that_begins_by_itself_is_seen_and_told_of_once(tmp_path: Path) -> None:
    events: list[Event] = []
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=3)
        watch = NightWatch(events.append)
        watch.begin(weave, lambda: False)
        await weave.sleeping.run_if_due()  # as whoever keeps the time does

        async def ended() -> bool:
            return bool(told(events, Nights))

        await until(ended)
        watch.end()
    progress = [event.progress for event in events if isinstance(event, Sleeping)]
    assert progress[0] is not None
    assert progress[-1] is None
    [slept] = [event for event in events if isinstance(event, Slept)]
    assert not slept.asked
    assert len(slept.report.removed) == 3


async def test_a_cycle_that_was_asked_for_is_told_as_such_and_not_twice(tmp_path: Path) -> None:
    events: list[Event] = []
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=3)
        watch = NightWatch(events.append)
        watch.begin(weave, lambda: False)
        answer = await watch.sleep(weave, approved=False)
        await asyncio.sleep(0.3)
        watch.end()
    assert [event.asked for event in [*events, *answer] if isinstance(event, Slept)] == [True]


async def test_what_waits_is_looked_for_at_first_and_after_a_cycle_only(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=15)
        watch = NightWatch(lambda event: None)
        watch.begin(weave, lambda: False)
        first = await watch.held(weave)
        assert isinstance(first, Held)
        assert first.plan is not None
        assert first.plan.waiting == 15
        assert await watch.held(weave) is None
        await watch.sleep(weave, approved=True)
        assert await watch.held(weave) == Held(None)
        watch.end()


async def test_what_was_put_off_waits_again_when_something_else_would_go(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=15)
        watch = NightWatch(lambda event: None)
        watch.begin(weave, lambda: False)
        await watch.postpone(weave)
        assert await watch.held(weave) == Held(None)
        await fill(weave, faint=1, firm=0)
        [_, _, held] = await watch.spare(weave, (await weave.list())[-1].id)
        assert isinstance(held, Held)
        assert held.plan is not None
        watch.end()


async def test_not_now_holds_after_a_restart_until_something_else_would_go(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=15)
        watch = NightWatch(lambda event: None)
        watch.begin(weave, lambda: False)
        await watch.postpone(weave)
        put_off = [memory.id for memory in await weave.list()]
        watch.end()
    kept = (tmp_path / "home" / "sleep" / "postponed.json").read_text()
    assert not any(id_ in kept for id_ in put_off)
    async with bare(tmp_path / "home") as weave:
        watch = NightWatch(lambda event: None)
        watch.begin(weave, lambda: False)
        assert await watch.held(weave) == Held(None)
        await fill(weave, faint=1, firm=0)
        watch.begin(weave, lambda: False)
        held = await watch.held(weave)
        assert held is not None and held.plan is not None and held.plan.waiting == 16
        (tmp_path / "home" / "sleep" / "postponed.json").write_text("{ damaged")
        watch.begin(weave, lambda: False)
        assert await watch.held(weave) != Held(None)
        watch.end()


async def test_a_cycle_is_stopped_and_the_next_goes_on_with_it(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        await fill(weave, faint=250, firm=150)
        watch = NightWatch(lambda event: watch.stop() if isinstance(event, Sleeping) else None)
        watch.begin(weave, lambda: False)
        stopped = [event for event in await watch.sleep(weave, approved=True) if isinstance(event, Slept)]
        assert stopped[0].report.stopped
        watch.end()
        report = await weave.sleeping.run(approved=True)
        assert len(await weave.list()) == 150
        assert not report.stopped
