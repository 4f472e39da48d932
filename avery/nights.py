"""Sleep as the app sees it: cycles that begin by themselves are watched, and those the person asks for are carried out.

Every call returns at once, plain events come back; nothing waits behind a cycle but another cycle. Knows no Textual.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from avery.events import Event, Undecided
from avery.night_events import Held, Nights, Planned, Sleeping, Slept, Spared, Unfolded, Woken
from avery.postponed import Postponed

if TYPE_CHECKING:
    from avery.shelf import Put
    from weave.sleep.model import Plan, Progress, Report
    from weave.weave import Weave

PLAN = "sleep plan"
"""The id under which a plan waits."""
_OFTEN = 0.15
"""Seconds between two tellings of how far a cycle is."""
_SMALL = 5_000
_PATIENCE = 15.0
"""Seconds after which a memory larger than `_SMALL` is first looked through for what waits: the chat comes first."""
_WRITTEN = 5.0
"""Seconds in which the report of a cycle that has ended is expected."""


class NightWatch:
    """On the memory's thread: keeps the time of one open memory, and tells of whatever sleeps there."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._weave: Weave | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown = 0.0
        self._began: datetime | None = None
        self._asked = False
        self._told: set[str] = set()
        self._planned_for: datetime | None = None
        self._opened = 0.0
        self._stale = True
        self._postponed: Postponed | None = None

    def begin(self, weave: Weave, busy: Callable[[], bool]) -> None:
        """Another memory is open (or the same one again)."""
        self.end()
        self._weave, self._stale, self._opened = weave, True, time.monotonic()
        self._postponed = Postponed(weave.home)
        weave.sleeping.watch(self._step)
        self._later(weave.sleeping.keep_time(busy))

    def end(self) -> None:
        """It is closed."""
        if self._weave is not None:
            self._weave.sleeping.watch(None)
        for task in self._tasks:
            task.cancel()

    def stop(self) -> None:
        """What sleeps stops after its batch; what is left goes on with the next cycle."""
        if self._weave is not None:
            self._weave.sleeping.stop()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # A cycle at hand

    def _step(self, progress: Progress | None) -> None:
        """Called for every batch."""
        now = time.monotonic()
        if progress is not None and progress.done and now - self._shown < _OFTEN:
            return
        self._shown = now
        self._emit(Sleeping(progress))
        if progress is None and not self._asked:
            self._later(self._tell_end())

    async def _tell_end(self) -> None:
        """The report is written a moment after the last batch."""
        weave = self._weave
        end = time.monotonic() + _WRITTEN
        while weave is not None and weave is self._weave and time.monotonic() < end:
            await asyncio.sleep(0.1)
            with contextlib.suppress(Exception):  # a memory that is being closed has nothing more to tell
                newest = next(iter(await weave.sleeping.reports()), None)
                if newest is not None and self._is_news(newest):
                    self._emit(Slept(newest, asked=False))
                    self._emit(await self.nights(weave))
                    return

    def _is_news(self, report: Report) -> bool:
        fresh = report.cycle not in self._told
        self._told.add(report.cycle)
        return fresh

    # What the person asks for

    async def sleep(self, weave: Weave, approved: bool) -> list[Event]:
        """A cycle now; `approved`: also what waits for a word. Raises HomeBusy, HomeError."""
        self._asked = True
        try:
            report = await weave.sleeping.run(approved=approved)
        finally:
            self._asked = False
            self._stale = True
        self._told.add(report.cycle)
        return [Sleeping(None), Slept(report, asked=True), await self.nights(weave), await self._held(weave)]

    async def undo(self, weave: Weave) -> list[Event]:
        """Take the last cycle back. Raises HomeBusy, HomeError."""
        undone = await weave.sleeping.undo()
        return [Woken(undone), await self.nights(weave), Planned(await weave.sleeping.plan())]

    async def nights(self, weave: Weave) -> Nights:
        """What was and what comes. Raises HomeError."""
        sleeping = weave.sleeping
        reports = tuple(await sleeping.reports())
        return Nights(await sleeping.last(), await sleeping.next(), reports, sleeping.trouble)

    async def spare(self, weave: Weave, memory: str) -> list[Event]:
        """Pin a memory, so that no cycle takes it. Raises NotFound, HomeBusy, HomeError."""
        await weave.set(memory, {"pinned": "true"})
        plan = await weave.sleeping.plan()
        return [Spared(memory), Planned(plan), self._waiting(plan)]

    async def postpone(self, weave: Weave) -> list[Event]:
        """Ask again only when another cycle would forget something else."""
        if self._postponed is not None:
            await asyncio.to_thread(self._postponed.keep, _at_stake(await weave.sleeping.plan()))
        return [Held(None)]

    # What waits

    async def held(self, weave: Weave) -> Held | None:
        """What waits for the person's word; None while that is not looked for, since nothing can have changed."""
        if weave.sleeping.progress is not None or not self._due(weave):
            return None
        last = await weave.sleeping.last()
        if not self._stale and last == self._planned_for:
            return None
        self._planned_for, self._stale = last, False
        return await self._held(weave)

    def _due(self, weave: Weave) -> bool:
        small = weave.status().memories <= _SMALL
        return small or not self._stale or time.monotonic() - self._opened > _PATIENCE

    async def _held(self, weave: Weave) -> Held:
        return self._waiting(await weave.sleeping.plan())

    def _waiting(self, plan: Plan) -> Held:
        waits = _at_stake(plan)
        put_off = self._postponed is not None and self._postponed.holds(waits)
        return Held(plan if waits and not put_off else None)


