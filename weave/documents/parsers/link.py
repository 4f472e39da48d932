"""An address that was saved by hand (.url, .webloc, .desktop): its name and the address; nothing is fetched."""

from __future__ import annotations

import plistlib
import re
from pathlib import PurePath

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

_ADDRESS = re.compile(r"^\s*URL\s*=\s*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
_NAME = re.compile(r"^\s*Name\s*=\s*(\S.*?)\s*$", re.MULTILINE)


def parse(source: Source, limits: Limits) -> Document:
    """A document of two lines. Raises Refusal when there is no address in it."""
    text = decode(source.data)[0]
    address = _address(source.data, text)
    if not address:
        raise Refusal("The file holds no address; save the page itself and add that.")
    composer = Composer("link", limits)
    named = _NAME.search(text)
    composer.title = named[1] if named else PurePath(source.name).stem
    composer.paragraph(composer.title)
    composer.paragraph(address[:4_000])
    composer.notice("Only the address is known; save the page itself to have its words found.")
    return composer.document()


def _address(data: bytes, text: str) -> str:
    found = _ADDRESS.search(text)
    if found:
        return found[1]
    try:
        return str(plistlib.loads(data).get("URL") or "")
    except Exception:  # no property list, or one broken in any way
        return ""
