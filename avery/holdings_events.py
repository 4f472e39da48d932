"""What the memory's thread tells the page of the library: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.documents.lane import Following
    from weave.library.model import Added, Found, Item, Outline, Reading, Report


@dataclass(frozen=True, slots=True)
class Held:
    """All that the library holds."""

    items: tuple[Item, ...]
    guest: bool
    """Whether another process owns the memory, so that nothing can be changed here."""
    following: Following | None
    """How far what was dropped into documents/ is read, for the owner."""


@dataclass(frozen=True, slots=True)
class Outlined:
    """The tree of contents of a document."""

    outline: Outline


@dataclass(frozen=True, slots=True)
class Turned:
    """A section's text, under the number of the wish."""

    number: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class Closed:
    """What was to be read, or unfolded, could not be; one sentence says why."""

    number: int
    """0 for an outline."""
    reason: str


@dataclass(frozen=True, slots=True)
class Sought:
    """The places that a search found, under its number."""

    number: int
    query: str
    found: Found


@dataclass(frozen=True, slots=True)
class Indexing:
    """How far files are read that were added, or were to be looked for anew."""

    what: str
    done: int
    total: int
    """0 when it is not known."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of files that were to be added."""

    added: Added


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What came of a look at the folder."""

    report: Report


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A document is out of the library; its file lies in the trash."""

    item: Item


@dataclass(frozen=True, slots=True)
class NotHeld:
    """It could not be done; one sentence that says what to do."""

    reason: str


LibraryEvent = (
    Held | Outlined | Turned | Closed | Sought | Indexing | TakenIn | Refreshed | TakenOut | NotHeld
)
