"""The chat model behind any OpenAI-compatible server: streams, structured calls, the list of models.

The `openai` package is imported at the first call, never before the app's first paint.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from weave.errors import (
    BudgetSpent,
    ContextOverflow,
    MalformedReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelUnavailable,
)
from weave.llm import failures
from weave.llm.endpoint import Endpoint
from weave.llm.ration import Ration, current
from weave.llm.repair import candidates, is_cut
from weave.llm.schemas import problem
from weave.llm.schemas import schema as schema_of
from weave.llm.streaming import Uncalled, completion_of, counted, fragments
from weave.llm.usage import CHAT, Gauge, Listener, Outcome, estimated
from weave.llm.wire import Dialect, Form
from weave.ports import Fragment, Message, ToolSpec, Usage
from weave.tokens import tokens

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

    from weave.llm.streaming import Chunks

Sleep = Callable[[float], Awaitable[None]]

_TRIES = 3
"""Readings of a structured reply before it is given up."""
_WAITS = (1.0, 2.0, 4.0)
"""Seconds before each retry of a server in trouble; no jitter, since one person's server has one client."""
_LONGEST_WAIT = 60.0
"""A server that asks for more is left for later: what was asked stays queued."""
_REPLY_SHARE = 4
"""A reply may take at most this part of the context."""


