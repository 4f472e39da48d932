"""identity.md, identity-history.md and the staged text between them, as bytes on a disk.

A look at identity.md takes its figures before its bytes: an edit that comes after the look is seen by the next one.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from weave.catalogue import Catalogue
from weave.durable import append_bytes, explain, replace_bytes, sync_folder
from weave.errors import HomeError
from weave.home import IDENTITY
from weave.identity.section import PREAMBLE

HISTORY = "identity-history.md"
STAGED = ".identity.next"
_HEAD = "identity"
"""Under which the catalogue keeps the hash of the last section: the end of the file can be cut off unseen else."""
_PAUSE, _LOOKS = 0.05, 10
"""An editor may be in the middle of saving: a change counts once two looks agree."""

Signature = tuple[int, int, int]
"""Time, size and number of a file."""


@dataclass(frozen=True, slots=True)
class Look:
    """identity.md at a moment; no signature and no data when it is not there."""

    signature: Signature | None
    data: bytes | None

    @property
    def sha(self) -> str:
        """Its hash, "" when it is not there."""
        return sha(self.data)


class Files:
    """The files of one home."""

    def __init__(self, home: Path, catalogue: Catalogue | None) -> None:
        self.path = home / IDENTITY
        self.history = home / HISTORY
        self.staged = home / STAGED
        self._catalogue = catalogue

    def look(self) -> Look:
        """identity.md as it is. Raises HomeError."""
        signature = signature_of(self.path)
        return Look(signature, read(self.path))

    def settled(self, look: Look) -> Look:
        """identity.md once nobody is in the middle of saving it. Raises HomeError."""
        for _ in range(_LOOKS):
            time.sleep(_PAUSE)
            again = self.look()
            if again.data == look.data:
                return again
            look = again
        return look

    def stage(self, data: bytes) -> None:
        """Put a text beside identity.md, durable. Raises HomeError."""
        replace_bytes(self.staged, data)

    def drop(self) -> None:
        """The staged text never was."""
        with contextlib.suppress(OSError):
            self.staged.unlink(missing_ok=True)

    def put(self, seen: Signature | None) -> Signature | None:
        """The staged text takes the place of identity.md, if that is as it was `seen`; its figures then, else None.

        Raises HomeError.
        """
        own = signature_of(self.staged)
        if signature_of(self.path) != seen:
            self.drop()
            return None
        try:
            self.staged.replace(self.path)
        except OSError as error:
            raise explain(error, self.path) from error
        sync_folder(self.path.parent)
        return own

    def append(self, section: bytes, chain: str) -> None:
        """Add a section to the history, durable when it returns. Raises HomeError."""
        fresh = signature_of(self.history) is None
        append_bytes(self.history, PREAMBLE.encode() + b"\n" + section if fresh else section, own_line=True)
        if self._catalogue is not None:
            with contextlib.suppress(sqlite3.Error):
                self._catalogue.set_meta(_HEAD, chain)

    def head(self) -> str | None:
        """The hash of the history's last section as the catalogue knows it."""
        if self._catalogue is None:
            return None
        try:
            return self._catalogue.meta(_HEAD)
        except sqlite3.Error:
            return None


def read(path: Path) -> bytes | None:
    """A file's bytes, None when it is not there. Raises HomeError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HomeError(f"{path} cannot be read ({error.strerror}); mend its rights.") from error


def signature_of(path: Path) -> Signature | None:
    """A file's figures; they are kept by a rename."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def sha(data: bytes | None) -> str:
    """SHA-256 in hexadecimal, "" for a file that is not there."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def decoded(data: bytes | None) -> str:
    """The text of identity.md's bytes, whatever they are."""
    return (data or b"").decode("utf-8-sig", "replace")
