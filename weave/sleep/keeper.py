"""Sleep as the facade offers it: plan, run, stop, undo, reports, and when the next is due. One cycle at a time."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from weave.core import Core
from weave.errors import HomeBusy, HomeError, InvalidInput, WeaveError
from weave.sleep import beat, rules, steps, undoing
from weave.sleep import cycle as cycles
from weave.sleep.beat import Beat
from weave.sleep.changes import Changes, changes
from weave.sleep.model import Plan, Progress, Report, Undone
from weave.sleep.records import Records
from weave.sleep.tried import Tried
from weave.sleep.watch import Stopped, Watch

log = logging.getLogger(__name__)

FIRST_SECONDS = 15.0
"""After the opening: the first paint and the first answer come before a cycle."""
TICK_SECONDS = 30.0
_STOPPED = "The undo was stopped; the next `weave undo` brings back what is left."


class Sleeping:
    """The sleep of one home."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._open = core
        self.steps: Sequence[steps.Step | steps.Thinking] | None = None
        """The steps of its cycles, where they are not the usual ones."""
        self.trouble: str | None = None
        """Why the last cycle that began by itself failed, until one succeeds."""
        self._one = asyncio.Lock()
        self._planning = threading.Lock()
        self._watch = Watch()

    def _cycle(self, core: Core) -> cycles.Cycle:
        home = core.place.home
        return cycles.Cycle(
            core, Records(home), Tried(home), self._watch, steps.STEPS if self.steps is None else self.steps
        )

    @property
    def _owned(self) -> cycles.Cycle:
        core = self._open().owned()
        core.ending.setdefault("sleep", self._halt)
        return self._cycle(core)

    # -- the cycle at hand ------------------------------------------------------------------------------

    @property
    def progress(self) -> Progress | None:
        """Where the cycle at hand is: its step, and how many actions of that are done; None while none runs."""
        return self._watch.progress

    def watch(self, listener: Callable[[Progress | None], None] | None) -> None:
        """Be told of each change of `progress`, on the event loop that the cycle runs on; None: no more."""
        self._watch.listener = listener

    def stop(self) -> bool:
        """Stop the cycle at hand after its batch; what is left goes on with the next. False when none runs."""
        return self._watch.stop()

    async def _halt(self) -> None:
        """The memory is being closed: what the cycle has begun is left as a kill would leave it, but whole."""
        self.stop()
        async with self._one:
            return

    # -- plan, run, undo --------------------------------------------------------------------------------

    async def plan(self, *, approved: bool = False) -> Plan:
        """What a cycle would do now; nothing is changed. A guest may ask as well."""
        cycle = self._cycle(self._open())
        return await asyncio.to_thread(self._planned, cycle, approved)

    def _planned(self, cycle: cycles.Cycle, approved: bool) -> Plan:
        """One at a time: two that read all memories at once would take the screen's turns from it."""
        with self._planning:
            return cycle.plan(cycle.core.place.clock(), approved=approved)

    async def run(self, *, approved: bool = False) -> Report:
        """Finish what was cut off, then do a cycle. `approved`: also if more than the share is forgotten.

        Raises HomeBusy for a guest, HomeError; what is left then is finished by the next call. A report that says
        `stopped` is of a cycle that goes on with the next call as well.
        """
        async with self._one:
            cycle = self._owned
            await self._begin(cycle)
            await self._finish_undo(cycle)
            resumed = await cycle.resume()
            if resumed and resumed.stopped:
                return resumed
            plan = await asyncio.to_thread(self._planned, cycle, approved)
            report = await cycle.run(plan)
            return resumed if resumed and not report.cycle else report

    async def _begin(self, cycle: cycles.Cycle) -> None:
        """Noted first: a cycle that fails is not tried again and again, but when the next one is due."""
        await cycle.core.run(beat.write, cycle.core.place.home, Beat(cycle.core.place.clock()))

    async def keep_time(self, busy: Callable[[], bool] = lambda: False) -> None:
        """Sleep whenever it is due, until the memory is closed: a program that stays awaits it in a task of its own.

        A cycle begins when the start is over, and not while `busy`. Returns at once for a guest, or when sleep is
        switched off. A cycle that fails is told of in `trouble`, and comes again when the next is due.
        """
        if await self.next() is None:
            return
        await asyncio.sleep(FIRST_SECONDS)
        work = self.go_on
        while self._is_open:
            if not busy():
                await self._guarded(work)
                work = self.run_if_due
            await asyncio.sleep(TICK_SECONDS)

    @property
    def _is_open(self) -> bool:
        try:
            self._open()
        except HomeBusy:  # another process owns the home, which may change
            return True
        except InvalidInput:
            return False
        return True

    async def _guarded(self, work: Callable[[], Awaitable[Report | None]]) -> None:
        try:
            if await work():
                self.trouble = None
        except Exception as error:  # whoever keeps the time outlives what a cycle meets
            log.exception("A cycle of sleep failed; it goes on when the next is due.")
            reason = str(error) if isinstance(error, WeaveError) else f"{type(error).__name__}: {error}"
            self.trouble = (
                f"Sleep was cut off ({reason}); the next cycle goes on with it, or run `weave sleep`."
            )

    async def run_if_due(self) -> Report | None:
        """A cycle when the last was begun a period ago or never, else None; for whoever keeps the time.

        A guest's home sleeps with its owner. What needs a word waits for it. Raises HomeError.
        """
        core = self._open()
        hours = core.config.sleep.every_hours
        if core.guest or not rules.overdue(await self.last(), core.place.clock(), hours):
            return None
        return await self.run()

    async def go_on(self) -> Report | None:
        """What is left of a cycle that a crash cut off, a few times at most before the next is due. Raises HomeError."""
        if self._open().guest:
            return None
        async with self._one:
            cycle = self._owned
            last = await cycle.core.run(beat.read, cycle.core.place.home)
            unfinished = await cycle.core.run(cycle.records.unfinished)
            if last is None or unfinished is None or last.resumed >= beat.RESUMED:
                return None
            again = replace(last, resumed=last.resumed + 1)
            await cycle.core.run(beat.write, cycle.core.place.home, again)
            return await cycle.resume()

    async def undo(self, only: str | None = None) -> Undone | None:
        """Take back the last cycle that changed a memory and was not taken back; None if there is none.

        `only`: a cycle that this is to be; where it was taken back already, what came of that is told again.

        One that only wrote down how often something was recalled took nothing away, and is passed.

        What it brings back no later cycle takes away. What has left the trash since is missing. Raises HomeError.
        """
        async with self._one:
            cycle = self._owned
            done = await self._finish_undo(cycle)
            if done is not None:
                return done
            resumed = await cycle.resume()
            if resumed and resumed.stopped:
                raise HomeError(_STOPPED)
            found, passed = await cycle.core.run(_last, cycle.records)
            if only is not None and (found is None or found.cycle != only):
                return await cycle.core.run(_taken_back, cycle, only)
            if found is None:
                return None
            return replace(await self._take_back(cycle, found), passed=passed)

    async def _finish_undo(self, cycle: cycles.Cycle) -> Undone | None:
        half = await cycle.core.run(cycle.records.half_undone)
        return None if half is None else await self._take_back(cycle, half)

    async def _take_back(self, cycle: cycles.Cycle, report: Report) -> Undone:
        self._watch.begin()
        try:
            return replace(await undoing.take_back(cycle, report), began=report.now)
        except Stopped as stop:
            raise HomeError(_STOPPED) from stop
        finally:
            self._watch.end()

    # -- what was and what comes ------------------------------------------------------------------------

    async def reports(self) -> list[Report]:
        """What the cycles did, the latest first; not those that were taken back."""
        records = Records(self._open().place.home)
        return await asyncio.to_thread(lambda: list(records.reports()))

    async def changes(self, report: Report) -> Changes:
        """What a cycle removed, added and reworded, memory by memory. Raises HomeError."""
        return await asyncio.to_thread(changes, self._open(), report)

    async def last(self) -> datetime | None:
        """When a cycle was last begun; None if never."""
        found = await asyncio.to_thread(beat.read, self._open().place.home)
        return found.begun if found else None

    async def next(self) -> datetime | None:
        """When the next cycle is due by itself, now if that is past; None when none comes by itself."""
        core = self._open()
        if core.guest or not core.config.sleep.enabled:
            return None
        last, now = await self.last(), core.place.clock()
        hours = core.config.sleep.every_hours
        if last is None or rules.overdue(last, now, hours):
            return now
        return last + timedelta(hours=hours)


def _last(records: Records) -> tuple[Report | None, int]:
    """The last cycle that changed a memory, and how many came after it."""
    passed = 0
    for one in records.reports():
        if one.undoable:
            return one, passed
        passed += 1
    return None, passed


def _taken_back(cycle: cycles.Cycle, name: str) -> Undone | None:
    """What came of a cycle that was taken back before; None for one that was not."""
    report = next((one for one in cycle.records.undone() if one.cycle == name), None)
    if report is None:
        return None
    there = len(cycle.core.catalogue.paths_of(list(report.removed)))
    return Undone(name, there, len(report.removed) - there, began=report.now)
