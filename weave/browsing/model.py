"""What the browser hands out: listings, the whole of one memory, and what was done by hand. Frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from weave.model import Fact, Memory, Score, Turn
from weave.sought import Order, Sought


@dataclass(frozen=True, slots=True)
class Listing:
    """What is sought, as it was when it was asked for: ids, the first in order first."""

    sought: Sought
    order: Order
    ids: tuple[str, ...]
    total: int
    """How many memories there are in all."""
    query: str = ""
    """The question, when the memory itself was asked; `ids` are then ranked by it."""


class Bond(StrEnum):
    """How two memories hang together, seen from the one that is looked at."""

    RESTS_ON = "made from"
    CARRIES = "rests on this"
    REPLACED_BY = "replaced by"
    REPLACES = "replaces"
    AGAINST = "contradicted by"


@dataclass(frozen=True, slots=True)
class Near:
    """A memory that another one hangs together with, and how."""

    bond: Bond
    memory: Memory


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything about a memory."""

    memory: Memory
    score: Score
    """For no question: `relevance` is 1."""
    file: str
    """Where it stands in the home."""
    turns: tuple[Turn, ...]
    """The source turns that are still there, verbatim."""
    conversation: str
    """The title of the conversation it was said in; empty when there is none, or it is gone."""
    near: tuple[Near, ...]
    missing: int
    """How many of the memories it was made from are gone."""
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A memory as it was and as it is since; None where there is none."""

    id: str
    was: Memory | None
    since: Memory | None


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done by hand, with all that followed from it, so that it can be undone exactly."""

    words: str
    """What was done: "forgotten"."""
    ids: tuple[str, ...]
    """The memories that it was done to, or that came of it."""
    changes: tuple[Changed, ...]

    @property
    def said(self) -> str:
        """In a few words: "3 memories forgotten"."""
        count = len(self.ids)
        return f"{'Memory' if count == 1 else f'{count:,} memories'} {self.words}"


@dataclass(frozen=True, slots=True)
class Undone:
    """What came of an undo."""

    deed: Deed
    kept: int
    """How many memories were changed again since, and were left as they are."""
