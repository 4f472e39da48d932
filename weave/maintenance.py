"""What goes on by itself while a home is open: hand edits, the inbox, encoding, queued tasks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Sequence

from weave import sync
from weave.conversations import Conversations
from weave.core import Core
from weave.guest import Inbox, InboxItem
from weave.ingest import Ingest, groups
from weave.watch import Watcher

log = logging.getLogger(__name__)

TICK_SECONDS = 0.5
SCAN_SECONDS = 60.0
"""How often the whole tree is compared, for a watcher that missed something."""


class Maintenance:
    """One task on the event loop; its work runs on the core's thread in small pieces."""

    def __init__(self, core: Core, talk: Conversations, resume: str | None) -> None:
        self._core = core
        self._talk = talk
        self._resume = resume
        self._edited = threading.Event()
        self._watcher: Watcher | None = None
        self._task: asyncio.Task[None] | None = None
        self._inbox = Inbox(core.place.home)

    def start(self) -> None:
        """Begin; only the owner of a home does."""
        self._watcher = Watcher(self._core.place.home, self._noticed)
        self._watcher.start()
        self._task = asyncio.create_task(self._run(), name="weave-maintenance")

    def _noticed(self, paths: Sequence[str]) -> None:
        self._edited.set()

    async def stop(self) -> None:
        """End after the step at hand."""
        if self._watcher is not None:
            await asyncio.to_thread(self._watcher.stop)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        await self._guarded(self._talk.take_up(self._resume))
        since_scan = 0.0
        while True:
            await self._guarded(self.take_inbox())
            since_scan += TICK_SECONDS
            if self._edited.is_set() or since_scan >= SCAN_SECONDS:
                self._edited.clear()
                since_scan = 0.0
                await self._guarded(self._core.run(sync.sync, self._core.store))
            await self._guarded(self._talk.encode_due())
            await self._guarded(self._talk.retry_queued())
            await asyncio.sleep(TICK_SECONDS)

    async def _guarded(self, step: object) -> None:
        """The worker's loop outlives any error of a step; what failed is tried again at the next tick."""
        try:
            await step  # type: ignore[misc]
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("A maintenance step failed and is tried again.")

    async def take_inbox(self) -> None:
        """What guests wrote: memories at once, turns into pads that the Scribe works through later."""
        items = await self._core.run(lambda: list(self._inbox.drain()))
        for item in items:
            await self._core.run(self._take, item)

    def _take(self, item: InboxItem) -> None:
        core = self._core
        if item.memory is not None and item.memory.id not in core.catalogue.get_many([item.memory.id]):
            core.store.add([item.memory])
        work = Ingest(core.store, core.journal, core.pads, person=core.person)
        for group in groups(item.turns):
            work.queue(work.journal(group)[0])
        self._inbox.done(item)
