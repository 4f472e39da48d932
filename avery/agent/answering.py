"""One reply of the model: streamed, with the tools it calls, waited for, shortened and tried again until it is whole.

The steps of a reply that calls tools are one reply to the person. What has run does not run again when the server
breaks off later, and what was cut in mid-call never runs at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from avery.agent.arguments import shown
from avery.agent.events import (
    Called,
    Delta,
    Done,
    Failed,
    Incomplete,
    Prompted,
    Retrying,
    Returned,
    Spent,
    TurnEvent,
    Unrun,
)
from avery.agent.exchange import Exchange
from avery.agent.minutes import Minutes
from avery.agent.prompt import Ingredients, Prompt
from avery.agent.tools import Toolbox, ToolContext, ToolResult
from avery.agent.window import Window
from weave.errors import (
    ContextOverflow,
    HomeError,
    MalformedReply,
    ModelError,
    ModelRateLimited,
    ModelUnavailable,
)
from weave.llm.streaming import NoAnswer
from weave.llm.thinking import visible
from weave.markdown import clean_line
from weave.model import Turn
from weave.ports import ChatModel, ToolCall
from weave.secrets import mask

_WAITS = (1.0, 2.0, 4.0, 8.0)
"""Seconds before each retry when the server does not say; after them the turn fails."""
_LONGEST_WAIT = 120.0
"""A server that asks for more is not waited for: the person is told instead."""
_STRANGER = "tool"
"""Who answers, in the transcript, for a tool that does not exist."""
_LONGEST_NAME = 64

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Desk:
    """What an agent answers with, the same for all its turns."""

    model: ChatModel
    window: Window
    box: Toolbox
    minutes: Minutes
    sleep: Sleep


@dataclass(slots=True)
class _Reply:
    """What has come of the reply so far."""

    settled: str = ""
    """The words before the calls that have run."""
    text: str = ""
    """The words of the step that goes on."""
    calls: tuple[ToolCall, ...] = ()

    @property
    def whole(self) -> str:
        return "\n\n".join(part for part in (self.settled, self.text) if part)

    def settle(self) -> None:
        self.text = visible(self.text)
        self.settled, self.text, self.calls = self.whole, "", ()


class Answering:
    """Answers one turn; iterate `events` once."""

    def __init__(self, desk: Desk, parts: Ingredients, context: ToolContext) -> None:
        self._desk = desk
        self._parts = parts
        self._context = context
        self._reply = _Reply()
        self._exchange = Exchange()
        self._retries = 0
        self._offered, self._offer = desk.window.offer(desk.box.offered)

    async def events(self) -> AsyncGenerator[TurnEvent, None]:
        """Ends with Done, Failed or Incomplete."""
        prompt = self._desk.window.prompt(self._parts, self._beside)
        yield _told(prompt)
        ended = False
        while not ended:
            try:
                async with aclosing(self._step(prompt)) as events:
                    async for event in events:
                        yield event
                        ended = isinstance(event, Done | Failed)
                self._exchange.shorten(self._desk.window.exchange_tokens)
                prompt = self._desk.window.prompt(self._parts, self._beside)
            except ContextOverflow as error:
                shorter = self._shorter(prompt)
                if shorter is None:
                    yield Failed(f"{error} Even alone your message does not fit; send a shorter one.")
                    return
                prompt = shorter
                yield _told(prompt)
            except ModelError as error:
                async with aclosing(self._after(error)) as events:
                    async for event in events:
                        yield event
                        ended = not isinstance(event, Retrying | Delta)
            except (asyncio.CancelledError, GeneratorExit):
                await asyncio.shield(self._broken_off())
                raise

    def _shorter(self, refused: Prompt) -> Prompt | None:
        """What to ask with when that was too long: old results go first, then the prompt's parts, then the last results."""
        window, exchange = self._desk.window, self._exchange
        if exchange.shorten(exchange.tokens // 2):
            return window.prompt(self._parts, self._beside)
        shorter = window.shorter(self._parts, refused, self._beside)
        if shorter is None and exchange.shorten(0, newest=True):
            return window.prompt(self._parts, self._beside)
        return shorter

    @property
    def _beside(self) -> int:
        """Tokens of what stands beside the prompt."""
        return self._offer + self._exchange.tokens

    async def _step(self, prompt: Prompt) -> AsyncGenerator[TurnEvent, None]:
        """One request, and what it leads to: the end, or calls that have run."""
        offered = self._exchange.open
        async with aclosing(self._stream(prompt, offered)) as events:
            async for event in events:
                yield event
        calls = self._reply.calls
        if not calls:
            yield await self._done()
        elif offered:
            async with aclosing(self._run(calls)) as events:
                async for event in events:
                    yield event
        else:
            yield Unrun(len(calls), self._exchange.unrun(len(calls)))
            yield await self._done()

    async def _stream(self, prompt: Prompt, offered: bool) -> AsyncGenerator[TurnEvent, None]:
        reply = self._reply
        tools = self._offered if offered else ()
        async for fragment in self._desk.model.stream((*prompt.messages, *self._exchange.messages), tools):
            if fragment.text:
                gap = "\n\n" if reply.settled and not reply.text else ""
                reply.text += fragment.text
                yield Delta(gap + fragment.text)
            if fragment.usage:
                usage = fragment.usage
                yield Spent(usage.prompt, usage.completion, usage.cached)
            reply.calls += fragment.calls

    async def _run(self, calls: tuple[ToolCall, ...]) -> AsyncGenerator[TurnEvent, None]:
        """Run the calls of a step in their order, as far as the turn allows."""
        said, exchange = self._reply.text, self._exchange
        answered: list[tuple[ToolCall, ToolResult]] = []
        self._reply.settle()
        for call in calls:
            if not exchange.open:
                break
            name, arguments = _name(call), shown(call.arguments)
            yield Called(name, arguments, self._desk.box.origin(call.name))
            result = await self._answer(call, f"{name} {arguments}")
            answered.append((call, result))
            exchange.count(result)
            yield Returned(name, result.text, result.ok, result.seconds)
        left = len(calls) - len(answered)
        reason = exchange.unrun(left) if left else ""
        exchange.add(said, answered, reason)
        if left:
            yield Unrun(left, reason)

    async def _answer(self, call: ToolCall, words: str) -> ToolResult:
        """Run one call and keep it in the minutes, also when it is stopped."""
        box, conversation = self._desk.box, self._context.conversation
        result: ToolResult | None = None
        try:
            result = await box.run(call, self._context, self._desk.window.result_letters)
        finally:
            tool = call.name if box.knows(call.name) else _STRANGER
            await self._desk.minutes.called(conversation, tool, words, result)
        return result

    async def _after(self, error: ModelError) -> AsyncGenerator[TurnEvent, None]:
        """What follows a request that failed: another try, the end without one, or what had been said before."""
        reply, exchange = self._reply, self._exchange
        if isinstance(error, NoAnswer) and exchange.messages:
            # After a call many models have nothing to add, and some fall silent as long as there are tools.
            if reply.settled:
                yield await self._done()
                return
            if exchange.open:
                exchange.closed = True
                return
        if reply.whole:
            yield Incomplete(str(error), await self._broken_off())
        wait = _wait(error, self._retries)
        if wait is None:
            if not reply.whole:
                yield Failed(str(error))
            return
        self._retries += 1
        reply.text, reply.calls = "", ()
        yield Retrying(wait, str(error))
        await self._desk.sleep(wait)
        if reply.settled:
            yield Delta(reply.settled)

    async def _done(self) -> TurnEvent:
        self._reply.settle()
        whole = self._reply.settled
        if not whole:
            instead = "kept calling tools" if self._exchange.messages else "sent only its reasoning"
            return Failed(f"The model {instead} and gave no answer; ask again.")
        self._reply.settled = ""
        try:
            return Done(await self._desk.minutes.replied(self._context.conversation, whole))
        except HomeError as error:
            return Failed(f"The reply could not be kept: {error}")

    async def _broken_off(self) -> Turn | None:
        return await self._desk.minutes.broken_off(self._context.conversation, self._reply.whole)


def _told(prompt: Prompt) -> Prompted:
    return Prompted(prompt.tokens, prompt.omitted, prompt.dropped)


def _name(call: ToolCall) -> str:
    """The tool's name as the model wrote it, fit to be shown."""
    return mask(clean_line(call.name))[:_LONGEST_NAME].strip() or _STRANGER


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
