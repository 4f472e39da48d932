"""One turn: the person's words made durable, then recall, prompt, stream, and the reply kept.

What is cut off stays, marked, and is never remembered; a server in trouble is waited for; a context that would
overflow is shortened. Cancelling the task that iterates a turn stops it at any point and loses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from avery.agent.alone import SETUP, answer
from avery.agent.events import (
    Delta,
    Done,
    Failed,
    Heard,
    Incomplete,
    Prompted,
    Recalled,
    Retrying,
    Spent,
    TurnEvent,
)
from avery.agent.prompt import Ingredients, Prompt, build
from weave.clock import Clock, zone_named
from weave.conversations import Conversation
from weave.errors import (
    ContextOverflow,
    HomeError,
    MalformedReply,
    ModelError,
    ModelRateLimited,
    ModelUnavailable,
)
from weave.llm.thinking import visible
from weave.model import Recall, Role, Turn
from weave.ports import ChatModel
from weave.weave import Weave

_WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each retry when the server does not say; after them the turn fails."""
_LONGEST_WAIT = 120.0
"""A server that asks for more is not waited for: the person is told instead."""
_REPLY_SHARE = 4
"""At most a quarter of the context is kept free for the reply."""
_SMALLEST_CONTEXT = 256

Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class _Reply:
    """What has come of the reply so far."""

    text: str = ""
    retries: int = 0


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
    ) -> None:
        """`setup` is what a person types to connect a model where this agent speaks."""
        self._weave = weave
        self._model = model
        self._clock = clock
        self._sleep = sleep
        self._setup = setup
        self._zone = zone_named(weave.config.timezone)
        self._spoken: dict[str, list[Turn]] = {}
        self._context = model.context_tokens if model else 0
        self.kept: Turn | None = None
        """What was kept of the last reply that was cut or stopped."""

    async def turn(self, conversation: Conversation, text: str) -> AsyncGenerator[TurnEvent, None]:
        """Answer `text`; ends with Done, Failed or Incomplete.

        Incomplete may also be followed by Retrying: the reply then starts anew. Raises WeaveError only when the
        person's own words could not be stored.
        """
        spoken = self._history(conversation)
        history = tuple(spoken)
        said = await self._weave.say(conversation.id, role=Role.USER, speaker="user", text=text)
        spoken.append(said)
        yield Heard(said)
        recall = await self._recall(conversation, said, history)
        yield Recalled(recall, said)
        parts = await self._ingredients(conversation, said, history, recall)
        if self._model is None:
            yield await self._alone(conversation, recall)
            return
        async with aclosing(self._answer(conversation, parts)) as events:
            async for event in events:
                yield event

    def _history(self, conversation: Conversation) -> list[Turn]:
        return self._spoken.setdefault(conversation.id, list(conversation.turns))

    async def _recall(self, conversation: Conversation, said: Turn, history: Sequence[Turn]) -> Recall:
        """What comes to mind, without the words that stand in the prompt anyway; without a model there is none."""
        here = {said.id} if self._model is None else {said.id, *(turn.id for turn in history)}
        task = None if self._weave.guest else conversation.task.id
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
        )

    async def _alone(self, conversation: Conversation, recall: Recall) -> TurnEvent:
        return await self._done(conversation, answer(recall.memories, self._zone, self._setup), recalled=True)

    async def _answer(
        self, conversation: Conversation, parts: Ingredients
    ) -> AsyncGenerator[TurnEvent, None]:
        """Stream, wait, shorten and try again until the reply is whole or cannot be had."""
        reply = _Reply()
        prompt = self._prompt(parts)
        yield Prompted(prompt.tokens, prompt.omitted, prompt.dropped)
        while True:
            try:
                async with aclosing(self._stream(prompt, reply)) as events:
                    async for event in events:
                        yield event
                whole, reply.text = visible(reply.text), ""
                yield await self._done(conversation, whole)
                return
            except ContextOverflow as error:
                shorter = self._shorter(parts, prompt)
                if shorter is None:
                    yield Failed(f"{error} Even alone your message does not fit; send a shorter one.")
                    return
                prompt = shorter
                yield Prompted(prompt.tokens, prompt.omitted, prompt.dropped)
            except ModelError as error:
                if reply.text:
                    yield Incomplete(str(error), await self._keep(conversation, reply))
                wait = _wait(error, reply.retries)
                if wait is None:
                    if not reply.text:
                        yield Failed(str(error))
                    return
                reply.text, reply.retries = "", reply.retries + 1
                yield Retrying(wait, str(error))
                await self._sleep(wait)
            except (asyncio.CancelledError, GeneratorExit):
                await asyncio.shield(self._keep(conversation, reply))
                raise

    async def _stream(self, prompt: Prompt, reply: _Reply) -> AsyncGenerator[TurnEvent, None]:
        assert self._model is not None
        stream = self._model.stream(prompt.messages)
        async for fragment in stream:
            if fragment.text:
                reply.text += fragment.text
                yield Delta(fragment.text)
            if fragment.usage:
                usage = fragment.usage
                yield Spent(usage.prompt, usage.completion, usage.cached)

    def _prompt(self, parts: Ingredients) -> Prompt:
        free = min(self._weave.config.model.reply_tokens, self._context // _REPLY_SHARE)
        return build(parts, self._context - free)

    def _shorter(self, parts: Ingredients, refused: Prompt) -> Prompt | None:
        """A smaller prompt, remembered as this server's measure; None when nothing is left to drop."""
        while self._context > _SMALLEST_CONTEXT:
            self._context = min(self._context, refused.tokens) * 2 // 3
            prompt = self._prompt(parts)
            if prompt.tokens < refused.tokens:
                return prompt
        self._context = self._model.context_tokens if self._model else 0
        return None

    async def _done(self, conversation: Conversation, text: str, *, recalled: bool = False) -> TurnEvent:
        say = self._weave.say(
            conversation.id, role=Role.ASSISTANT, speaker="assistant", text=text, recalled=recalled
        )
        try:
            turn = await asyncio.shield(say)
        except HomeError as error:
            return Failed(f"The reply could not be kept: {error}")
        self._history(conversation).append(turn)
        return Done(turn)

    async def _keep(self, conversation: Conversation, reply: _Reply) -> Turn | None:
        """Keep what came of a reply, marked incomplete; None when nothing came or it cannot be kept."""
        self.kept = None
        if not reply.text.strip():
            return None
        try:
            self.kept = await self._weave.say(
                conversation.id, role=Role.ASSISTANT, speaker="assistant", text=reply.text, complete=False
            )
        except HomeError:
            return None
        self._history(conversation).append(self.kept)
        return self.kept


def _wait(error: ModelError, retries: int) -> float | None:
    """Seconds until the next try; None when another try makes no sense."""
    if retries >= len(_WAITS) or isinstance(error, MalformedReply):
        return None
    if isinstance(error, ModelRateLimited):
        asked: float | None = error.retry_after
    elif isinstance(error, ModelUnavailable) and error.transient:
        asked = error.retry_after
    else:
        return None
    wait = _WAITS[retries] if asked is None else asked
    return wait if wait <= _LONGEST_WAIT else None
