"""Tools that the model may call: what a tool is, and the box that runs one only when everything about the call is right.

What a tool returns is data. A call that cannot be read, that asks for what is not there or that the person did not
allow is answered with a sentence to the model; it never runs with arguments that the model did not give.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeVar

from avery.agent.arguments import Arguments, BadArguments, read
from avery.agent.concealing import MARGIN, hides
from avery.agent.consent import OWN, Consent, Effect, Request, Verdict
from weave.conversations import Conversation
from weave.documents.cleaning import clean as without_hidden
from weave.errors import WeaveError
from weave.markdown import clean, clean_line
from weave.ports import ToolCall, ToolSpec
from weave.secrets import mask
from weave.weave import Weave

RESULT_LETTERS = 8_000
"""At most, of a result, which goes to the model, the transcript and the screen."""
_SECONDS = 60.0
_BOUNDS = frozenset(
    (
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "uniqueItems",
        "additionalProperties",
    )
)
_SUMMARY = 300
_DETAIL = 100_000
"""Letters of what a person is asked; how many more there are is told."""
_NO = "Nothing was done: the person did not allow it. Do not try it again unasked."
_HIDDEN = "Nothing was done: what looks like a secret in it would hide from the person what it does; leave that out."
_NOBODY = "Nothing was done: this asks for the person's consent, and there is nobody to ask. Say what you would do instead."
Given = TypeVar("Given")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Where a call happens."""

    weave: Weave
    conversation: Conversation
    task: str
    """The id of the task that the person's words went into, whose pad is there."""
    turn: str = ""
    """The id of the turn that holds them."""
    letters: int = RESULT_LETTERS
    """How long a result may be; what is longer is cut at its end, so a tool that knows better shortens it itself."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave."""

    text: str
    ok: bool = True
    own: bool = False
    """Avery's own words, which bring no news: the model sees them unquoted, and they are never encoded."""
    recalled: bool = False
    """It came out of this memory: quoted like anything, and never encoded again."""
    ran: bool = False
    """Though not `ok`, it did what it should, like a command that exits with 1: no reason to give up."""
    seconds: float = 0.0
    """How long it ran, without the time in which the person was asked; set by the box."""


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
    def origin(self) -> str:
        """Who offers it: `avery.agent.consent.OWN`, or "MCP server NAME"."""

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """What this call would change outside the task's own pad; None: nothing, it runs unasked.

        Looks only, and is asked again for every call. May raise WeaveError: the call is then refused with it.
        """

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Do it, with arguments that follow the schema. May raise WeaveError; may be cancelled at any point."""


class Unasked:
    """What those of Avery's own tools have in common that change nothing beyond its own pad."""

    origin: Final = OWN

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """None: nobody is asked."""
        return None


