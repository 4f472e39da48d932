"""Markdown: headings as CommonMark has them (fences, setext, front matter), the text as it was written, comments apart."""

from __future__ import annotations

import re

from weave.documents.composing import Composer, first_title
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.markup import why_hidden
from weave.documents.parsers.paint import is_pale
from weave.documents.parsers.registry import Source
from weave.markdown.matter import front_matter

_COMMENT = re.compile(r"(?P<code>`[^`\n]{1,200}`)|<!--.*?(?:-->|\Z)", re.DOTALL)
_ELEMENT = re.compile(
    r"(?P<code>`{1,3}[^`\n]{1,500}`{1,3})|<(?P<tag>[a-z][a-z0-9]{0,20})\b(?P<attributes>[^<>]{0,4000})>",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"([\w-]{1,40})\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_NEVER_SHOWN = frozenset("script style template noscript".split())
_WORDS = 3
"""An attribute of so many words says something that no page shows."""
_REFERENCE = re.compile(
    r"^(?P<before> {0,3}\[(?P<label>[^\]\n]{1,200})\]:[ \t]*(?P<target>#|<>|[^\s\"'(]{2,2000}|)[ \t]*)[\"'(][^\n]*[\"')][ \t]*$",
    re.MULTILINE,
)
_LINK_TITLE = re.compile(r"(\]\([^()\s]{0,2000})[ \t]+(?:\"[^\"\n]{1,2000}\"|'[^'\n]{1,2000}')\)")
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
        composer.aside(Layer.HIDDEN, "a comment", found[0])
        return "\n" * found[0].count("\n")

    def untitled(found: re.Match[str]) -> str:
        """A link without its title, a reference that leads nowhere not at all."""
        composer.aside(Layer.HIDDEN, "the title of a link", found[0])
        if found.re is _LINK_TITLE:
            return f"{found[1]})"
        return "" if found["target"] in ("#", "<>", "") else found["before"].rstrip()

    if "<" not in text and "[" not in text:
        return text
    fenced = _code_spans(text)
    pieces, at = [], 0
    for start, end in [*fenced, (len(text), len(text))]:
        outside = text[at:start]
        if "<" in outside:
            outside = _without_elements(_COMMENT.sub(set_apart, outside), composer)
        if "[" in outside:
            outside = _REFERENCE.sub(untitled, _LINK_TITLE.sub(untitled, outside))
        pieces += [outside, text[start:end]]
        at = end
    return "".join(pieces)


def _without_elements(text: str, composer: Composer) -> str:
    """The text without elements that are not shown, and without tags whose attributes speak."""
    pieces, at = [], 0
    unclosed: set[str] = set()
    for found in _ELEMENT.finditer(text):
        if found["code"] or found.start() < at:
            continue
        why, end = _unseen(found, text, unclosed)
        if why:
            composer.aside(Layer.HIDDEN, why, text[found.start() : end])
            pieces += [text[at : found.start()], "\n" * text.count("\n", found.start(), end)]
            at = end
    return "".join([*pieces, text[at:]])


def _unseen(found: re.Match[str], text: str, unclosed: set[str]) -> tuple[str, int]:
    """(why an element, or its tag alone, is not shown, where that ends); "" for what is shown.

    `unclosed`: tags that no end was found for, which are not looked for again.
    """
    tag, attributes = found["tag"].lower(), found["attributes"]
    values = {name.lower(): a or b or c for name, a, b, c in _ATTRIBUTE.findall(attributes)}
    bare = _ATTRIBUTE.sub("", attributes).lower().split()
    close = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search
    why = why_hidden(values.get("style", "")) or (
        "white on white" if is_pale(values.get("color", "")) else ""
    )
    if "hidden" in bare or "hidden" in values or values.get("aria-hidden") == "true":
        why = "an element that is not shown"
    if why or (tag in _NEVER_SHOWN and tag not in unclosed):
        end = close(text, found.end())
        unclosed |= set() if end else {tag}
        if end or why:
            return why or "an element that is not shown", end.end() if end else len(text)
    if any(len(value.split()) >= _WORDS for name, value in values.items() if name != "style"):
        return "an attribute", found.end()
    return "", found.end()


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
