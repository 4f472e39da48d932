"""One sitting at the terminal: the open memory, the agent, and the conversation that goes on.

Lives on the memory's thread and turns what the agent and Weave say into the app's plain events.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path
from types import TracebackType
from typing import Self

from avery.agent.consent import Consent
from avery.agent.events import Failed
from avery.agent.tools import Toolbox
from avery.agent.turn import Agent
from avery.events import (
    Answered,
    Decided,
    Discarded,
    Disputed,
    Ended,
    EndedLater,
    Event,
    Models,
    Noticed,
    Opened,
    Queue,
    Recollected,
    Refused,
    Remarked,
    Replaced,
    Told,
)
from avery.knowledge import picture, reading
from avery.mcp.peers import Peers
from avery.mcp_events import ServersStand
from avery.options import LaunchOptions
from avery.remarks import remarks
from avery.setup import check, needed, save_model
from avery.talk import Talk
from avery.tools.box import Source, Workplace, toolbox
from avery.tools.gate import Gate
from avery.tools.grants import Grants
from weave.clock import zone_named
from weave.config import McpConfig
from weave.errors import InvalidInput
from weave.journal import Journal
from weave.keys import Keys, Secret
from weave.keystore import KeyStore
from weave.markdown import clean_line
from weave.model import Conflict, Memory, Recall, Role
from weave.roots import Root, assemble
from weave.weave import Weave

_STOPPED = "stopped"
IN_CHAT = "/model"
"""What a person types inside the chat where `avery setup` would be typed outside."""


class Sitting:
    """Use it inside `async with`; raises WeaveError where the home cannot be used."""

    def __init__(self, options: LaunchOptions, ask: Consent | None = None) -> None:
        """`ask`: asks the person about what a tool would change."""
        self._options = options
        self._ask = ask
        self.grants = Grants(options.home)
        """What Avery may do unasked."""
        self.sources: list[Source] = []
        """Where further tools come from, asked whenever the memory is opened."""
        self.peers = Peers()
        """The MCP servers beside the chat."""
        self._box: Toolbox | None = None
        self._resume = options.resume
        self._keys: Keys | None = None
        self._model: str | None = None
        """The model that the person has switched to."""
        self._spent_before: float | None = None
        """What was spent before the memory was opened anew."""
        self._root: Root | None = None
        self._weave_or_none: Weave | None = None
        self._agent: Agent | None = None
        self._talk: Talk | None = None
        self._disputed: tuple[Conflict, ...] = ()
        self._reported: set[str] = set()
        self._ending = False
        self.opened: Callable[[Weave], None] = lambda weave: None
        """Told of the memory whenever it has been opened."""
        self.kept = False
        """Whether the last question's text is in the transcript file."""
        self.steady = asyncio.Lock()
        """Held while the memory is closed to be opened again."""

    async def prepare(self) -> bool:
        """Read the configuration, before anything is opened; whether a model is still to be chosen."""
        self._root = await self._assembled()
        return needed(self._root.home, self._root.models.chat)

    async def __aenter__(self) -> Self:
        if self._options.continue_last and self._resume is None:
            self._resume = next(iter(await asyncio.to_thread(Journal(self._options.home).ids)), None)
        await self._open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self.peers.close()
        finally:
            if self._weave_or_none is not None:
                await self._weave_or_none.close()

    async def _open(self) -> None:
        root = self._root or await self._assembled()
        weave = Weave.open(
            root.home,
            config=root.config,
            clock=root.clock,
            models=root.models,
            keys=root.keys,
            resume=self._resume,
            leads=True,
        )
        await weave.__aenter__()
        # before anything that was left is ended behind: what comes later is news
        self._reported |= {report.task for report in await weave.reports()}
        self._root, self._weave_or_none = root, weave
        place = Workplace(Path.cwd(), os.environ)
        self._box = await toolbox(weave, place, Gate(self.grants, self._ask), self.sources)
        self._box.join(lambda: self.peers.tools)
        self._agent = self._new_agent(root)
        self.opened(weave)
        servers = root.config.mcp if root.config.tools.enabled else McpConfig()
        await self.peers.open(servers, root.home, os.environ, self.grants.list)

    def _new_agent(self, root: Root) -> Agent:
        chat, clock, folder = root.models.chat, root.clock, Path.cwd()
        return Agent(self.weave, chat, clock, setup=IN_CHAT, tools=self._box, folder=folder)

    async def _assembled(self) -> Root:
        options = self._options
        environment = {**os.environ, **({"AVERY_MODEL": self._model} if self._model else {})}
        return await asyncio.to_thread(
            lambda: assemble(options.home, environment, now=options.now, keys=self._keys)
        )

    @property
    def weave(self) -> Weave:
        """The open memory. Raises InvalidInput while there is none."""
        if self._weave_or_none is None:
            raise InvalidInput("The memory is not open; start Avery again.")
        return self._weave_or_none

    @property
    def talk(self) -> Talk:
        """The conversation that goes on. Raises InvalidInput before `begin`."""
        if self._talk is None:
            raise InvalidInput("No conversation has begun yet; start Avery again.")
        return self._talk

    @property
    def zone(self) -> tzinfo | None:
        """In which times are shown."""
        return zone_named(self.weave.config.timezone)

    async def begin(self) -> list[Event]:
        """Begin the conversation, or go on with the one that was asked for."""
        conversation = await self.weave.begin(self._resume)
        self._talk = Talk(self.weave, conversation, bool(conversation.turns))
        return [self._opened(), await self._talk.working(), *self._beside()]

    def _beside(self) -> list[Event]:
        """That another Avery has the memory open as well, where it serves this one."""
        if not self.weave.served:
            return []
        pid = self.weave.owner_pid
        return [Noticed(f"Another Avery (pid {pid}) has this memory open, too; everything works in both.")]

    def _opened(self) -> Opened:
        weave, root, conversation = self.weave, self._root, self.talk.conversation
        assert root is not None
        chat = root.models.chat
        settings = root.config
        theme = settings.ui.get("theme")
        return Opened(
            conversation=conversation.id,
            title=conversation.title,
            turns=conversation.turns,
            model=chat.name if chat is not None else None,
            window=chat.context_tokens if chat is not None else 0,
            memories=weave.status().memories,
            guest=weave.guest,
            owner_pid=weave.owner_pid,
            theme=theme if isinstance(theme, str) else None,
            keys=tuple((name, keys) for name, keys in settings.keys.items() if isinstance(keys, str)),
            zone=self.zone,
            bell=settings.ui.get("bell") is not False,
        )

    # A turn

    async def turn(self, ask: int, text: str, replaces: str | None = None) -> AsyncIterator[Event]:
        """Let the agent answer; the events of the turn under the number of its question.

        `replaces`: the turn that is sent anew; it counts as not said from here on.
        """
        assert self._agent is not None
        self.kept = False
        if replaces is not None:
            gone = await asyncio.shield(self._agent.take_back(self.talk.conversation, replaces))
            yield Replaced(gone.turns, len(gone.memories))
        if self._root is not None and self._root.models.chat and (without := self.peers.without()):
            yield Noticed(without)
        async for event in self._agent.turn(self.talk.conversation, text):
            self.kept = self.talk.spoken = True
            yield Told(ask, event)
            if isinstance(event, Failed):
                return
        yield Answered(ask)

    def stopped(self, ask: int) -> Event:
        """How a turn ends that the person broke off."""
        if self.kept:
            return Answered(ask, _STOPPED)
        return Refused(ask, "Stopped before it was sent.", kept=False)

    # Between turns

    async def recall(self, question: str) -> list[Event]:
        """What a question brings to mind; not counted as an access, since nobody was answered."""
        task = self.talk.conversation.task.id
        return [Recollected(await self.weave.recall(question, task=task, count=False))]

    async def new(self) -> list[Event]:
        """End the task and begin another conversation."""
        ended = await self._closed()
        self._resume = None
        return [*await self.begin(), *ended]

    async def go_on_with(self, conversation: str) -> list[Event]:
        """End the task and go on with an earlier conversation. Raises NotFound; the present one then goes on."""
        if conversation == self.talk.conversation.id:
            return [Noticed("You are in this chat already.")]
        await self.weave.talks.read(conversation)
        ended = await self._closed()
        self._resume = conversation
        opened, *rest = await self.begin()
        assert isinstance(opened, Opened)
        return [replace(opened, resumed=True), *rest, *ended]

    async def end_task(self, other: str | None = None) -> list[Event]:
        """End the task; what is said next in this conversation opens a fresh one. `other`: another open one."""
        return await self._told(self.talk.end(self._known, other))

    @property
    def _known(self) -> frozenset[str]:
        """The conflicts that were told already."""
        return frozenset(conflict.id for conflict in self._disputed)

    async def _closed(self) -> list[Event]:
        return await self._told(self.talk.close(self._known))

    async def _told(self, end: Awaitable[list[Event]]) -> list[Event]:
        """What an end says itself is not told once more as something that happened behind."""
        self._ending = True
        try:
            events = await end
            self._reported |= {report.task for report in await self.weave.reports()}
        finally:
            self._ending = False
        self._ended(events)
        return events

    def _ended(self, events: Sequence[Event]) -> None:
        """What was allowed for a task ends with it."""
        for event in events:
            if isinstance(event, Ended | Discarded):
                self.grants.end(event.task.id)

    async def discard(self, task: str) -> list[Event]:
        """Throw a task away; the agent, too, knows nothing of its turns any more."""
        events = await self.talk.discard(task)
        self._ended(events)
        assert self._root is not None
        self._agent = self._new_agent(self._root)
        return events

    async def reload(self, key: Secret | None = None) -> list[Event]:
        """Close and open again with what the configuration says now, in the same conversation and task."""
        talk = self._talk
        if key is not None:
            self._keys = replace(await asyncio.to_thread(self._kept_keys), model=key)
        async with self.steady:
            self._spent_before = self._spent()
            weave, self._weave_or_none, self._root = self.weave, None, None
            await weave.close()
            self._resume = talk.conversation.id if talk is not None and talk.spoken else None
            await self._open()
            await self.begin()
        if talk is not None and not talk.own:
            await self.talk.change(talk.conversation.task.id)
        return [replace(self._opened(), turns=()), await self.talk.working()]

    def _spent(self) -> float | None:
        parts = [cost for cost in (self._spent_before, self.weave.analytics.session.cost) if cost is not None]
        return sum(parts) if parts else None

    async def servers(self, restart: str | None = None) -> list[Event]:
        """How the MCP servers are; `restart` names one to connect to anew."""
        if restart is not None:
            self.peers.restart(restart)
        return [ServersStand(self.peers.standing)]

    async def models(self) -> list[Event]:
        """What the server of the present model lists."""
        assert self._root is not None
        settings, keys = self._root.config.model, self._root.keys
        found = await check(settings.base_url, keys.model, settings.ca_file)
        return [Models(tuple(sorted(found.models)), found.error)]

    async def switch(self, name: str) -> list[Event]:
        """Let another model of the same server answer, now and after the next start. Raises HomeError."""
        wanted = clean_line(name).strip()
        if not wanted:
            raise InvalidInput("A model has a name; write it as the server does.")
        await asyncio.to_thread(save_model, self._options.home, wanted)
        self._model = wanted
        return [*await self.reload(), Noticed(f"{wanted} answers from now on.")]

    def _kept_keys(self) -> Keys:
        return KeyStore(self._options.home, os.environ).keys()

    async def finish(self) -> list[Event]:
        """Before the memory closes for good: end the task, so that it is encoded or queued."""
        return await self._closed() if self._talk is not None else []

    async def note(self, text: str) -> None:
        """Keep what was sent, without an answer: the person is leaving."""
        await self.weave.say(self.talk.conversation.id, role=Role.USER, speaker="user", text=text)
        self.talk.spoken = True

    # Beside the turns

    async def disputed(self) -> Disputed:
        """All that is in dispute."""
        self._disputed = tuple(await self.weave.conflicts())
        return Disputed(self._disputed)

    async def later(self) -> EndedLater | None:
        """The tasks that have ended by themselves since this was asked last."""
        if self._ending:
            return None
        reports = await self.weave.reports()
        new = tuple(report for report in reports if report.task not in self._reported)
        if self._ending or not new:
            return None
        self._reported |= {report.task for report in new}
        return EndedLater(new)

    async def resolve(self, conflict: str, keep: Sequence[str]) -> list[Event]:
        """Let the facts of these ids stand, of all that the conflict is between."""
        return [Decided(await self.weave.resolve(conflict, keep)), await self.disputed()]

    async def remark(self, ask: int | None, recall: Recall) -> list[Event]:
        """Why some of what was recalled may not hold."""
        return [Remarked(ask, await remarks(self.weave, recall, self.zone))]

    async def read(self, memory: Memory) -> list[Event]:
        """Open what a memory was made from."""
        return [await reading(Journal(self._options.home), memory)]

    async def picture(self, name: str) -> list[Event]:
        """What is known of somebody or something."""
        return [await picture(self.weave, name, self.zone)]

    def standing(self) -> Event | None:
        """How the background work stands; None while the memory is closed to be opened again."""
        if self._weave_or_none is None:
            return None
        status = self._weave_or_none.status()
        waiting = tuple(sorted((name, count) for name, count in status.waiting.items() if count))
        return Queue(status.encoding, waiting, status.degraded, status.ready, status.memories, self._spent())
