"""What stands in a file or a page, as text: plain text here, other documents by the library's parsers in their process."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from avery.tools.places import Places
from weave.documents.limits import Limits
from weave.documents.refusal import Refusal
from weave.documents.sandbox import Stop, digest_handle, hash_of
from weave.errors import InvalidInput
from weave.markdown import Charset, decode, legible

MOST_BYTES = 4 * 1024 * 1024
"""Of a text file: what a person reads is smaller, and more would not fit anywhere."""
_DOCUMENTS = frozenset((".pdf", ".docx", ".epub"))


@dataclass(frozen=True, slots=True)
class Contents:
    """A file's text and its bytes' hash. `charset` is None for what was parsed and cannot be written back."""

    text: str
    digest: str
    charset: Charset | None = None
    tail: bytes = b""
    """Bytes after the text that make no character; they stay where they are."""


def read(places: Places, path: Path, limits: Limits) -> Contents:
    """The text of a plain file. Raises InvalidInput; blocks, so for a thread."""
    with places.opened(path) as file:
        if path.suffix.lower() in _DOCUMENTS:
            return _parsed(file, path.name, limits)
        data = file.read(MOST_BYTES + 1)
    name = places.named(path)
    if len(data) > MOST_BYTES:
        raise InvalidInput(
            f"{name} has more than {MOST_BYTES // 1024 // 1024} MiB; search_files finds places in it."
        )
    text, charset, tail = decode(data)
    if charset.plain and "\0" in text:
        raise InvalidInput(f"{name} is no text.")
    return Contents(text, hashlib.sha256(data).hexdigest(), charset, tail)


def _parsed(file: BinaryIO, name: str, limits: Limits) -> Contents:
    handle = file.fileno()
    try:
        limits.file(os.fstat(handle).st_size)
        digest = hash_of(handle, name)
    except Refusal as refusal:
        raise InvalidInput(str(refusal)) from refusal
    os.lseek(handle, 0, os.SEEK_SET)
    return Contents(parse(handle, name, limits), digest)


def parse(handle: int, name: str, limits: Limits, stop: Stop | None = None) -> str:
    """The visible text of a document of any kind that the library knows. Raises InvalidInput."""
    try:
        return digest_handle(handle, name, limits, stop).document.text
    except Refusal as refusal:
        raise InvalidInput(str(refusal)) from refusal


def legibly(contents: Contents) -> str:
    """The text as it is shown: bytes that were no UTF-8 are read as Windows-1252, lines end in a line feed."""
    return legible(contents.text).replace("\r\n", "\n").replace("\r", "\n")
