"""Documents of every format made from one outline, so that tests and the benchmark know what a tree should hold."""

from __future__ import annotations

import html
import io
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LATIN = "The {n} valve of the {n} pump opens at {m} bar, and the crew notes it in the log before the next watch begins."


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its paragraphs; levels count from 1."""

    level: int
    title: str
    paragraphs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A heading as it was printed; page 0 where there are no pages."""

    level: int
    title: str
    page: int


@dataclass(frozen=True, slots=True)
class Print:
    """How a PDF is made."""

    bookmarks: bool = False
    contents: bool = False
    """A printed table of contents in front."""
    running: bool = True
    """A running head and page numbers."""
    columns: int = 1
    front: int = 0
    """Pages before page 1, without a number."""
    bold_only: bool = False
    """Headings in the text's own size, told by weight alone."""
    title: str = "The Handbook"


def handbook(chapters: int = 4, sections: int = 3, paragraphs: int = 4) -> tuple[Section, ...]:
    """A made-up book: every section has words of its own."""
    made: list[Section] = []
    for c in range(1, chapters + 1):
        made.append(
            Section(
                1,
                f"{c} Chapter on {_WORDS[c % len(_WORDS)]}",
                (LATIN.format(n=_WORDS[c % len(_WORDS)], m=c),),
            )
        )
        for s in range(1, sections + 1):
            word = _WORDS[(c * 7 + s * 3) % len(_WORDS)]
            text = tuple(LATIN.format(n=f"{word}{s}", m=f"{c}{s}{p}") * 3 for p in range(paragraphs))
            made.append(Section(2, f"{c}.{s} Handling the {word}", text))
    return tuple(made)


_WORDS = "ballast rudder galley sextant bowline halyard keel lantern compass windlass anchor bilge".split()


