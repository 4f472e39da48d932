"""Errands of a page over a real memory, run on the screen's own loop, so that a test needs no thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from avery.events import Event
from avery.shelf import Do
from tests.support.screen import Host
from weave.errors import WeaveError
from weave.weave import Weave


class Sized(Host):
    """With the app's own break points."""

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]
        self.VERTICAL_BREAKPOINTS = [(0, "-tiny"), (14, "-short"), (22, "-tall")]


@dataclass
class Sitting:
    """As much of a sitting as these errands ask for."""

    weave: Weave


class Serving:
    """Takes errands as the memory's thread does, and hands what comes of them to `take`."""

    def __init__(self, weave: Weave) -> None:
        self.take: Callable[[Event], None] = lambda event: None
        self._sitting = Sitting(weave)
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, run: Do, failed: Callable[[str], Event]) -> None:
        """An errand; nothing waits for it."""
        task = self._loop.create_task(self._serve(run, failed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def emit(self, event: Event) -> None:
        """From any thread."""
        self._loop.call_soon_threadsafe(lambda: self.take(event))

    async def _serve(self, run: Do, failed: Callable[[str], Event]) -> None:
        events: Sequence[Event]
        try:
            events = await run(self._sitting)  # type: ignore[arg-type]
        except WeaveError as error:
            events = [failed(str(error))]
        for event in events:
            self.take(event)

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)
