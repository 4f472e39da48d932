"""A page that a browser saved in one file: MHTML (a mail with parts) or Safari's web archive (a property list)."""

from __future__ import annotations

import email.policy
import plistlib
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import PurePath

from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers import html
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

_PARTS = ("text/html", "application/xhtml+xml")
_DAMAGED = "The saved page is damaged or holds no page; save it anew, as HTML if the browser offers that."


def parse(source: Source, limits: Limits) -> Document:
    """The page itself; pictures, frames and styles are left out. Raises Refusal."""
    archive = PurePath(source.name).suffix.lower() == ".webarchive"
    page = _from_archive(source.data) if archive else _from_mail(source.data, limits)
    if not page.strip():
        raise Refusal(_DAMAGED)
    return html.parse(Source(source.name, page), limits)


def _from_archive(data: bytes) -> bytes:
    try:
        found = plistlib.loads(data)
        main = found["WebMainResource"]
        page, encoding = main["WebResourceData"], str(main.get("WebResourceTextEncodingName") or "utf-8")
    except Exception as error:  # a property list may be broken in any way
        raise Refusal(_DAMAGED) from error
    if not isinstance(page, bytes):
        raise Refusal(_DAMAGED)
    return _as_utf8(page, encoding)


def _from_mail(data: bytes, limits: Limits) -> bytes:
    message = BytesParser(_class=EmailMessage, policy=email.policy.default).parsebytes(data)
    for number, part in enumerate(message.walk()):
        limits.count("parts", number, limits.parts)
        if part.get_content_type() in _PARTS:
            page = part.get_payload(decode=True)
            if isinstance(page, bytes):
                return _as_utf8(page, part.get_content_charset() or "")
    raise Refusal(_DAMAGED)


def _as_utf8(page: bytes, encoding: str) -> bytes:
    """What the envelope says of the page's letters wins; without it the page is asked."""
    try:
        return page.decode(encoding, "replace").encode("utf-8", "replace") if encoding else page
    except (LookupError, UnicodeError):
        return page
