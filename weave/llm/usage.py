"""What a call to the model cost: one record for each request, also for one that failed or was tried again.

Tokens are the server's own count; where it sends none they are estimated, and say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, runtime_checkable

from weave.errors import ContextOverflow, ModelError, ModelRateLimited, ModelUnavailable
from weave.llm.ration import Ration
from weave.ports import Message, ToolSpec, Usage
from weave.tokens import tokens

__all__ = ["CHAT", "Call", "Gauge", "Listener", "Metered", "Outcome", "Spent", "estimated", "spending"]

CHAT = "chat"
"""The kind of a streamed reply; a structured call's is the name of its schema."""
_PER_MESSAGE = 4
"""Tokens that every message costs beside its words."""


class Outcome(StrEnum):
    """How a request ended."""

    OK = "ok"
    UNREADABLE = "unreadable"
    """A structured reply that did not follow its schema; it was asked for again, or given up."""
    CUT = "cut"
    """A reply that broke off, or that nobody waited for any more."""
    OVERFLOW = "overflow"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    REJECTED = "rejected"
    """The server refused: the key, the model, or something in the request."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `seconds` it took, on a clock that only runs forward."""

    kind: str
    model: str
    usage: Usage
    seconds: float
    outcome: Outcome = Outcome.OK
    estimated: bool = False
    """Whether the tokens are an estimate, since the server counted none."""


Listener = Callable[[Call], None]


@runtime_checkable
class Metered(Protocol):
    """A chat model that tells of its requests."""

    listener: Listener | None


@dataclass(slots=True)
class Spent:
    """What was asked for inside a `spending` block, all requests together."""

    calls: int = 0
    tokens: int = 0


_spending: ContextVar[tuple[Spent, ...]] = ContextVar("weave_spending", default=())


@contextmanager
def spending() -> Iterator[Spent]:
    """Count what is spent in here, and in the tasks begun in here, whoever else talks to the model meanwhile."""
    spent = Spent()
    token = _spending.set((*_spending.get(), spent))
    try:
        yield spent
    finally:
        _spending.reset(token)


@dataclass(slots=True)
class Gauge:
    """Takes one question's requests, one after the other: `begin` each, then say how it ended."""

    kind: str
    messages: Sequence[Message]
    listener: Listener | None = None
    tools: Sequence[ToolSpec] = ()
    model: str = ""
    usage: Usage | None = None
    """What the server counted for the request at hand."""
    ration: Ration | None = None
    """What the request is charged to."""
    _start: float = field(default_factory=time.monotonic)

    def begin(self, model: str) -> None:
        """A request goes out."""
        self.model, self.usage, self._start = model, None, time.monotonic()

    def ended(self, outcome: Outcome, said: str = "") -> None:
        """The request at hand came to this, and brought this much of a reply."""
        usage = self.usage or estimated(self.messages, said, self.tools)
        if self.ration is not None:
            self._charge(self.ration, usage, outcome)
        self._announce(usage, outcome, self.usage is None)

    def _charge(self, ration: Ration, usage: Usage, outcome: Outcome) -> None:
        if self.usage is not None:
            ration.learn(self.usage.prompt, estimated(self.messages).prompt)
        ration.settle(None if self.usage is None and outcome is Outcome.CUT else usage)

    def failed(self, error: ModelError) -> None:
        """The server refused it or was not there, so that it cost nothing."""
        self._announce(Usage(), _outcome_of(error), False)

    def _announce(self, usage: Usage, outcome: Outcome, guessed: bool) -> None:
        call = Call(self.kind, self.model, usage, time.monotonic() - self._start, outcome, guessed)
        for spent in _spending.get():
            spent.calls += 1
            spent.tokens += usage.prompt + usage.completion
        if self.listener is not None:
            self.listener(call)


def estimated(messages: Sequence[Message], reply: str = "", tools: Sequence[ToolSpec] = ()) -> Usage:
    """What a request with these messages, and this much of a reply, costs by our own estimate."""
    said = sum(tokens(message.content) + _PER_MESSAGE for message in messages)
    called = sum(tokens(call.name) + tokens(call.arguments) for message in messages for call in message.calls)
    offered = sum(tokens(f"{tool.name} {tool.description} {dict(tool.schema)}") for tool in tools)
    return Usage(said + called + offered, tokens(reply))


def _outcome_of(error: ModelError) -> Outcome:
    match error:
        case ContextOverflow():
            return Outcome.OVERFLOW
        case ModelRateLimited():
            return Outcome.RATE_LIMITED
        case ModelUnavailable():
            return Outcome.UNAVAILABLE
        case _:
            return Outcome.REJECTED
