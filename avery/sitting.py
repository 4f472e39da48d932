"""One sitting at the terminal: the open memory, the agent, and the conversation that goes on.

Lives on the memory's thread and turns what the agent and Weave say into the app's plain events.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from types import TracebackType
from typing import Self

from avery import events as plain
from avery.agent import events as agent_events
from avery.agent.turn import Agent
from avery.events import Event
from avery.options import LaunchOptions
from avery.setup import needed
from avery.unsent import Leftover
from weave.conversations import Conversation
from weave.errors import InvalidInput
from weave.journal import Journal
from weave.keys import Keys, Secret
from weave.keystore import KeyStore
from weave.markdown import clean
from weave.model import Role, TaskReport
from weave.roots import Root, assemble
from weave.secrets import mask
from weave.weave import Weave

_STOPPED = "stopped"
IN_CHAT = "/model"
"""What a person types inside the chat where `avery setup` would be typed outside."""


class Sitting:
    """Use it inside `async with`; raises WeaveError where the home cannot be used."""

    def __init__(self, options: LaunchOptions) -> None:
        self._options = options
        self._resume = options.resume
        self._keys: Keys | None = None
        self._root: Root | None = None
        self._weave_or_none: Weave | None = None
        self._agent: Agent | None = None
        self._conversation: Conversation | None = None
        self._spoken = False
        self.kept = False
        """Whether the last question's text is in the transcript file."""

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
        )
        await weave.__aenter__()
        self._root, self._weave_or_none = root, weave
        self._agent = Agent(weave, root.models.chat, root.clock, setup=IN_CHAT)

    async def _assembled(self) -> Root:
        options = self._options
        return await asyncio.to_thread(
            lambda: assemble(options.home, os.environ, now=options.now, keys=self._keys)
        )

    @property
    def _weave(self) -> Weave:
        if self._weave_or_none is None:
            raise InvalidInput("The memory is not open; start Avery again.")
        return self._weave_or_none

    async def begin(self) -> Event:
        """Begin the conversation, or go on with the one that was asked for."""
        self._conversation = await self._weave.begin(self._resume)
        self._spoken = bool(self._conversation.turns)
        return self._opened()

    def _opened(self) -> Event:
        weave, root, conversation = self._weave, self._root, self._conversation
        assert root is not None and conversation is not None
        chat = root.models.chat
        settings = root.config
        theme = settings.ui.get("theme")
        return plain.Opened(
            conversation=conversation.id,
            title=conversation.title,
            turns=conversation.turns,
            model=chat.name if chat is not None else None,
            memories=weave.status().memories,
            guest=weave.guest,
            owner_pid=weave.owner_pid,
            theme=theme if isinstance(theme, str) else None,
            keys=tuple((name, keys) for name, keys in settings.keys.items() if isinstance(keys, str)),
        )

    # A turn

    async def turn(self, ask: int, text: str) -> AsyncIterator[Event]:
        """Let the agent answer; the events of the turn under the number of its question."""
        assert self._agent is not None and self._conversation is not None
        self.kept = False
        streamed = False
        async for event in self._agent.turn(self._conversation, text):
            self.kept = self._spoken = True
            if isinstance(event, agent_events.Done) and not streamed:
                # Without a model the answer comes whole.
                yield plain.Fragment(ask, event.turn.text)
            streamed = streamed or isinstance(event, agent_events.Delta)
            if (told := _told(ask, event)) is not None:
                yield told
                if isinstance(told, plain.Refused):
                    return
        yield plain.Answered(ask)

    def stopped(self, ask: int) -> Event:
        """How a turn ends that the person broke off."""
        if self.kept:
            return plain.Answered(ask, _STOPPED)
        return plain.Refused(ask, "Stopped before it was sent.", kept=False)

    # Between turns

    async def recall(self, question: str) -> list[Event]:
        """What a question brings to mind; not counted as an access, since nobody was answered."""
        task = self._conversation.task.id if self._conversation is not None else None
        return [plain.Recollected(None, await self._weave.recall(question, task=task, count=False))]

    async def new(self) -> list[Event]:
        """End the task and begin another conversation."""
        ended = await self._end()
        self._resume = None
        return [await self.begin(), *ended]

    async def end_task(self) -> list[Event]:
        """End the task; what is said next in this conversation opens a fresh one."""
        conversation = self._conversation
        assert conversation is not None
        ended = await self._end()
        if not ended:
            return [plain.Ended("Nothing was said yet, so there is nothing to keep.")]
        self._conversation = await self._weave.begin(conversation.id)
        return ended

    async def reload(self, key: Secret | None = None) -> list[Event]:
        """Close and open again with what the configuration says now, in the same conversation."""
        conversation = self._conversation
        if key is not None:
            self._keys = replace(await asyncio.to_thread(self._kept_keys), model=key)
        weave, self._weave_or_none, self._root = self._weave, None, None
        await weave.close()
        self._resume = conversation.id if conversation is not None and self._spoken else None
        await self._open()
        await self.begin()
        return [self._opened_again()]

    def _kept_keys(self) -> Keys:
        return KeyStore(self._options.home, os.environ).keys()

    def _opened_again(self) -> Event:
        opened = self._opened()
        assert isinstance(opened, plain.Opened)
        return replace(opened, turns=())

    async def finish(self) -> None:
        """Before the memory closes for good: end the task, so that it is encoded or queued."""
        await self._end()

    async def _end(self) -> list[Event]:
        if self._conversation is None or not self._spoken:
            return []
        report = await self._weave.end(self._conversation.id)
        self._spoken = False
        return [plain.Ended(_sentence(report))]

    async def note(self, text: str) -> None:
        """Keep what was sent, without an answer: the person is leaving."""
        assert self._conversation is not None
        await self._weave.say(self._conversation.id, role=Role.USER, speaker="user", text=text)
        self._spoken = True

    async def take_up(self, leftovers: Callable[[], Iterable[Leftover]]) -> None:
        """Texts that a crash kept from the memory become a conversation of their own."""
        if self._weave.guest:
            return
        found = await asyncio.to_thread(lambda: list(leftovers()))
        if not found:
            return
        lost = await asyncio.to_thread(self._lost, found)
        if lost:
            conversation = await self._weave.begin(None, name="Sent before a crash")
            for leftover in lost:
                await self._weave.say(conversation.id, role=Role.USER, speaker="user", text=leftover.text)
            await self._weave.end(conversation.id)
        for file in {leftover.file for leftover in found}:
            await asyncio.to_thread(file.unlink, missing_ok=True)

    def _lost(self, found: list[Leftover]) -> list[Leftover]:
        """Those that stand in no transcript: a kill may fall between the transcript and the note of it."""
        earliest = min(leftover.at for leftover in found)
        journal = Journal(self._options.home)
        said = Counter(
            turn.text
            for name in journal.ids()
            for turn in journal.read(name).turns
            if turn.role is Role.USER and turn.time >= earliest
        )
        lost = []
        for leftover in found:
            words = mask(clean(leftover.text))
            if said[words] > 0:
                said[words] -= 1
            else:
                lost.append(leftover)
        return lost

    def standing(self) -> Event | None:
        """How the background work stands; None while the memory is closed to be opened again."""
        if self._weave_or_none is None:
            return None
        status = self._weave_or_none.status()
        waiting = tuple(sorted((name, count) for name, count in status.waiting.items() if count))
        return plain.Queue(status.encoding, waiting, status.degraded, status.ready, status.memories)


def _told(ask: int, event: agent_events.TurnEvent) -> Event | None:
    match event:
        case agent_events.Heard():
            return plain.Kept(ask)
        case agent_events.Recalled(recall, turn):
            return plain.Recollected(ask, recall, turn.text)
        case agent_events.Prompted(omitted=omitted):
            return plain.LeftOut(ask, omitted)
        case agent_events.Delta(text):
            return plain.Fragment(ask, text)
        case agent_events.Retrying(seconds, reason):
            return plain.Retry(ask, reason, seconds)
        case agent_events.Spent(prompt, completion, cached):
            return plain.Spent(prompt, completion, cached)
        case agent_events.Incomplete(reason):
            return plain.Cut(ask, reason)
        case agent_events.Failed(reason):
            return plain.Refused(ask, reason, kept=True)
        case _:
            return None


def _sentence(report: TaskReport) -> str:
    if report.queued:
        return "The task is ended; its turns are kept and encoded as soon as that is possible."
    kept = f"{report.transferred} memor{'y' if report.transferred == 1 else 'ies'}"
    facts = f" and {report.facts} fact{'' if report.facts == 1 else 's'}" if report.facts else ""
    return f"The task is ended: {kept}{facts} kept."