def _at_stake(plan: Plan) -> frozenset[str]:
    return frozenset(action.id for stage in plan.stages if stage.held for action in stage.actions)


class Judge(Protocol):
    """What the pages ask; every call returns at once."""

    def tell(self) -> None: ...
    def plan(self) -> None: ...
    def sleep(self, *, approved: bool = False) -> None: ...
    def stop(self) -> None: ...
    def undo(self) -> None: ...
    def unfold(self, report: Report) -> None: ...
    def spare(self, memory: str) -> None: ...
    def postpone(self) -> None: ...


class Bedside:
    """The same for the screen: errands to the memory's thread."""

    def __init__(self, watch: NightWatch, apart: Put, aside: Put) -> None:
        self._watch = watch
        self._apart = apart
        self._aside = aside

    def tell(self) -> None:
        """Tell what was and what comes."""

        async def told(weave: Weave) -> list[Event]:
            return [await self._watch.nights(weave)]

        self._apart(lambda sitting: told(sitting.weave), _failed)

    def plan(self) -> None:
        """Tell what a cycle would do now."""

        async def planned(weave: Weave) -> list[Event]:
            return [Planned(await weave.sleeping.plan())]

        self._apart(lambda sitting: planned(sitting.weave), _failed)

    def sleep(self, *, approved: bool = False) -> None:
        """A cycle now; `approved`: also what waits for a word."""
        self._apart(lambda sitting: self._watch.sleep(sitting.weave, approved), _failed)

    def stop(self) -> None:
        """Stop the cycle at hand after its batch; what is left goes on with the next."""

        async def stopped() -> list[Event]:
            self._watch.stop()
            return []

        self._apart(lambda sitting: stopped(), _failed)

    def undo(self) -> None:
        """Take the last cycle back."""
        self._apart(lambda sitting: self._watch.undo(sitting.weave), _failed)

    def unfold(self, report: Report) -> None:
        """Tell what a cycle changed, memory by memory."""

        async def unfolded(weave: Weave) -> list[Event]:
            return [Unfolded(report, await weave.sleeping.changes(report))]

        self._apart(lambda sitting: unfolded(sitting.weave), _failed)

    def spare(self, memory: str) -> None:
        """Pin a memory, so that no cycle takes it."""
        self._aside(lambda sitting: self._watch.spare(sitting.weave, memory), _failed)

    def postpone(self) -> None:
        """What waits is not forgotten, and not asked about again before something else would be."""
        self._apart(lambda sitting: self._watch.postpone(sitting.weave), _failed)


def _failed(reason: str) -> Event:
    return Undecided(PLAN, reason)
