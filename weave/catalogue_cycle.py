"""What the sleep cycle asks of the catalogue: what may have faded, and which access counts no file holds yet."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from weave import catalogue_schema as schema
from weave.model import GLOBAL, Memory, MemoryType, State
from weave.outbox import chunks, marks

_PAGE = 500


class CycleReads(ABC):
    """The reading for the sleep cycle, as part of the catalogue."""

    @property
    @abstractmethod
    def _reader(self) -> sqlite3.Connection:
        """This thread's connection."""

    @abstractmethod
    def _memories(self, tail: str, values: tuple[schema.Value, ...]) -> Iterator[Memory]:
        """The memories that the end of a statement selects."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """One atomic change."""

    def in_state(self, state: State, *, derived: bool = False) -> Iterator[Memory]:
        """Memories of a state, oldest id first, in pages; `derived`: those made from others."""
        rest = "AND m.derived_from <> '[]' " if derived else ""
        return self._paged(f"m.state = ? {rest}", (state.value,))

    def unrecalled(self, below: float) -> Iterator[Memory]:
        """Memories that were never recalled, of an importance below this, oldest id first, in pages."""
        return self._paged("m.access_count = 0 AND m.importance < ?", (below,))

    def _paged(self, where: str, values: tuple[schema.Value, ...]) -> Iterator[Memory]:
        last = ""
        tail = f"WHERE m.id > ? AND {where} ORDER BY m.id LIMIT {_PAGE}"
        while page := list(self._memories(tail, (last, *values))):
            yield from page
            last = page[-1].id

    def learned(self, since: datetime, most: int, kind: MemoryType | None = None) -> list[Memory]:
        """The newest memories of the global scope in force, of a type if named, learned since then; oldest first."""
        where = "WHERE m.scope = ? AND m.state = 'active' AND m.created_at >= ? AND m.type LIKE ? "
        tail = "ORDER BY m.created_at DESC, m.id DESC LIMIT ?"
        values = (GLOBAL, since.timestamp(), kind.value if kind else "%", most)
        return list(self._memories(where + tail, values))[::-1]

    def told(self, since: datetime, until: datetime, below: float, fading: float = 0.0) -> Iterator[Memory]:
        """Global episodes and lessons in force, created from `since` on and before `until`, less important than `below`.

        Without those that are less important than `fading` and were never recalled.
        """
        return self._paged(
            "m.scope = ? AND m.state = ? AND m.type IN (?, ?) AND m.importance < ? AND m.created_at >= ? "
            "AND m.created_at < ? AND NOT (m.importance < ? AND m.access_count = 0 AND m.accessed IS NULL)",
            (
                *(GLOBAL, State.ACTIVE.value, MemoryType.EPISODIC.value, MemoryType.ERROR.value),
                *(below, since.timestamp(), until.timestamp(), fading),
            ),
        )

    def under(self, folder: str) -> Iterator[Memory]:
        """Memories whose file stands in a folder of the home, named with its slash at the end."""
        return self._paged("m.path >= ? AND m.path < ?", (folder, folder[:-1] + "0"))

    def count_in(self, state: State) -> int:
        """How many memories are in a state."""
        row = self._reader.execute("SELECT COUNT(*) FROM memories WHERE state = ?", (state.value,)).fetchone()
        return int(row[0])

    def raw_scores(self) -> list[tuple[str, int, int]]:
        """(type, raw importance in hundredths, how many) of what was scored, but for the raw buffer; by type."""
        rows = self._reader.execute(
            "SELECT type, CAST(ROUND(importance_raw * 100) AS INTEGER) AS raw, COUNT(*) FROM memories "
            "WHERE importance_raw IS NOT NULL AND state <> ? GROUP BY type, raw ORDER BY type, raw",
            (State.TRANSIENT.value,),
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def counted(self) -> list[tuple[str, str]]:
        """(id, file) of the memories whose access count has changed since it was last written down."""
        rows = self._reader.execute(
            "SELECT m.id, m.path FROM touched t JOIN memories m ON m.id = t.id ORDER BY m.path, m.id"
        )
        return [(row[0], row[1]) for row in rows]

    def written_down(self, ids: Sequence[str]) -> None:
        """The files hold the counts of these memories."""
        with self.transaction() as db:
            for chunk in chunks(ids):
                db.execute(f"DELETE FROM touched WHERE id IN ({marks(len(chunk))})", tuple(chunk))
