"""The memory, held only as long as somebody asks: opened with the first call, given back when calls stop coming.

A server that lives for days must not own a home that its person wants to open. As a guest it holds nothing that a
later call would not rather ask for anew.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from weave.errors import WeaveError
from weave.weave import Weave

IDLE_SECONDS = 10.0


class Lease:
    """Opens at most one memory at a time; calls share it."""

    def __init__(self, home: Path, make: Callable[[], Weave], idle: float = IDLE_SECONDS) -> None:
        """`make`: a memory yet to be entered. `idle`: seconds without a call until it is given back."""
        self.home = home
        self._make = make
        self._idle = idle
        self._opened: asyncio.Task[Weave] | None = None
        self._users = 0
        self._steady = asyncio.Lock()
        self._ending: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def weave(self) -> AsyncIterator[Weave]:
        """The open memory, for one call. Raises HomeError."""
        async with self._steady:
            self._stay()
            opened = self._opened = self._opened or asyncio.create_task(_entered(self._make()))
            self._users += 1
        try:
            # A call that is cancelled meanwhile leaves the opening to the next one, or to its end.
            yield await asyncio.shield(opened)
        finally:
            self._users -= 1
            if self._opened is opened and opened.done() and (opened.cancelled() or opened.exception()):
                self._opened = None
            if not self._users:
                self._end_later()

    async def close(self) -> None:
        """Give the memory back now; a later call opens it again."""
        self._stay()
        await asyncio.shield(self._give_back())

    def _stay(self) -> None:
        ending, self._ending = self._ending, None
        if ending is not None:
            ending.cancel()

    def _end_later(self) -> None:
        self._stay()
        self._ending = asyncio.create_task(self._after_a_while())

    async def _after_a_while(self) -> None:
        await asyncio.sleep(0.0 if self._visiting else self._idle)
        await asyncio.shield(self._give_back())

    @property
    def _visiting(self) -> bool:
        opened = self._opened
        if opened is None or not opened.done() or opened.cancelled() or opened.exception():
            return False
        return opened.result().guest

    async def _give_back(self) -> None:
        async with self._steady:
            if self._users:
                return
            opened, self._opened = self._opened, None
            if opened is not None:
                with contextlib.suppress(WeaveError):  # whoever asked was told
                    await (await opened).close()


async def _entered(weave: Weave) -> Weave:
    return await weave.__aenter__()