class Toolbox:
    """The tools of one agent. Without a `consent` to ask for, what changes something never runs."""

    def __init__(
        self,
        tools: Sequence[Tool] = (),
        *,
        consent: Consent | None = None,
        seconds: float = _SECONDS,
    ) -> None:
        """`seconds`: what one call may take, the person's time to answer left out. Of one name the first tool counts."""
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            self._tools.setdefault(tool.name, tool)
        self._more: Callable[[], Sequence[Tool]] = tuple
        self._consent = consent
        self._seconds = seconds

    def join(self, more: Callable[[], Sequence[Tool]]) -> None:
        """Tools that come and go, asked for whenever some are needed; a name that is there already is not taken."""
        self._more = more

    @property
    def _known(self) -> Mapping[str, Tool]:
        return {**{tool.name: tool for tool in self._more()}, **self._tools}

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """The tools as the model is told of them."""
        return tuple(
            ToolSpec(tool.name, tool.description, lean(tool.schema)) for tool in self._known.values()
        )

    def knows(self, name: str) -> bool:
        """Whether there is a tool of this name."""
        return name in self._known

    def origin(self, name: str) -> str:
        """Who offers the tool of this name; empty where there is none."""
        tool = self._known.get(name)
        return tool.origin if tool is not None else ""

    async def run(self, call: ToolCall, context: ToolContext, letters: int = RESULT_LETTERS) -> ToolResult:
        """Run a call, or say why not; the text is cut to `letters`. Raises nothing but what cancels it."""
        tool = self._known.get(call.name)
        if tool is None:
            names = ", ".join(self._known) or "none"
            return refusal(f"There is no tool of that name; the tools are: {names}.")
        try:
            arguments = read(call.arguments, tool.schema)
        except BadArguments as error:
            return refusal(f"Nothing was done: {error} Call it again with the arguments written in full.")
        context = replace(context, letters=letters)
        refused = await self._refused(tool, arguments, context)
        if refused is not None:
            return _bounded(refused, letters)
        begun = time.monotonic()
        result = await self._limited(tool.run(arguments, context))
        return replace(_bounded(result, letters), seconds=time.monotonic() - begun)

    async def _refused(self, tool: Tool, arguments: Arguments, context: ToolContext) -> ToolResult | None:
        """Why the call may not run; None when nothing speaks against it."""
        effect = await self._limited(tool.effect(arguments, context))
        if effect is None or isinstance(effect, ToolResult):
            return effect
        if self._consent is None:
            return refusal(_NOBODY)
        if hides(dict(arguments)):
            return refusal(_HIDDEN)
        request = Request(secrets.token_hex(8), tool.name, tool.origin, _shown(effect), context.task)
        try:
            verdict = await self._consent(request)
        except WeaveError as error:
            return refusal(f"Nothing was done: {error}")
        except Exception as error:  # the boundary: who cannot be asked has not allowed it
            return _broken(error)
        return refusal(_NO) if verdict is Verdict.NO else None

    async def _limited(self, doing: Coroutine[None, None, Given]) -> Given | ToolResult:
        """What comes of it in the time there is, or the sentence that says why nothing did."""
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                return await doing
        except WeaveError as error:
            return refusal(f"It failed: {error}")
        except TimeoutError as error:
            if limit.expired():
                return refusal(f"It was stopped after {self._seconds:g} s and may be half done.")
            return _broken(error)
        except Exception as error:  # the boundary: a tool that breaks must not take the reply with it
            return _broken(error)


def lean(schema: Mapping[str, object]) -> Mapping[str, object]:
    """A schema without the bounds that the box checks anyway: what is offered costs tokens with every request."""
    return {name: _lean(name, value) for name, value in schema.items() if name not in _BOUNDS}


def _lean(name: str, value: object) -> object:
    if isinstance(value, list):
        return [_lean("", one) for one in value]
    if not isinstance(value, Mapping):
        return value
    if name == "properties":  # whatever a property is called, it stays
        return {called: _lean("", one) for called, one in value.items()}
    return lean(value)


def refusal(reason: str) -> ToolResult:
    """A call that did not do what it should, in a sentence to the model."""
    return ToolResult(reason, ok=False, own=True)


def _broken(error: Exception) -> ToolResult:
    # What a library says may quote what it read, so it is data like any result.
    return ToolResult(f"It failed ({type(error).__name__}): {error}", ok=False)


def _shown(effect: Effect) -> Effect:
    """The effect as a person may see it: one line and a text, secrets masked, nothing that acts on a terminal."""
    summary = visible(" ".join(mask(clean_line(effect.summary)).split()))
    detail = visible(mask(clean(effect.detail[: _DETAIL + MARGIN])))
    return replace(effect, summary=summary[:_SUMMARY], detail=_cut(detail, _DETAIL, len(effect.detail)))


def visible(text: str) -> str:
    """`text` with every sign that cannot be seen written out, so that nothing is allowed that was not read."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else ascii(sign)[1:-1] for sign in text)


def _bounded(result: ToolResult, letters: int) -> ToolResult:
    """What the model, the transcript and the screen get: nothing hidden, secrets masked, no longer than `letters`."""
    text = mask(clean(without_hidden(result.text[: letters + MARGIN])[0]))
    return replace(result, text=_cut(text, letters, len(result.text)))


def _cut(shown: str, most: int, length: int) -> str:
    """At most `most` letters of a text of `length`, of which `shown` was masked, and how many more there are."""
    # Masked with a margin beyond what is kept, so that no half of a key is left at the cut, and no further:
    # a megabyte would hold up the loop.
    if length <= most + MARGIN and len(shown) <= most:
        return shown
    return f"{shown[:most]}\n[… {max(length, len(shown)) - most} more characters]"
