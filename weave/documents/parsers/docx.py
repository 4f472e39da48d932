"""DOCX: headings by their styles, paragraphs and tables in order, hidden runs and comments apart."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers import safe_xml
from weave.documents.parsers.docx_look import Looks, W
from weave.documents.parsers.packed import Packed
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph
    from lxml.etree import _Element

_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|заголовок|見出し|标题)\s*(\d)", re.IGNORECASE
)
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_PARTS = {
    "word/footnotes.xml": f"{W}footnote",
    "word/endnotes.xml": f"{W}endnote",
    "word/comments.xml": f"{W}comment",
}

_Page = tuple[Composer, Looks]
"""What is written to, and what tells whether a run is seen."""


def parse(source: Source, limits: Limits) -> Document:
    """The text as it is printed. Raises Refusal for bombs, damage and encryption."""
    packed = Packed(source.data, limits)
    roots = {
        name: safe_xml.root(packed.read(name), limits)
        for name in ("word/document.xml", "word/styles.xml")
        if name in packed.names()
    }
    looks = Looks(roots.pop("word/styles.xml", None))
    roots.clear()
    composer = Composer("DOCX", limits)
    document = _opened(Packed(source.data, limits).checked())
    properties = document.core_properties
    for name in ("author", "subject", "keywords", "comments", "category"):
        composer.aside(Layer.METADATA, name, getattr(properties, name) or "")
    for block in document.element.body.iter(f"{W}p"):
        if next(block.iterancestors(_FALLBACK), None) is None:
            _paragraph(block, document, (composer, looks))
    if not composer.title:
        composer.take_title(properties.title or "")
    _remarks(packed, limits, (composer, looks))
    return composer.document()


def _opened(data: bytes):  # type: ignore[no-untyped-def]  # the library is imported late
    import docx

    try:
        return docx.Document(io.BytesIO(data))
    except (KeyError, ValueError, AttributeError, docx.exceptions.PythonDocxError) as error:
        raise Refusal("The DOCX file is damaged; save it anew and try again.") from error


def _paragraph(element: _Element, document, to: _Page) -> None:  # type: ignore[no-untyped-def]
    from docx.text.paragraph import Paragraph

    composer = to[0]
    paragraph = Paragraph(element, document)  # type: ignore[arg-type]  # elements of the body have the library's class
    text = "".join(_visible(element, to))
    level = _level(paragraph)
    if level == 0 and text.strip() and not composer.title:
        composer.title = text
    if level and text.strip():
        composer.heading(level, text)
    else:
        composer.paragraph(text)


def _level(paragraph: Paragraph) -> int | None:
    """1 to 9 for a heading, 0 for the document's title, None for text."""
    style = paragraph.style
    for _ in range(10):  # styles rest on styles
        if style is None:
            return None
        name = style.name or ""
        if found := _HEADING.match(name):
            return int(found[1])
        if name.lower() == "title":
            return 0
        outline = style.element.find(f"{W}pPr/{W}outlineLvl")
        if outline is not None and str(outline.get(f"{W}val")).isdigit():
            level = int(str(outline.get(f"{W}val"))) + 1
            return level if level <= 9 else None
        style = style.base_style
    return None


def _visible(element: _Element, to: _Page) -> Iterator[str]:
    """The runs that are printed, in order; deleted text is not, inserted text is."""
    composer, looks = to
    for run in element.iter(f"{W}r"):
        if _is_elsewhere(run, element):
            continue
        text = "".join(_run_texts(run))
        why = looks.why_hidden(run, element)
        if why:
            composer.aside(Layer.HIDDEN, why, text)
        else:
            yield text


def _is_elsewhere(run: _Element, paragraph: _Element) -> bool:
    """Whether a run is deleted, a copy for old programs, or of another paragraph (a text box inside this one)."""
    for above in run.iterancestors():
        if above is paragraph:
            return False
        if above.tag in (f"{W}p", f"{W}del", f"{W}moveFrom", _FALLBACK):
            return True
    return True


def _run_texts(run: _Element) -> Iterator[str]:
    for child in run:
        if child.tag == f"{W}t":
            yield child.text or ""
        elif child.tag == f"{W}tab":
            yield "\t"
        elif child.tag in (f"{W}br", f"{W}cr"):
            yield "\n"


def _remarks(packed: Packed, limits: Limits, to: _Page) -> None:
    """Notes at the foot are text of the document; comments are not."""
    composer = to[0]
    for name, tag in _PARTS.items():
        for part in safe_xml.root(packed.read(name), limits).iter(tag) if name in packed.names() else ():
            if tag.endswith("}comment"):
                composer.aside(Layer.HIDDEN, "a comment", "".join(str(t) for t in part.itertext()))
            elif part.get(f"{W}type") is None:
                composer.paragraph("\n".join("".join(_visible(p, to)) for p in part.iter(f"{W}p")))
