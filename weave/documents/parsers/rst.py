"""reStructuredText: sections as docutils finds them, the text as it was written.

Directives that read files or pass raw markup are off; unknown ones (Sphinx) are text like any other.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

from weave.documents.composing import Composer, first_title
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source

_BLOCK = r"(?:\n(?:\1[ \t]+.*|[ \t]*$))*)"
_UNSEEN = {
    "a comment": re.compile(
        r"^([ \t]*)\.\.(?:[ \t]+(?!\[|_|\||[\w:.+-]+::)(?=\S)|[ \t]*$)(.*" + _BLOCK, re.MULTILINE
    ),
    "about the page": re.compile(r"^([ \t]*)\.\.[ \t]+meta::(.*" + _BLOCK, re.MULTILINE),
    "raw markup": re.compile(r"^([ \t]*)\.\.[ \t]+raw::(.*" + _BLOCK, re.MULTILINE),
}
"""What a reader of the page does not see, with the indented lines below it."""
_NAMED = re.compile(
    r"^([ \t]*)\.\.[ \t]+\|(?P<name>[^|\n]{1,100})\|[ \t]+\w+::(?P<text>.*" + _BLOCK, re.MULTILINE
)
_NAMES = re.compile(r"\|([^|\n]{1,100})(?=\|)")
_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,
    "halt_level": 6,
    "doctitle_xform": False,
    "line_length_limit": 100_000,
    "_disable_config": True,
    "input_encoding": "unicode",
}
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*\Z")


def parse(source: Source, limits: Limits) -> Document:
    """The text as it is, its headings marked."""
    text = decode(source.data)[0].replace("\r\n", "\n").replace("\r", "\n")
    composer = Composer("reStructuredText", limits)
    shown = _without_hidden(text, composer)
    lines = shown.split("\n")
    marks = _marks(shown, lines)
    for number, line in enumerate(lines):
        if number in marks:
            composer.mark(*marks[number])
        composer.write(line + ("\n" if number + 1 < len(lines) else ""))
    document = composer.document()
    return composer.document(first_title(document.headings))


def _without_hidden(text: str, composer: Composer) -> str:
    """The text without what a page does not show, its lines where they were."""

    def set_apart(why: str, found: re.Match[str]) -> str:
        composer.aside(Layer.HIDDEN, why, found[0].strip())
        return "\n" * found[0].count("\n")

    def unused(found: re.Match[str]) -> str:
        """A replacement that stands for nothing in the text is shown nowhere."""
        return found[0] if named[found["name"]] > 1 else set_apart("a replacement that is not used", found)

    for why, pattern in _UNSEEN.items():
        text = pattern.sub(partial(set_apart, why), text)
    named = Counter(found[1] for found in _NAMES.finditer(text))
    return _NAMED.sub(unused, text)


def _marks(text: str, lines: list[str]) -> dict[int, tuple[int, str]]:
    """(level, title) by the line of each heading, by where docutils nests its section."""
    from docutils import nodes

    marks: dict[int, tuple[int, str]] = {}
    after = 0
    for section in _doctree(text).findall(nodes.section):
        title = section.next_node(nodes.title)
        if title is None:
            continue
        found = _line_of(title.rawsource or title.astext(), lines, after)
        if found is not None:
            marks[found] = (_depth(section), title.astext())
            after = found + 1
    return marks


def _doctree(text: str):  # type: ignore[no-untyped-def]  # docutils ships no types
    from docutils.core import publish_doctree
    from docutils.utils import DependencyList

    settings = {**_SETTINGS, "record_dependencies": DependencyList(None), "warning_stream": False}
    return publish_doctree(text, settings_overrides=settings)


def _depth(section) -> int:  # type: ignore[no-untyped-def]
    depth = 0
    while section is not None:
        depth += section.tagname == "section"
        section = section.parent
    return depth


def _line_of(title: str, lines: list[str], after: int) -> int | None:
    """The first line from `after` on that is this title and has its adornment under it."""
    wanted = title.strip()
    for number in range(after, len(lines) - 1):
        if lines[number].strip() == wanted and _ADORNMENT.match(lines[number + 1]):
            return number
    return None
