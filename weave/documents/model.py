"""The words of the library: a parsed document, its tree of contents, and a place found in it. Frozen values, no I/O.

Offsets count characters of `Document.text`, which holds what a reader of the document would see and nothing
else: hidden text and metadata are kept apart as asides, so that no later step can mix them up again.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum


class Layer(StrEnum):
    """Whether a reader of the document would see a text."""

    HIDDEN = "hidden"
    """In the file but not to be seen: white on white, transparent, off the page, a comment."""
    METADATA = "metadata"
    """About the document: author, keywords, description."""


class Cue(StrEnum):
    """What a section was recognised by."""

    MARKUP = "markup"
    BOOKMARKS = "bookmarks"
    CONTENTS = "printed contents"
    TYPE = "type sizes"
    WINDOW = "topical windows"


@dataclass(frozen=True, slots=True)
class Origin:
    """What a section of an archived file was: a turn of a conversation, a memory. Only Weave's own files say so."""

    id: str
    time: str = ""
    """ISO 8601 with offset, "" if unknown."""
    role: str = ""
    speaker: str = ""
    task: str = ""
    """The task that a turn was said in, as its transcript names it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that the format itself marks as one. `level` counts from 1; `start` is where it stands."""

    level: int
    title: str
    start: int
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line with its type: `size` in points (0 unknown), `start` and `end` as offsets."""

    start: int
    end: int
    size: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of a PDF's outline. `depth` counts from 1, `page` from 1 (0: it leads nowhere)."""

    depth: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Aside:
    """Text that a reader would not see; never searched, never summarised, never sent to a model."""

    layer: Layer
    why: str
    text: str
    page: int = 0
    """From 1; 0 when it stands on no page."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a parser makes of a file."""

    format: str
    title: str
    text: str
    pages: tuple[int, ...] = ()
    """Where each page begins; empty for formats without pages."""
    headings: tuple[Heading, ...] = ()
    lines: tuple[Line, ...] = ()
    """Every line with its type, for formats that have type."""
    bookmarks: tuple[Bookmark, ...] = ()
    asides: tuple[Aside, ...] = ()
    notices: tuple[str, ...] = ()
    """Sentences about what was left out or could not be read."""

    def page_at(self, offset: int) -> int:
        """The page, from 1, that holds `offset`; 0 without pages."""
        return bisect_right(self.pages, offset) if self.pages else 0


@dataclass(frozen=True, slots=True)
class Node:
    """A section: the whole of it is `start`..`end`, its text before the first subsection `start`..`body_end`."""

    id: str
    """Four digits or more, in reading order; unique inside a document. "0000" is the document itself."""
    title: str
    depth: int
    """0 for the document, 1 for chapters."""
    start: int
    body_end: int
    end: int
    page: int
    last_page: int
    parent: int
    """Place of the parent in `Tree.nodes`; -1 for the document."""
    cue: Cue
    digest: str
    """Hash of the whole section's text: a summary made of one text serves wherever that text stands."""
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of contents in reading order, parents before children; `nodes[0]` is the document."""

    nodes: tuple[Node, ...]
    method: Cue

    def path(self, place: int) -> tuple[str, ...]:
        """Titles from the document down to the node at `place`; a title that repeats the one above it once."""
        titles: list[str] = []
        while place >= 0:
            if not titles or titles[-1] != self.nodes[place].title:
                titles.append(self.nodes[place].title)
            place = self.nodes[place].parent
        return tuple(reversed(titles))

    def children(self) -> list[list[int]]:
        """For each node the places of its subsections, in order."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent >= 0:
                found[node.parent].append(place)
        return found


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of one section's own text, small enough to be quoted. `node` is a place in `Tree.nodes`."""

    node: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Span:
    """A place found in the library: tight text with where it stands."""

    document: str
    """Key of the document."""
    file: str
    """Path relative to the library's folder, with forward slashes."""
    node: str
    breadcrumb: tuple[str, ...]
    """Titles from the document down to the section."""
    page: int
    """Where the text stands, from 1; 0 without pages."""
    line: int
    """Line of the text in the document, from 1: what an editor opens."""
    start: int
    end: int
    text: str
    score: float
    """BM25 with titles, unbounded, larger is better; of spans that a model chose, its place as 1/(1+n)."""
    relevance: float
    """0..1: share of the question's words, by weight, that the section and its titles hold."""
    terms: tuple[str, ...] = ()
    """What matched."""
    closeness: float = 0.0
    """0..1: the same share of the quoted text with its titles alone; a long section holds every word somewhere."""
    origin: Origin | None = None
    """What the section, or the nearest one around it, was."""
    by: str = "words"
    """"words", or "model" when the model chose the section."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not read, and the sentence that says why."""

    file: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a pass did; files by their path in the library."""

    indexed: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    moved: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    pages: int = 0
    """Pages of what was indexed; a document without pages counts one per 3,000 characters."""
    stopped: bool = False
    waiting: int = 0
    """Files that are still to be looked at."""

    def then(self, later: Report) -> Report:
        """Both passes as one."""
        return Report(
            (*self.indexed, *later.indexed),
            (*self.refused, *later.refused),
            (*self.moved, *later.moved),
            (*self.removed, *later.removed),
            later.unchanged,
            self.pages + later.pages,
            later.stopped,
            later.waiting,
        )
