"""Puts a document together piece by piece, cleaned and counted: what every parser writes into. Pure.

Limits are checked as the text grows, so that no parser can be talked into more than is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from weave.documents.cleaning import clean, hidden_message, normal, one_line
from weave.documents.limits import Limits
from weave.documents.model import Aside, Bookmark, Document, Heading, Layer, Line, Origin

_SHOWN = 4_000
"""Characters that are kept of one hidden text: enough to see what it is."""
_ASIDES = 1_000
_HEAD = 6_000
"""Characters at the beginning in which a document's title stands."""


class Composer:
    """Grows one document. Titles and texts may hold anything; they come out clean."""

    def __init__(self, format_: str, limits: Limits) -> None:
        self.limits = limits
        self.title = ""
        self._format = format_
        self._pieces: list[str] = []
        self._length = 0
        self._pages: list[int] = []
        self._headings: list[Heading] = []
        self._lines: list[Line] = []
        self._bookmarks: list[Bookmark] = []
        self._asides: list[Aside] = []
        self._notices: list[str] = []
        self._invisible = 0
        self._aside_chars = 0

    @property
    def length(self) -> int:
        """Where the next piece begins."""
        return self._length

    def page(self) -> None:
        """Begin a page."""
        self._pages.append(self._length)
        self.limits.count("pages", len(self._pages), self.limits.pages)

    def write(self, text: str) -> None:
        """Add text as it is, cleaned; line ends are the caller's."""
        shown, gone = clean(text)
        if gone:
            self._invisible += gone
            self._spelled(text)
        self._pieces.append(shown)
        self._length += len(shown)
        self.limits.text(self._length + self._aside_chars)

    def paragraph(self, text: str) -> None:
        """Add a paragraph with an empty line after it; nothing when it is blank."""
        if text and not text.isspace():
            self.write(text.strip("\n") + "\n\n")

    def heading(self, level: int, title: str) -> None:
        """Add a heading as a paragraph of its own."""
        flat = one_line(title)
        if flat:
            self.mark(level, flat)
            self.paragraph(flat)
            if clean(title)[1]:
                self._spelled(title)

    def mark(self, level: int, title: str, origin: Origin | None = None) -> None:
        """Say that a heading begins where the next piece will stand."""
        self._headings.append(Heading(max(1, level), one_line(title), self._length, origin))
        self.limits.count("headings", len(self._headings), self.limits.headings)

    def line(self, text: str, size: float, bold: bool) -> None:
        """Add a printed line with its type."""
        start = self._length
        self.write(text + "\n")
        if self._length > start + 1:
            self._lines.append(Line(start, self._length - 1, round(size, 1), bold))

    def bookmark(self, depth: int, title: str, page: int) -> None:
        """Add an entry of the outline that the file carries."""
        self._bookmarks.append(Bookmark(max(1, depth), one_line(title), page))
        self.limits.count("bookmarks", len(self._bookmarks), self.limits.bookmarks)

    def aside(self, layer: Layer, why: str, text: str) -> None:
        """Keep apart what a reader would not see."""
        shown = clean(text)[0].strip()
        if shown and len(self._asides) < _ASIDES:
            self._asides.append(Aside(layer, why, shown[:_SHOWN], len(self._pages)))
            self._aside_chars += min(len(shown), _SHOWN)

    def take_title(self, title: str) -> None:
        """Name the document as its metadata does, if its first pages say so too; else that is kept apart.

        Nobody who reads the document sees its metadata, so they may not speak through the title either.
        """
        head = normal("".join(self._pieces)[:_HEAD]) if title else ""
        if normal(title) and normal(title) in head:
            self.title = title
        else:
            self.aside(Layer.METADATA, "title", title)

    def notice(self, sentence: str) -> None:
        """Say something about what was left out, once."""
        if sentence not in self._notices:
            self._notices.append(sentence)

    def _spelled(self, text: str) -> None:
        if message := hidden_message(text):
            self.aside(Layer.HIDDEN, "invisible characters", message)

    def document(self, title: str = "") -> Document:
        """The finished document."""
        hidden = sum(aside.layer is Layer.HIDDEN for aside in self._asides)
        if self._invisible:
            self.notice(f"{self._invisible:,} invisible characters were taken out.")
        if hidden:
            self.notice(f"{hidden:,} hidden texts were set apart; they are not searched.")
        return Document(
            self._format,
            one_line(self.title or title),
            "".join(self._pieces),
            tuple(self._pages),
            tuple(self._headings),
            tuple(self._lines),
            tuple(self._bookmarks),
            tuple(self._asides),
            tuple(self._notices),
        )


def first_title(headings: Sequence[Heading]) -> str:
    """The one heading of the highest level that begins a document, "" when there is no such one."""
    if not headings:
        return ""
    top = min(heading.level for heading in headings)
    highest = [heading for heading in headings if heading.level == top]
    return highest[0].title if len(highest) == 1 and headings[0] is highest[0] else ""