class OpenAIChat:
    """Satisfies `weave.ports.ChatModel`. One instance serves one event loop at a time; `close` it."""

    def __init__(
        self,
        endpoint: Endpoint,
        name: str | None,
        *,
        context_tokens: int = 128_000,
        reply_tokens: int = 4_096,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.endpoint = endpoint
        self.name = name or ""
        """Empty until the first call when none was named: then it is the first that the server offers."""
        self.context_tokens = context_tokens
        self.reply_tokens = max(1, min(reply_tokens, context_tokens // _REPLY_SHARE))
        self.usage = Usage()
        """All tokens of this instance so far, as the server counted them."""
        self.repaired = 0
        """Structured replies that were read only at a second or third try."""
        self.unreadable = 0
        """Structured replies given up."""
        self.listener: Listener | None = None
        """Told of every request, also of those that failed or were tried again."""
        self._sleep = sleep
        self._dialect = Dialect(endpoint.is_openai)
        self._clients: dict[asyncio.AbstractEventLoop, openai.AsyncOpenAI] = {}

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()
    ) -> AsyncGenerator[Fragment, None]:
        """A reply piece by piece, reasoning left out. Raises ModelError, also after a part was given.

        A server that refuses `tools` is asked without them, now and from then on.
        """
        try:
            async with aclosing(self._offering(messages, tools)) as pieces:
                async for piece in pieces:
                    self._count(piece.usage)
                    yield piece
        except Exception as error:
            raise self._translated(error) from error

    async def _offering(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator[Fragment, None]:
        """The reply; asked once more without tools when nothing came of it because of them."""
        begun = False
        try:
            async with aclosing(self._fragments(messages, tools)) as pieces:
                async for piece in pieces:
                    begun = begun or bool(piece.text)
                    yield piece
            return
        except Exception as error:
            if begun or not tools or not self._blames_tools(error):
                raise
        async with aclosing(self._fragments(messages, ())) as pieces:
            async for piece in pieces:
                yield piece

    def _blames_tools(self, error: Exception) -> bool:
        """Whether a stream failed over the tools: announced and never sent, or refused inside the stream."""
        import openai

        if isinstance(error, openai.APIError) and not isinstance(error, openai.APIStatusError):
            return self._dialect.without_tools({"tools": True}, error.message)
        return isinstance(error, Uncalled)

    async def _fragments(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec]
    ) -> AsyncGenerator[Fragment, None]:
        gauge = Gauge(CHAT, messages, self.listener, tools)
        response: Chunks = await self._create(
            gauge, lambda: self._dialect.streaming(self.name, messages, self.reply_tokens, tools)
        )
        outcome, said = Outcome.CUT, ""
        try:
            async with aclosing(fragments(response, self.reply_tokens, salt=len(messages))) as pieces:
                async for piece in pieces:
                    said += piece.text
                    gauge.usage = piece.usage or gauge.usage
                    yield piece
            outcome = Outcome.OK
        finally:
            gauge.ended(outcome, said)

    async def structured(self, schema: str, messages: Sequence[Message]) -> dict[str, object]:
        """A reply that follows the named schema.

        Tried three times when it cannot be read, then MalformedReply; a server in trouble is waited for (1, 2, 4 s
        or what it asks, at most a minute), then its ModelError is raised.
        """
        limit, trouble = self.reply_tokens, "it was empty"
        for attempt in range(_TRIES):
            gauge = Gauge(schema, messages, self.listener, ration=current())
            reply, cut = await self._patiently(gauge, limit)
            for value in candidates(reply):
                fault = problem(schema, value)
                if fault is None and isinstance(value, dict):
                    self.repaired += attempt > 0
                    gauge.ended(Outcome.OK, reply)
                    return value
                trouble = fault or trouble
            gauge.ended(Outcome.UNREADABLE, reply)
            if cut and gauge.ration is not None and gauge.ration.bound < limit:
                raise BudgetSpent(
                    "The tokens that are left were too few for the reply; it comes again later."
                )
            if cut or is_cut(reply):
                limit, trouble = limit * 2, "it was cut off"
        self.unreadable += 1
        raise MalformedReply(
            f"The model's {schema} reply could not be read after {_TRIES} tries ({trouble}); "
            "it is tried again later, or choose a model that follows JSON schemas."
        )

    async def models(self) -> list[str]:
        """The names that the server offers, sorted. Raises ModelError."""
        try:
            page = await self._client().models.list()
            if not hasattr(page, "data"):
                raise failures.foreign(self.endpoint)
            return sorted(model.id for model in page.data or [])
        except Exception as error:
            raise self._translated(error) from error

    async def close(self) -> None:
        """Release the connections of this loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    async def _patiently(self, gauge: Gauge, limit: int) -> tuple[str, bool]:
        """One structured reply's text, and whether the token limit cut it."""
        for pause in _WAITS:
            try:
                return await self._ask(gauge, limit)
            except (ModelRateLimited, ModelUnavailable) as error:
                await self._sleep(_wait(error, pause))
        return await self._ask(gauge, limit)

    async def _ask(self, gauge: Gauge, limit: int) -> tuple[str, bool]:
        form = self._dialect.form
        bound = self._booked(gauge, limit)
        try:
            reply: ChatCompletion = await self._create(
                gauge, lambda: self._dialect.structured(self.name, gauge.kind, gauge.messages, bound)
            )
            if not getattr(reply, "choices", None):
                gauge.ended(Outcome.UNREADABLE)
                raise failures.foreign(self.endpoint)
        except Exception as error:
            # Another form did not help, so the form was not what the server minded.
            self._dialect.form = form
            raise self._translated(error) from error
        if reply.usage:
            gauge.usage = counted(reply.usage)
            self._count(gauge.usage)
        choice = reply.choices[0]
        said = choice.message.content or ""
        if gauge.ration is not None and gauge.ration.exceeded(gauge.usage, said):
            gauge.ended(Outcome.UNREADABLE, said)
            raise failures.too_long(self.endpoint)
        return said, choice.finish_reason == "length"

    def _booked(self, gauge: Gauge, limit: int) -> int:
        """How long the reply may be. Raises BudgetSpent."""
        if gauge.ration is None:
            return limit
        prompt = estimated(gauge.messages).prompt
        if self._dialect.form is not Form.SCHEMA:
            prompt += tokens(str(schema_of(gauge.kind)))
        return gauge.ration.book(prompt, limit)

    async def _send(self, asked: dict[str, Any], ration: Ration | None) -> Any:
        """One request; of what is rationed, no more of the reply is read than it may hold."""
        completions = self._client().chat.completions
        if ration is None:
            return await completions.create(**asked)
        body = bytearray()
        async with completions.with_streaming_response.create(**asked) as response:
            async for piece in response.iter_bytes():
                body += piece
                if len(body) > ration.most_bytes:
                    raise failures.too_long(self.endpoint)
        return completion_of(bytes(body))

    async def _create(self, gauge: Gauge, parameters: Callable[[], dict[str, Any]]) -> Any:
        """Ask; leave out what the server turns out not to know and ask again."""
        import openai

        if not self.name:
            self.name = await self._first_model()
        while True:
            asked = parameters()
            gauge.begin(self.name)
            try:
                return await self._send(asked, gauge.ration)
            except (openai.APITimeoutError, asyncio.CancelledError, MalformedReply):
                # the server may well have gone on
                gauge.ended(Outcome.CUT)
                raise
            except Exception as error:
                translated = self._translated(error)
                gauge.failed(translated)
                if not isinstance(error, openai.APIStatusError) or not self._learned(
                    asked, error, translated
                ):
                    raise translated from error

    def _learned(self, asked: dict[str, Any], error: openai.APIStatusError, translated: ModelError) -> bool:
        """Whether the refusal told of something that the next request leaves out."""
        dialect, complaint, status = self._dialect, error.message, error.status_code
        if isinstance(translated, ContextOverflow):
            return dialect.unbound(asked, complaint)
        if error.code != failures.BAD_CALL and dialect.without_tools(asked, complaint, status):
            return True
        return status in (400, 422) and dialect.learn(asked, complaint)

    async def _first_model(self) -> str:
        try:
            offered = await self.models()
        except (ModelRejected, MalformedReply):
            offered = []  # a server without a list of models: most of those have one and take any name
        chatty = [name for name in offered if "embed" not in name.lower()]
        return chatty[0] if chatty else "default"

    def _client(self) -> openai.AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if loop not in self._clients:
            self._clients = {
                known: client for known, client in self._clients.items() if not known.is_closed()
            }
            self._clients[loop] = self.endpoint.open_async()
        return self._clients[loop]

    def _translated(self, error: Exception) -> ModelError:
        return failures.translate(error, self.endpoint, self.name)

    def _count(self, usage: Usage | None) -> None:
        if usage is not None:
            old = self.usage
            self.usage = Usage(
                old.prompt + usage.prompt, old.completion + usage.completion, old.cached + usage.cached
            )


def _wait(error: ModelRateLimited | ModelUnavailable, pause: float) -> float:
    """Seconds to wait before the next try; raises the error when waiting is no use."""
    if isinstance(error, ModelUnavailable) and not error.transient:
        raise error
    wait = pause if error.retry_after is None else error.retry_after
    if wait > _LONGEST_WAIT:
        raise error
    return wait
