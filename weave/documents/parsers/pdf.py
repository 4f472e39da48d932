"""PDF: printed lines with their type sizes, bookmarks, and hidden text set apart. Read by PDFium, without scripts or forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from weave.documents.composing import Composer
from weave.documents.furniture import without_furniture
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers.pdf_page import Printed, printed
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_TOC_DEPTH = 12
_SPLIT = re.compile(r"[^\W\d_]{2}-\Z")
_REST = re.compile(r"[a-z\u00df-\u00ff\u0430-\u044f]+[^\s]*\s*")


def parse(source: Source, limits: Limits) -> Document:
    """The pages' text, line by line. Raises Refusal for damage, passwords and too many pages or bookmarks."""
    document = _opened(source.data)
    limits.count("pages", len(document), limits.pages)
    composer = Composer("PDF", limits)
    _describe(document, composer)
    _bookmarks(document, composer, limits)
    pages = []
    chars = 0
    for number in range(len(document)):
        found = _page(document, number, composer)
        chars += sum(len(line.text) for line in found)
        limits.text(chars)
        pages.append(found)
    _write(pages, composer)
    composer.take_title(document.get_metadata_value("Title"))
    if not chars and pages:
        composer.notice(
            "The PDF holds pictures of pages and no text; have them recognised (OCR) and add it again."
        )
    return composer.document()


def _opened(data: bytes) -> PdfDocument:
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise Refusal("The PDF asks for a password; save it without one and try again.") from error
        raise Refusal("The PDF is damaged and cannot be opened; save it anew and try again.") from error


def _describe(document: PdfDocument, composer: Composer) -> None:
    metadata = document.get_metadata_dict(skip_empty=True)
    for name in ("Author", "Subject", "Keywords"):
        composer.aside(Layer.METADATA, name.lower(), metadata.get(name, ""))


def _bookmarks(document: PdfDocument, composer: Composer, limits: Limits) -> None:
    """The outline; PDFium's walk stops at a depth, and at an entry that it has seen."""
    for number, entry in enumerate(document.get_toc(max_depth=_TOC_DEPTH)):
        limits.count("bookmarks", number + 1, limits.bookmarks)
        target = entry.get_dest()
        page = target.get_index() if target is not None else None
        composer.bookmark(entry.level + 1, entry.get_title(), 0 if page is None else page + 1)


def _page(document: PdfDocument, number: int, composer: Composer) -> list[Printed]:
    import pypdfium2

    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        composer.notice(f"Page {number + 1} is damaged and was left out.")
        return []
    try:
        return printed(page)
    finally:
        page.close()


def _write(pages: list[list[Printed]], composer: Composer) -> None:
    for page in without_furniture(pages):
        composer.page()
        shown = [line for line in page if not line.hidden]
        for line in page:
            if line.hidden:
                composer.aside(Layer.HIDDEN, line.hidden, line.text)
        for at, (line, text) in enumerate(zip(shown, joined([line.text for line in shown]), strict=True)):
            if line.gap and at:
                composer.write("\n")
            composer.line(text, line.size, line.bold)
        composer.write("\n")


def joined(lines: list[str]) -> list[str]:
    """The lines with words that were hyphenated at a line's end made whole on the first of them."""
    whole = list(lines)
    for at in range(len(whole) - 1):
        first, rest = _SPLIT.search(whole[at]), _REST.match(whole[at + 1])
        if first and rest:
            whole[at] = whole[at][:-1] + rest[0].rstrip()
            whole[at + 1] = whole[at + 1][rest.end() :]
    return whole
