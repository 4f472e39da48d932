"""One turn: the person's words made durable, then recall, prompt, and the reply with the tools it calls.

What is cut off stays, marked, and is never remembered; a server in trouble is waited for; a context that would
overflow is shortened. Cancelling the task that iterates a turn stops it at any point and loses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

from avery.agent import attachments
from avery.agent.alone import SETUP, answer
from avery.agent.answering import Answering, Desk, Sleep
from avery.agent.disputes import Dispute, disputes
from avery.agent.events import Called, Done, Failed, Heard, Recalled, Returned, TurnEvent
from avery.agent.minutes import Minutes
from avery.agent.note import Note
from avery.agent.occasions import Occasions
from avery.agent.prompt import Ingredients
from avery.agent.tools import Toolbox, ToolContext
from avery.agent.window import Window
from weave.clock import Clock, zone_named
from weave.conversations import Conversation
from weave.errors import HomeError, NotFound
from weave.model import Memory, Recall, Turn
from weave.ports import ChatModel
from weave.talks.withdrawing import Withdrawn
from weave.weave import Weave

_MOST_SIDES = 12
"""Other sides of contradictions that are looked up for one turn."""


class Agent:
    """Answers turns of one memory. Without a model it answers from memory alone."""

    def __init__(
        self,
        weave: Weave,
        model: ChatModel | None,
        clock: Clock,
        *,
        sleep: Sleep = asyncio.sleep,
        setup: str = SETUP,
        tools: Toolbox | None = None,
        folder: Path | None = None,
    ) -> None:
        """`setup`: what a person types to connect a model where this agent speaks. `tools`: by itself, `note`.

        `folder`: where the files are that a message names with @; None reads none.
        """
        self._folder = folder
        self._weave = weave
        self._clock = clock
        self._setup = setup
        self._zone = zone_named(weave.config.timezone)
        self._minutes = Minutes(weave)
        self._occasions = Occasions(weave, clock, self._zone)
        self._desk: Desk | None = None
        if model is not None:
            settings = weave.config
            letters = settings.tools.output_letters
            window = Window(model.context_tokens, settings.model.reply_tokens, letters)
            self._desk = Desk(
                model, window, Toolbox((Note(),)) if tools is None else tools, self._minutes, sleep
            )

    @property
    def kept(self) -> Turn | None:
        """What was kept of the last reply that was cut or stopped."""
        return self._minutes.kept

    async def take_back(self, conversation: Conversation, turn: str) -> Withdrawn:
        """Forget what the person sends anew, and the replies to it. Raises WeaveError; nothing has changed then."""
        gone = await self._weave.talks.withdraw(conversation.id, turn)
        self._minutes.withdrawn(conversation, gone.turns)
        return gone

    async def turn(self, conversation: Conversation, text: str) -> AsyncGenerator[TurnEvent, None]:
        """Answer `text`; ends with Done, Failed or Incomplete.

        Incomplete may also be followed by Retrying: the reply then starts anew. Raises WeaveError only when the
        person's own words could not be stored.
        """
        history = self._minutes.turns(conversation)
        said = await self._minutes.heard(conversation, text)
        yield Heard(said)
        files: list[tuple[str, str]] = []
        async with aclosing(self._attach(conversation, said, files)) as events:
            async for event in events:
                yield event
        recall = await self._recall(conversation, said)
        yield Recalled(recall, said)
        task = _task(conversation, said)
        async with aclosing(self._occasions.events(conversation, said, recall, task)) as occasions:
            async for occasion in occasions:
                yield occasion
        if self._desk is None:
            yield await self._alone(conversation, recall)
            return
        parts = await self._ingredients(conversation, said, history, recall)
        parts = replace(parts, files=files, beside=self._occasions.block(said.text))
        context = ToolContext(self._weave, conversation, task, said.id)
        answering = Answering(self._desk, parts, context)
        async with aclosing(answering.events()) as events:
            async for event in events:
                yield event

    async def _attach(
        self, conversation: Conversation, said: Turn, files: list[tuple[str, str]]
    ) -> AsyncGenerator[TurnEvent, None]:
        """Read what the words name with @, keep it beside them, and put it into `files`."""
        folder = self._folder
        if "@" not in said.text or folder is None:
            return
        names = await asyncio.to_thread(attachments.named, said.text, folder)
        longest = self._desk.window.file_letters if self._desk is not None else attachments.LONGEST
        for file in await asyncio.to_thread(attachments.read, names, folder, longest):
            yield Called(attachments.SPEAKER, file.name)
            if file.ok:
                files.append((file.name, file.text))
                await self._minutes.attached(conversation, file.name, file.text)
            yield Returned(attachments.SPEAKER, file.note, file.ok)

    async def _recall(self, conversation: Conversation, said: Turn) -> Recall:
        """What comes to mind, without the words that stand in the prompt anyway; without a model there is none."""
        spoken = [turn.id for turn in self._minutes.turns(conversation)]
        here = {said.id} if self._desk is None else {said.id, *spoken}
        task = None if self._weave.guest else _task(conversation, said)
        return await self._weave.recall(said.text, task=task, exclude=here)

    async def _ingredients(
        self, conversation: Conversation, said: Turn, history: Sequence[Turn], recall: Recall
    ) -> Ingredients:
        config = self._weave.config
        return Ingredients(
            identity=await self._weave.identity(),
            history=history,
            recalled=tuple(found for found in recall.memories if not found.memory.private),
            text=said.text,
            task=conversation.task.name,
            now=self._clock(),
            zone=self._zone,
            passage_tokens=config.recall.budget_tokens,
            written=recall.passage if config.model.synthesis else None,
            disputes=tuple(
                dispute
                for dispute in await self._disputes(recall)
                if not any(side.private for side in dispute.sides)
            ),
        )

    async def _disputes(self, recall: Recall) -> tuple[Dispute, ...]:
        """What among the recalled is contradicted and undecided, with the other side where that was not recalled."""
        here = {found.memory.id for found in recall.memories}
        named = dict.fromkeys(other for found in recall.memories for other in found.conflicts)
        others: list[Memory] = []
        for reference in [other for other in named if other not in here][:_MOST_SIDES]:
            try:
                others.append(await self._weave.get(reference))
            except NotFound:  # forgotten meanwhile
                continue
        return disputes(recall.memories, others)

    async def _alone(self, conversation: Conversation, recall: Recall) -> TurnEvent:
        text = answer(recall.memories, self._zone, self._setup, await self._disputes(recall))
        try:
            return Done(await self._minutes.replied(conversation, text, recalled=True))
        except HomeError as error:
            return Failed(f"The reply could not be kept: {error}")


def _task(conversation: Conversation, said: Turn) -> str:
    """The task the words went into: another than the conversation told of, if that was discarded meanwhile."""
    return said.task or conversation.task.id
