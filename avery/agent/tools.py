"""Tools that the model may call: what a tool is, and the box that runs one only when everything about the call is right.

What a tool returns is data. A call that cannot be read, that asks for what is not there or that the person did not
allow is answered with a sentence to the model; it never runs with arguments that the model did not give.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from avery.agent.arguments import Arguments, BadArguments, read
from weave.conversations import Conversation
from weave.errors import WeaveError
from weave.ports import ToolCall, ToolSpec
from weave.weave import Weave

RESULT_LETTERS = 4_000
"""At most, of a result, which goes to the model, the transcript and the screen."""
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Where a call happens."""

    weave: Weave
    conversation: Conversation
    task: str
    """The id of the task that the person's words went into, whose pad is there."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave."""

    text: str
    ok: bool = True
    own: bool = False
    """Avery's own words, which bring no news: the model sees them unquoted, and they are never encoded."""


class Tool(Protocol):
    """What the model may call. Its name is letters, digits, `_` and `-`, at most 64."""

    @property
    def name(self) -> str:
        """What the model calls it."""

    @property
    def description(self) -> str:
        """When to call it and what it gives; the model reads it."""

    @property
    def schema(self) -> Mapping[str, object]:
        """The JSON schema of its arguments, an object's."""

    @property
    def changes(self) -> bool:
        """Whether it changes anything outside the task's own pad: then the person is asked first."""

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Do it, with arguments that follow the schema. May raise WeaveError; may be cancelled at any point."""


Consent = Callable[[Tool, Arguments], Awaitable[bool]]
"""Asks the person whether this call may run."""


class Toolbox:
    """The tools of one agent. Without a `consent` to ask for, what changes something never runs."""

    def __init__(
        self, tools: Sequence[Tool] = (), *, consent: Consent | None = None, seconds: float = _SECONDS
    ) -> None:
        """`seconds`: what one call may take."""
        self._tools = {tool.name: tool for tool in tools}
        self._consent = consent
        self._seconds = seconds

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """The tools as the model is told of them."""
        return tuple(ToolSpec(tool.name, tool.description, tool.schema) for tool in self._tools.values())

    def knows(self, name: str) -> bool:
        """Whether there is a tool of this name."""
        return name in self._tools

    async def run(self, call: ToolCall, context: ToolContext, letters: int = RESULT_LETTERS) -> ToolResult:
        """Run a call, or say why not; the text is cut to `letters`. Raises nothing but what cancels it."""
        tool = self._tools.get(call.name)
        if tool is None:
            names = ", ".join(self._tools) or "none"
            return refusal(f"There is no tool of that name; the tools are: {names}.")
        try:
            arguments = read(call.arguments, tool.schema)
        except BadArguments as error:
            return refusal(f"Nothing was done: {error} Call it again with the arguments written in full.")
        if tool.changes and not await self._allowed(tool, arguments):
            return refusal("Nothing was done: the person did not allow it. Do not try it again unasked.")
        return _bounded(await self._run(tool, arguments, context), letters)

    async def _allowed(self, tool: Tool, arguments: Arguments) -> bool:
        return self._consent is not None and await self._consent(tool, arguments)

    async def _run(self, tool: Tool, arguments: Arguments, context: ToolContext) -> ToolResult:
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                return await tool.run(arguments, context)
        except WeaveError as error:
            return refusal(f"It failed: {error}")
        except TimeoutError as error:
            if limit.expired():
                return refusal(f"It was stopped after {self._seconds:g} s and may be half done.")
            return _broken(error)
        except Exception as error:  # the boundary: a tool that breaks must not take the reply with it
            return _broken(error)


def refusal(reason: str) -> ToolResult:
    """A call that did not do what it should, in a sentence to the model."""
    return ToolResult(reason, ok=False, own=True)


def _broken(error: Exception) -> ToolResult:
    # What a library says may quote what it read, so it is data like any result.
    return ToolResult(f"It failed ({type(error).__name__}): {error}", ok=False)


def _bounded(result: ToolResult, letters: int) -> ToolResult:
    text = result.text
    if len(text) <= letters:
        return result
    return replace(result, text=f"{text[:letters]}\n[… {len(text) - letters} more characters]")
