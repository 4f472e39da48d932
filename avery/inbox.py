"""What waits for the person's word, of whatever kind: one list, kept from the memory's events. Free of Textual.

A new kind is one more source here and a view of its own in `avery.ui.matters`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from avery.agent.consent import Request
from avery.consent_events import Settled, Wanted
from avery.events import Amendment, Disputed, Event, Proposed
from avery.night_events import Held
from avery.nights import PLAN
from avery.telling import counted
from avery.ui.plain import one_line
from weave.model import Conflict

if TYPE_CHECKING:
    from weave.sleep.model import Plan


class Kind(StrEnum):
    """The kinds, each as people read it, in the order in which they are listed."""

    REQUEST = "tool"
    IDENTITY = "identity"
    SLEEP = "sleep"
    CONFLICT = "conflict"


class Matter(Protocol):
    """One thing that waits."""

    @property
    def kind(self) -> Kind: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str:
        """In one line."""
        ...

    @property
    def since(self) -> datetime | None: ...
    @property
    def told(self) -> object:
        """What is shown of it: another value means that the person has to look again."""
        ...


@dataclass(frozen=True, slots=True)
class RequestMatter:
    """A call of a tool that would change something: the reply waits with it."""

    request: Request
    kind: Kind = Kind.REQUEST

    @property
    def id(self) -> str:
        return self.request.id

    @property
    def title(self) -> str:
        return one_line(self.request.effect.summary, 200) or self.request.tool

    @property
    def since(self) -> datetime | None:
        return None

    @property
    def told(self) -> object:
        return self.request


@dataclass(frozen=True, slots=True)
class AmendmentMatter:
    """Another text for identity.md."""

    amendment: Amendment
    kind: Kind = Kind.IDENTITY

    @property
    def id(self) -> str:
        return self.amendment.entry.id

    @property
    def title(self) -> str:
        return one_line(self.amendment.entry.reason, 200) or "Another text for identity.md"

    @property
    def since(self) -> datetime | None:
        return self.amendment.entry.time

    @property
    def told(self) -> object:
        return self.amendment


@dataclass(frozen=True, slots=True)
class SleepMatter:
    """What would be forgotten, and is more than may go without a word."""

    plan: Plan
    kind: Kind = Kind.SLEEP

    @property
    def id(self) -> str:
        return PLAN

    @property
    def title(self) -> str:
        return f"{counted(self.plan.waiting, 'memory', 'memories')} would be forgotten"

    @property
    def since(self) -> datetime | None:
        return self.plan.now

    @property
    def told(self) -> object:
        return [stage for stage in self.plan.stages if stage.held]


@dataclass(frozen=True, slots=True)
class ConflictMatter:
    """Two or more facts that cannot all hold."""

    conflict: Conflict
    kind: Kind = Kind.CONFLICT

    @property
    def id(self) -> str:
        return self.conflict.id

    @property
    def title(self) -> str:
        predicate = self.conflict.predicate.replace("_", " ")
        return f"{one_line(self.conflict.subject, 80)} · {one_line(predicate, 60)}"

    @property
    def since(self) -> datetime | None:
        return max(side.memory.created for side in self.conflict.sides)

    @property
    def told(self) -> object:
        """That a side was recalled meanwhile changes nothing here."""
        return [
            (side.fact, side.memory.text, side.memory.provenance, [memory.id for memory in side.dependents])
            for side in self.conflict.sides
        ]


Matters = tuple[Matter, ...]
Source = Callable[[Event, Matters], Matters | None]
"""All that waits of its kind, if the event tells it; with what waited before."""


def _requests(event: Event, before: Matters) -> Matters | None:
    match event:
        case Wanted(request):
            return (*before, RequestMatter(request))
        case Settled(request_id):
            return tuple(matter for matter in before if matter.id != request_id)
        case _:
            return None


def _selves(event: Event, before: Matters) -> Matters | None:
    if not isinstance(event, Proposed):
        return None
    return tuple(AmendmentMatter(amendment) for amendment in event.amendments)


def _plans(event: Event, before: Matters) -> Matters | None:
    if not isinstance(event, Held):
        return None
    return () if event.plan is None else (SleepMatter(event.plan),)


def _conflicts(event: Event, before: Matters) -> Matters | None:
    if not isinstance(event, Disputed):
        return None
    return tuple(ConflictMatter(conflict) for conflict in event.conflicts)


SOURCES: tuple[Source, ...] = (_requests, _selves, _plans, _conflicts)


@dataclass(frozen=True, slots=True)
class Inbox:
    """All that waits; a change is a new value."""

    groups: tuple[Matters, ...] = ((),) * len(SOURCES)

    def after(self, event: Event) -> Inbox:
        """What waits once this has happened."""
        groups = tuple(
            old if (new := source(event, old)) is None else new
            for source, old in zip(SOURCES, self.groups, strict=True)
        )
        return self if groups == self.groups else replace(self, groups=groups)

    @property
    def matters(self) -> Matters:
        """Kind by kind, in each the order in which they were told."""
        return tuple(matter for group in self.groups for matter in group)

    def __len__(self) -> int:
        return sum(map(len, self.groups))
