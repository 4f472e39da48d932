"""The light table recall ranks by: each memory's figures in numpy columns, kept true on every write.

Ranking some hundred candidates must not read a database row each, so what the score and the priors need is
held here; the memories themselves are fetched only for the few that are shown. Derived: build it from any
iterable of memories, then `put` and `drop` as they change. Safe to use from several threads.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weave.model import Memory, MemoryType

Rows = NDArray[np.int64]
Column = NDArray[np.float64]

ABSENT = -1
_WORD = re.compile(
    r"[^\W\u0e00-\u0eff\u1780-\u17ff\u2e80-\uffdc]+|[\u0e00-\u0eff\u1780-\u17ff\u2e80-\uffdc]{1,2}"
)
_SPEAKER = re.compile(r"([^\W\d_][^:\n]{0,39}): ")
_STANDING_LIMIT = 300
_STANDING = re.compile(
    r"(?:[^\W\d_][^:\n]{0,39}: )?(?:please |por favor,? |bitte )?"
    r"(?:always|never|from now on|whenever|every time|each time|make sure|remember to|don['’]t ever"
    r"|siempre|nunca|a partir de ahora|toujours|jamais|désormais|immer|niemals|ab jetzt|sempre|palagi|huwag)\b",
    re.IGNORECASE,
)
_WISHES = (
    *(
        "from now on",
        "when i ask",
        "whenever i ask",
        "time i ask",
        "i prefer",
        "i'd prefer",
        "i would prefer",
    ),
    *("i always prefer", "i really prefer", "ich bevorzuge", "prefiero", "je préfère"),
    *("今後は", "これからは", "以后请", "从现在起", "总是", "앞으로는", "항상"),
)
_QUESTION_ENDS = ("?", "？", "؟", "⸮")
_FLOATS = ("created", "touched", "happened", "count", "state", "trust", "importance", "words")
_FLAGS = ("question", "private", "standing", "episodic", "semantic")
_VALUES = ("alive", *_FLOATS, *_FLAGS, "speaker", "scope")
_LINKS = ("conversation", "before", "after", "source")
_INTEGERS = ("speaker", "scope", *_LINKS)


@dataclass(frozen=True, slots=True)
class Slice:
    """The columns of some rows, copied; times are seconds since the epoch, `words` counts words of text."""

    rows: Rows
    created: Column
    touched: Column
    """When it was created or last recalled, whichever is later."""
    happened: Column
    count: Column
    state: Column
    trust: Column
    importance: Column
    words: Column
    speaker: Rows
    conversation: Rows
    before: Rows
    after: Rows
    scope: Rows
    source: Rows
    """What has the same source turns has the same number; -1 without turns."""
    question: NDArray[np.bool_]
    private: NDArray[np.bool_]
    standing: NDArray[np.bool_]
    """A wish meant for all later requests."""
    episodic: NDArray[np.bool_]
    semantic: NDArray[np.bool_]


def speaker_of(memory: Memory) -> str | None:
    """Who speaks in a verbatim episode ("Maribel: I moved"), None for anything else."""
    if memory.type is not MemoryType.EPISODIC or not memory.source.turns:
        return None
    found = _SPEAKER.match(memory.text)
    return found.group(1).strip() if found else None


def is_standing(memory: Memory) -> bool:
    """Whether it is a wish for all later requests ("Always …", "I prefer …"), in some languages."""
    if len(memory.text) > _STANDING_LIMIT:
        return False
    if _STANDING.match(memory.text):
        return True
    folded = memory.text.casefold().replace("’", "'")
    return any(wish in folded for wish in _WISHES)


def count_words(text: str) -> int:
    """Words of text; in scripts without spaces two letters count as one."""
    return len(text.split()) if text.isascii() else len(_WORD.findall(text))


class Figures:
    """Columns of all memories; rows stay where they are, a dropped one is only marked."""

    def __init__(self, memories: Iterable[Memory] = ()) -> None:
        self._lock = RLock()
        self._row: dict[str, int] = {}
        self._ids: list[str] = []
        self._names: dict[str, int] = {}
        self._scopes: dict[str, int] = {}
        self._conversations: dict[str, int] = {}
        self._order: dict[int, list[tuple[str, int]]] = {}
        self._sources: dict[tuple[str, tuple[str, ...]], int] = {}
        self._said: list[set[int]] = []
        self._heirs: dict[int, str] = {}
        self._columns: dict[str, NDArray[Any]] = {
            **{name: np.zeros(64, np.float64) for name in _FLOATS},
            **{name: np.full(64, ABSENT, np.int64) for name in _INTEGERS},
            **{name: np.zeros(64, np.bool_) for name in ("alive", *_FLAGS)},
        }
        self.put(memories)

    def __len__(self) -> int:
        return len(self._row)

    def put(self, memories: Iterable[Memory]) -> None:
        """Add or replace these; what was there under the same id is forgotten."""
        with self._lock:
            rows: list[int] = []
            values: list[tuple[float, ...]] = []
            for memory in memories:
                rows.append(self._row_of(memory.id))
                values.append(self._values(memory))
                self._link(memory, rows[-1])
                if memory.superseded_by is None:
                    self._heirs.pop(rows[-1], None)
                else:
                    self._heirs[rows[-1]] = memory.superseded_by
            for name, column in zip(_VALUES, zip(*values, strict=True), strict=False):
                self._columns[name][rows] = column

    def drop(self, ids: Iterable[str]) -> None:
        """Take these out; unknown ids are ignored."""
        with self._lock:
            for identity in ids:
                row = self._row.pop(identity, None)
                if row is not None:
                    self._unlink(identity, row)
                    self._heirs.pop(row, None)
                    self._columns["alive"][row] = False

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        with self._lock:
            self.drop(list(self._row))

    def rows(self, ids: Sequence[str]) -> Rows:
        """The row of each id, -1 where there is none."""
        with self._lock:
            return np.fromiter((self._row.get(i, ABSENT) for i in ids), np.int64, len(ids))

    def ids(self, rows: Rows) -> list[str]:
        """The ids of valid rows."""
        return [self._ids[row] for row in rows.tolist()]

    def take(self, rows: Rows) -> Slice:
        """The columns of valid rows."""
        with self._lock:
            part = {name: column[rows] for name, column in self._columns.items() if name != "alive"}
        return Slice(rows=rows, **part)

    def around(self, rows: Rows) -> Rows:
        """`rows`, the neighbours of each in its conversation, and what has the same source; sorted."""
        with self._lock:
            knowledge = rows[~self._columns["episodic"][rows]]
            numbers = np.unique(self._columns["source"][knowledge]).tolist()
            twins = [r for n in numbers if n != ABSENT for r in self._said[n]]
            near = (rows, self._columns["before"][rows], self._columns["after"][rows], twins)
            together = np.unique(np.concatenate(near)).astype(np.int64)
        found: Rows = together[together != ABSENT]
        return found

    def heirs(self, rows: Rows) -> tuple[Rows, Rows]:
        """(those of `rows` that another memory superseded, the row of each one's successor)."""
        with self._lock:
            if not self._heirs:
                return rows[:0], rows[:0]
            pairs = [
                (row, heir)
                for row in rows.tolist()
                if row in self._heirs and (heir := self._row.get(self._heirs[row], ABSENT)) != ABSENT
            ]
        found = np.array(pairs, np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1]

    def between(self, start: float, end: float, limit: int) -> Rows:
        """At most `limit` rows, the newest, of what happened or was made from `start` up to `end` (seconds)."""
        with self._lock:
            size = len(self._ids)
            alive = self._columns["alive"][:size].astype(np.bool_)
            created, happened = self._columns["created"][:size], self._columns["happened"][:size]
            inside = ((created >= start) & (created < end)) | ((happened >= start) & (happened < end))
            rows = np.flatnonzero(alive & inside)
            if len(rows) > limit:
                rows = rows[np.argpartition(-created[rows].astype(np.float64), limit)[:limit]]
        return rows.astype(np.int64)

    def speakers(self) -> dict[str, int]:
        """Names of the people who speak in verbatim episodes, with their number."""
        with self._lock:
            return dict(self._names)

    def scope_numbers(self, scopes: Sequence[str]) -> Rows:
        """The number of each scope that holds anything."""
        with self._lock:
            return np.array([self._scopes[s] for s in scopes if s in self._scopes], np.int64)

    def _row_of(self, identity: str) -> int:
        row = self._row.get(identity)
        if row is None:
            return self._new_row(identity)
        self._unlink(identity, row)
        return row

    def _values(self, memory: Memory) -> tuple[float, ...]:
        """In the order of _VALUES."""
        created = memory.created.timestamp()
        accessed = memory.accessed.timestamp() if memory.accessed else created
        speaker = speaker_of(memory)
        return (
            True,
            created,
            max(created, accessed),
            memory.occurred.timestamp() if memory.occurred else created,
            memory.access_count,
            memory.state.weight,
            memory.provenance.trust,
            memory.importance,
            count_words(memory.text),
            memory.text.rstrip().endswith(_QUESTION_ENDS),
            memory.private,
            is_standing(memory),
            memory.type is MemoryType.EPISODIC,
            memory.type is MemoryType.SEMANTIC,
            ABSENT if speaker is None else self._names.setdefault(speaker, len(self._names)),
            self._scopes.setdefault(memory.scope, len(self._scopes)),
        )

    def _new_row(self, identity: str) -> int:
        row = len(self._ids)
        if row == len(self._columns["alive"]):
            for name, column in self._columns.items():
                blank = np.full_like(column, ABSENT) if name in _INTEGERS else np.zeros_like(column)
                self._columns[name] = np.concatenate([column, blank])
        self._ids.append(identity)
        self._row[identity] = row
        return row

    def _link(self, memory: Memory, row: int) -> None:
        """Give it its place among the episodes of its conversation; distilled knowledge stands alone."""
        conversation = memory.source.conversation
        before = after = number = ABSENT
        if conversation is not None and memory.type is MemoryType.EPISODIC:
            number = self._conversations.setdefault(conversation, len(self._conversations))
            order = self._order.setdefault(number, [])
            insort(order, (memory.id, row))
            place = bisect_left(order, (memory.id, row))
            before = order[place - 1][1] if place else ABSENT
            after = order[place + 1][1] if place + 1 < len(order) else ABSENT
        self._columns["conversation"][row] = number
        if conversation is not None and memory.source.turns:
            source = self._sources.setdefault((conversation, memory.source.turns), len(self._said))
            if source == len(self._said):
                self._said.append(set())
            self._said[source].add(row)
            self._columns["source"][row] = source
        self._join(before, row)
        self._join(row, after)

    def _unlink(self, identity: str, row: int) -> None:
        source = int(self._columns["source"][row])
        if source != ABSENT:
            self._said[source].discard(row)
            self._columns["source"][row] = ABSENT
        number = int(self._columns["conversation"][row])
        if number != ABSENT:
            order = self._order[number]
            del order[bisect_left(order, (identity, row))]
            self._join(int(self._columns["before"][row]), int(self._columns["after"][row]))

    def _join(self, left: int, right: int) -> None:
        if left != ABSENT:
            self._columns["after"][left] = right
        if right != ABSENT:
            self._columns["before"][right] = left
