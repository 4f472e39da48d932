"""The SQLite file of the trees: opened, checked, thrown away and begun anew when it is damaged or of another version.

One connection writes, one reads, each behind its own lock, so that a search never waits for a document that is
being stored (WAL). A guest of the home reads alone.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from weave.documents import store_schema as schema
from weave.durable import make_folder
from weave.errors import BackendError, BackendUnavailable, HomeError

_CLOSED = "The library is closed; open it again."
_DAMAGED = "The trees under index/trees are damaged; they are built anew."
_OWNERS = "Another process owns this home; only it changes the library."
_FULL = "The trees under index/trees can be read and not written; free disk space or check their rights."
_OTHER_VERSION = "another version"
_MARKS = ("", "-wal", "-shm")
_MAPPED = 1 << 30
"""Bytes of the file that are read as memory: a search looks a few thousand places up."""
_CHECKED = 512 << 20
"""Bytes up to which a file is gone through whole when it is checked: a second or two on a slow disk."""
_TRIES, _PAUSE = 50, 0.05
"""For emptying the log: a reader elsewhere holds it for a moment."""
_BROKEN = (sqlite3.DatabaseError, zlib.error, ValueError, IndexError)
"""What damaged bytes turn into when they are read."""


class Damaged(BackendError):
    """The file holds what nobody wrote into it; it is derived, so it is begun anew."""


class TreeFile:
    """Usable from any thread; opened by the first call."""

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self._read_only = read_only
        self._opening = threading.Lock()
        self._writing, self._reading = threading.RLock(), threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._closed = False
        self.generation = 0
        """Grows whenever the file is opened: what was read from another one counts no more."""
        self.suspect = False
        """Whether something was read that nobody wrote; whoever may write begins the file anew."""

    def open(self) -> None:
        """Open it, making it when it is not there; idempotent. Raises BackendUnavailable."""
        with self._opening:
            self._closed = False
            if self._reader is not None:
                return
            try:
                if self._read_only:
                    self._reader = self._looked_into()
                else:
                    self._reader = self._owned() or self._frozen()
                self._reader.execute(f"PRAGMA mmap_size = {_MAPPED}")
                self.generation += 1
            except (HomeError, OSError, sqlite3.Error) as error:
                raise BackendUnavailable(
                    f"The trees under index/trees cannot be opened ({error}); check their rights and free space."
                ) from error

    def _owned(self) -> sqlite3.Connection | None:
        """The reader beside a writer; None where the disk takes nothing and there is something to be read."""
        try:
            make_folder(self.path.parent)
            self._writer = self._mended()
            return self._connected()
        except (HomeError, OSError, sqlite3.OperationalError):
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            if not self.path.is_file():
                raise
            return None

    def _frozen(self) -> sqlite3.Connection:
        """The file as it was when its log was last emptied: opened without writing a byte. Nobody else may write it."""
        target = f"file:{quote(str(self.path))}?mode=ro&immutable=1"
        connection = sqlite3.connect(target, check_same_thread=False, isolation_level=None, uri=True)
        if int(connection.execute("PRAGMA user_version").fetchone()[0]) != schema.VERSION:
            connection.close()
            raise sqlite3.OperationalError("the disk is full")
        return connection

    def _thawed(self) -> None:
        """Opened anew, when only reading was possible. Raises BackendUnavailable."""
        if self._writer is None and self._reader is not None and not self._read_only:
            with self._reading:
                self.close()
                self.open()
            if self._writer is None:
                raise BackendUnavailable(_FULL)

    def _looked_into(self) -> sqlite3.Connection:
        """A guest's reader. Raises BackendUnavailable when the owner has made no trees of this version."""
        try:
            connection = self._connected()
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.Error as error:
            raise BackendUnavailable("The owner of this home has not indexed any documents yet.") from error
        if version != schema.VERSION:
            connection.close()
            raise BackendUnavailable(
                "The owner of this home keeps its trees in another version; update both."
            )
        return connection

    def _mended(self) -> sqlite3.Connection:
        """The writer; a file that is no database, or of another version, is derived, so it is begun anew."""
        try:
            return self._prepared()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            self._throw_away()
            return self._prepared()

    def _ready(self) -> None:
        """Opened by the first call, but not again behind the back of whoever closed it."""
        if self._closed:
            raise BackendUnavailable(_CLOSED)
        self.open()

    def _prepared(self) -> sqlite3.Connection:
        connection = self._connected()
        try:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables and version != schema.VERSION:
                raise sqlite3.DatabaseError(_OTHER_VERSION)
            connection.executescript(schema.SCHEMA)
            connection.execute(f"PRAGMA user_version = {schema.VERSION}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _connected(self) -> sqlite3.Connection:
        mode = "ro" if self._read_only else "rwc"
        target = f"file:{quote(str(self.path))}?mode={mode}"
        connection = sqlite3.connect(
            target, check_same_thread=False, timeout=10, isolation_level=None, uri=True
        )
        pragmas = ("journal_mode = WAL", "synchronous = NORMAL", "secure_delete = ON")
        for pragma in (*(() if self._read_only else pragmas), "cache_size = -16000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _throw_away(self) -> None:
        for mark in _MARKS:
            with contextlib.suppress(FileNotFoundError):
                self.path.with_name(self.path.name + mark).unlink()

    @contextlib.contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A transaction, all or nothing. Raises BackendError."""
        self._ready()
        with self._writing:
            self._thawed()
            connection = self._writer
            if connection is None:
                raise BackendUnavailable(_OWNERS if self._read_only else _CLOSED)
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise _failure(error, "written", "free disk space or check their rights") from error

    @contextlib.contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """One consistent view. Raises BackendError."""
        self._ready()
        with self._reading:
            connection = self._reader
            if connection is None:
                raise BackendUnavailable(_CLOSED)
            try:
                connection.execute("BEGIN")
                try:
                    yield connection
                finally:
                    connection.execute("COMMIT")
            except _BROKEN as error:
                failure = _failure(error, "read", "delete index/trees, it is built anew")
                self.suspect = self.suspect or isinstance(failure, Damaged)
                raise failure from error

    def check(self) -> None:
        """Raises Damaged when the file is not what was written; a huge one is not gone through."""
        self._ready()
        if self.suspect:
            raise Damaged(_DAMAGED)
        with contextlib.suppress(OSError):
            if self.path.stat().st_size > _CHECKED:
                return
        try:
            with contextlib.closing(self._connected()) as connection:
                words = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        except sqlite3.Error as error:
            raise _failure(error, "read", "delete index/trees, it is built anew") from error
        if words != ["ok"]:
            raise Damaged(_DAMAGED)

    def renew(self) -> None:
        """Throw the file away and begin an empty one. Raises BackendUnavailable."""
        with self._writing, self._reading:
            self.close()
            self.suspect = False
            if not self._read_only:
                self._throw_away()
            self.open()

    def scrub(self) -> None:
        """Empty the log: what was deleted is overwritten in the file itself by then. Raises BackendError."""
        self._ready()
        with self._writing:
            if self._writer is None:
                return
            try:
                for _ in range(_TRIES):
                    if self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0:
                        return
                    time.sleep(_PAUSE)
            except sqlite3.Error as error:
                raise _failure(error, "rewritten", "free disk space") from error
        raise BackendError("The log of index/trees is in use; it is emptied when the home is closed.")

    def close(self) -> None:
        """Release it; idempotent, never raises."""
        with self._writing, self._reading, self._opening:  # in this order everywhere
            for connection in (self._reader, self._writer):
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()
            self._reader = self._writer = None
            self._closed = True


def _is_damage(error: Exception) -> bool:
    """Whether the file is at fault, and not the disk under it, another process or a connection that was closed."""
    if not isinstance(error, sqlite3.Error):
        return True
    return any(word in str(error) for word in ("malformed", "not a database", _OTHER_VERSION))


def _failure(error: Exception, what: str, step: str) -> BackendError:
    if _is_damage(error):
        return Damaged(f"The trees under index/trees are damaged ({error}); they are built anew.")
    return BackendError(f"The trees under index/trees cannot be {what} ({error}); {step}.")