def pdf(sections: Sequence[Section], how: Print = Print()) -> tuple[bytes, list[Placed]]:
    """A PDF of these sections, and where each heading was printed."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph
    from reportlab.platypus.tableofcontents import TableOfContents

    placed: list[Placed] = []
    styles = _styles(how)

    class Book(BaseDocTemplate):
        def afterFlowable(self, flowable: Any) -> None:  # noqa: N802 - the library's name
            section = getattr(flowable, "section", None)
            if section is None:
                return
            placed.append(Placed(section.level, section.title, self.page))
            self.notify("TOCEntry", (section.level - 1, html.escape(section.title), self.page - how.front))
            if how.bookmarks:
                key = f"s{len(placed)}"
                self.canv.bookmarkPage(key)
                self.canv.addOutlineEntry(section.title, key, section.level - 1)

        def beforeDocument(self) -> None:  # noqa: N802 - the library's name
            placed.clear()

    def running(canvas: Any, document: Any) -> None:
        if how.running:
            canvas.setFont("Times-Roman", 9)
            canvas.drawString(72, 800, how.title)
            if document.page > how.front:
                canvas.drawCentredString(297, 30, str(document.page - how.front))

    target = io.BytesIO()
    book = Book(target, pagesize=A4, title=how.title, invariant=1)
    width = (451 - 12 * (how.columns - 1)) / how.columns
    frames = [Frame(72 + i * (width + 12), 60, width, 720, id=str(i)) for i in range(how.columns)]
    book.addPageTemplates([PageTemplate("page", frames, onPage=running)])
    story: list[Any] = [Paragraph(html.escape(how.title), styles[0])] if how.title else []
    for _ in range(how.front):
        story += [Paragraph("A page of thanks to all who helped with this book.", styles[-1]), PageBreak()]
    if how.contents:
        contents = TableOfContents(dotsMinLevel=0)
        contents.levelStyles = _content_styles()
        story += [Paragraph("Contents", styles[-2]), contents, PageBreak()]
    for section in sections:
        heading = Paragraph(html.escape(section.title), styles[min(section.level, 4)])
        heading.section = section
        story.append(heading)
        story += [Paragraph(html.escape(text), styles[-1]) for text in section.paragraphs]
    book.multiBuild(story)
    return target.getvalue(), placed


def _styles(how: Print) -> list[Any]:
    """The title's, four levels of headings, a plain bold one, the text's."""
    from reportlab.lib.styles import ParagraphStyle

    sizes = [11] * 4 if how.bold_only else [18, 14, 12, 11]
    text = ParagraphStyle("text", fontName="Times-Roman", fontSize=11, leading=13.5, spaceAfter=7)
    heads = [
        ParagraphStyle(
            f"h{i}", text, fontName="Times-Bold", fontSize=size, leading=size * 1.25, spaceBefore=12
        )
        for i, size in enumerate(sizes, start=1)
    ]
    title = ParagraphStyle("title", text, fontSize=26, leading=32)
    plain = ParagraphStyle("plain", text, fontName="Times-Bold", fontSize=14, leading=18)
    return [title, *heads, plain, text]


def _content_styles() -> list[Any]:
    from reportlab.lib.styles import ParagraphStyle

    return [
        ParagraphStyle(f"c{i}", fontName="Times-Roman", fontSize=11, leftIndent=14 * i, leading=14)
        for i in range(4)
    ]


def docx(sections: Sequence[Section], title: str = "The Handbook") -> bytes:
    """A DOCX file with the built-in heading styles."""
    import docx as library

    document = library.Document()
    document.core_properties.title = title
    for section in sections:
        document.add_heading(section.title, section.level)
        for text in section.paragraphs:
            document.add_paragraph(text)
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def page(sections: Sequence[Section], title: str = "The Handbook", head: str = "") -> str:
    """An HTML page."""
    body = "".join(_html(section) for section in sections)
    return f"<!DOCTYPE html><html><head><title>{html.escape(title)}</title>{head}</head><body>{body}</body></html>"


def _html(section: Section) -> str:
    texts = "".join(f"<p>{html.escape(text)}</p>" for text in section.paragraphs)
    return f"<h{section.level}>{html.escape(section.title)}</h{section.level}>{texts}"


def markdown(sections: Sequence[Section]) -> str:
    """A Markdown file."""
    return "\n".join(f"{'#' * s.level} {s.title}\n\n" + "\n\n".join(s.paragraphs) + "\n" for s in sections)


def rst(sections: Sequence[Section]) -> str:
    """A reStructuredText file."""
    return "\n".join(
        f"{s.title}\n{'=-~^'[s.level - 1] * len(s.title)}\n\n" + "\n\n".join(s.paragraphs) + "\n"
        for s in sections
    )


def epub(
    sections: Sequence[Section],
    title: str = "The Handbook",
    bodies: Sequence[str] = (),
    sheets: Mapping[str, str] | None = None,
    about: str = "",
) -> bytes:
    """An EPUB with a file per chapter; `bodies` are further chapters as XHTML, `sheets` style sheets, `about` a blurb."""
    chapters = [*_chapters(sections), *bodies]
    names = [f"c{number}.xhtml" for number in range(len(chapters))]
    items = "".join(
        f'<item id="i{n}" href="{name}" media-type="application/xhtml+xml"/>' for n, name in enumerate(names)
    )
    items += "".join(f'<item id="{name}" href="{name}" media-type="text/css"/>' for name in sheets or {})
    spine = "".join(f'<itemref idref="i{n}"/>' for n in range(len(names)))
    package = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{html.escape(title)}</dc:title>'
        f"<dc:description>{html.escape(about)}</dc:description></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    parts = {"META-INF/container.xml": container, "OEBPS/content.opf": package}
    parts |= {f"OEBPS/{name}": sheet for name, sheet in (sheets or {}).items()}
    parts |= {f"OEBPS/{name}": chapter for name, chapter in zip(names, chapters, strict=True)}
    return packed({"mimetype": "application/epub+zip", **parts})


def _chapters(sections: Sequence[Section]) -> Iterator[str]:
    starts = [n for n, section in enumerate(sections) if section.level == 1] or [0]
    for start, end in zip(starts, [*starts[1:], len(sections)], strict=True):
        body = "".join(_html(section) for section in sections[start:end])
        yield f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>{body}</body></html>'


def packed(parts: dict[str, str | bytes]) -> bytes:
    """A zip file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            kind = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, kind)
    return target.getvalue()
