"""Sleep as the facade offers it: plan, run, undo, reports. One cycle at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from weave.clock import iso
from weave.core import Core
from weave.sleep import rules
from weave.sleep.cycle import Cycle, take_back
from weave.sleep.model import Plan, Report, Undone
from weave.sleep.records import Records

LAST = "sleep.last"
"""In the catalogue: when a cycle was last begun."""


class Sleeping:
    """The sleep of one home."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._open = core
        self._one = asyncio.Lock()

    @property
    def _cycle(self) -> Cycle:
        core = self._open().owned()
        return Cycle(core, Records(core.place.home))

    async def plan(self, *, approved: bool = False) -> Plan:
        """What a cycle would do now; nothing is changed. Raises HomeBusy for a guest."""
        cycle = self._cycle
        return await asyncio.to_thread(cycle.plan, cycle.core.place.clock(), approved=approved)

    async def run(self, *, approved: bool = False) -> Report:
        """Finish what was cut off, then do a cycle. `approved`: also if more than a quarter is forgotten.

        Raises HomeBusy for a guest, HomeError; what is left then is finished by the next call.
        """
        async with self._one:
            cycle = self._cycle
            # noted first: a cycle that fails is not tried again and again, but when the next one is due
            await cycle.core.run(cycle.core.catalogue.set_meta, LAST, iso(cycle.core.place.clock()))
            await self._finish_undo(cycle)
            resumed = await cycle.resume()
            report = await cycle.run(await self.plan(approved=approved))
            return resumed if resumed and not report.cycle else report

    async def run_if_due(self) -> Report | None:
        """A cycle when the last was begun six hours ago or never, else None; for whoever keeps the time.

        A guest's home sleeps with its owner. What needs a word waits for it. Raises HomeError.
        """
        core = self._open()
        if core.guest or not rules.overdue(await self.last(), core.place.clock()):
            return None
        return await self.run()

    async def undo(self) -> Undone | None:
        """Take back the last cycle that removed something and was not taken back; None if there is none.

        What it brings back no later cycle takes away. What has left the trash since is missing. Raises HomeError.
        """
        async with self._one:
            cycle = self._cycle
            done = await self._finish_undo(cycle)
            if done is not None:
                return done
            await cycle.resume()
            found = await cycle.core.run(_last, cycle.records)
            return None if found is None else await self._take_back(cycle, found)

    async def _finish_undo(self, cycle: Cycle) -> Undone | None:
        half = await cycle.core.run(cycle.records.half_undone)
        return None if half is None else await self._take_back(cycle, half)

    async def _take_back(self, cycle: Cycle, report: Report) -> Undone:
        return Undone(report.cycle, *await take_back(cycle.core, cycle.records, report))

    async def reports(self) -> list[Report]:
        """What the cycles did, the latest first; not those that were taken back."""
        records = Records(self._open().place.home)
        return await asyncio.to_thread(lambda: list(records.reports()))

    async def last(self) -> datetime | None:
        """When a cycle was last begun; None if never, or if the index was deleted since."""
        core = self._open()
        said = await core.run(core.catalogue.meta, LAST)
        return datetime.fromisoformat(said) if said else None


def _last(records: Records) -> Report | None:
    return next((one for one in records.reports() if one.removed), None)
