"""The outbox: what each backend has still to be told. Durable in the catalogue, idempotent per memory and backend."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

_CHUNK = 500


def chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut a long list of ids into what one statement takes."""
    for start in range(0, len(ids), _CHUNK):
        yield ids[start : start + _CHUNK]


def marks(count: int) -> str:
    """`count` question marks."""
    return ",".join("?" * count)


GIVE_UP = 3
"""Failures by itself after which a job waits for a calmer moment, so that one bad memory holds up no other."""


@dataclass(frozen=True, slots=True)
class Job:
    """One row of the outbox."""

    backend: str
    id: str
    operation: str
    sequence: int
    attempts: int


class Outbox:
    """The outbox of one catalogue."""

    def __init__(
        self,
        change: Callable[[], AbstractContextManager[sqlite3.Connection]],
        read: Callable[[], sqlite3.Connection],
        backends: Sequence[str],
    ) -> None:
        self._change = change
        self._read = read
        self._backends = tuple(backends)
        self._sequence = self._last() if backends else 0

    def _last(self) -> int:
        return int(self._read().execute("SELECT COALESCE(MAX(sequence), 0) FROM outbox").fetchone()[0])

    def enqueue(self, jobs: Sequence[tuple[str, str, float]]) -> None:
        """Queue (id, operation, priority) for every backend; what waits under the same id is replaced."""
        rows = []
        with self._change() as db:
            for id_, operation, priority in jobs:
                self._sequence += 1
                rows += [(backend, id_, operation, priority, self._sequence) for backend in self._backends]
            db.executemany(
                "INSERT OR REPLACE INTO outbox(backend, id, operation, priority, sequence) VALUES(?,?,?,?,?)",
                rows,
            )

    def enqueue_all(self, backend: str) -> int:
        """Queue every memory for a backend that came back empty, or with less than it was given."""
        with self._change() as db:
            self._sequence += 1
            cursor = db.execute(
                "INSERT OR IGNORE INTO outbox(backend, id, operation, priority, sequence) "
                "SELECT ?, id, 'upsert', created_at, ? FROM memories",
                (backend, self._sequence),
            )
            return cursor.rowcount

    def jobs(self, backend: str, limit: int, *, below: int = GIVE_UP) -> list[Job]:
        """The next jobs of a backend: deletions, then newest memories first; those tried `below` times only."""
        rows = self._read().execute(
            "SELECT backend, id, operation, sequence, attempts FROM outbox "
            "WHERE backend = ? AND attempts < ? ORDER BY attempts, priority DESC LIMIT ?",
            (backend, below, limit),
        )
        return [Job(*row) for row in rows]

    def given_up(self, backend: str) -> int:
        """How many jobs failed so often by themselves that they no longer hold up the others."""
        row = self._read().execute(
            "SELECT COUNT(*) FROM outbox WHERE backend = ? AND attempts >= ?", (backend, GIVE_UP)
        )
        return int(row.fetchone()[0])

    def retry(self, backend: str) -> None:
        """Give the jobs that were given up another chance."""
        with self._change() as db:
            db.execute(
                "UPDATE outbox SET attempts = ? WHERE backend = ? AND attempts >= ?",
                (GIVE_UP - 1, backend, GIVE_UP),
            )

    def done(self, jobs: Sequence[Job]) -> None:
        """Take jobs out, unless the memory was queued again meanwhile."""
        with self._change() as db:
            db.executemany(
                "DELETE FROM outbox WHERE backend = ? AND id = ? AND sequence = ?",
                [(job.backend, job.id, job.sequence) for job in jobs],
            )

    def failed(self, jobs: Sequence[Job], error: str) -> None:
        """Keep jobs for a later try, with the reason."""
        with self._change() as db:
            db.executemany(
                "UPDATE outbox SET attempts = attempts + 1, error = ? "
                "WHERE backend = ? AND id = ? AND sequence = ?",
                [(error, job.backend, job.id, job.sequence) for job in jobs],
            )

    def counts(self) -> dict[str, int]:
        """Per backend how many jobs wait; told from an index alone, some twenty times faster than `waiting`."""
        return dict(self._read().execute("SELECT backend, COUNT(*) FROM outbox GROUP BY backend").fetchall())

    def waiting(self) -> dict[str, tuple[int, int, str | None]]:
        """Per backend: how many jobs wait, how many of them have failed before, and the last reason."""
        rows = self._read().execute(
            "SELECT backend, COUNT(*), SUM(attempts > 0), MAX(error) FROM outbox GROUP BY backend"
        )
        return {row[0]: (row[1], row[2] or 0, row[3]) for row in rows}

    def holding(self, ids: Sequence[str]) -> set[str]:
        """The backends that have still to be told of one of these memories, and have not given it up."""
        found: set[str] = set()
        for chunk in chunks(ids):
            rows = self._read().execute(
                f"SELECT DISTINCT backend FROM outbox WHERE attempts < ? AND id IN ({marks(len(chunk))})",
                (GIVE_UP, *chunk),
            )
            found.update(str(row[0]) for row in rows)
        return found

    def finish_deletions(self, backend: str, ids: Sequence[str]) -> None:
        """Take deletions out that a purge has carried out itself."""
        with self._change() as db:
            for chunk in chunks(ids):
                db.execute(
                    "DELETE FROM outbox WHERE operation = 'delete' AND backend = ? "
                    f"AND id IN ({marks(len(chunk))})",
                    (backend, *chunk),
                )
