"""In what way this process has the home at the moment: as its owner, served by the owner, as a guest, or not at all.

That may change while the memory is open: an owner that yields gives the home up, one that was served inherits it.
Every call of the facade passes here and is carried out where the home is.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from weave import clock, tickets
from weave.serving import ingesting, repeats
from weave.serving.arrival import AGAIN_SECONDS, ANSWER_SECONDS, Arrival
from weave.serving.calls import Declined
from weave.serving.line import Line, Lost
from weave.serving.offers import Verb
from weave.tickets import Ticket

if TYPE_CHECKING:
    from weave.opening import Claim

IDLE_SECONDS = 5.0
"""Without a call, after which an owner that yields gives the home up."""
_AFTER_YOU_SECONDS = 2.0
"""How long one that gave way lets the other take the home first."""
QUIET_SECONDS = 30.0
"""How long calls at hand may take when the home is given up."""

Local = Callable[..., Awaitable[object]]


class Role(Enum):
    """How the home is had."""

    CLOSED = "closed"
    AWAY = "away"
    OWNER = "owner"
    SERVED = "served"
    GUEST = "guest"


class Household(repeats.Facade, Protocol):
    """The facade, as its tenure needs it."""

    async def move_in(self, claimed: Claim) -> None:
        """Open as the owner, or as a guest where the claim has no lock."""

    async def move_out(self) -> None:
        """Close all that is open here, and let the lock go."""

    async def connected(self, line: Line) -> None:
        """The home is served from now on."""

    def now(self) -> datetime:
        """The time, for ids."""

    def standing(self) -> datetime | None:
        """The time that calls are to have, where the clock of this process stands still."""

    def prepared(self, verb: Verb, given: dict[str, object], owner: object) -> dict[str, object]:
        """The arguments of a call, and what this owner does not know though it needs it."""

    def learn(
        self, verb: Verb, given: dict[str, object], result: object, owner: object, *, again: bool = False
    ) -> None:
        """What a call that was served came to; `again`: one that was repeated, as a whole."""


@dataclass(slots=True)
class _Errand:
    """One call on its way."""

    verb: Verb
    given: dict[str, object]
    ticket: Ticket
    seen: object = None

    def perhaps_done(self) -> None:
        """From now on it may have been carried out."""
        self.ticket = replace(self.ticket, again=True)


def inside(tenure: Tenure) -> bool:
    """Whether this is part of a call that is carried out here."""
    return _inside.get() is tenure


_inside: ContextVar[object] = ContextVar("weave_inside", default=None)


class Tenure:
    """The role of one open memory, and the calls that go by it. Lives on one event loop."""

    def __init__(self, house: Household, arrival: Arrival, *, yields: bool, leads: bool) -> None:
        self.role = Role.CLOSED
        self.line: Line | None = None
        self._house = house
        self._arrival = arrival
        self._yields = yields
        self._leads = leads
        self._steady = asyncio.Lock()
        self._at_hand = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._last = time.monotonic()
        self._leaving = False
        self._after_you = False
        self._caller = secrets.token_hex(16)
        self._number = 0
        self._tasks: set[asyncio.Task[None]] = set()

    # -- coming and going -------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Come by the home, in whatever way. Raises HomeError."""
        async with self._steady:
            await self._arrive()
        if self._yields:
            self._later(self._keep_idle)

    async def _arrive(self) -> None:
        polite, self._after_you = _AFTER_YOU_SECONDS * self._after_you, False
        lost = None
        while True:
            hung = lost is not None and time.monotonic() - lost >= ANSWER_SECONDS
            found = await self._arrival.arrive(leads=self._leads, after_you=polite, alone=hung)
            if not isinstance(found, Line):
                await self._house.move_in(found)
                self.role = Role.OWNER if found.lock is not None else Role.GUEST
                return
            try:
                await self._house.connected(found)
            except Lost:
                await found.close()
                lost = lost or time.monotonic()
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            except BaseException:
                await found.close()
                raise
            self.line, self.role = found, Role.SERVED
            if self._leads:
                self._later(functools.partial(self._inherit, found))
            return

    async def end(self) -> None:
        """Close. Idempotent."""
        for task in list(self._tasks):
            task.cancel()
        async with self._steady:
            role, self.role = self.role, Role.CLOSED
            line, self.line = self.line, None
            if line is not None:
                await line.close()
            if role in (Role.OWNER, Role.GUEST):
                await self._house.move_out()

    def give_way(self) -> bool:
        """Whether one that leads gets the home now; then it is given up when the calls at hand are done."""
        if not self._yields or self.role is not Role.OWNER:
            return False
        if not self._leaving:
            self._leaving = self._after_you = True
            self._later(self._give_up)
        return True

    async def _give_up(self) -> None:
        async with self._steady:
            try:
                if self.role is not Role.OWNER:
                    return
                self._leaving = True
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(QUIET_SECONDS):
                        await self._quiet.wait()
                await self._house.move_out()
                self.role = Role.AWAY
            finally:
                self._leaving = False

    async def _keep_idle(self) -> None:
        while True:
            await asyncio.sleep(IDLE_SECONDS / 10)
            idle = time.monotonic() - self._last
            if self.role is Role.OWNER and not self._at_hand and not self._leaving and idle >= IDLE_SECONDS:
                await self._give_up()

    async def _inherit(self, line: Line) -> None:
        """A program that a person sits before does not wait for the next call to be whole again."""
        await line.lost.wait()
        await self._present(line)

    @property
    def leaving(self) -> bool:
        """Whether the home is being given up."""
        return self._leaving or self.role is Role.CLOSED

    def _later(self, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            with contextlib.suppress(Exception):  # the next call meets what was wrong, and says it
                await work()

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- calls ------------------------------------------------------------------------------------------

    async def call(
        self, verb: Verb, local: Local, args: tuple[object, ...], kwargs: dict[str, object]
    ) -> object:
        """Carry a call out where the home is."""
        if _inside.get() is self or self.role is Role.CLOSED:
            return await local(*args, **kwargs)
        if self.role in (Role.OWNER, Role.GUEST) and not self._leaving:
            with self.at_hand():
                return await local(*args, **kwargs)
        if not verb.crosses:
            return await local(*args, **kwargs)
        given = verb.bound(args, kwargs)
        if verb.name == "ingest":
            return await ingesting.by_groups(given, lambda some: self._sent(verb, some, local))
        return await self._sent(verb, given, local)

    async def _sent(self, verb: Verb, given: dict[str, object], local: Local) -> object:
        self._number += 1
        ticket = Ticket(self._caller, self._number, self._house.now())
        return await self._run(_Errand(verb, given, ticket), local)

    async def _run(self, errand: _Errand, local: Local) -> object:
        name, house = errand.verb.name, self._house

        async def perform(given: dict[str, object]) -> object:
            return await self._once(errand, given, local)

        if self.role is Role.SERVED:
            errand.seen = await repeats.seen_before(house, name, errand.given)
        while True:
            try:
                if not errand.ticket.again:
                    return await perform(errand.given)
                result = await repeats.again(house, name, errand.given, errand.seen, perform)
            except Lost:
                errand.perhaps_done()
            except Declined:
                continue
            else:
                house.learn(errand.verb, errand.given, result, None, again=True)
                return result

    async def _once(self, errand: _Errand, given: dict[str, object], local: Local) -> object:
        """One try. Raises Lost, Declined when the owner went."""
        line = await self._present(self.line)
        if line is None:
            with self.at_hand(), tickets.holding(errand.ticket if errand.ticket.again else None):
                return await local(**given)
        try:
            asked = self._house.prepared(errand.verb, given, line)
            result = await line.call(errand.verb, asked, errand.ticket, self._house.standing())
        except (Lost, Declined):
            await self._drop(line)
            raise
        self._house.learn(errand.verb, given, result, line)
        return result

    async def _present(self, known: Line | None) -> Line | None:
        """Have the home in some way; the line where it is served. Raises HomeError."""
        async with self._steady:
            if known is not None and known is self.line and known.lost.is_set():
                await self._hang_up()
            if self.role is Role.AWAY:
                await self._arrive()
            return self.line

    async def _drop(self, line: Line) -> None:
        async with self._steady:
            if line is self.line:
                await self._hang_up()

    async def _hang_up(self) -> None:
        line, self.line = self.line, None
        if self.role is Role.SERVED:
            self.role = Role.AWAY
        if line is not None:
            await line.close()

    @contextlib.contextmanager
    def at_hand(self) -> Iterator[None]:
        """A call is carried out here; what it calls in its turn is part of it."""
        token = _inside.set(self)
        self._at_hand += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._at_hand -= 1
            if not self._at_hand:
                self._quiet.set()
            self._last = time.monotonic()
            _inside.reset(token)


@contextlib.contextmanager
def circumstances(ticket: Ticket | None, now: datetime | None) -> Iterator[None]:
    """The time and the ticket of a call that is served."""
    with tickets.holding(ticket), clock.at(now):
        yield
