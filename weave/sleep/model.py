"""The words of a sleep cycle: steps, actions, a plan, a report. Frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class StepName(StrEnum):
    """The steps of a cycle, in the order in which they are taken."""

    PURGE = "purge"
    """The raw buffer: a turn or a tool's output that the transcript holds as well."""
    FORGET = "forget"
    """What mattered little and was never recalled."""
    DROP = "drop"
    """What was concluded from something that has fallen since, all of it."""
    EMPTY = "empty"
    """What has lain in the trash for 30 days: gone for good."""
    COUNT = "count"
    """How often each was recalled, from the catalogue into its file."""

    @property
    def restorable(self) -> bool:
        """Whether `undo` brings back what the step removed."""
        return self in (StepName.PURGE, StepName.FORGET, StepName.DROP)

    @property
    def needs_approval(self) -> bool:
        """Whether the step counts towards the share that may go without being asked for."""
        return self in (StepName.FORGET, StepName.DROP)


@dataclass(frozen=True, slots=True)
class Action:
    """One memory that a step concerns: where it stands, what it is called, and why it is concerned."""

    id: str
    path: str
    title: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a plan. `held`: so much would go that a person is asked first."""

    step: StepName
    actions: tuple[Action, ...]
    held: bool = False


@dataclass(frozen=True, slots=True)
class Size:
    """How large the memory is: memories, and bytes of their files."""

    memories: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a cycle would do at `now`."""

    now: datetime
    size: Size
    stages: tuple[Stage, ...]

    @property
    def waiting(self) -> int:
        """How many memories are not forgotten before somebody has said so."""
        return sum(len(stage.actions) for stage in self.stages if stage.held)

    @property
    def due(self) -> tuple[Stage, ...]:
        """The stages that are carried out and have something to do."""
        return tuple(stage for stage in self.stages if stage.actions and not stage.held)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step did."""

    step: StepName
    ids: tuple[str, ...]
    skipped: int = 0
    """Planned, but changed or recalled before its turn came, and so left as it is."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """What a cycle did. `cycle` is empty when there was nothing to do, and nothing is kept then."""

    cycle: str
    now: datetime
    before: Size
    after: Size
    outcomes: tuple[Outcome, ...] = ()
    waiting: int = 0
    seconds: float = 0.0
    resumed: bool = False
    """Whether it was cut off once and went on later; `seconds` are then those of the last stretch."""

    @property
    def removed(self) -> tuple[str, ...]:
        """The ids of what `undo` brings back."""
        return tuple(id_ for one in self.outcomes if one.step.restorable for id_ in one.ids)

    def count(self, step: StepName) -> int:
        """How many memories a step concerned."""
        return sum(len(one.ids) for one in self.outcomes if one.step is step)


@dataclass(frozen=True, slots=True)
class Undone:
    """What `undo` did: the cycle it took back, and how many of its memories came back or were not found."""

    cycle: str
    restored: int
    missing: int
