"""Which call of another process is being served, so that a call that is repeated does nothing twice.

The owner of a home may die after it wrote and before it said so. Whoever asked asks the next owner again, with the
same ticket: ids of what a call makes follow from it, and the second time they are looked for first.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from weave import ids

_TURN = 1 << 20


@dataclass(frozen=True, slots=True)
class Ticket:
    """One call: of whom, the how manieth, when it was first made, and whether it may have been carried out before."""

    caller: str
    number: int
    at: datetime
    again: bool = False


_held: ContextVar[Ticket | None] = ContextVar("weave_ticket", default=None)


@contextlib.contextmanager
def holding(ticket: Ticket | None) -> Iterator[None]:
    """While this lasts, and in what it starts, `ticket` is the call that is served."""
    token = _held.set(ticket)
    try:
        yield
    finally:
        _held.reset(token)


def new_id(now: datetime, kind: str) -> str:
    """A fresh id for `now`; a call that is served gets the same one of each `kind` whenever it is repeated."""
    ticket = _held.get()
    if ticket is None:
        return ids.new(now)
    return ids.derived(ticket.at, ticket.number % _TURN, ticket.caller, str(ticket.number), kind)


def moment(now: datetime) -> datetime:
    """When what is done now was asked for: `now`, but for a call that is served always the same."""
    ticket = _held.get()
    return now if ticket is None else ticket.at


def again() -> bool:
    """Whether what is to be done now may have been done already."""
    ticket = _held.get()
    return ticket is not None and ticket.again
