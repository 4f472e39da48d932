"""The browser as the facade offers it: list, page, look, act, undo. A guest reads only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from weave import opening
from weave.batches import batches
from weave.browsing import changing, reading
from weave.browsing.model import Deed, Listing, Undone, Whole
from weave.core import Core
from weave.errors import InvalidInput, WeaveError
from weave.model import Memory
from weave.sought import Line, Order, Sought

_AT_ONCE = 25
"""Memories of a bulk that are changed before something else may use the one thread that writes."""
_REMEMBERED = 50
"""Deeds that can be undone."""
_PLAIN = Sought()


@dataclass(frozen=True, slots=True)
class _Kept:
    """A deed, and who did it: None here, else the owner that the home had then."""

    deed: Deed
    owner: object = None


class Browsing:
    """All memories of one home."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._open = core
        self._deeds: list[_Kept] = []

    def apart(self) -> Browsing:
        """The same memories for another person's hands: each takes back what was done by its own."""
        return Browsing(self._open)

    async def list(self, sought: Sought = _PLAIN, order: Order = Order.NEWEST) -> Listing:
        """What is sought, whatever its state and scope; not the trash."""
        core = self._open()
        if core.guest:
            await core.run(opening.refresh, core)
        return await asyncio.to_thread(reading.listing, core, sought, order, core.place.clock())

    async def ranked(self, query: str, found: Sequence[str], sought: Sought = _PLAIN) -> Listing:
        """What came to mind (`found`, ids) for a question, as far as it is sought."""
        core = self._open()
        return await asyncio.to_thread(reading.ranked, core, query, found, sought, core.place.clock())

    async def lines(self, ids: Sequence[str]) -> tuple[Line | None, ...]:
        """The lines of these memories, in the same order; None for one that is gone."""
        core = self._open()
        return await asyncio.to_thread(reading.lines, core, ids, core.place.clock())

    async def look(self, id_: str) -> Whole:
        """Everything about a memory. Raises NotFound."""
        core = self._open()
        return await asyncio.to_thread(reading.whole, core, id_, core.place.clock())

    async def those(self, ids: Sequence[str]) -> tuple[Memory | None, ...]:
        """The memories themselves, in the same order; None for one that is gone."""
        core = self._open()
        found = await asyncio.to_thread(core.catalogue.get_many, ids)
        return tuple(found.get(id_) for id_ in ids)

    # By hand; each can be undone

    async def set(self, ids: Sequence[str], values: Mapping[str, str]) -> Deed:
        """Change metadata of several memories. Raises NotFound, InvalidInput, HomeBusy."""
        return await self._bulk(ids, lambda core, some: changing.change(core, some, values))

    async def forget(self, ids: Sequence[str]) -> Deed:
        """Into the trash. Raises NotFound, HomeBusy."""
        return await self._bulk(ids, changing.forget)

    async def move(self, ids: Sequence[str], scope: str) -> Deed:
        """To another scope: `global`, or `task:<id>` of an open task. Raises NotFound, InvalidInput, HomeBusy."""
        return await self._bulk(ids, lambda core, some: changing.move(core, some, scope))

    async def reword(self, id_: str, *, title: str | None = None, text: str | None = None) -> Deed:
        """Change a memory's words; facts are read from them anew. Raises NotFound, InvalidInput, HomeBusy."""
        return await self._one(lambda core: changing.reword(core, id_, title, text))

    async def correct(self, id_: str, text: str) -> Deed:
        """Say what is true instead: the old memory is deprecated and points to the new one, the first of `ids`."""
        return await self._one(lambda core: changing.correct(core, id_, text))

    async def undo(self, deed: Deed | None = None) -> Undone:
        """Take back what was done last, or a `deed` that an earlier owner of the home did for whoever asks.

        Raises InvalidInput when nothing was done, HomeBusy.
        """
        core = self._open().owned()
        if deed is not None:
            return await core.run(changing.undo, core, deed)
        if not self._deeds:
            raise InvalidInput("Nothing was done here that could be undone.")
        undone = await core.run(changing.undo, core, self._deeds[-1].deed)
        self._deeds.pop()
        return undone

    async def seal(self) -> None:
        """What was done so far is not to be undone any more: what was purged since must not come back by it."""
        self._deeds.clear()

    # Served by an owner, who may go before the undo

    def prepared(self, call: str, given: dict[str, object], owner: object) -> dict[str, object]:
        """What `owner` needs to be told for this call: the deed, where it was another that did it."""
        last = self._deeds[-1] if self._deeds else None
        if call != "undo" or last is None or last.owner is owner:
            return given
        return {**given, "deed": last.deed}

    def learned(self, call: str, result: object, owner: object, *, again: bool) -> None:
        """What a call came to that `owner` carried out; `again`: that of a repeated one, as a whole."""
        if isinstance(result, Deed):
            if again and self._deeds and set(self._deeds[-1].deed.ids) <= set(result.ids):
                self._deeds.pop()  # the part that was left for the repeat
            self._keep(_Kept(result, None if again else owner))
        elif call == "undo" and self._deeds and not again:
            self._deeds.pop()
        elif call == "seal":
            self._deeds.clear()

    async def _one(self, act: Callable[[Core], Deed]) -> Deed:
        core = self._open().owned()
        return self._kept(await core.run(act, core))

    async def _bulk(self, ids: Sequence[str], do: Callable[[Core, Sequence[str]], Deed]) -> Deed:
        """Piece by piece, since saying a turn waits behind it; what is done when one fails can be undone."""
        core = self._open().owned()
        done: list[Deed] = []
        try:
            for piece in batches(ids, _AT_ONCE) if ids else [()]:
                done.append(await core.run(do, core, piece))
        except WeaveError:
            if done:
                self._kept(changing.joined(done))
            raise
        return self._kept(changing.joined(done))

    def _kept(self, deed: Deed) -> Deed:
        self._keep(_Kept(deed))
        return deed

    def _keep(self, kept: _Kept) -> None:
        self._deeds = [*self._deeds, kept][-_REMEMBERED:]
