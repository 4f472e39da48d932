"""A home opened, owned or visited, and closed again: what the facade stands on."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from weave import opening
from weave.clock import Clock
from weave.config import Config
from weave.conversations import Conversation, Conversations
from weave.core import Core
from weave.errors import InvalidInput
from weave.guest import Inbox
from weave.keys import Keys
from weave.maintenance import Maintenance
from weave.ports import Models


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
        """Open; a guest if another process owns the home. Raises HomeError."""
        executor = ThreadPoolExecutor(1, thread_name_prefix="weave-core")
        loop = asyncio.get_running_loop()
        try:
            core = await loop.run_in_executor(executor, opening.open_core, self._settings, executor)
        except BaseException:
            executor.shutdown(wait=False)
            raise
        self.home = core.place.home
        self._core_or_none = core
        self._conversations = Conversations(core)
        self._maintenance = Maintenance(core, self._conversations, self._resume)
        try:
            if not core.guest:
                await self._maintenance.take_inbox()
                if not self._settings.still:
                    self._maintenance.start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Release everything; what waits stays queued. Idempotent."""
        core, self._core_or_none = self._core_or_none, None
        if core is None:
            return
        try:
            if self._maintenance is not None:
                await self._maintenance.stop()
        finally:  # also when whoever closes it is cancelled: the lock and the threads must go
            await asyncio.shield(core.run(opening.close_core, core))
            core.executor.shutdown(wait=True)

    @property
    def _core(self) -> Core:
        if self._core_or_none is None:
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
        """Whether another process owns the home: reading by text search, writing into the inbox."""
        return self._core.guest

    @property
    def served(self) -> bool:
        """Whether another process owns the home and does here what is asked: everything works as if it were owned."""
        return False

    @property
    def owner_pid(self) -> int | None:
        """The other process, for a guest."""
        return self._core.owner_pid

    @property
    def inbox(self) -> Inbox:
        """Where a guest's writes wait for the owner."""
        return Inbox(self.home)
