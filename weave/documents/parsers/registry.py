"""Which parser reads which file: by its ending, corrected by what its first bytes say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import Protocol, cast

from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Source:
    """The file that a parser gets: its name, for title and language, and all of its bytes."""

    name: str
    data: bytes
    format: str = ""
    """The parser to take, where the place of the file says more than its name; "" leaves it to the file."""


class Parser(Protocol):
    """Makes a document of a file. Raises Refusal; may raise anything else on a damaged file."""

    def __call__(self, source: Source, limits: Limits, /) -> Document: ...


_MODULES = {
    "markdown": (".md", ".markdown", ".mdown", ".mkd"),
    "rst": (".rst", ".rest"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "html": (".html", ".htm", ".xhtml"),
    "webpage": (".mhtml", ".mht", ".webarchive"),
    "link": (".url", ".webloc", ".desktop"),
    "epub": (".epub",),
    "transcript": (".jsonl",),
    "code": (".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".go", ".rs", ".java"),
    "plain": (
        *(
            ".txt",
            ".text",
            ".log",
            ".csv",
            ".tsv",
            ".org",
            ".adoc",
            ".tex",
            ".eml",
            ".srt",
            ".vtt",
            ".bib",
            ".json",
        ),
        *(
            ".yaml",
            ".yml",
            ".toml",
            ".ini",
            ".cfg",
            ".conf",
            ".xml",
            ".css",
            ".sql",
            ".sh",
            ".bash",
            ".zsh",
            ".ps1",
        ),
        *(
            ".c",
            ".h",
            ".cc",
            ".cpp",
            ".hpp",
            ".cs",
            ".ts",
            ".tsx",
            ".rb",
            ".php",
            ".pl",
            ".lua",
            ".swift",
            ".kt",
        ),
        *(
            ".scala",
            ".r",
            ".jl",
            ".hs",
            ".ml",
            ".ex",
            ".exs",
            ".erl",
            ".clj",
            ".el",
            ".vim",
            ".diff",
            ".patch",
        ),
    ),
}
_BY_ENDING = {ending: module for module, endings in _MODULES.items() for ending in endings}
_NAMES = frozenset(
    """readme license licence copying copyright notice authors contributors maintainers credits thanks changes changelog
    history news todo install installing contributing faq version manifest makefile dockerfile gemfile rakefile procfile
    vagrantfile justfile jenkinsfile""".split()
)
"""Names, without case, that are of text though no ending says so."""
_BINARY = ("pdf", "docx", "epub")
_PACKED = b"PK\x03\x04"
_FOREIGN = {
    b"\xd0\xcf\x11\xe0": "an old Office file or one with a password; save it as DOCX without one",
    b"\x7fELF": "a program, not a document",
    b"MZ": "a program, not a document",
    b"\x89PNG": "a picture; only documents with text can be read",
    b"\xff\xd8\xff": "a picture; only documents with text can be read",
    b"GIF8": "a picture; only documents with text can be read",
    b"\x1f\x8b": "a compressed file; unpack it first",
    b"7z\xbc\xaf": "a compressed file; unpack it first",
}


def format_by_name(name: str) -> str | None:
    """The format that a file's name promises; None for one that no parser reads."""
    path = PurePath(name)
    if not path.suffix and path.name.casefold() in _NAMES:
        return "plain"
    return _BY_ENDING.get(path.suffix.lower())


def kind(source: Source) -> str:
    """The format's name. Raises Refusal for what no parser reads."""
    ending = PurePath(source.name).suffix.lower()
    found = format_by_name(source.name)
    head = source.data[:1024]
    if b"%PDF-" in head and found in (None, "plain", "pdf"):
        return "pdf"
    if head.startswith(_PACKED):
        return _packed(source, found)
    for mark, what in _FOREIGN.items():
        if head.startswith(mark) and (found in (None, *_BINARY) or not _reads_as_text(head)):
            raise Refusal(f"The file is {what}.")
    if found in _BINARY:
        raise Refusal(
            f"The file is no {str(found).upper()}, whatever its ending says; save it anew and try again."
        )
    if found:
        return found
    if not _reads_as_text(head):
        raise Refusal(
            f"No parser reads files that end in {ending or 'nothing'}; save it as PDF, DOCX, HTML or text."
        )
    return "html" if head.lstrip()[:14].lower().startswith((b"<!doctype html", b"<html")) else "plain"


def _packed(source: Source, found: str | None) -> str:
    if b"application/epub+zip" in source.data[:200]:
        return "epub"
    if found in ("docx", "epub"):
        return found
    if b"word/" in source.data:
        return "docx"
    raise Refusal("The file is a packed archive; unpack it and add what is inside.")


def _reads_as_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return True
    controls = sum(byte < 9 or 13 < byte < 27 for byte in head)
    return controls <= len(head) // 50


def parser(format_: str) -> Parser:
    """The parser of a format that `kind` named."""
    module = import_module(f"weave.documents.parsers.{format_}")
    return cast("Callable[[Source, Limits], Document]", module.parse)


def parse(source: Source, limits: Limits) -> Document:
    """Parse a file, whatever it is. Raises Refusal."""
    limits.file(len(source.data))
    return parser(source.format or kind(source))(source, limits)
