"""What the memory's thread tells of past chats: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.talks.searching import Talk


@dataclass(frozen=True, slots=True)
class Chats:
    """The chats that were sought, the latest first, under the number of the question."""

    number: int
    query: str
    talks: tuple[Talk, ...]
    current: str
    """The id of the chat that goes on."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A chat is called something else."""

    conversation: str
    title: str
    current: bool
    """Whether it is the one that goes on."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A chat is gone, and so many memories with it."""

    conversation: str
    title: str
    memories: int
    purged: bool
    """No trace of it is left: it cannot be brought back."""


@dataclass(frozen=True, slots=True)
class BroughtBack:
    """A chat that was deleted is there again, and so many memories with it."""

    conversation: str
    memories: int


@dataclass(frozen=True, slots=True)
class Exported:
    """A chat was written as Markdown."""

    path: Path
    turns: int


@dataclass(frozen=True, slots=True)
class NotDone:
    """Something about past chats failed; one sentence that says what to do."""

    reason: str


SessionEvent = Chats | Renamed | Deleted | BroughtBack | Exported | NotDone
