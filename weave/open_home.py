"""A home opened, owned or visited, and closed again: what the facade stands on."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from weave import opening
from weave.clock import Clock
from weave.config import Config
from weave.conversations import Conversation, Conversations
from weave.core import Core
from weave.errors import HomeBusy, InvalidInput
from weave.guest import Inbox
from weave.keys import Keys
from weave.llm.meter import Meter
from weave.maintenance import Maintenance
from weave.ports import Models
from weave.serving.arrival import Arrival
from weave.serving.calls import Glance
from weave.serving.line import Line
from weave.serving.offers import Verb, verbs
from weave.serving.owner import Owned, Owner
from weave.serving.tenure import Household, Role, Tenure, inside

_FINISH_SECONDS = 3.0
"""How long calls of others may take when the owner is closed; what takes longer goes on with the next owner."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a process shares a home with others; see `OpenHome.open`."""

    serves: bool = True
    yields: bool = False
    leads: bool = False


class OpenHome:
    """One home between `async with` and its end. Build it with `open`."""

    def __init__(self, settings: opening.Settings, resume: str | None) -> None:
        self._manners = Manners()
        self.home = settings.home
        self.config = settings.config
        self._settings = settings
        self._resume = resume
        self._core_or_none: Core | None = None
        self._conversations: Conversations | None = None
        self._maintenance: Maintenance | None = None
        self._known: dict[str, Conversation] = {}
        self._mine: set[str] = set()
        self._tenure: Tenure | None = None
        self._offers: dict[str, Verb] = {}
        self._serving: Owner | None = None
        self._spent: Meter | None = None
        """What the models of this process have cost while another owned the home."""
        self._last_seen: Glance | None = None

    @classmethod
    def open(
        cls,
        home: Path | str,
        *,
        config: Config | None = None,
        clock: Clock | None = None,
        models: Models | None = None,
        keys: Keys | None = None,
        resume: str | None = None,
        still: bool = False,
        serves: bool = True,
        yields: bool = False,
        leads: bool = False,
    ) -> Self:
        """The memory in `home`, to be entered with `async with`; where another process owns it, served by that one.

        `resume` names the conversation that will be gone on with, so that its pad is left open. `still`: to look
        something up; nothing goes on in the background, and no store is started before it is needed.
        `serves`: offer the home to other processes, and be served by its owner; without it a second one is a guest.
        `yields`: give the home up when nothing was asked for some seconds, and at once, the calls at hand finished,
        when one that `leads` asks for it; the next call goes on, served or as the owner again. For what runs unseen.
        `leads`: ask an owner that yields for the home. For what a person sits before.
        """
        given = opening.Settings.of(Path(home), config, clock, models, keys, still=still)
        memory = cls(given, resume)
        memory._manners = Manners(serves, yields, leads)
        return memory

    async def __aenter__(self) -> Self:
        """Open; served if another process owns the home, a guest if that does not answer. Raises HomeError."""
        self.home = self._settings.home.expanduser().absolute()
        manners = self._manners
        arrival = Arrival(self.home, self._claim, serves=manners.serves)
        self._tenure = Tenure(cast(Household, self), arrival, yields=manners.yields, leads=manners.leads)
        self._offers = verbs(self)
        self._pass_by(self._tenure)
        await self._tenure.begin()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Release everything; what waits stays queued. Idempotent."""
        if self._tenure is not None:
            await self._tenure.end()

    def _pass_by(self, tenure: Tenure) -> None:
        """Every call of this facade and of its parts is carried out where the home is."""
        for verb in self._offers.values():
            holder: object = getattr(self, verb.part) if verb.part else self
            setattr(holder, verb.function.__name__, self._passing(tenure, verb, holder))

    def _passing(self, tenure: Tenure, verb: Verb, holder: object) -> Callable[..., Awaitable[object]]:
        local = verb.function.__get__(holder)

        @functools.wraps(verb.function)
        async def passing(*args: object, **kwargs: object) -> object:
            result = await tenure.call(verb, local, args, kwargs)
            if isinstance(result, Conversation) and not inside(tenure):
                self._mine.add(result.id)
            return result

        return passing

    # -- as a household of its tenure -------------------------------------------------------------------

    async def _claim(self) -> opening.Claim:
        return await asyncio.to_thread(opening.claim, self.home)

    async def move_in(self, claimed: opening.Claim) -> None:
        """Open as the owner, or as a guest where the claim has no lock. Raises HomeError."""
        executor = ThreadPoolExecutor(1, thread_name_prefix="weave-core")
        loop = asyncio.get_running_loop()
        try:
            await self._listen(claimed)
            core = await loop.run_in_executor(executor, opening.open_core, self._settings, executor, claimed)
        except BaseException:
            executor.shutdown(wait=False)
            await self._be_gone()
            raise
        self._core_or_none = core
        try:
            await self._settle_in(core)
        except BaseException:
            await self.move_out()
            raise
        if self._serving is not None:
            self._serving.open()

    async def _listen(self, claimed: opening.Claim) -> None:
        if claimed.lock is None or not self._manners.serves or self._tenure is None:
            return
        self._serving = Owner(claimed.home, cast(Owned, self), self._tenure, self._offers)
        await self._serving.listen()

    async def _settle_in(self, core: Core) -> None:
        self._conversations = talk = Conversations(core)
        self._maintenance = Maintenance(core, talk, self._resume)
        known, self._known = self._known, {}
        for one in known.values():
            await self.take_over(one)
        if not core.guest:
            await self._maintenance.take_inbox()
            if not self._settings.still:
                self._maintenance.start()

    async def take_over(self, talk: Conversation) -> None:
        """Go on with a conversation that was begun with another owner, or here before."""
        core = self._core
        self._talk.endings.live.add(talk.id)
        if talk.id not in self._known:
            begun = await core.run(core.journal.exists, talk.id)
            self._known[talk.id] = await self._talk.begin(talk.id, None) if begun else talk

    async def move_out(self) -> None:
        """Close all that is open here, and let the lock go; what others asked is finished if it is soon."""
        core = self._core_or_none
        if core is None:
            return
        try:
            if self._serving is not None:
                await self._serving.finish(_FINISH_SECONDS)
            if self._maintenance is not None:
                await self._maintenance.stop()
        finally:  # also when whoever closes it is cancelled: the lock and the threads must go
            self._core_or_none = None
            await asyncio.shield(self._let_go(core))

    async def _let_go(self, core: Core) -> None:
        await self._be_gone()
        await core.run(opening.close_core, core)
        core.executor.shutdown(wait=True)

    async def _be_gone(self) -> None:
        serving, self._serving = self._serving, None
        if serving is not None:
            await serving.close()

    async def connected(self, line: Line) -> None:
        """The home is served from now on; the owner hears which conversations are led here. Raises Lost."""
        await line.opened()
        await line.live([replace(one, turns=()) for one in self._known.values()])
        if self._spent is None:
            self._spent = opening.visiting_meter(self.home, self._settings)

    def prepared(self, verb: Verb, given: dict[str, object], owner: object) -> dict[str, object]:
        """A call's arguments, and what this owner has to be told since an earlier one did it."""
        prepare = getattr(getattr(self, verb.part or "home"), "prepared", None)
        return prepare(verb.function.__name__, given, owner) if prepare else given

    def learn(
        self, verb: Verb, given: dict[str, object], result: object, owner: object, *, again: bool = False
    ) -> None:
        """Keep what the next owner will have to know: of conversations that are led here, of what was done."""
        if isinstance(result, Conversation):
            self._known[result.id] = result
        elif verb.name == "end":
            self._known.pop(str(given["conversation"]), None)
        if learned := getattr(getattr(self, verb.part or "home"), "learned", None):
            learned(verb.function.__name__, result, owner, again=again)

    def now(self) -> datetime:
        """The time."""
        return self._settings.clock()

    def standing(self) -> datetime | None:
        """The time that calls are to have, where the clock stands still."""
        return self._settings.clock.standing

    def leads(self, conversation: str) -> bool:
        """Whether this process itself leads a conversation."""
        return conversation in self._mine and conversation in self._known

    @property
    def _afar(self) -> Glance | None:
        """What was last seen of the owner, where that is another process."""
        line = self._tenure.line if self._tenure is not None else None
        if line is not None and line.glance is not None:
            self._last_seen = line.glance
        return self._last_seen if self._elsewhere else None

    @property
    def _elsewhere(self) -> bool:
        return self._tenure is not None and self._tenure.role in (Role.SERVED, Role.AWAY)

    @property
    def _core(self) -> Core:
        if self._core_or_none is None:
            if self._elsewhere:
                raise HomeBusy(
                    f"Another process ({self.owner_pid}) owns this home; ask it again in a moment.",
                    self.owner_pid,
                )
            raise InvalidInput("This memory is closed; open it with `async with Weave.open(home)`.")
        return self._core_or_none

    @property
    def _owner(self) -> Core:
        return self._core.owned()

    @property
    def _talk(self) -> Conversations:
        if self._conversations is None:
            raise InvalidInput("This memory is closed; open it with `async with Weave.open(home)`.")
        return self._conversations

    @property
    def guest(self) -> bool:
        """Whether another process owns the home and does not serve: text search here, writes into the inbox."""
        return not self._elsewhere and self._core.guest

    @property
    def served(self) -> bool:
        """Whether another process owns the home and does here what is asked: everything works as if it were owned."""
        return self._tenure is not None and self._tenure.role is Role.SERVED

    @property
    def owner_pid(self) -> int | None:
        """The other process, where there is one."""
        if self._elsewhere:
            return self._tenure.line.pid if self._tenure is not None and self._tenure.line else None
        return self._core.owner_pid

    @property
    def inbox(self) -> Inbox:
        """Where a guest's writes wait for the owner."""
        return Inbox(self.home)
