"""What analytics asks of the catalogue: a light row of every memory, and what the outbox holds for nobody.

A hundred thousand whole memories take three seconds to build; the few columns that figures are made of take a third
of one. They come in pages that are let go of at once: what is held would have to be looked through by the garbage
collector, again and again, while everything else stands still.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from weave.outbox import chunks, marks

if TYPE_CHECKING:
    import sqlite3

_PAGE = 500
_COLUMNS = (
    "id, type, state, provenance, scope, importance, importance_raw, access_count, created_at, accessed, "
    "conversation, turns <> '[]', file, derived_from, superseded_by, pinned, said, text, words"
)


class Sketch(NamedTuple):
    """A memory as figures are made of it. Enumerations are plain strings; `created_at` is in seconds since 1970."""

    id: str
    type: str
    state: str
    provenance: str
    scope: str
    importance: float
    importance_raw: float | None
    access_count: int
    created_at: float
    accessed: str | None
    conversation: str | None
    has_turns: int
    file: str | None
    derived_from: str
    """A JSON list of ids."""
    superseded_by: str | None
    pinned: int
    said: str
    text: str
    words: bytes
    """32-bit numbers of its words, in order."""


class AnalyticsReads(ABC):
    """The reading for analytics, as part of the catalogue."""

    @property
    @abstractmethod
    def _reader(self) -> sqlite3.Connection:
        """This thread's connection."""

    def sketches(self) -> Iterator[Sequence[Sketch]]:
        """Every memory, oldest id first, page by page; none needs to be held when the next one is asked for."""
        last = ""
        statement = f"SELECT {_COLUMNS} FROM memories WHERE id > ? ORDER BY id LIMIT {_PAGE}"
        cursor = self._reader.cursor()
        cursor.row_factory = None  # plain tuples, in half the time
        while page := [Sketch._make(row) for row in cursor.execute(statement, (last,))]:
            yield page
            last = page[-1].id

    def texts(self, ids: Sequence[str]) -> dict[str, str]:
        """What these memories say."""
        found: dict[str, str] = {}
        for chunk in chunks(ids):
            rows = self._reader.execute(
                f"SELECT id, text FROM memories WHERE id IN ({marks(len(chunk))})", tuple(chunk)
            )
            found.update((row[0], row[1]) for row in rows)
        return found

    def known_ids(self) -> list[str]:
        """The ids of all memories."""
        return [row[0] for row in self._reader.execute("SELECT id FROM memories")]

    def disputing(self) -> set[str]:
        """The ids of the memories that state a contested fact."""
        rows = self._reader.execute("SELECT DISTINCT memory FROM facts WHERE state = 'contested'")
        return {row[0] for row in rows}

    def unowned_jobs(self) -> list[tuple[str, str]]:
        """(backend, id) of what waits to be indexed of memories that are not there."""
        rows = self._reader.execute(
            "SELECT backend, id FROM outbox WHERE operation = 'upsert' "
            "AND id NOT IN (SELECT id FROM memories) ORDER BY backend, id"
        )
        return [(row[0], row[1]) for row in rows]

    def waiting_ids(self, backend: str) -> set[str]:
        """The ids that a backend has still to be told of, in whatever way."""
        rows = self._reader.execute("SELECT id FROM outbox WHERE backend = ?", (backend,))
        return {row[0] for row in rows}
