"""The one form in which text reaches an embedder: readable by every tokenizer, never refused for a byte."""

from __future__ import annotations

import hashlib
import re

_UNREADABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str) -> str:
    """`text` without NUL (cuts C strings short) and lone surrogates (no UTF-8 form)."""
    return _UNREADABLE.sub("\ufffd", text)


def digest(text: str) -> str:
    """SHA-256 of the cleaned text, hexadecimal: what a vector is cached and recognised by."""
    return hashlib.sha256(clean(text).encode("utf-8")).hexdigest()
