"""What the memory's thread tells the browser of memories: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.browsing.model import Deed, Listing, Undone, Whole
    from weave.model import Task
    from weave.sought import Line


@dataclass(frozen=True, slots=True)
class Listed:
    """What is sought, under the number of the question."""

    number: int
    listing: Listing
    tasks: tuple[Task, ...]
    """The open ones."""
    guest: bool
    """Whether another process owns the memory, so that nothing can be changed here."""


@dataclass(frozen=True, slots=True)
class Lined:
    """Lines of that listing, from its `first` on; None for a memory that is gone."""

    number: int
    first: int
    lines: tuple[Line | None, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """Everything about one memory."""

    whole: Whole


@dataclass(frozen=True, slots=True)
class Vanished:
    """A memory that was to be looked at is not there any more."""

    memory: str
    reason: str


@dataclass(frozen=True, slots=True)
class Acted:
    """Something was done by hand, and can be undone."""

    deed: Deed


@dataclass(frozen=True, slots=True)
class Purged:
    """So many memories are gone without a trace; nothing brings them back."""

    count: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was done last is undone."""

    undone: Undone


@dataclass(frozen=True, slots=True)
class Outrun:
    """A memory whose words were being edited was changed elsewhere meanwhile: nothing was written."""

    memory: str


@dataclass(frozen=True, slots=True)
class NotActed:
    """It could not be done; one sentence that says what to do."""

    reason: str


ShelfEvent = Listed | Lined | Looked | Vanished | Acted | Purged | TakenBack | Outrun | NotActed
