"""What others see of the cycle at hand, and how they stop it. Used on the event loop only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from weave.sleep.model import Progress, StepName

Result = TypeVar("Result")


class Stopped(Exception):
    """The cycle was asked to stop; what is left goes on with the next."""


class Watch:
    """The progress of one home's cycles."""

    def __init__(self) -> None:
        self.progress: Progress | None = None
        """None while no cycle runs."""
        self.listener: Callable[[Progress | None], None] | None = None
        """Told of each change, on the event loop; must return at once."""
        self._stop: asyncio.Event | None = None

    def begin(self) -> None:
        """A cycle begins."""
        self._stop = asyncio.Event()

    def end(self) -> None:
        """It has ended."""
        self._stop = None
        self.show(None)

    def step(self, name: StepName, total: int) -> None:
        """A step begins that has so many actions. Raises Stopped."""
        self.show(Progress(name, 0, total))
        self._check()

    def advance(self, count: int) -> None:
        """So many more of its actions are done. Raises Stopped."""
        if self.progress is not None:
            now = self.progress
            self.show(Progress(now.step, min(now.total, now.done + count), now.total))
        self._check()

    def show(self, progress: Progress | None) -> None:
        """Where the cycle is; it is not asked whether it shall stop."""
        self.progress = progress
        if self.listener is not None:
            self.listener(progress)

    def stop(self) -> bool:
        """Stop the cycle at hand after its batch, or while it waits for a model; False when none runs."""
        if self._stop is None:
            return False
        self._stop.set()
        return True

    def _check(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise Stopped

    async def unless_stopped(self, work: Awaitable[Result]) -> Result:
        """Wait for it, and give it up when the cycle is stopped. Raises Stopped."""
        if self._stop is None:
            return await work
        task = asyncio.ensure_future(work)
        stop = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise Stopped
            return task.result()
        finally:
            for one in (task, stop):
                if not one.done():
                    one.cancel()
            await asyncio.gather(task, stop, return_exceptions=True)
