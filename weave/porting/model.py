"""The words of importing and exporting: what a reader yields, and what is told afterwards. Frozen values, no I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from weave.model import MemoryType, Provenance, Turn


class Kind(StrEnum):
    """What an import is read as."""

    AUTO = "auto"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    OPENCLAW = "openclaw"
    OBSIDIAN = "obsidian"
    MEM0 = "mem0"
    BASIC_MEMORY = "basic-memory"
    MARKDOWN = "markdown"
    WEAVE = "weave"
    """An archive of `weave export`."""


# -- what a reader yields -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Talk:
    """A past conversation; its turns carry the ids that the source gave them."""

    id: str
    title: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A relation that a source states in so many words: never about the person."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Note:
    """One thing somebody noted. `key` is the source's own name for it, the same in every export."""

    key: str
    text: str
    provenance: Provenance
    title: str = ""
    type: MemoryType = MemoryType.SEMANTIC
    created: datetime | None = None
    occurred: datetime | None = None
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A file for the library. `member` names it in the source; `text` holds it where the source has it as a value."""

    key: str
    path: tuple[str, ...]
    """Folders and name below the library's folder of this source."""
    member: str = ""
    text: str = ""
    changed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Self:
    """Who another agent was: proposed to the person, never applied."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """What was not taken, and why, in a sentence's words."""

    what: str
    why: str
    count: int = 1


Found = Talk | Note | Paper | Self | Skipped


# -- what is told ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did, or with `dry_run` would do."""

    kind: Kind
    source: str
    id: str = ""
    """Under which `weave import list` shows it; "" when it brought nothing."""
    dry_run: bool = False
    conversations: int = 0
    turns: int = 0
    memories: int = 0
    """Made of conversations and notes."""
    notes: int = 0
    documents: int = 0
    updated: int = 0
    """Notes and documents that the source had changed since, and nobody here."""
    known: int = 0
    """Turns, notes and documents that were here already."""
    forgotten: int = 0
    """What was here once and was forgotten: it does not come back."""
    queued: int = 0
    """Turns that wait for the Scribe's model, which works through them whenever Avery or weave runs."""
    calls: int = 0
    tokens: int = 0
    """What that model is asked for it and how much it reads and writes, estimated; 0 without a model."""
    proposal: str = ""
    """What became of another agent's identity, in a sentence."""
    first: datetime | None = None
    last: datetime | None = None
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """A past import, as the list shows it."""

    id: str
    kind: Kind
    source: str
    started: datetime
    finished: bool
    conversations: int
    notes: int
    documents: int
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing an import took away."""

    id: str
    memories: int
    documents: int
    conversations: int = 0
    kept: int = 0
    """Notes, files and conversations that a person put their hand to since."""
    proposals: int = 0
    """Of another identity; what still waited is closed, and the identity's history keeps them all."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote."""

    path: str
    files: int
    bytes: int
    memories: int = 0
    facts: int = 0
    turns: int = 0
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Restored:
    """What came out of an archive."""

    files: int = 0
    """Put in place to the byte."""
    memories: int = 0
    """Added to files that were here."""
    lines: int = 0
    """Of conversations and records, added likewise."""
    known: int = 0
    """Files, memories and lines that were here already."""
    forgotten: int = 0
    notices: tuple[str, ...] = field(default=())
