"""The real outlines of documents of different make, for the library's benchmark.

PDFs of installed packages carry their outline as bookmarks; it is taken as the truth and the bookmarks are hidden
from the builder. Made documents have the outline they were made from. What a machine lacks is left out.
"""

from __future__ import annotations

import gzip
import importlib.metadata
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

from tests.support import documents as made
from tests.support.documents import Placed, Print, Section
from weave.documents.cleaning import normal
from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers.registry import Source, parse

SHARE = Path("/usr/share/doc")
PDFS = {
    "libtasn1 manual (Texinfo, pdfTeX)": "libtasn1-doc/libtasn1.pdf",
    "nettle manual (Texinfo, pdfTeX)": "nettle-dev/nettle.pdf.gz",
    "bzip2 manual (DocBook, FOP or dblatex)": "bzip2/manual.pdf.gz",
    "valgrind manual (DocBook, pdfTeX)": "valgrind/valgrind_manual.pdf.gz",
    "shared-mime-info spec (DocBook, FOP)": "shared-mime-info/shared-mime-info-spec.pdf",
    "crc paper of zlib (LaTeX)": "zlib1g-dev/crc-doc.1.0.pdf.gz",
    "fontconfig manual (DocBook)": "fontconfig/fontconfig-user.pdf.gz",
}
_NUMBER = re.compile(
    r"\A(?:(?:chapter|appendix|part|section)\s+)?(?:(?:\d+|[A-Z])(?:\.\d+)*\.?)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Case:
    """A document with its true outline."""

    name: str
    document: Document
    truth: tuple[Placed, ...]


def bare(title: str) -> str:
    """A title without its number, as it is compared."""
    return normal(_NUMBER.sub("", title)) or normal(title)


def cases() -> Iterator[Case]:
    """Every document that this machine has or can make."""
    yield from _printed()
    yield from _manufactured()
    yield from _written()


def _printed() -> Iterator[Case]:
    for name, place in PDFS.items():
        path = SHARE / place
        if path.exists():
            data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            document = parse(Source(path.name.removesuffix(".gz"), data), Limits())
            truth = tuple(Placed(b.depth, b.title, b.page) for b in document.bookmarks if b.page and b.title)
            if len(truth) > 3:
                yield Case(name, replace(document, bookmarks=()), truth)


def reference() -> tuple[Section, ...]:
    """The Python language reference as the interpreter ships it (PSF licence): topics, their parts, their paragraphs."""
    from pydoc_data.topics import topics

    made_: list[Section] = []
    for name in sorted(topics)[:40]:
        lines = topics[name].split("\n")
        level, title, texts = 0, "", list[str]()
        for line, under in zip(lines, [*lines[1:], ""], strict=True):
            if line.strip() and re.fullmatch(r"([*=\-])\1{3,}", under) and len(under) == len(line):
                if title:
                    made_.append(_section(level, title, texts))
                level, title, texts = "*=-".index(under[0]) + 1, line.strip(), []
            elif not re.fullmatch(r"([*=\-])\1{3,}", line):
                texts.append(line)
        if title:
            made_.append(_section(level, title, texts))
    return tuple(section for section in made_ if section.paragraphs)


def _section(level: int, title: str, lines: list[str]) -> Section:
    blocks = "\n".join(lines).split("\n\n")
    return Section(level, title, tuple(" ".join(b.split()) for b in blocks if len(b.split()) > 3)[:12])


def _manufactured() -> Iterator[Case]:
    book = _numbered(reference())
    prints = {
        "language reference, PDF with contents, front matter": Print(contents=True, front=3),
        "language reference, PDF, type only": Print(),
        "language reference, PDF in two columns": Print(columns=2, title=""),
        "language reference, PDF, bold headings only": Print(bold_only=True, contents=False),
        "language reference, PDF with bookmarks": Print(bookmarks=True),
    }
    for name, how in prints.items():
        data, placed = made.pdf(book, how)
        yield Case(name, parse(Source("book.pdf", data), Limits()), tuple(placed))
    truth = tuple(Placed(s.level, s.title, 0) for s in book)
    yield Case("language reference, DOCX", parse(Source("b.docx", made.docx(book)), Limits()), truth)
    yield Case("language reference, EPUB", parse(Source("b.epub", made.epub(book)), Limits()), truth)
    yield Case("language reference, RST", parse(Source("b.rst", made.rst(book).encode()), Limits()), truth)
    text = "\n\n".join(f"{s.title}\n\n" + "\n\n".join(s.paragraphs) for s in book)
    yield Case("language reference, plain text", parse(Source("b.txt", text.encode()), Limits()), truth)


def _numbered(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    counts = [0] * 9
    numbered, last = [], 0
    for section in sections:
        level = min(section.level, last + 1)
        last = level
        counts[level:] = [0] * (9 - level)
        counts[level - 1] += 1
        number = ".".join(str(n) for n in counts[:level])
        numbered.append(Section(level, f"{number} {section.title}", section.paragraphs))
    return tuple(numbered)


_VOID = {"br", "img", "input", "hr", "meta", "link"}


class _Headings(HTMLParser):
    """An independent reader of h1 to h6."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Placed] = []
        self._level, self._text = 0, ""
        self._aside = 0
        """Open elements inside of navigation, which is no part of the text."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._aside or tag == "nav" or ("role", "navigation") in attrs:
            if tag in _VOID:
                return
            self._aside += 1
        if re.fullmatch("h[1-6]", tag):
            self._level, self._text = int(tag[1]), ""

    def handle_endtag(self, tag: str) -> None:
        if self._aside:
            self._aside -= 1
        if self._level and tag == f"h{self._level}":
            if not self._aside:
                self.found.append(Placed(self._level, self._text.strip(" \n¶#"), 0))
            self._level = 0

    def handle_data(self, data: str) -> None:
        self._text += data if self._level else ""


def _written() -> Iterator[Case]:
    """Pages and notes as projects ship them, read by another reader for the truth."""
    idle = Path(sysconfig.get_path("stdlib")) / "idlelib" / "help.html"
    pages = {
        "IDLE manual (Sphinx, HTML)": idle,
        "nettle manual (Texinfo, HTML)": SHARE / "nettle-dev/nettle.html",
    }
    for name, path in pages.items():
        if path.exists():
            reader = _Headings()
            reader.feed(path.read_text(encoding="utf-8"))
            truth = tuple(placed for placed in reader.found if placed.title)
            yield Case(name, parse(Source("p.html", path.read_bytes()), Limits()), truth)
    for package in ("pydantic", "more-itertools"):
        try:
            text = str(importlib.metadata.metadata(package).get_payload())
        except importlib.metadata.PackageNotFoundError:
            continue
        if len(text) > 5_000:
            ending = "rst" if re.search(r"\n[=-]{4,}\n", text) else "md"
            yield Case(
                f"{package} read-me ({ending})",
                parse(Source(f"x.{ending}", text.encode()), Limits()),
                _headed(text, ending),
            )


def _headed(text: str, ending: str) -> tuple[Placed, ...]:
    if ending == "md":
        plain = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
        found = re.findall(r"^(#{1,6})\s+(.+?)\s*#*$", plain, re.MULTILINE)
        return tuple(
            Placed(len(marks), re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", title), 0)
            for marks, title in found
        )
    marks: list[str] = []
    placed = []
    pattern = r"^(?:((?:=|-|~|\^){3,})\n)?(\S.*)\n((?:=|-|~|\^){3,})$"
    for over, title, under in re.findall(pattern, text, re.MULTILINE):
        kind = under[0] + over[:1]
        if len(under) >= len(title):
            if kind not in marks:
                marks.append(kind)
            placed.append(Placed(marks.index(kind) + 1, title, 0))
    return tuple(placed)
