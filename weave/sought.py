"""What a person looks for among all memories: words, and what a memory has to be. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weave.model import MemoryType, Provenance, State

ANY_TASK = "task"
"""As a scope: any pad, whichever."""


class Order(StrEnum):
    """In which order memories are listed; the largest or latest first."""

    NEWEST = "newest"
    STRENGTH = "strength"
    IMPORTANCE = "importance"
    ACCESS = "access"


@dataclass(frozen=True, slots=True)
class Sought:
    """All of it has to hold; what is empty or None asks for nothing."""

    words: tuple[str, ...] = ()
    """Each stands somewhere in title or text, as part of a word too; case, width and accents count for nothing."""
    types: tuple[MemoryType, ...] = ()
    states: tuple[State, ...] = ()
    provenances: tuple[Provenance, ...] = ()
    scope: str | None = None
    """`global`, `task:<id>`, or `task` for any pad."""
    since: datetime | None = None
    until: datetime | None = None
    """Learned at or after `since`, before `until`."""
    pinned: bool | None = None
    private: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A memory as a list shows it."""

    id: str
    type: MemoryType
    title: str
    beginning: str
    """Of the text."""
    state: State
    provenance: Provenance
    scope: str
    created: datetime
    occurred: datetime | None
    importance: float
    access_count: int
    strength: float
    pinned: bool
    private: bool
