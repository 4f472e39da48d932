"""What the two ends of the socket ask of the process they stand in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from weave.serving.offers import Verb
from weave.tickets import Ticket

if TYPE_CHECKING:
    from weave.checkup import Status
    from weave.conversations import Conversation


class Declined(Exception):
    """The owner is leaving; the call was not begun."""


@dataclass(slots=True)
class Asked:
    """A call of another process, as it is to be carried out."""

    verb: Verb
    given: dict[str, object]
    ticket: Ticket | None
    now: datetime | None


@dataclass(frozen=True, slots=True)
class Glance:
    """What can be seen of the owner at any moment, without asking."""

    status: Status
    settled: bool
    """Whether the library has read all that it could."""


class Host(Protocol):
    """The owner of a home, as those it serves need it."""

    async def perform(self, asked: Asked, parts: dict[str, object]) -> object:
        """Carry a call out; `parts`: objects that its caller has for itself. Raises what the method raises, and Declined."""

    async def adopt(self, talk: Conversation) -> None:
        """Another process leads this conversation, which it began with an owner that is gone."""

    async def left(self, talks: set[str]) -> None:
        """Whoever led these conversations is gone without ending them."""

    def glance(self) -> Glance | None:
        """None while the home is being opened."""

    def give_way(self) -> bool:
        """Whether one that leads gets the home; it is given up then."""
