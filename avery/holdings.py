"""The library as its page asks for it: every call returns at once, plain events come back. Knows no Textual.

Reading files takes long and holds nothing up; it tells how far it is, at most ten times a second, and can be stopped.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from avery.holdings_events import (
    Closed,
    Held,
    Indexing,
    NotHeld,
    Outlined,
    Refreshed,
    Sought,
    TakenIn,
    TakenOut,
    Turned,
)

if TYPE_CHECKING:
    from avery.events import Event
    from avery.shelf import Do, Put
    from avery.sitting import Sitting
    from weave.weave import Weave

_PULSE = 0.1
_PLACES = 30
"""Places that a search shows."""


class Holdings:
    """Of several searches, or of several sections to be read, only the latest is answered."""

    def __init__(self, apart: Put, emit: Callable[[Event], None]) -> None:
        self._apart = apart
        self._emit = emit
        self._latest = {"search": 0, "read": 0}
        self._one = asyncio.Lock()
        self._stop = threading.Event()
        self._told = 0.0

    def list(self) -> None:
        """All that the library holds."""
        self._apart(_held, NotHeld)

    def outline(self, document: str) -> None:
        """A document's tree of contents."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            return [Outlined(await sitting.weave.library.outline(document))]

        self._apart(run, lambda reason: Closed(0, reason))

    def read(self, number: int, document: str, node: str) -> None:
        """A section's text, under a number that grows."""

        async def read(weave: Weave) -> Event:
            return Turned(number, await weave.library.read(document, node))

        self._apart(self._newest("read", number, read), lambda reason: Closed(number, reason))

    def search(self, number: int, query: str) -> None:
        """The places for a question, under a number that grows."""

        async def search(weave: Weave) -> Event:
            return Sought(number, query, await weave.library.search(query, _PLACES))

        self._apart(self._newest("search", number, search), NotHeld)

    def _newest(self, what: str, number: int, do: Callable[[Weave], Awaitable[Event]]) -> Do:
        self._latest[what] = number

        async def run(sitting: Sitting) -> Sequence[Event]:
            async with self._one:
                return [await do(sitting.weave)] if number == self._latest[what] else []

        return run

    def add(self, paths: Sequence[str]) -> None:
        """Take in files, and what is in folders."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            added = await sitting.weave.library.add(paths, self._progress, self._stop.is_set)
            return [TakenIn(added), *await _held(sitting)]

        self._stop.clear()
        self._apart(run, NotHeld)

    def refresh(self) -> None:
        """Look now for what was dropped, changed or removed."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            report = await sitting.weave.library.refresh(self._progress, self._stop.is_set)
            return [Refreshed(report), *await _held(sitting)]

        self._stop.clear()
        self._apart(run, NotHeld)

    def cancel(self) -> None:
        """End what is being read; what was not read by then is not in the library."""
        self._stop.set()

    def remove(self, document: str) -> None:
        """Take a document out."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            return [TakenOut(await sitting.weave.library.remove(document)), *await _held(sitting)]

        self._apart(run, NotHeld)

    def _progress(self, what: str, done: int, total: int) -> None:
        """Called from the thread that reads."""
        now = time.monotonic()
        if now - self._told >= _PULSE or (total and done >= total):
            self._told = now
            self._emit(Indexing(what, done, total))


async def _held(sitting: Sitting) -> Sequence[Event]:
    library = sitting.weave.library
    return [Held(tuple(await library.list()), sitting.weave.guest, library.following)]
