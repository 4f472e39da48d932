"""The embedded graph's data folder: who may use it, which server writes in it, and what was set aside.

Two locks. `owner.lock` is held by the process that uses the graph, and by no child of it. `server.lock` is
inherited by the server itself, so that it is held exactly as long as some server may write here: two servers
on one append-only file start "without complaint" and ruin it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from weave.durable import replace_bytes
from weave.errors import BackendUnavailable
from weave.lock import close_after_fork


@dataclass(frozen=True, slots=True)
class Record:
    """What is written beside the data about the server that runs on it."""

    pid: int
    socket: str
    engine: str


class DataFolder:
    """One folder of one embedded graph."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path / "server.log"
        self._record = path / "server.json"
        self._owner: int | None = None
        close_after_fork(self, DataFolder.disown)

    def own(self) -> None:
        """Be the only process that uses it; idempotent. Raises BackendUnavailable, OSError."""
        if self._owner is not None:
            return
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._owner = self._locked("owner.lock")
        if self._owner is None:
            raise BackendUnavailable(
                "The graph of this home is used by another process; close that one first."
            )

    def disown(self) -> None:
        """Leave it to others."""
        owner, self._owner = self._owner, None
        if owner is not None:
            os.close(owner)

    def server_lock(self) -> int | None:
        """The server's lock, taken; None while some server holds it. Whoever gets it closes it."""
        return self._locked("server.lock")

    def is_free(self) -> bool:
        """Whether no server writes here."""
        lock = self.server_lock()
        if lock is None:
            return False
        os.close(lock)
        return True

    def _locked(self, name: str) -> int | None:
        held = os.open(self.path / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            return None
        except OSError:
            os.close(held)
            raise
        return held

    def read(self) -> Record | None:
        """The record of the last server, if it can be read."""
        try:
            table = json.loads(self._record.read_text("utf-8"))
            return Record(int(table["pid"]), str(table["socket"]), str(table["engine"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, record: Record) -> None:
        """Record the server that runs now. Raises HomeError."""
        replace_bytes(self._record, json.dumps(asdict(record)).encode())

    def forget(self, record: Record) -> None:
        """The server has ended: its record stays for the engine's version, its socket goes."""
        with contextlib.suppress(OSError):
            Path(record.socket).unlink(missing_ok=True)

    def set_aside(self) -> bool:
        """Move the stored graph out of the way; only the newest is kept, since all of it is derived."""
        data = self.path / "appendonlydir"
        if not data.exists():
            return False
        self.discard_set_aside()
        data.rename(self.path / "damaged")
        return True

    def discard_set_aside(self) -> None:
        """Remove what was set aside, and the log, so that a purge leaves nothing in them."""
        shutil.rmtree(self.path / "damaged", ignore_errors=True)
        with contextlib.suppress(OSError):
            os.truncate(self.log, 0)
