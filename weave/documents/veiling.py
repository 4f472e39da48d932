"""Secrets in a document covered before anything is kept of it, letter for letter, so that every offset stays true. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from weave.documents.model import Document
from weave.secrets import find, mask

_COVER = "•"
_LETTER = re.compile(r"[^\n]")


def veiled(document: Document) -> Document:
    """The document without its secrets: covered in the text, named in titles and asides."""
    return replace(
        document,
        title=mask(document.title),
        text=covered(document.text),
        headings=tuple(replace(one, title=mask(one.title)) for one in document.headings),
        bookmarks=tuple(replace(one, title=mask(one.title)) for one in document.bookmarks),
        asides=tuple(replace(one, text=mask(one.text)) for one in document.asides),
    )


def covered(text: str) -> str:
    """`text` with a dot for each letter of a secret; its length and its lines stay."""
    pieces, at = [], 0
    for span in find(text):
        pieces += [text[at : span.start], _LETTER.sub(_COVER, text[span.start : span.end])]
        at = span.end
    return "".join([*pieces, text[at:]]) if pieces else text
