"""Whether a run of a DOCX file is printed so that somebody can read it: by its own look, or by that of its styles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from weave.documents.parsers.paint import is_pale

if TYPE_CHECKING:
    from lxml.etree import _Element

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TINY = 3
"""Half-points; nobody reads text of a point and a half."""
_DEPTH = 20
"""Styles that rest on each other; a loop ends there."""
_PAPER = ("background1", "light1")


class Looks:
    """The styles of one document."""

    def __init__(self, styles: _Element | None) -> None:
        self._styles = (
            {} if styles is None else {str(s.get(f"{W}styleId")): s for s in styles.iter(f"{W}style")}
        )
        self._known: dict[str, tuple[_Element, ...]] = {}

    def why_hidden(self, run: _Element, paragraph: _Element) -> str:
        """Why nobody sees a run; "" for one that is to be seen."""
        looks = list(self._of(run, paragraph))
        vanish = _first(looks, "vanish")
        if vanish is not None and vanish.get(f"{W}val") not in ("0", "false", "off"):
            return "hidden text"
        size = _first(looks, "sz")
        if size is not None and str(size.get(f"{W}val")).isdigit() and int(str(size.get(f"{W}val"))) <= _TINY:
            return "too small to read"
        shaded = _first(looks, "shd") is not None or _first(looks, "highlight") is not None
        return (
            "white on white"
            if _is_white(_first(looks, "color")) and not shaded and not _in_shade(run)
            else ""
        )

    def _of(self, run: _Element, paragraph: _Element) -> Iterator[_Element]:
        """The looks that apply, the nearest first."""
        own = run.find(f"{W}rPr")
        if own is not None:
            yield own
            style = own.find(f"{W}rStyle")
            if style is not None:
                yield from self._chain(str(style.get(f"{W}val")))
        style = paragraph.find(f"{W}pPr/{W}pStyle")
        if style is not None:
            yield from self._chain(str(style.get(f"{W}val")))

    def _chain(self, name: str) -> tuple[_Element, ...]:
        if name not in self._known:
            found: list[_Element] = []
            at = name
            for _ in range(_DEPTH):
                style = self._styles.get(at)
                if style is None:
                    break
                look, below = style.find(f"{W}rPr"), style.find(f"{W}basedOn")
                found += [look] if look is not None else []
                if below is None:
                    break
                at = str(below.get(f"{W}val"))
            self._known[name] = tuple(found)
        return self._known[name]


def _first(looks: list[_Element], name: str) -> _Element | None:
    return next((found for look in looks if (found := look.find(f"{W}{name}")) is not None), None)


def _is_white(colour: _Element | None) -> bool:
    if colour is None:
        return False
    theme, darker = colour.get(f"{W}themeColor"), colour.get(f"{W}themeShade")
    return is_pale(f"#{colour.get(f'{W}val')}") or (theme in _PAPER and darker is None)


def _in_shade(run: _Element) -> bool:
    """Whether the paragraph or the table cell around a run has a ground of its own."""
    for above in run.iterancestors(f"{W}p", f"{W}tc"):
        for name in ("pPr", "tcPr"):
            shade = above.find(f"{W}{name}/{W}shd")
            if shade is not None and str(shade.get(f"{W}fill")).lower() not in ("auto", "ffffff", "none"):
                return True
    return False
