"""From a server's chunks to fragments: visible text, usage, and the calls of a stream that came to its end.

A stream that ends without saying so was cut, and a call in it is never given.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from weave.errors import MalformedReply, ModelUnavailable
from weave.llm.calls import Calls
from weave.llm.thinking import Filter
from weave.ports import Fragment, Usage

if TYPE_CHECKING:
    from openai import AsyncStream
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletion, ChatCompletionChunk

    Chunks = AsyncStream[ChatCompletionChunk]

_CALLING = ("stop", "tool_calls", "function_call")
"""Ends of a reply whose calls are whole; some servers say "stop" after calls too."""


class NoAnswer(MalformedReply):
    """The reply ended as it should and held nothing to show."""


class Uncalled(NoAnswer):
    """The server announced a call and sent none."""


class _Halves:
    """Joins emoji whose surrogate halves a server sent in two chunks."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, text: str) -> str:
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        whole = text[: len(text) - len(self._half)]
        if whole.isascii():
            return whole
        return whole.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


async def fragments(chunks: Chunks, limit: int, salt: int = 0) -> AsyncGenerator[Fragment, None]:
    """The visible text of a stream, then its usage, then its calls; `salt` makes the ids that calls lack.

    Raises ModelUnavailable when the stream ends without a finish, MalformedReply when it holds no answer or was
    ended by the limit of `limit` tokens; both after what could be shown was given.
    """
    halves, sieve, calls = _Halves(), Filter(), Calls()
    finish: str | None = None
    usage: Usage | None = None
    shown = False
    try:
        async for chunk in chunks:
            # Some servers send it with every chunk, as it grows: only the last one counts.
            usage = counted(chunk.usage) if chunk.usage else usage
            for choice in chunk.choices[:1]:
                finish = choice.finish_reason or finish
                calls.feed(choice.delta)
                if text := sieve.feed(halves.feed(choice.delta.content or "")):
                    shown = True
                    yield Fragment(text)
    finally:
        await chunks.close()
    if rest := sieve.finish():
        shown = True
        yield Fragment(rest)
    if usage is not None:
        yield Fragment(usage=usage)
    called = calls.finish(salt) if finish in _CALLING else ()
    _check(finish, shown or bool(called), limit)
    if called:
        yield Fragment(calls=called)


def _check(finish: str | None, answered: bool, limit: int) -> None:
    if finish is None:
        raise ModelUnavailable("The reply broke off before its end; ask again.", transient=True)
    if finish == "length":
        raise MalformedReply(
            f"The reply reached the limit of {limit} tokens; raise model.reply_tokens in config.toml, "
            "or ask for less at once."
        )
    if not answered and finish in _CALLING[1:]:
        raise Uncalled("The model announced a tool call and sent none; ask again.")
    if not answered:
        raise NoAnswer("The model sent no answer, only its reasoning or nothing; ask again.")


def completion_of(body: bytes) -> ChatCompletion:
    """What a reply's body says, read as leniently as the `openai` package does; without choices when it is none."""
    from openai.types.chat import ChatCompletion

    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = {}
    return ChatCompletion.construct(**found) if isinstance(found, dict) else ChatCompletion.construct()


def counted(usage: CompletionUsage) -> Usage:
    """The tokens of a reply as its server counted them."""
    details = usage.prompt_tokens_details
    cached = (details.cached_tokens or 0) if details else 0
    return Usage(usage.prompt_tokens or 0, usage.completion_tokens or 0, cached)
