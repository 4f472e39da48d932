"""EPUB: chapters in reading order, their headings as HTML has them, placed under the book's own table of contents."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers import safe_xml
from weave.documents.parsers.markup import MarkupReader
from weave.documents.parsers.packed import Packed
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

if TYPE_CHECKING:
    from lxml.etree import _Element

_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_SHEETS = 20
_FALLBACK = "The file is no EPUB that can be read; save it anew or convert it."


def parse(source: Source, limits: Limits) -> Document:
    """The book's visible text. Raises Refusal for bombs, damage and encryption."""
    packed = Packed(source.data, limits)
    composer = Composer("EPUB", limits)
    try:
        container = safe_xml.root(packed.read("META-INF/container.xml"), limits)
        where = next(str(e.get("full-path")) for e in container.iter("{*}rootfile"))
        package = safe_xml.root(packed.read(where), limits)
    except (KeyError, StopIteration) as error:
        raise Refusal(_FALLBACK) from error
    _describe(package, composer)
    book = _Book(packed, package, posixpath.dirname(where), limits)
    contents = book.contents()
    for name in book.chapters():
        book.chapter(name, contents.get(name), composer)
    return composer.document()


def _describe(package: _Element, composer: Composer) -> None:
    metadata = package.find("{*}metadata")
    for entry in metadata if metadata is not None else ():
        if not isinstance(entry.tag, str) or not entry.text:
            continue
        name = entry.tag.rpartition("}")[2]
        if name == "title" and not composer.title:
            composer.title = entry.text
        else:
            composer.aside(Layer.METADATA, name, entry.text)


class _Book:
    def __init__(self, packed: Packed, package: _Element, folder: str, limits: Limits) -> None:
        self._packed, self._package, self._folder, self._limits = packed, package, folder, limits
        self._items = {str(item.get("id")): item for item in package.iter("{*}item")}
        self._sheets = list(self._styles())

    def _place(self, href: str, base: str | None = None) -> str:
        path = unquote(href.partition("#")[0])
        return posixpath.normpath(posixpath.join(self._folder if base is None else base, path))

    def _styles(self) -> Iterator[str]:
        """The book's style sheets, which hide elements in its chapters."""
        styles = (item for item in self._items.values() if item.get("media-type") == "text/css")
        for item in islice(styles, _SHEETS):
            with suppress(KeyError):
                yield self._packed.read(self._place(str(item.get("href")))).decode("utf-8", "replace")

    def chapters(self) -> list[str]:
        """Names of the parts in reading order, the table of contents left out."""
        found: list[str] = []
        for reference in self._package.iter("{*}itemref"):
            item = self._items.get(str(reference.get("idref")))
            if item is None or item.get("media-type") not in _CHAPTERS or reference.get("linear") == "no":
                continue
            if "nav" not in str(item.get("properties") or "").split():
                found.append(self._place(str(item.get("href"))))
        return list(dict.fromkeys(found))

    def contents(self) -> dict[str, tuple[int, str]]:
        """(level, title) of the first entry for each part, from the nav document or the older NCX."""
        found: dict[str, tuple[int, str]] = {}
        for item in self._items.values():
            kind = str(item.get("media-type"))
            name = self._place(str(item.get("href")))
            if "nav" in str(item.get("properties") or "").split():
                found = {**self._nav(name), **found}
            elif kind == "application/x-dtbncx+xml":
                found |= {k: v for k, v in self._ncx(name).items() if k not in found}
        return found

    def _nav(self, name: str) -> dict[str, tuple[int, str]]:
        found: dict[str, tuple[int, str]] = {}
        for link in self._root(name).iter("{*}a"):
            lists = sum(1 for above in link.iterancestors("{*}ol"))
            if lists and link.get("href"):
                title = "".join(str(text) for text in link.itertext())
                found.setdefault(self._place(str(link.get("href")), posixpath.dirname(name)), (lists, title))
        return found

    def _ncx(self, name: str) -> dict[str, tuple[int, str]]:
        found: dict[str, tuple[int, str]] = {}
        for point in self._root(name).iter("{*}navPoint"):
            content, label = point.find("{*}content"), point.findtext("{*}navLabel/{*}text") or ""
            depth = 1 + sum(1 for above in point.iterancestors("{*}navPoint"))
            if content is not None:
                found.setdefault(
                    self._place(str(content.get("src")), posixpath.dirname(name)), (depth, label)
                )
        return found

    def _root(self, name: str) -> _Element:
        from lxml import etree

        try:
            return safe_xml.root(self._packed.read(name), self._limits, lenient=True)
        except KeyError:
            return etree.Element("missing")

    def chapter(self, name: str, entry: tuple[int, str] | None, composer: Composer) -> None:
        """Write one part, its headings pushed below its place in the contents."""
        body = self._root(name)
        levels = [int(str(e.tag)[-1]) for e in body.iter(*(f"{{*}}h{level}" for level in range(1, 7)))]
        if not levels and entry:
            composer.heading(*entry)
        shift = entry[0] - min(levels) if levels and entry else 0
        MarkupReader(composer, max(0, shift), self._sheets).read(body)
