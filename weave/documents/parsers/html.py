"""A saved web page."""

from __future__ import annotations

import re

from weave.documents.composing import Composer, first_title
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.markup import MarkupReader
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

_DECLARATION = re.compile(r"\A\s*<\?xml[^>]*\?>")


def parse(source: Source, limits: Limits) -> Document:
    """The page's visible text. Raises Refusal for one without any, or nested too deep."""
    from lxml import etree

    text = _DECLARATION.sub("", decode(source.data)[0].replace("\0", ""))
    composer = Composer("HTML", limits)
    reader = etree.HTMLParser(no_network=True, encoding="utf-8", huge_tree=False)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), reader)
    except etree.XMLSyntaxError as error:
        raise (
            limits.nested()
            if "depth" in str(error)
            else Refusal("The page holds nothing that can be read; save it anew.")
        ) from error
    if any("depth" in entry.message for entry in reader.error_log):
        raise limits.nested()
    if root is None:
        raise Refusal("The page holds nothing that can be read; save it anew.")
    for meta in root.iter("meta"):
        if meta.get("name") or meta.get("property"):
            composer.aside(
                Layer.METADATA, meta.get("name") or meta.get("property") or "", meta.get("content") or ""
            )
    title = root.findtext(".//title") or ""
    MarkupReader(composer).read(root)
    document = composer.document()
    return composer.document(title or first_title(document.headings))
