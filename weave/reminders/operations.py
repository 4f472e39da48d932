"""Reminders as the facade offers them. A guest may add and change them as well: the files have a lock of their own."""

from __future__ import annotations

import asyncio
import builtins
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from weave.core import Core
from weave.errors import ModelError, NotFound
from weave.model import Provenance
from weave.ports import Embedder
from weave.reminders import keeper, requests, topics, when
from weave.reminders.model import Every, Reminder, Requested, Surfaced, When
from weave.reminders.pad import Pad
from weave.reminders.times import coming, in_order, surfaced

log = logging.getLogger(__name__)
_MEANING_SECONDS = 1.0
"""At most, for what is meant but not named: a turn waits for it."""
_LEASE = timedelta(minutes=1)
"""How long one who took a reminder has to show it before another may."""


class Reminders:
    """The reminders of one home."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._core = core
        self._opened: Pad | None = None
        self._taken: dict[tuple[str, datetime], datetime] = {}
        """What was handed out to be shown, and until when nobody else gets it."""

    async def add(
        self,
        text: str,
        *,
        at: datetime | None = None,
        about: str | None = None,
        every: Every | None = None,
        task: str | None = None,
        provenance: Provenance = Provenance.USER,
        conversation: str | None = None,
        turns: Sequence[str] = (),
    ) -> Reminder:
        """Write a reminder, due `at` (aware) or when `about` comes up; durable when it returns, secrets masked.

        `turns`: ids of the turns whose words it repeats. The same one is not written twice. Raises InvalidInput
        for neither a time nor a topic, or a time that is past, HomeError.
        """
        wish = keeper.Wish(text, at, about, every, task, provenance, conversation, tuple(turns))
        core = self._core()
        return await core.run(lambda: keeper.add(core, self._pad(core), wish))

    async def when(self, words: str) -> When:
        """The moment that words mean ("tomorrow at 9am", "every Monday"), in the home's zone. Raises InvalidInput."""
        core = self._core()
        return when.read(words, core.place.clock(), keeper.zone_of(core))

    async def now(self) -> datetime:
        """The home's clock, in the home's zone."""
        core = self._core()
        return core.place.clock().astimezone(keeper.zone_of(core))

    async def requests(self, message: str) -> tuple[Requested, ...]:
        """The reminders that a person's message asks for in so many words; whatever is unclear is left out."""
        return await asyncio.to_thread(requests.requests, message, await self.now())

    async def get(self, reference: str) -> Reminder:
        """The reminder with this id or unique beginning of one. Raises NotFound, InvalidInput."""
        core = self._core()
        return await asyncio.to_thread(self._pad(core).find, reference)

    async def list(self, open: bool = True) -> tuple[Reminder, ...]:
        """The open ones, what is due first; or all, the closed ones last."""
        core = self._core()
        every = await asyncio.to_thread(self._pad(core).all)
        return in_order([one for one in every if one.open or not open], core.place.clock())

    async def due(self, now: datetime | None = None) -> tuple[Surfaced, ...]:
        """Those whose time has come and that were not shown yet, the earliest first. Nothing changes."""
        core = self._core()
        every = await asyncio.to_thread(self._pad(core).all)
        return surfaced(every, now or core.place.clock())

    async def surface(self, now: datetime | None = None) -> tuple[Surfaced, ...]:
        """As `due`, to be shown by the caller alone; `shown` says that it was.

        Whoever does not say so within a minute, killed perhaps, leaves them to the next who asks.
        """
        moment = now or self._core().place.clock()
        found = await self.due(moment)
        self._taken = {key: until for key, until in self._taken.items() if until > moment}
        fresh = tuple(one for one in found if one.due and (one.reminder.id, one.due) not in self._taken)
        self._taken |= {(one.reminder.id, one.due): moment + _LEASE for one in fresh if one.due}
        return fresh

    async def shown(self, reference: str, due: datetime) -> Reminder:
        """It was put before the person for this due time, and does not come up for it again. Raises NotFound."""
        core = self._core()
        return await core.run(lambda: keeper.shown(self._pad(core), reference, due))

    async def told(self, reference: str, conversation: str) -> Reminder:
        """Its topic brought it up in this conversation, and does not do so again in it. Raises NotFound."""
        core = self._core()
        pad = self._pad(core)
        return await core.run(pad.change, reference, lambda one: replace(one, told=conversation))

    async def matching(
        self, words: str, task: str | None = None, conversation: str | None = None
    ) -> tuple[Surfaced, ...]:
        """The open ones whose topic comes up in what is said, or in `task`, a task's name; no chat model is asked.

        Those that were `told` in this conversation are left out.
        """
        core = self._core()
        every = await asyncio.to_thread(self._pad(core).all)
        now = core.place.clock()
        waiting = [
            one
            for one in every
            if one.open
            and one.about
            and not _put_off(one, now)
            and (not one.told or one.told != conversation)
        ]
        if not waiting:
            return ()
        said = f"{words}\n{task or ''}"
        named = {one.id: one for one in waiting if topics.named(one.about or "", said)}
        meant = await self._meant(core, [one for one in waiting if one.id not in named], words)
        return tuple(Surfaced(one, next=coming(one, now)) for one in (*named.values(), *meant))

    async def _meant(self, core: Core, waiting: Sequence[Reminder], words: str) -> builtins.list[Reminder]:
        """Those whose topic is meant without being named; none when the embedder is away, or slow."""
        if core.embedder is None or not waiting or not words.strip():
            return []
        try:
            looking = asyncio.to_thread(_near, waiting, words, core.embedder)
            return await asyncio.wait_for(looking, _MEANING_SECONDS)
        except (ModelError, TimeoutError) as error:
            log.warning("Topics are found by their words alone: %s", error)
            return []

    async def done(self, reference: str) -> Reminder:
        """It is done; one that comes back waits for its next time. Raises NotFound, InvalidInput, HomeError."""
        core = self._core()
        return await core.run(lambda: keeper.done(core, self._pad(core), reference))

    async def snooze(self, reference: str, until: datetime) -> Reminder:
        """Not before `until` (aware). Raises NotFound, InvalidInput for a time that is past, HomeError."""
        core = self._core()
        return await core.run(lambda: keeper.snooze(core, self._pad(core), reference, until))

    async def cancel(self, reference: str) -> Reminder:
        """It never comes up again. Raises NotFound, HomeError."""
        core = self._core()
        return await core.run(lambda: keeper.cancel(self._pad(core), reference))

    async def erase(self, reference: str) -> Reminder:
        """Take it out without a copy. Raises NotFound, HomeError."""
        core = self._core()
        found = await self.get(reference)
        gone = await core.run(lambda: self._pad(core).erase(lambda one: one.id == found.id))
        if not gone:
            raise NotFound(f"There is no reminder {reference!r} any more.")
        return gone[0]

    def _pad(self, core: Core) -> Pad:
        if self._opened is None:
            self._opened = keeper.pad_of(core)
        return self._opened


def _put_off(one: Reminder, now: datetime) -> bool:
    return one.snoozed is not None and one.snoozed > now


def _near(waiting: Sequence[Reminder], words: str, embedder: Embedder) -> builtins.list[Reminder]:
    named = [(one, topic) for one in waiting for topic in topics.alternatives(one.about or "")]
    near = topics.nearness([topic for _, topic in named], words, embedder)
    meant = {one.id for (one, _), value in zip(named, near, strict=True) if value >= topics.NEAR}
    return [one for one in waiting if one.id in meant]
