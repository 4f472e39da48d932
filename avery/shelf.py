"""All memories as the browser asks for them: every call returns at once, plain events come back.

Reads wait for nothing; what changes something keeps its order. Knows no Textual.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from avery.shelf_events import Acted, Lined, Listed, Looked, NotActed, Outrun, Purged, TakenBack, Vanished
from weave.sought import Order, Sought

if TYPE_CHECKING:
    from avery.events import Event
    from avery.sitting import Sitting
    from weave.browsing.model import Deed, Listing
    from weave.weave import Weave

Do = Callable[["Sitting"], Awaitable[Sequence["Event"]]]
_CALLED_TO_MIND = 60
"""Memories that a question to the whole memory brings at most."""


class Put(Protocol):
    """Hands an errand to the memory's thread; `failed` tells why it could not be done."""

    def __call__(self, run: Do, failed: Callable[[str], Event]) -> None: ...


class Shelf:
    """Of what is listed only the latest question is answered: letters are typed faster than a big home is read."""

    def __init__(self, apart: Put, aside: Put) -> None:
        self._apart = apart
        self._aside = aside
        self._latest = 0
        self._one = asyncio.Lock()

    # Reading

    def list(self, number: int, sought: Sought, order: Order) -> None:
        """What is sought, in order, under a number that grows."""
        self._listing(number, lambda weave: weave.browsing.list(sought, order))

    def ask(self, number: int, question: str, sought: Sought) -> None:
        """What the question brings to mind by every way of recall, as far as it is sought."""

        async def asked(weave: Weave) -> Listing:
            recall = await weave.recall(question, k=_CALLED_TO_MIND, count=False)
            found = [recalled.memory.id for recalled in recall.memories]
            return await weave.browsing.ranked(question, found, sought)

        self._listing(number, asked)

    def _listing(self, number: int, find: Callable[[Weave], Awaitable[Listing]]) -> None:
        self._latest = number

        async def run(sitting: Sitting) -> list[Event]:
            async with self._one:
                if number != self._latest:
                    return []
                weave = sitting.weave
                return [Listed(number, await find(weave), tuple(await weave.tasks()), weave.guest)]

        self._apart(run, NotActed)

    def lines(self, number: int, first: int, ids: Sequence[str]) -> None:
        """The lines of these memories, which stand in that listing from `first` on."""

        async def run(sitting: Sitting) -> list[Event]:
            return [Lined(number, first, await sitting.weave.browsing.lines(ids))]

        self._apart(run, NotActed)

    def look(self, memory: str) -> None:
        """Everything about one."""

        async def run(sitting: Sitting) -> list[Event]:
            return [Looked(await sitting.weave.browsing.look(memory))]

        self._apart(run, lambda reason: Vanished(memory, reason))

    # Changing

    def set(self, ids: Sequence[str], values: Mapping[str, str]) -> None:
        """Change metadata."""
        self._act(lambda weave: weave.browsing.set(ids, values))

    def forget(self, ids: Sequence[str]) -> None:
        """Into the trash."""
        self._act(lambda weave: weave.browsing.forget(ids))

    def purge(self, ids: Sequence[str]) -> None:
        """Remove every trace."""

        async def run(sitting: Sitting) -> list[Event]:
            gone = await sitting.weave.forget(ids, purge=True)
            await sitting.weave.browsing.seal()
            return [Purged(len(gone))]

        self._aside(run, NotActed)

    def move(self, ids: Sequence[str], scope: str) -> None:
        """To another scope."""
        self._act(lambda weave: weave.browsing.move(ids, scope))

    def correct(self, memory: str, text: str) -> None:
        """Say what is true instead."""
        self._act(lambda weave: weave.browsing.correct(memory, text))

    def reword(self, memory: str, basis: tuple[str, str] | None, title: str, text: str) -> None:
        """Other words. `basis`: title and text that were edited; changed meanwhile, nothing is written."""

        async def run(sitting: Sitting) -> list[Event]:
            weave = sitting.weave
            if basis is not None:
                now = await weave.get(memory)
                if (now.title, now.text) != basis:
                    return [Outrun(memory)]
            return [Acted(await weave.browsing.reword(memory, title=title, text=text))]

        self._aside(run, NotActed)

    def undo(self) -> None:
        """Take back what was done last."""

        async def run(sitting: Sitting) -> list[Event]:
            return [TakenBack(await sitting.weave.browsing.undo())]

        self._aside(run, NotActed)

    def _act(self, do: Callable[[Weave], Awaitable[Deed]]) -> None:
        async def run(sitting: Sitting) -> list[Event]:
            return [Acted(await do(sitting.weave))]

        self._aside(run, NotActed)
