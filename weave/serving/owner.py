"""The owner's side of one open memory: calls of others carried out on it, the conversations they lead kept whole."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Protocol

from weave.conversations import Conversation
from weave.serving.calls import Asked, Declined, Glance
from weave.serving.door import Door
from weave.serving.offers import Verb
from weave.serving.tenure import Tenure, circumstances

_GRACE_SECONDS = 3.0
"""How long one that led a conversation may be gone until it is ended like one that a crash left."""


class Owned(Protocol):
    """The facade, as its owner's side needs it."""

    async def take_over(self, talk: Conversation) -> None:
        """Go on with a conversation that another process leads."""

    async def end(self, conversation: str) -> object:
        """End a conversation."""

    def seen(self) -> Glance | None:
        """What can be told without asking; None while it is being opened or closed."""

    def leads(self, conversation: str) -> bool:
        """Whether this process itself leads the conversation."""


class Owner:
    """Serves while the home is owned."""

    def __init__(self, home: Path, facade: Owned, tenure: Tenure, offers: dict[str, Verb]) -> None:
        self._facade = facade
        self._tenure = tenure
        self._opened = asyncio.Event()
        self._door = Door(home, self, offers)
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Be reachable, though what is asked waits until the home is open."""
        await self._door.open()

    def open(self) -> None:
        """The home is open."""
        self._opened.set()

    async def finish(self, seconds: float) -> None:
        """Take nothing new, and wait so long for what is at hand."""
        await self._door.leave(seconds)

    async def close(self) -> None:
        """Cut off what is left; be found no more."""
        for task in list(self._tasks):
            task.cancel()
        await self._door.close()

    # -- what the door asks -----------------------------------------------------------------------------

    async def perform(self, asked: Asked, parts: dict[str, object]) -> object:
        """Carry a call out. Raises what the method raises, and Declined."""
        await self._opened.wait()
        if self._tenure.leaving:
            raise Declined
        with self._tenure.at_hand(), circumstances(asked.ticket, asked.now):
            result: object = await asked.verb.function(self._part(asked.verb.part, parts), **asked.given)
        return result

    def _part(self, name: str, parts: dict[str, object]) -> object:
        if not name:
            return self._facade
        part: object = getattr(self._facade, name)
        apart = getattr(part, "apart", None)
        if apart is None:
            return part
        if name not in parts:
            parts[name] = apart()
        return parts[name]

    async def adopt(self, talk: Conversation) -> None:
        """Another process leads this conversation."""
        await self._opened.wait()
        if not self._tenure.leaving:
            await self._facade.take_over(talk)

    async def left(self, talks: set[str]) -> None:
        """End, after a while, what nobody leads any more."""
        task = asyncio.create_task(self._ended(set(talks)))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def _ended(self, talks: set[str]) -> None:
        await asyncio.sleep(_GRACE_SECONDS)
        for talk in sorted(talks):
            led = self._facade.leads(talk) or self._door.led(talk)
            if not led and not self._tenure.leaving:
                with self._tenure.at_hand():
                    await self._facade.end(talk)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # such a pad is ended at the next start

    def glance(self) -> Glance | None:
        """What can be seen of the home."""
        return self._facade.seen() if self._opened.is_set() else None

    def give_way(self) -> bool:
        """Whether one that leads gets the home."""
        return self._tenure.give_way()
