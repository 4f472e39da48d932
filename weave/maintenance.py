"""What goes on by itself while a home is open: hand edits, the inbox, encoding, queued tasks."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Sequence

from weave import editing, late, sync
from weave.consolidation import pass_time, settle
from weave.conversations import Conversations
from weave.core import Core
from weave.errors import InvalidInput
from weave.guest import Inbox, InboxItem
from weave.ingest import Ingest, groups
from weave.model import GLOBAL, Memory
from weave.watch import Watcher

log = logging.getLogger(__name__)

TICK_SECONDS = 0.5
AGAIN_SECONDS = 2.0
LATE_SECONDS = 4.0
SCAN_SECONDS = 60.0
"""How often the whole tree is compared, for a watcher that missed something."""


class Maintenance:
    """Tasks on the event loop; their work runs on the core's thread in small pieces."""

    def __init__(self, core: Core, talk: Conversations, resume: str | None) -> None:
        self._core = core
        self._talk = talk
        self._resume = resume
        self._edited = threading.Event()
        self._watcher: Watcher | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._inbox = Inbox(core.place.home)

    def start(self) -> None:
        """Begin; only the owner of a home does."""
        self._watcher = Watcher(self._core.place.home, self._noticed)
        self._watcher.start()
        self._tasks = [
            asyncio.create_task(self._keep_files(), name="weave-files"),
            asyncio.create_task(self._keep_talk(), name="weave-talk"),
            asyncio.create_task(self._load_the_rest(), name="weave-late"),
        ]

    def _noticed(self, paths: Sequence[str]) -> None:
        self._edited.set()

    async def stop(self) -> None:
        """End after the step at hand, also what others have going on."""
        for end in list(self._core.ending.values()):
            await end()
        if self._watcher is not None:
            await asyncio.to_thread(self._watcher.stop)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep_files(self) -> None:
        """What others wrote: into the inbox, or by hand. Never waits for a model."""
        since_scan = 0.0
        while True:
            await self._guarded(self.take_inbox())
            since_scan += TICK_SECONDS
            if self._edited.is_set() or since_scan >= SCAN_SECONDS:
                self._edited.clear()
                since_scan = 0.0
                await self._guarded(self._core.run(sync.sync, self._core.store))
                if await self._core.run(lambda: any(sync.differing(self._core.store)[0])):
                    since_scan = (
                        SCAN_SECONDS - AGAIN_SECONDS
                    )  # one was still being written, or cannot be read
                await self._guarded(self._core.run(pass_time, self._core.store))
            await asyncio.sleep(TICK_SECONDS)

    async def _keep_talk(self) -> None:
        """What the Scribe has to do, which may wait for a model."""
        await self._guarded(self._talk.endings.take_up(self._resume))
        while True:
            await self._guarded(self._talk.scribing.encode_due())
            await self._guarded(self._talk.endings.retry_queued())
            await asyncio.sleep(TICK_SECONDS)

    async def _load_the_rest(self) -> None:
        """A command is over by then; whoever goes on should not wait for it in the midst of a turn."""
        await asyncio.sleep(LATE_SECONDS)
        await self._guarded(asyncio.to_thread(late.finish))

    async def _guarded(self, step: Awaitable[object]) -> None:
        """The worker's loop outlives any error of a step; what failed is tried again at the next tick."""
        try:
            await step
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("A maintenance step failed and is tried again.")

    async def take_inbox(self) -> None:
        """What guests wrote: memories at once, turns into pads that the Scribe works through later."""
        items = await self._core.run(lambda: list(self._inbox.drain()))
        for item in items:
            await self._core.run(self._take, item)
        if items:  # what waits in a pad for the Scribe is recallable meanwhile
            pads = await self._core.run(lambda: list(self._core.pads.all()))
            self._talk.endings.left |= {pad.task.id for pad in pads if pad.ended}

    def _take(self, item: InboxItem) -> None:
        core = self._core
        try:
            if item.memory is not None:
                self._add(item.memory)
            work = Ingest(core.store, core.journal, core.pads, person=core.person)
            for group in groups(item.turns):
                work.queue(work.journal(group)[0])
        except (
            InvalidInput,
            ValueError,
            OverflowError,
        ) as error:  # it would fail for ever, and hold up the rest
            self._inbox.reject(item, str(error))
            return
        self._inbox.done(item)

    def _add(self, memory: Memory) -> None:
        """Once; into the global scope when its pad has been ended meanwhile."""
        core = self._core
        if memory.id in core.catalogue.get_many([memory.id]) or core.store.trash.among([memory.id]):
            return
        pad = memory.scope.removeprefix("task:")
        if memory.scope != GLOBAL and not core.pads.is_open(pad):
            memory = settle(memory)
        editing.remember(core, memory)
