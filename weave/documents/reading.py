"""Which reader a file of a home gets, by the folder it lies in; our own small transcripts need no process apart.

What a person puts under documents/ is read apart, whatever it is. A transcript is written by Weave itself, as lines
of JSON for the standard library, and there are many: a process for each would cost a tenth of a second every time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import PurePath

from weave.documents import sandbox
from weave.documents.digest import Digest, digested
from weave.documents.limits import Limits
from weave.documents.parsers.registry import Source, parse
from weave.documents.refusal import Refusal

DOCUMENTS, CONVERSATIONS, ARCHIVE = "documents", "conversations", "documents/archive"
PARTS = (DOCUMENTS, CONVERSATIONS)
"""The folders of a home whose files the library holds."""
TREES = "index/trees"
"""Where what is derived from them lies."""
_SMALL = 128 * 1024
"""Bytes of a transcript that is read in this process: about 50 ms, in which other threads have their turns."""


def form_of(file: str) -> str:
    """The parser that the place of a file asks for, "" where the file itself tells."""
    if PurePath(file).is_relative_to(CONVERSATIONS):
        return "transcript"
    if PurePath(file).is_relative_to(ARCHIVE) and PurePath(file).suffix.lower() == ".md":
        return "memories"
    return ""


def digest(handle: int, file: str, size: int, limits: Limits, stop: Callable[[], bool] | None) -> Digest:
    """Parse what an open file of the library holds. Raises Refusal."""
    name, form = PurePath(file).name, form_of(file)
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        if form == "transcript" and size <= _SMALL and (found := _own(handle, name, form, limits)):
            return found
    except OSError as error:
        raise sandbox.unreadable(name, error) from error
    return sandbox.digest_handle(handle, name, limits, stop, form)


def _own(handle: int, name: str, form: str, limits: Limits) -> Digest | None:
    """Read here; None for one that a hand made unreadable, which is then read apart like anything else."""
    data = sandbox.piece_of(handle, _SMALL, name)
    try:
        return digested(parse(Source(name, data, form), limits))
    except Refusal:
        raise
    except Exception:
        os.lseek(handle, 0, os.SEEK_SET)
        return None
