"""HTML and XHTML as a document: headings h1 to h6, blocks as paragraphs, what a browser would not show kept apart.

Read by lxml without network, DTDs or entities of files. Scripts, styles, navigation and forms are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from weave.documents.composing import Composer
from weave.documents.model import Layer
from weave.documents.parsers.paint import is_pale

if TYPE_CHECKING:
    from lxml.etree import _Element

_LEFT_OUT = frozenset(
    "script style template noscript head svg math iframe object embed canvas nav form select button datalist audio video".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer header hr "
    "html legend li main ol p pre section summary table tbody td tfoot th thead tr ul br h1 h2 h3 h4 h5 h6".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SPACES = re.compile(r"[ \t\r\n\f]+")
_STYLED_AWAY = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0*(?:;|\s|$)|font-size\s*:\s*0*\.?[01]?(?:px|pt|em|rem|%)?\s*(?:;|!|$)"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip\s*:\s*rect\(0|clip-path\s*:\s*inset\((?:50|100)%|(?:height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)"
    r"|transform\s*:\s*scale\(\s*0|content-visibility\s*:\s*hidden",
    re.IGNORECASE,
)
_COLOUR = re.compile(
    r"(?<![-\w])(?P<what>color|background(?:-color)?)\s*:\s*(?P<value>#[0-9a-f]{3,8}|[a-z]+(?:\([^)]*\))?)",
    re.IGNORECASE,
)
_ON_WHITE = "white on white"
_STYLES = 200_000
"""Characters of a style sheet that are looked at."""
_SELECTOR = re.compile(r"(?:[a-z0-9]+)?[.#][\w-]+\Z", re.IGNORECASE)


class MarkupReader:
    """Writes the visible text of one parsed page into a composer. Without recursion: nesting is the file's choice."""

    def __init__(self, composer: Composer, level_shift: int = 0, sheets: Sequence[str] = ()) -> None:
        """`sheets`: style sheets that belong to the page and lie beside it."""
        self._composer = composer
        self._shift = level_shift
        self._inline: list[str] = []
        self._heading = 0
        self._raw = 0
        self._sheets = sheets
        self._hiding: dict[str, str] = {}

    def read(self, root: _Element) -> None:
        """The text of `root`. Raises Refusal when it is nested too deep or too long."""
        self._hiding = _hiding_rules([*self._sheets, *(style.text or "" for style in root.iter("{*}style"))])
        stack: list[tuple[_Element, bool]] = [(root, False)]
        depth = 0
        while stack:
            element, leaving = stack.pop()
            if leaving:
                depth -= 1
                self._leave(element)
                continue
            if not isinstance(element.tag, str):
                self._comment(element)
            elif self._enter(element):
                depth += 1
                if depth > self._composer.limits.nesting:
                    raise self._composer.limits.nested()
                stack.append((element, True))
                stack += [(child, False) for child in reversed(element)]
                continue
            self._text(element.tail)
        self._flush()

    def _enter(self, element: _Element) -> bool:
        tag = _tag(element)
        if tag in _LEFT_OUT or element.get("role") in ("navigation", "search"):
            return False
        if why := self._hidden(element):
            self._composer.aside(Layer.HIDDEN, why, "".join(_texts(element)))
            return False
        if tag in _BLOCKS:
            self._break(tag)
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
        self._raw += tag == "pre"
        if tag == "img" and element.get("alt"):
            self._composer.aside(Layer.METADATA, "text of a picture", element.get("alt") or "")
        self._text(element.text)
        return True

    def _leave(self, element: _Element) -> None:
        tag = _tag(element)
        if tag in _BLOCKS:
            self._break(tag)
        self._raw -= tag == "pre"
        self._text(element.tail)

    def _text(self, text: str | None) -> None:
        if text:
            self._inline.append(text if self._raw else _SPACES.sub(" ", text))

    def _break(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._inline.append(" ")
        elif tag == "br" or (self._raw and tag != "pre"):
            self._inline.append("\n")
        else:
            self._flush()

    def _flush(self) -> None:
        text = "".join(self._inline)
        self._inline.clear()
        level, self._heading = self._heading, 0
        if level and text.strip():
            self._composer.heading(level + self._shift, text.strip(" \n¶#"))
        else:
            self._heading = level
            self._composer.paragraph(text if self._raw else text.strip())

    def _comment(self, element: _Element) -> None:
        words = str(element.text or "")
        if len(words.split()) > 2:
            self._composer.aside(Layer.HIDDEN, "a comment", words)

    def _hidden(self, element: _Element) -> str:
        if element.get("hidden") is not None or (
            element.get("aria-hidden") == "true" and _tag(element) != "a"
        ):
            return "an element that is not shown"
        if _tag(element) == "dialog" and element.get("open") is None:
            return "an element that is not shown"
        style = element.get("style") or ""
        names = [f".{name}" for name in (element.get("class") or "").split()] + [f"#{element.get('id')}"]
        for name in names if self._hiding else ():
            if name in self._hiding:
                return self._hiding[name]
        why = why_hidden(style) or (_ON_WHITE if is_pale(element.get("color") or "") and not style else "")
        return "" if why == _ON_WHITE and "background" not in style and _on_dark(element) else why


def _tag(element: _Element) -> str:
    return str(element.tag).rpartition("}")[2].lower()


def why_hidden(style: str) -> str:
    """Why a style shows nothing; "" when it shows its text."""
    if not style:
        return ""
    if _STYLED_AWAY.search(style):
        return "an element that is not shown"
    colours = {found["what"].lower()[:5]: found["value"] for found in _COLOUR.finditer(style)}
    ink, ground = colours.get("color", ""), colours.get("backg", "white")
    if ink and (ink.lower() == ground.lower() or (is_pale(ink) and is_pale(ground))):
        return _ON_WHITE
    return ""


def _hiding_rules(sheets: Iterable[str]) -> dict[str, str]:
    """Classes and ids that the page's own style sheets hide; sheets elsewhere are never fetched."""
    rules: dict[str, str] = {}
    for sheet in sheets:
        for rule in sheet[:_STYLES].split("}"):
            head, _, body = rule.rpartition("{")
            selectors = head.rpartition("{")[2].rpartition("*/")[2]
            why = why_hidden(body) if selectors else ""
            for selector in selectors.split(",") if why else ():
                name = selector.strip()
                if _SELECTOR.match(name):
                    rules[name[min(i for i in (name.find("."), name.find("#")) if i >= 0) :]] = why
    return rules


def _on_dark(element: _Element) -> bool:
    """Whether something around an element has a ground that is not white."""
    for above in element.iterancestors():
        found = {m["what"].lower()[:5]: m["value"] for m in _COLOUR.finditer(above.get("style") or "")}
        ground = found.get("backg") or above.get("bgcolor") or ""
        if ground and ground.lower() not in ("transparent", "inherit", "none"):
            return not is_pale(ground)
    return False


def _texts(element: _Element) -> list[str]:
    return [str(text) for text in element.itertext(with_tail=False)]
