"""Writing so that it stays written: append and fsync, or write a temporary file, fsync, rename.

Every failure becomes one HomeError sentence, and leaves the file as it was.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path

from weave.errors import HomeError

_PRIVATE_DIR = 0o700
_PRIVATE_FILE = 0o600


def explain(error: OSError, path: Path) -> HomeError:
    """The sentence for a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return HomeError(f"The disk is full, so {path.name} was not written; free some space and try again.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return HomeError(
            f"{path} cannot be written; give your user the right to write there or name another --home."
        )
    reason = error.strerror or str(error)
    return HomeError(f"{path} cannot be written ({reason}); mend that or name another --home.")


def make_folder(folder: Path) -> None:
    """A folder only its owner may enter, with its parents. Raises HomeError."""
    try:
        folder.mkdir(mode=_PRIVATE_DIR, parents=True, exist_ok=True)
    except OSError as error:
        raise explain(error, folder) from error


def sync_folder(folder: Path) -> None:
    """Make a new or renamed entry of a folder durable; a no-op where folders cannot be synced."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def append_bytes(path: Path, data: bytes, *, own_line: bool = False) -> int:
    """Append and fsync; returns the offset where `data` begins. A torn append is rolled back.

    With `own_line`, a last line that a crash cut short is ended first, so that `data` begins on its own.
    Raises HomeError.
    """
    fresh = not path.exists()
    if fresh:
        make_folder(path.parent)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, _PRIVATE_FILE)
    except OSError as error:
        raise explain(error, path) from error
    try:
        size = os.fstat(handle).st_size
        if own_line and size and os.pread(handle, 1, size - 1) != b"\n":
            data = b"\n" + data
        try:
            _write_all(handle, data)
            os.fsync(handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, size)
            raise explain(error, path) from error
    finally:
        os.close(handle)
    if fresh:
        sync_folder(path.parent)
    return size


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def replace_bytes(path: Path, data: bytes) -> None:
    """Put `data` in place of the file's content: temporary file, fsync, rename. Raises HomeError."""
    make_folder(path.parent)
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise explain(error, path) from error
    sync_folder(path.parent)
