"""The words of the library as its readers use them: an item, its outline, a reading, what was found. No I/O."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from weave.documents.model import Cue, Origin, Refused, Report, Span

__all__ = ["Added", "Found", "Item", "Kind", "Outline", "Reading", "Refused", "Report", "Section", "Span"]


class Kind(StrEnum):
    """Where an item of the library comes from."""

    DOCUMENT = "document"
    """Added or dropped in by a person."""
    CONVERSATION = "conversation"
    """A past conversation's transcript."""
    ARCHIVE = "archive"
    """Memories, word for word, that a summary took the place of."""


@dataclass(frozen=True, slots=True)
class Item:
    """An archived file, or one that could not be read."""

    id: str
    """16 letters; of another file, or of other content, another."""
    file: str
    """Path in the home, with forward slashes."""
    title: str
    kind: Kind
    format: str
    """"PDF", "markdown", …; "" for a file that could not be read."""
    method: str
    """What its outline was taken from: a value of `weave.documents.model.Cue`."""
    pages: int
    """0 for formats without pages."""
    sections: int
    bytes: int
    changed: datetime
    """When the file was last written, which for an added one is when it was added."""
    refusal: str = ""
    """The sentence that says why it cannot be read; "" for a document that is searched."""
    notices: tuple[str, ...] = ()
    """Sentences about what was left out."""


@dataclass(frozen=True, slots=True)
class Section:
    """A row of an outline, parents before children, in reading order."""

    node: str
    """Four digits or more; "0000" is the document itself."""
    title: str
    depth: int
    """0 for the document, 1 for chapters."""
    parent: str
    """The node it is part of; "" for the document."""
    page: int
    """From 1; 0 without pages."""
    last_page: int
    chars: int
    """Characters of the whole section."""
    cue: Cue
    origin: Origin | None = None
    """The turn or memory that it is, in a conversation or an archive."""
    summary: str = ""
    """In a model's words, if one was asked for; data like the text."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A document's tree of contents."""

    item: Item
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The text of one section with all that is part of it, secrets covered."""

    item: Item
    section: Section
    breadcrumb: tuple[str, ...]
    """Titles from the document down to the section."""
    text: str
    line: int
    """Line of the document's text, from 1, on which it begins."""
    start: int
    end: int
    """Characters of the document's text; the section goes on after `end` if `cut`."""
    cut: bool
    path: Path
    """The file itself, for whatever program opens it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first."""

    spans: tuple[Span, ...]
    by_model: bool = False
    """Whether a model chose the first of them."""
    reasoning: str = ""
    """The model's own words on its choice; data."""


@dataclass(frozen=True, slots=True)
class Added:
    """What came of files that were to be added."""

    items: tuple[Item, ...]
    """New in the library, in the order given."""
    known: tuple[Item, ...]
    """In it already, to the letter."""
    refused: tuple[Refused, ...]
    """Not taken in, by the name they were given under."""
    stopped: bool = False
    """Whether it was cancelled; what was not read by then is not in the library."""
