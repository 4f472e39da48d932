"""Markdown: headings as CommonMark has them (fences, setext, front matter), the text as it was written, comments apart."""

from __future__ import annotations

import re

from weave.documents.composing import Composer, first_title
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source
from weave.markdown.matter import front_matter

_COMMENT = re.compile(r"(?P<code>`[^`\n]{1,200}`)|<!--.*?(?:-->|\Z)", re.DOTALL)
_CONCEALED = re.compile(
    r"<(?P<tag>[a-z][a-z0-9]*)\b[^<>]*\b(?:hidden\b|style\s*=\s*[\"'][^\"'<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|"
    r"font-size\s*:\s*0|opacity\s*:\s*0\b|(?<!-)color\s*:\s*(?:white|\#fff(?:fff)?)\b)[^\"'<>]*[\"'])[^<>]*>.*?(?:</(?P=tag)\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"^ {0,3}\[(?://|comment|#)\]:\s*(?:#|<>)?\s*[\"'(](?P<text>[^\n]*)[\"')][ \t]*$", re.MULTILINE
)
_INLINE = re.compile(
    r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|<[^<>]{1,200}>|[*`]+|(?<!\w)_+|_+(?!\w)|\\(?=[#*_`\[\]<>])"
)
_TRAILING_ID = re.compile(r"\s*\{#[\w:.-]+\}\s*$")


def parse(source: Source, limits: Limits) -> Document:
    """The text as it is, minus what a rendered page would not show."""
    text, _ = decode(source.data)
    composer = Composer("markdown", limits)
    lines = text.split("\n")
    matter, first, _ = front_matter([line.rstrip("\r") for line in lines])
    if matter:
        composer.title = matter.title
        composer.aside(Layer.METADATA, "front matter", "\n".join(lines[1 : first - 1]))
        lines[:first] = [""] * first
    shown = _without_hidden("\n".join(lines), composer)
    _write(shown, composer)
    document = composer.document()
    return document if document.title else composer.document(first_title(document.headings))


def _without_hidden(text: str, composer: Composer) -> str:
    """The text with comments and concealed elements taken out, its lines where they were."""

    def set_apart(found: re.Match[str]) -> str:
        if found.re is _COMMENT and found["code"]:
            return found[0]
        why = "a comment" if found.re is not _CONCEALED else "an element that is not shown"
        composer.aside(Layer.HIDDEN, why, found[0])
        return "\n" * found[0].count("\n")

    if "<" not in text and "[" not in text:
        return text
    fenced = _code_spans(text)
    pieces, at = [], 0
    for start, end in [*fenced, (len(text), len(text))]:
        outside = text[at:start]
        for pattern in (_COMMENT, _CONCEALED, _REFERENCE):
            if "<" in outside or "[" in outside:
                outside = pattern.sub(set_apart, outside)
        pieces += [outside, text[start:end]]
        at = end
    return "".join(pieces)


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Offsets of fenced and indented code, where a comment is shown as it is."""
    starts = _line_starts(text)
    return [
        (starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)])
        for token in _blocks(text)
        if token.type in ("fence", "code_block") and token.map
    ]


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    starts[-1] = len(text)
    return starts


def _blocks(text: str):  # type: ignore[no-untyped-def]  # tokens of a library that is imported late
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": 40})
    reader.core.ruler.enableOnly(["normalize", "block"])
    return reader.parse(text.replace("\r\n", "\n").replace("\r", "\n"))


def _write(text: str, composer: Composer) -> None:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    marks: dict[int, tuple[int, str]] = {}
    level = 0
    for token in _blocks(text):
        if token.type == "heading_open":
            level = int(token.tag[1:]) if token.level == 0 else 0
        elif token.type == "inline" and level and token.map:
            marks[token.map[0]] = (level, plain(token.content))
            level = 0
    for number, line in enumerate(lines):
        if number in marks:
            composer.mark(*marks[number])
        composer.write(line + ("\n" if number + 1 < len(lines) else ""))


def plain(title: str) -> str:
    """A heading's words without emphasis, code marks, links and anchors."""
    return _INLINE.sub(lambda found: found[1] or "", _TRAILING_ID.sub("", title)).strip()
