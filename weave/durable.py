"""Writing so that it stays written: append and fsync, or write a temporary file, fsync, rename.

Every failure becomes one HomeError sentence, and leaves the file as it was.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from weave.errors import HomeError

_TEMPORARY = re.compile(r"^\..+\.[a-z0-9_]{8}\.tmp$")
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


@dataclass(frozen=True, slots=True)
class Append:
    """Bytes to go to the end of a file.

    With `own_line`, a last line that a crash cut short is ended first, so that `data` begins on its own.
    """

    path: Path
    data: bytes
    own_line: bool = False


def append_bytes(path: Path, data: bytes, *, own_line: bool = False) -> int:
    """Append and fsync; returns the offset where `data` begins. A torn append is rolled back.

    Raises HomeError.
    """
    return append_group([Append(path, data, own_line)])[0]


def append_group(parts: Sequence[Append], *, sync: bool = True) -> list[int]:
    """Append to several files, then fsync them all: one wait of the disk serves many files.

    Returns the offset where each part's data begins. All are rolled back when one fails. `sync=False` is for
    what can be made again: it is written, and durable whenever the system sees fit. Raises HomeError.
    """
    opened: list[tuple[Path, int, int]] = []
    fresh: dict[Path, None] = {}
    offsets = []
    path = Path()
    try:
        for part in parts:
            path = part.path
            if not path.exists():
                make_folder(path.parent)
                fresh[path.parent] = None
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, _PRIVATE_FILE)
            size = os.fstat(handle).st_size
            opened.append((path, handle, size))
            torn = part.own_line and size and os.pread(handle, 1, size - 1) != b"\n"
            _write_all(handle, b"\n" + part.data if torn else part.data)
            offsets.append(size + bool(torn))
        for name, handle, _ in opened if sync else ():
            path = name
            os.fsync(handle)
    except OSError as error:
        for _, handle, size in reversed(opened):
            with contextlib.suppress(OSError):
                os.ftruncate(handle, size)
        raise explain(error, path) from error
    finally:
        for _, handle, _ in opened:
            os.close(handle)
    for folder in fresh if sync else ():
        sync_folder(folder)
    return offsets


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def leftovers(home: Path) -> list[Path]:
    """Temporary files that a crash left behind in the home's own folders.

    For the owner of a home only, before it writes: inbox/, where guests write, is left out.
    """
    folders = ("memories", "tasks", "conversations", "documents", "trash")
    return [
        path for name in folders for path in (home / name).rglob(".*.tmp") if _TEMPORARY.search(path.name)
    ]


def replace_bytes(path: Path, data: bytes, *, mode: int | None = None) -> None:
    """Put `data` in place of the file's content: temporary file, fsync, rename. Raises HomeError.

    `mode`: the file's rights; by itself its owner alone reads and writes it.
    """
    make_folder(path.parent)
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        try:
            _write_all(handle, data)
            if mode is not None:
                Path(temporary).chmod(mode)
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


@contextlib.contextmanager
def replacing(path: Path, *, mtime_ns: int | None = None) -> Iterator[BinaryIO]:
    """A stream whose bytes take the place of the file when the block ends; nothing is left of a block that fails.

    For what is too large to be held whole. The folder must be there. Raises HomeError.
    """
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=".writing.", suffix=".tmp", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(handle)
        if mtime_ns is not None:
            os.utime(temporary, ns=(mtime_ns, mtime_ns))
        Path(temporary).replace(path)
        temporary = None
    except OSError as error:
        raise explain(error, path) from error
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
    sync_folder(path.parent)
