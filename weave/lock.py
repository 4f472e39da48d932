"""One process owns a home: a lock that the kernel holds, so that no crash can leave it behind.

The file's content only serves the message that a second process shows; whether the home is taken is the lock
itself. The file is never removed: two processes could then each lock a file of that name.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import time
import weakref
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from weave.clock import iso
from weave.durable import explain
from weave.errors import HomeBusy, HomeError

LOCK_NAME = ".lock"
_PATIENCE = 0.1
_BUSY = (errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN)


class OwnerLock:
    """The ownership of one home; held until released or until the process ends, however it ends."""

    def __init__(self, path: Path, handle: int) -> None:
        self.path = path
        self._handle: int | None = handle
        close_after_fork(self, OwnerLock._close)

    @classmethod
    def acquire(cls, home: Path, *, program: str = "weave", started: datetime | None = None) -> OwnerLock:
        """Own `home`; a second time in the same process is refused as well.

        Raises HomeBusy with the owner's pid, HomeError when the folder cannot be used.
        """
        path = home / LOCK_NAME
        handle = _open(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            pid = _patiently(lambda: _pid(handle)) if error.errno in _BUSY else None
            os.close(handle)
            raise _refused(error, home, pid) from error
        _write(handle, program, started)
        return cls(path, handle)

    @property
    def held(self) -> bool:
        """Whether this lock still owns its home."""
        return self._handle is not None

    def release(self) -> None:
        """Give the home up; idempotent."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, 0)
                fcntl.flock(self._handle, fcntl.LOCK_UN)
        self._close()

    def _close(self) -> None:
        handle, self._handle = self._handle, None
        if handle is not None:
            with contextlib.suppress(OSError):
                os.close(handle)

    def __enter__(self) -> OwnerLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


_owners: weakref.WeakKeyDictionary[Any, Callable[[Any], None]] = weakref.WeakKeyDictionary()


def close_after_fork(owner: object, close: Callable[[Any], None]) -> None:
    """Have `close(owner)` called in a forked child: close-on-exec does not help a child that never execs."""
    _owners[owner] = close


def _close_all() -> None:
    for owner, close in list(_owners.items()):
        close(owner)


os.register_at_fork(after_in_child=_close_all)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise explain(error, path) from error


def _refused(error: OSError, home: Path, pid: int | None) -> HomeError:
    if error.errno not in _BUSY:
        return HomeError(f"{home} cannot be locked ({error.strerror}); put the home on a local disk.")
    if pid == os.getpid():
        return HomeBusy(f"{home} is already open in this process; close it there first.", pid)
    who = f"process {pid}" if pid else "another process"
    return HomeBusy(f"{home} is in use by {who}; close that one first, or go on as its guest.", pid)


def _write(handle: int, program: str, started: datetime | None) -> None:
    told: dict[str, object] = {"pid": os.getpid(), "program": program}
    if started is not None:
        told["started"] = iso(started)
    with contextlib.suppress(OSError):  # a full disk costs the message, not the lock
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps(told).encode(), 0)


def _pid(handle: int) -> int | None:
    try:
        found = json.loads(os.pread(handle, 4096, 0))
        return int(found["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _patiently(read: Callable[[], int | None]) -> int | None:
    """The owner writes its pid just after it took the lock."""
    deadline = time.monotonic() + _PATIENCE
    while (found := read()) is None and time.monotonic() < deadline:
        time.sleep(0.01)
    return found
