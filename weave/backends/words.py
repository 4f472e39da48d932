"""The words of every memory as numbers in one flat array, so that most questions need no scan of the files.

ripgrep over 10,000 memories costs 30 to 50 ms of processor time a question, over 100,000 ten times that; a pass
over an array of word numbers costs 1 to 10 ms and yields the very same counts, so that both rank alike. ripgrep
answers wherever this table is not: for guests, for a home without its index, for questions of a single
character of a script without spaces. A number is 32 bits of a word's hash: no word of a purged memory stays in
a dictionary, and of 50,000 distinct words one in 86,000 questions meets a wrong one.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weave import lexical
from weave.backends.bm25 import Bm25, Match, Matched, Ranking
from weave.model import Memory
from weave.ports import Query

Numbers = NDArray[np.uint32]

_MAX_TERMS = 64
_WORD, _STEP = 4, 5
"""A word's place as if it were in bytes: neighbours lie one apart, so the rule for phrases serves here too."""
_COMPACT_FROM, _COMPACT_SHARE = 4_096, 0.25


@lru_cache(200_000)
def _number(term: str) -> int:
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=4).digest())


@lru_cache(2_048)
def words_of(title: str, text: str) -> bytes:
    """The words of a memory, in order, as little-endian 32-bit numbers."""
    terms = lexical.terms(f"{title}\n{text}")
    return np.fromiter(map(_number, terms), np.uint32, len(terms)).astype("<u4").tobytes()


class WordTable:
    """All memories' words, kept true on every write. Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._row: dict[str, int] = {}
        self._ids: list[str] = []
        self._scopes: dict[str, int] = {}
        self._scope = np.zeros(64, np.int32)
        self._size = np.zeros(64, np.int32)
        self._alive = np.zeros(64, np.bool_)
        self._words: Numbers = np.zeros(1_024, np.uint32)
        self._of = np.zeros(1_024, np.int32)
        self._used = 0
        self._dead = 0

    def load(self, rows: Iterable[tuple[str, str, bytes]]) -> None:
        """Take in (id, scope, words) of many memories at once."""
        found = list(rows)
        pieces = [np.frombuffer(words, "<u4") for _, _, words in found]
        with self._lock:
            self._reserve(sum(map(len, pieces)), len(found))
            for (id_, scope, _), piece in zip(found, pieces, strict=True):
                self._add(id_, scope, piece)
            self._tidy()

    def put(self, memories: Iterable[Memory]) -> None:
        """Add or replace these."""
        self.load((memory.id, memory.scope, words_of(memory.title, memory.text)) for memory in memories)

    def drop(self, ids: Iterable[str]) -> None:
        """Take these out; unknown ids are ignored."""
        with self._lock:
            for id_ in ids:
                self._remove(id_)
            self._tidy()

    def __len__(self) -> int:
        return len(self._row)

    def search(self, query: Query, bm25: Bm25) -> list[Match] | None:
        """The best `query.limit` memories of the scopes; None when only a scan of the files can tell."""
        terms = tuple(lexical.query_terms(query.text)[:_MAX_TERMS])
        if any(len(term) == 1 and not term.isascii() for term in terms):
            return None
        with self._lock:
            words, of = self._words[: self._used], self._of[: self._used]
            scopes = [self._scopes[scope] for scope in query.scopes if scope in self._scopes]
            rows = len(self._ids)
            wanted = self._alive[:rows] & np.isin(self._scope[:rows], scopes)
            size, ids = self._size[:rows].copy(), self._ids
        if not terms or not wanted.any():
            return []
        places, number = _found(words, terms)
        owner = of[places]
        inside = wanted[owner]
        places, number, owner = places[inside], number[inside], owner[inside]
        if not len(places):
            return []
        held, entry = np.unique(owner, return_inverse=True)
        found = Matched(
            ids=[ids[row] for row in held.tolist()],
            tokens=size[held],
            entry=entry.astype(np.int64),
            term=number,
            start=places * _STEP,
            end=places * _STEP + _WORD,
        )
        totals = int(wanted.sum()), float(size[wanted].mean())
        return Ranking(terms, found, totals, bm25).best(query.limit)

    # -- rows -------------------------------------------------------------------------------------------

    def _reserve(self, words: int, rows: int) -> None:
        while len(self._words) < self._used + words:
            self._words = np.concatenate([self._words, np.zeros_like(self._words)])
            self._of = np.concatenate([self._of, np.zeros_like(self._of)])
        while len(self._alive) < len(self._ids) + rows:
            self._scope = np.concatenate([self._scope, np.zeros_like(self._scope)])
            self._size = np.concatenate([self._size, np.zeros_like(self._size)])
            self._alive = np.concatenate([self._alive, np.zeros_like(self._alive)])

    def _add(self, id_: str, scope: str, piece: NDArray[np.uint32]) -> None:
        self._remove(id_)
        row = len(self._ids)
        self._ids.append(id_)
        self._row[id_] = row
        self._scope[row] = self._scopes.setdefault(scope, len(self._scopes))
        self._size[row] = len(piece)
        self._alive[row] = True
        end = self._used + len(piece)
        self._words[self._used : end] = piece
        self._of[self._used : end] = row
        self._used = end

    def _remove(self, id_: str) -> None:
        row = self._row.pop(id_, None)
        if row is not None:
            self._alive[row] = False
            self._dead += int(self._size[row])

    def _tidy(self) -> None:
        if self._used > _COMPACT_FROM and self._dead > _COMPACT_SHARE * self._used:
            self._compact()

    def _compact(self) -> None:
        """Close the gaps that dropped memories left. New arrays: a search may still be reading the old ones."""
        rows = len(self._ids)
        kept = np.flatnonzero(self._alive[:rows])
        place = np.full(rows, -1, np.int32)
        place[kept] = np.arange(len(kept), dtype=np.int32)
        inside = self._alive[self._of[: self._used]]
        self._words = np.append(self._words[: self._used][inside], np.zeros(1_024, np.uint32))
        self._of = np.append(place[self._of[: self._used][inside]], np.zeros(1_024, np.int32))
        self._used, self._dead = int(inside.sum()), 0
        self._ids = [self._ids[row] for row in kept.tolist()]
        self._row = {id_: row for row, id_ in enumerate(self._ids)}
        for name in ("_scope", "_size"):
            setattr(self, name, np.append(getattr(self, name)[:rows][kept], np.zeros(64, np.int32)))
        self._alive = np.append(np.ones(len(kept), np.bool_), np.zeros(64, np.bool_))


def _found(words: Numbers, terms: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(places of the terms in the array, in order; which term each is)."""
    numbers = np.array([_number(term) for term in terms], np.uint32)
    likely = np.zeros(1 << 16, np.bool_)
    likely[numbers >> 16] = True
    places = np.flatnonzero(likely[words >> 16])
    order = np.argsort(numbers)
    at = np.searchsorted(numbers[order], words[places]).clip(max=len(numbers) - 1)
    same = numbers[order][at] == words[places]
    return places[same], order[at[same]].astype(np.int64)
