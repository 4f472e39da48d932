"""When Avery looks back at itself: after a task and in sleep, once enough has come together that bears on how it works.

What was looked at counts once, whatever came of it; so nothing is asked when nothing is new. While a proposal waits
for the person, or enough was applied today, what is new is kept for later. Taking back a cycle of sleep leaves the
identity alone: it has a history, and a way back, of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from weave.core import Core
from weave.errors import WeaveError
from weave.identity import reflection
from weave.identity.model import Entry
from weave.model import Memory, MemoryType

__all__ = ["Growth", "grow", "ripe"]

log = logging.getLogger(__name__)

WINDOW = timedelta(days=7)
"""What is older is no news any more."""
ENOUGH = 2
"""A lesson, a procedure, or words that name Avery are enough by themselves; of anything else it takes two."""
GRACE_SECONDS = 1.0
"""After the end of a task: whoever quits then is not kept waiting, and nobody is asked in vain."""
AGAIN_AFTER = timedelta(hours=1)
"""A model that failed at it is not asked again sooner."""
_MOST, _READ, _KEPT = 40, 1_000, 1_000
_SEEN = "identity.seen"
"""In the catalogue: ids of what was looked at."""


def ripe(core: Core) -> list[Memory]:
    """What is new and bears on how Avery works, newest first; empty until it is enough, or while a proposal waits."""
    since = core.place.clock() - WINDOW
    seen = set(_seen(core))
    learned = core.catalogue.learned(since, _READ)
    fresh = [memory for memory in reversed(learned) if memory.id not in seen and reflection.bears(memory)][
        :_MOST
    ]
    return fresh if sum(map(_worth, fresh)) >= ENOUGH and not reflection.busy(core) else []


def _worth(memory: Memory) -> int:
    named = "avery" in memory.text.casefold() or memory.type in (MemoryType.PROCEDURAL, MemoryType.ERROR)
    return ENOUGH if named else 1


def _seen(core: Core) -> list[str]:
    try:
        return [str(id_) for id_ in json.loads(core.catalogue.meta(_SEEN) or "[]")]
    except (ValueError, TypeError):
        return []


def _saw(core: Core, memories: Sequence[Memory]) -> None:
    known = dict.fromkeys([*_seen(core), *(memory.id for memory in memories)])
    core.catalogue.set_meta(_SEEN, json.dumps(list(known)[-_KEPT:]))


async def grow(core: Core, memories: Sequence[Memory] | None = None) -> Entry | None:
    """Look back at what is ripe, or at these of it; returns what was proposed and judged, if anything was.

    Raises ModelError, and then the same comes again; HomeError.
    """
    if core.models.chat is None or core.guest:
        return None
    if await core.run(reflection.busy, core):
        return None
    fresh = await core.run(ripe, core) if memories is None else list(memories)
    found = await reflection.gathered(core, fresh)
    entry = await reflection.reflect(core, fresh) if sum(map(_worth, found.memories)) >= ENOUGH else None
    if fresh:
        await core.run(_saw, core, fresh)
    return entry


class Growth:
    """Looks back after tasks, behind everything else. Lives on the event loop."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._looking: asyncio.Task[None] | None = None
        self._not_before: datetime | None = None

    def nudge(self) -> None:
        """A task has ended."""
        core = self._core
        rests = self._not_before is not None and core.place.clock() < self._not_before
        if core.models.chat is None or core.guest or rests or (self._looking and not self._looking.done()):
            return
        core.ending["growth"] = self.stop
        self._looking = asyncio.create_task(self._look(), name="weave-growth")

    async def _look(self) -> None:
        await asyncio.sleep(GRACE_SECONDS)
        try:
            await grow(self._core)
        except WeaveError as error:
            self._not_before = self._core.place.clock() + AGAIN_AFTER
            log.warning("Avery looks back at itself later: %s", error)

    async def stop(self) -> None:
        """End, also in the middle of a question."""
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
