"""Metamemory as the facade offers it: the figures now, and what was kept of each cycle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from weave.core import Core
from weave.llm.meter import Meter, Tally

if TYPE_CHECKING:
    from weave.analytics.model import HealthPart, Snapshot, Stats
    from weave.model import Memory


class Analytics:
    """The metamemory of one home. A guest sees it too, but for the state of the indexes."""

    def __init__(self, core: Callable[[], Core], spent: Callable[[], Meter | None] = lambda: None) -> None:
        self._open = core
        self._spent = spent

    @property
    def session(self) -> Tally:
        """What the model has done since the memory was opened: requests, tokens, and their cost where prices are set."""
        return (self._spent() or self._open().meter).session

    async def stats(self) -> Stats:
        """What the memory is like now; nothing is changed. Seconds for a hundred thousand memories, in a thread."""
        from weave.analytics.survey import survey

        core = self._open()
        return await asyncio.to_thread(survey, core, core.place.clock())

    async def behind(self, part: HealthPart) -> dict[str, Memory]:
        """The memories that a part of the health score is about, by id; a finding may be about none."""
        core = self._open()
        return await asyncio.to_thread(core.catalogue.get_many, part.ids)

    async def history(self) -> list[Snapshot]:
        """What was kept of the cycles, the oldest first."""
        from weave.analytics.history import History

        return await asyncio.to_thread(History(self._open().place.home).all)
