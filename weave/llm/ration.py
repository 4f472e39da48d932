"""A ration of tokens: within its block no structured call may cost more, whatever the model answers.

Before a request its prompt and the most that its reply may take are booked; what does not fit is not asked. The bound
goes out with the request, and a server that does not keep to it is cut off: its reply is not read, and costs what was
booked, or all that is left if the server says that it was more.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from weave.errors import BudgetSpent
from weave.ports import Usage
from weave.tokens import tokens

__all__ = ["Ration", "current", "rationed"]

_BYTES = 12
"""Of a reply's body for each token of its bound: escaped letters take six bytes each."""
_ENVELOPE = 8_192
_TOLERANCE = 1.25
"""By how much our estimate of a reply may be beyond its bound before it counts as too long."""
_SLACK = 16


@dataclass(slots=True)
class Ration:
    """What may still be spent, and what was."""

    left: int
    spent: int = 0
    booked: int = 0
    """Of the request at hand."""
    bound: int = 0
    """Tokens that its reply may take."""
    ratio: float = 1.0
    """By how much the server counts a prompt higher than we do, at the most."""

    def book(self, prompt: int, limit: int) -> int:
        """Before a request: how long its reply may be, `limit` at most. Raises BudgetSpent."""
        size = math.ceil(prompt * self.ratio)
        self.bound = min(limit, self.left - size)
        if self.bound < 1:
            self.bound = 0
            raise BudgetSpent("No tokens are left for another question; it comes with the next cycle.")
        self.booked = size + self.bound
        return self.bound

    def settle(self, usage: Usage | None) -> None:
        """After it: what it cost; None: nobody knows, so all that was booked."""
        cost = self.booked if usage is None else usage.prompt + usage.completion
        cost = min(self.left, cost)
        self.left, self.spent, self.booked = self.left - cost, self.spent + cost, 0

    def learn(self, counted: int, prompt: int) -> None:
        """The server counted so many tokens where we had estimated `prompt`."""
        self.ratio = max(self.ratio, counted / max(1, prompt))

    @property
    def most_bytes(self) -> int:
        """How much of the body is read."""
        return self.bound * _BYTES + _ENVELOPE

    def exceeded(self, usage: Usage | None, said: str) -> bool:
        """Whether a reply is longer than it may be, by the server's count or, clearly, by ours."""
        counted = usage.completion if usage else 0
        return counted > self.bound or tokens(said) > self.bound * _TOLERANCE + _SLACK


_ration: ContextVar[Ration | None] = ContextVar("weave_ration", default=None)


def current() -> Ration | None:
    """The ration of whoever asks; None: as much as it takes."""
    return _ration.get()


@contextmanager
def rationed(ration: Ration) -> Iterator[Ration]:
    """In here, and in the tasks begun in here, every structured call is charged to this ration."""
    token = _ration.set(ration)
    try:
        yield ration
    finally:
        _ration.reset(token)
