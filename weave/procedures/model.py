"""What a checklist and the outcome of following it are: frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weave.model import Provenance, State


class Outcome(StrEnum):
    """What came of following a procedure."""

    WORKED = "worked"
    FAILED = "failed"
    ABANDONED = "abandoned"
    """It was not followed to its end, for reasons that are none of its own."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """A procedural memory that fits the task, taken apart into its steps."""

    id: str
    """The memory's."""
    title: str
    steps: tuple[str, ...]
    """Two or more, in order, without their numbers."""
    provenance: Provenance
    tried: int = 0
    failed: int = 0
    source: str | None = None
    """The file it was read in, if it comes out of one."""
    relevance: float = 1.0
    """0..1, of the recall that brought it up."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One time that a procedure was followed."""

    at: datetime
    outcome: Outcome
    by: Provenance
    """The person (`user`), or the agent."""
    task: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Procedure:
    """A procedural memory with what came of it so far."""

    id: str
    title: str
    state: State
    provenance: Provenance
    steps: tuple[str, ...]
    tried: int = 0
    failed: int = 0
    trials: tuple[Trial, ...] = ()
    """The latest, oldest first."""
    waits: bool = False
    """It keeps failing, and only the person may withdraw it: it is pinned, or was put in force by hand."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording an outcome did."""

    procedure: Procedure
    outcome: Outcome
    replaced: Outcome | None = None
    """What had been recorded in this task before, and no longer counts."""
    deprecated: bool = False
    """Whether it has just been withdrawn, since it keeps failing."""
    lesson: str | None = None
    """The id of the error memory that keeps what was learned from that."""
