"""Fragments of a reply joined on their way to the screen: a fast model must not fill the screen's queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from avery.agent.events import Delta
from avery.events import Event, Told

_PAUSE = 0.04
"""Seconds over which fragments are gathered; the screen draws less often than that."""


class Coalescer:
    """Passes events on in order; fragments of one turn that come close together become one."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._ask = 0
        self._parts: list[str] = []
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, event: Event) -> None:
        """Take an event; called on the memory's loop."""
        if not isinstance(event, Told) or not isinstance(event.event, Delta):
            self.flush()
            self._emit(event)
            return
        if event.ask != self._ask:
            self.flush()
            self._ask = event.ask
        self._parts.append(event.event.text)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE, self.flush)

    def flush(self) -> None:
        """Pass on what was gathered."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._parts:
            text = "".join(self._parts)
            self._parts.clear()
            self._emit(Told(self._ask, Delta(text)))
