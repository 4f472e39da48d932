"""What the browser asks of the catalogue: the ids that are sought, in an order, and the lines of a page of them.

A hundred thousand memories are listed as their ids, which costs no object a line; the lines themselves are read
page by page. Run from a thread of its own: nothing here waits for the one that writes.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import datetime

from weave import scoring
from weave.model import MemoryType, Provenance, State
from weave.outbox import chunks, marks
from weave.seeking import holding
from weave.sought import ANY_TASK, Line, Order, Sought

_SECONDS_A_DAY = 86_400.0
_BEGINNING = 400
"""Characters of a text that a line may show where there is no title."""
_ORDERS = {
    Order.NEWEST: "created_at DESC, id DESC",
    Order.IMPORTANCE: "importance DESC, created_at DESC, id DESC",
    Order.ACCESS: "access_count DESC, accessed DESC, created_at DESC, id DESC",
}


class BrowseReads(ABC):
    """The reading for the browser, as part of the catalogue."""

    @property
    @abstractmethod
    def _reader(self) -> sqlite3.Connection:
        """This thread's connection."""

    def sought(self, sought: Sought, order: Order, now: datetime) -> tuple[str, ...]:
        """The ids of what is sought, the first in `order` first."""
        reader = self._reader
        where, values = _conditions(sought)
        if sought.words:
            holds = holding(sought.words)
            reader.create_function("holds", 1, holds)
        if order is Order.STRENGTH:
            return _by_strength(reader, where, values, now)
        rows = reader.execute(f"SELECT id FROM memories {where} ORDER BY {_ORDERS[order]}", values)
        return tuple([row[0] for row in rows])

    def lines(self, ids: Sequence[str], now: datetime) -> dict[str, Line]:
        """The lines of those of these memories that exist."""
        found: dict[str, Line] = {}
        for chunk in chunks(list(ids)):
            rows = self._reader.execute(
                "SELECT id, type, title, substr(text, 1, ?) AS beginning, state, provenance, scope, created, occurred, "
                "importance, access_count, accessed, pinned, private FROM memories "
                f"WHERE id IN ({marks(len(chunk))})",
                (_BEGINNING, *chunk),
            )
            found.update((row["id"], _line(row, now)) for row in rows)
        return found

    def succeeding(self, id_: str) -> list[str]:
        """Ids of the memories that this one came in the place of, oldest first."""
        rows = self._reader.execute(
            "SELECT id FROM memories WHERE superseded_by = ? ORDER BY created_at, id", (id_,)
        )
        return [row[0] for row in rows]


def _conditions(sought: Sought) -> tuple[str, tuple[str | float, ...]]:
    parts: list[str] = []
    values: list[str | float] = []
    for column, wanted in (
        ("type", sought.types),
        ("state", sought.states),
        ("provenance", sought.provenances),
    ):
        if wanted:
            parts.append(f"{column} IN ({marks(len(wanted))})")
            values += [one.value for one in wanted]
    if sought.scope == ANY_TASK:
        parts.append("scope LIKE 'task:%'")
    elif sought.scope is not None:
        parts.append("scope = ?")
        values.append(sought.scope)
    for sign, moment in ((">=", sought.since), ("<", sought.until)):
        if moment is not None:
            parts.append(f"created_at {sign} ?")
            values.append(moment.timestamp())
    for column, flag in (("pinned", sought.pinned), ("private", sought.private)):
        if flag is not None:
            parts.append(f"{column} = {int(flag)}")
    if sought.words:  # last: it is the dearest
        parts.append("holds(title || char(10) || text)")
    return (f"WHERE {' AND '.join(parts)}" if parts else ""), tuple(values)


def _by_strength(
    reader: sqlite3.Connection, where: str, values: tuple[str | float, ...], now: datetime
) -> tuple[str, ...]:
    """In logarithms, so that old memories are told apart where the product itself is rounded away."""
    rows = reader.execute(
        f"SELECT id, state, importance, access_count, created_at, accessed FROM memories {where}", values
    )
    weights = {state.value: state.weight for state in State}
    present = now.timestamp()
    keyed = []
    for id_, state, importance, count, created, accessed in rows:
        latest = max(created, datetime.fromisoformat(accessed).timestamp()) if accessed else created
        days = max(0.0, present - latest) / _SECONDS_A_DAY
        keyed.append((scoring.liveliness(days, count, weights[state] * importance), created, id_))
    keyed.sort(reverse=True)
    return tuple([key[2] for key in keyed])


def _line(row: sqlite3.Row, now: datetime) -> Line:
    state, created = State(row["state"]), datetime.fromisoformat(row["created"])
    accessed = datetime.fromisoformat(row["accessed"]) if row["accessed"] else None
    strength = scoring.strength(
        state=state.weight,
        recency=scoring.recency(created, accessed, now),
        access=scoring.access(row["access_count"]),
        importance=row["importance"],
    )
    return Line(
        id=row["id"],
        type=MemoryType(row["type"]),
        title=row["title"],
        beginning=row["beginning"],
        state=state,
        provenance=Provenance(row["provenance"]),
        scope=row["scope"],
        created=created,
        occurred=datetime.fromisoformat(row["occurred"]) if row["occurred"] else None,
        importance=row["importance"],
        access_count=row["access_count"],
        strength=strength,
        pinned=bool(row["pinned"]),
        private=bool(row["private"]),
    )
