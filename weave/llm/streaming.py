"""From a server's chunks to fragments of visible text; a stream that ends without saying so was cut."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from weave.errors import MalformedReply, ModelUnavailable
from weave.llm.thinking import Filter
from weave.ports import Fragment, Usage

if TYPE_CHECKING:
    from openai import AsyncStream
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletionChunk

    Chunks = AsyncStream[ChatCompletionChunk]


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


async def fragments(chunks: Chunks, limit: int) -> AsyncGenerator[Fragment, None]:
    """The visible text of a stream, then its usage.

    Raises ModelUnavailable when the stream ends without a finish, MalformedReply when it holds no answer or was
    ended by the limit of `limit` tokens; both after what could be shown was given.
    """
    halves, sieve = _Halves(), Filter()
    finish: str | None = None
    shown = False
    try:
        async for chunk in chunks:
            if chunk.usage:
                yield Fragment(usage=_usage(chunk.usage))
            for choice in chunk.choices[:1]:
                finish = choice.finish_reason or finish
                if text := sieve.feed(halves.feed(choice.delta.content or "")):
                    shown = True
                    yield Fragment(text)
    finally:
        await chunks.close()
    if rest := sieve.finish():
        shown = True
        yield Fragment(rest)
    _check(finish, shown, limit)


def _check(finish: str | None, answered: bool, limit: int) -> None:
    if finish is None:
        raise ModelUnavailable("The reply broke off before its end; ask again.", transient=True)
    if finish == "length":
        raise MalformedReply(
            f"The reply reached the limit of {limit} tokens; raise model.reply_tokens in config.toml, "
            "or ask for less at once."
        )
    if not answered:
        raise MalformedReply("The model sent no answer, only its reasoning or nothing; ask again.")


def _usage(usage: CompletionUsage) -> Usage:
    details = usage.prompt_tokens_details
    cached = (details.cached_tokens or 0) if details else 0
    return Usage(usage.prompt_tokens, usage.completion_tokens, cached)
