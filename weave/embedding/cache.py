"""Vectors by the hash of their text, so that a rebuild of the index costs no embedding twice.

Derived data: a cache that cannot be read is thrown away and begun anew. It holds hashes and numbers, no
text; still, the vector of a purged text would be a trace of it, so purging takes it out of file and log.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from weave.batches import batches
from weave.embedding.text import digest
from weave.errors import BackendError
from weave.ports import Vector

Kind = Literal["passage", "query"]

QUERIES_KEPT = 10_000
_SLICE = 500
_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    embedder TEXT NOT NULL, kind TEXT NOT NULL, digest BLOB NOT NULL, vector BLOB NOT NULL,
    UNIQUE (digest, kind, embedder)
)
"""


def _keys(digests: Iterable[str]) -> list[bytes]:
    return [bytes.fromhex(key) for key in digests]


class EmbeddingCache:
    """One SQLite file (WAL), usable from any thread; opened by the first call."""

    def __init__(self, path: Path, queries_kept: int = QUERIES_KEPT) -> None:
        self._path = path
        self._queries_kept = queries_kept
        self._queries_put = 0
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def get(self, embedder: str, kind: Kind, digests: Sequence[str]) -> dict[str, Vector]:
        """The vectors known among `digests`, by digest. Raises BackendError."""
        import numpy as np

        found: dict[str, Vector] = {}
        for keys in batches(_keys(digests), _SLICE):
            marks = ",".join("?" * len(keys))
            statement = (
                f"SELECT digest, vector FROM vectors WHERE embedder=? AND kind=? AND digest IN ({marks})"
            )
            with self._session() as session:
                for key, blob in session.execute(statement, (embedder, kind, *keys)):
                    found[key.hex()] = np.frombuffer(blob, np.float32)
        return found

    def put(self, embedder: str, kind: Kind, vectors: Mapping[str, Vector]) -> None:
        """Keep these vectors, by digest. Raises BackendError."""
        import numpy as np

        for items in batches(list(vectors.items()), _SLICE):
            rows = [
                (embedder, kind, bytes.fromhex(key), np.asarray(vector, np.float32).tobytes())
                for key, vector in items
            ]
            with self._session() as session, _transaction(session):
                session.executemany(
                    "INSERT OR REPLACE INTO vectors (embedder, kind, digest, vector) VALUES (?,?,?,?)", rows
                )
        if kind == "query":
            self._bound(len(vectors))

    def forget(self, texts: Iterable[str]) -> None:
        """Remove every vector of these texts, whatever the embedder, from file and log."""
        self.forget_digests([digest(text) for text in texts])

    def forget_digests(self, digests: Iterable[str]) -> None:
        """The same by digest. Raises BackendError."""
        keys = _keys(digests)
        for part in batches(keys, _SLICE):
            with self._session() as session, _transaction(session):
                session.executemany("DELETE FROM vectors WHERE digest=?", [(key,) for key in part])
        if keys:
            with self._session() as session:
                session.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def scrub(self) -> None:
        """After a purge: drop the questions asked so far, rewrite the file, empty the log."""
        with self._session() as session:
            session.execute("DELETE FROM vectors WHERE kind='query'")
        with self._session() as session:
            session.execute("VACUUM")
            session.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def count(self, embedder: str, kind: Kind) -> int:
        """How many vectors of one embedder and kind are kept."""
        with self._session() as session:
            row = session.execute(
                "SELECT count(*) FROM vectors WHERE embedder=? AND kind=?", (embedder, kind)
            ).fetchone()
            return int(row[0])

    def close(self) -> None:
        """Release the file; idempotent, never raises."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _bound(self, added: int) -> None:
        self._queries_put += added
        if self._queries_put < max(1, self._queries_kept // 20):
            return
        self._queries_put = 0
        with self._session() as session:
            session.execute(
                "DELETE FROM vectors WHERE kind='query' AND id IN ("
                "SELECT id FROM vectors WHERE kind='query' ORDER BY id DESC LIMIT -1 OFFSET ?)",
                (self._queries_kept,),
            )

    @contextlib.contextmanager
    def _session(self) -> Iterator[sqlite3.Connection]:
        """The connection, one thread at a time. A statement is a transaction unless one is begun."""
        with self._lock:
            try:
                if self._connection is None:
                    self._connection = _opened(self._path)
                session = self._connection
                yield session
            except sqlite3.Error as error:
                raise BackendError(
                    f"The cache of embeddings {self._path} failed ({error}); "
                    "free disk space, or delete that file: it is rebuilt."
                ) from error


@contextlib.contextmanager
def _transaction(session: sqlite3.Connection) -> Iterator[None]:
    session.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        session.execute("ROLLBACK")
        raise
    session.execute("COMMIT")


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return _connect(path)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise  # no access or no space: a new file would fare no better
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            path.with_name(name).unlink(missing_ok=True)
        return _connect(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, check_same_thread=False, timeout=10, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute(_SCHEMA)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
