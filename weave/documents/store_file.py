"""The SQLite file of the trees: opened, checked, thrown away and begun anew when it is damaged or of another version.

One connection writes, one reads, each behind its own lock, so that a search never waits for a document that is
being stored (WAL).
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from weave.documents import store_schema as schema
from weave.durable import make_folder
from weave.errors import BackendError, BackendUnavailable, HomeError

_CLOSED = "The library is closed; open it again."
_MARKS = ("", "-wal", "-shm")
_MAPPED = 1 << 30
"""Bytes of the file that are read as memory: a search looks a few thousand places up."""


class TreeFile:
    """Usable from any thread; opened by the first call."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opening = threading.Lock()
        self._writing, self._reading = threading.RLock(), threading.RLock()
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._closed = False

    def open(self) -> None:
        """Open it, making it when it is not there; idempotent. Raises BackendUnavailable."""
        with self._opening:
            self._closed = False
            if self._writer is not None:
                return
            try:
                make_folder(self.path.parent)
                self._writer = self._mended()
                self._reader = self._connected()
                self._reader.execute(f"PRAGMA mmap_size = {_MAPPED}")
            except (HomeError, OSError, sqlite3.Error) as error:
                raise BackendUnavailable(
                    f"The trees under index/trees cannot be opened ({error}); check their rights and free space."
                ) from error

    def _mended(self) -> sqlite3.Connection:
        """The writer; a file that is no database, or of another version, is derived, so it is begun anew."""
        try:
            return self._prepared()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
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
                raise sqlite3.DatabaseError("another version")
            connection.executescript(schema.SCHEMA)
            connection.execute(f"PRAGMA user_version = {schema.VERSION}")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, check_same_thread=False, timeout=10, isolation_level=None)
        for pragma in (
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "secure_delete = ON",
            "cache_size = -16000",
        ):
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
            connection = self._writer
            if connection is None:
                raise BackendUnavailable(_CLOSED)
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    connection.execute("ROLLBACK")
                    raise
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise BackendError(
                    f"The trees under index/trees cannot be written ({error}); free disk space or check their rights."
                ) from error

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
            except sqlite3.Error as error:
                raise BackendError(
                    f"The trees under index/trees cannot be read ({error}); delete index/trees, it is built anew."
                ) from error

    def scrub(self) -> None:
        """Rewrite the file and empty its log, so that no byte of what was deleted remains. Raises BackendError."""
        self._ready()
        with self._writing, self._reading:
            if self._writer is None:
                return
            try:
                self._writer.execute("VACUUM")
                self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                raise BackendError(
                    f"The trees under index/trees cannot be rewritten ({error}); free disk space."
                ) from error

    def close(self) -> None:
        """Release it; idempotent, never raises."""
        with self._opening, self._writing, self._reading:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()
            self._reader = self._writer = None
            self._closed = True
