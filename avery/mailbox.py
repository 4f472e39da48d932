"""A queue between the screen's thread and the memory's loop; it may be filled before the loop runs."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Any thread puts, one loop gets."""

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._arrived = asyncio.Event()
        self._closed = False

    def put(self, item: T) -> bool:
        """Add an item; False when nobody will take it any more."""
        with self._lock:
            if self._closed:
                return False
            self._items.append(item)
            loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended: `close` hands the item back
                loop.call_soon_threadsafe(self._arrived.set)
        return True

    def take_all(self) -> list[T]:
        """Everything that waits; the box is empty then."""
        with self._lock:
            items = list(self._items)
            self._items.clear()
        return items

    def close(self) -> list[T]:
        """Take no more; returns what still waits."""
        with self._lock:
            self._closed = True
            self._loop = None
        return self.take_all()

    async def get(self) -> T:
        """The next item, as soon as there is one; called on one loop only."""
        with self._lock:
            self._loop = asyncio.get_running_loop()
        while True:
            with self._lock:
                if self._items:
                    return self._items.popleft()
                self._arrived.clear()
            await self._arrived.wait()
