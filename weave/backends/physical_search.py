"""Searching the markdown: one rg run over the scope's folders, ranked by BM25 over the entries it matched.

Every entry that holds a term is matched, so document frequencies are exact without an index of terms.
BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, formula 3.15, idf as in Lucene.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weave import lexical, markdown
from weave.backends.locator import Entry, Locator
from weave.backends.patterns import patterns
from weave.backends.ripgrep import Found, Search

_GAP = 8
"""Bytes between two words that still count as side by side: a space, a short word left out as a stop word."""
_MAX_TERMS = 64
LEAST_COUNT = 200
"""Memories a store is taken to hold at least: among five, a word that stands in two would tell nothing."""
_TRIES = 3
_NEW, _REPEATED = -1, -2
Numbers = NDArray[np.int64]
Column = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Bm25:
    """The two parameters: how fast a repeated term saturates, how much length counts."""

    k1: float = 0.9
    b: float = 0.4


@dataclass(frozen=True, slots=True)
class Match:
    """What the words of a question have in common with one memory."""

    id: str
    bm25: float
    """Unbounded, larger is better."""
    coverage: float
    """0..1: idf of the terms it holds over idf of all terms of the question."""
    phrase: float
    """0..1: share of neighbouring terms of the question that stand side by side in it, in order."""
    codes: float
    """0..1: share of the question's codes (numbers, identifiers, paths) that it holds whole; 0 without any."""
    terms: tuple[str, ...]


class _Reader:
    """Turns matched bytes into numbers of query terms; words repeat, so each form is read once per search."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._number = {term: number for number, term in enumerate(terms)}
        self._single = [term for term in terms if len(term) == 1 and not term.isascii()]
        self.known: dict[bytes, list[int]] = {}

    def read(self, matched: bytes) -> list[int]:
        text = markdown.legible(matched.decode("utf-8", "surrogateescape"))
        found = lexical.terms(text)
        for single in self._single:  # documents hold pairs, a question may be one character
            found += [single] * (text.count(single) - found.count(single))
        numbers = self.known[matched] = [self._number[t] for t in found if t in self._number]
        return numbers


@dataclass(frozen=True, slots=True)
class Matched:
    """Every match as a row, by entry and place: which entry, which term, from where to where."""

    ids: list[str]
    tokens: list[int] | Column
    entry: list[int] | Column
    term: list[int] | Column
    start: list[int] | Column
    end: list[int] | Column


@dataclass(slots=True)
class _Rows:
    """The same while they are gathered."""

    ids: list[str]
    tokens: list[int]
    entry: list[int]
    term: list[int]
    start: list[int]
    end: list[int]


def _gather(files: Iterable[tuple[str, list[Found]]], locator: Locator, reader: _Reader) -> Matched:
    found = _Rows([], [], [], [], [], [])
    numbers: dict[str, int] = {}
    for path, matches in files:
        _gather_file(locator.entries(path), matches, reader, found, numbers)
    return Matched(found.ids, found.tokens, found.entry, found.term, found.start, found.end)


def _gather_file(
    entries: Sequence[Entry], matches: list[Found], reader: _Reader, found: _Rows, numbers: dict[str, int]
) -> None:
    """Walks matches and entries side by side; the inner loop runs once per word found, so it is kept flat."""
    known, upcoming = reader.known, iter(entries)
    row, term, starts, ends = found.entry.append, found.term.append, found.start.append, found.end.append
    id_, size = "", 0
    start = end = comment = text = number = -1
    for digits, word in matches:
        terms = known.get(word)
        if terms is None:
            terms = reader.read(word)
        if not terms:
            continue
        offset = int(digits)
        while offset >= end:
            entry = next(upcoming, None)
            if entry is None:
                return
            start, end, id_, size = entry.start, entry.end, entry.id, entry.tokens
            comment, text = entry.comment_start, entry.comment_end
            number = _REPEATED if id_ in numbers else _NEW
        if offset < start or comment <= offset < text:
            continue
        if number == _REPEATED:
            continue
        if number == _NEW:
            number = numbers[id_] = len(numbers)
            found.ids.append(id_)
            found.tokens.append(size)
        for one in terms:
            row(number)
            term(one)
            starts(offset)
            ends(offset + len(word))


class Ranking:
    """BM25 over what was matched; reasons are worked out only for the best."""

    def __init__(self, terms: Sequence[str], found: Matched, totals: tuple[int, float], bm25: Bm25) -> None:
        self._terms, self._found = terms, found
        self._entry = np.array(found.entry, np.int64)
        width = len(terms)
        pairs, frequency = np.unique(self._entry * width + np.array(found.term, np.int64), return_counts=True)
        self._pair_entry, self._pair_term = pairs // width, pairs % width
        documents = np.bincount(self._pair_term, minlength=width)
        count, average = max(totals[0], len(found.ids), LEAST_COUNT), totals[1] or 1.0
        self._idf = np.log(1 + (count - documents + 0.5) / (documents + 0.5))
        self._weights: list[float] = self._idf.tolist()
        self._whole = sum(self._weights) or 1.0
        self._codes = {number for number, term in enumerate(terms) if lexical.is_code(term)}
        norm = bm25.k1 * (1 - bm25.b + bm25.b * np.array(found.tokens, np.float64) / average)
        part = self._idf[self._pair_term] * frequency * (bm25.k1 + 1) / (frequency + norm[self._pair_entry])
        self._scores = np.bincount(self._pair_entry, part, len(found.ids))

    def best(self, limit: int) -> list[Match]:
        """The best `limit` matches, best first; equals by id."""
        ids, scores = self._found.ids, self._scores
        rows = np.arange(len(ids))
        if len(ids) > limit:
            floor = np.partition(scores, -limit)[-limit]
            rows = np.flatnonzero(scores >= floor)
        order = np.array(sorted(rows.tolist(), key=lambda row: (-scores[row], ids[row]))[:limit], np.int64)
        return self._matches(order)

    def _matches(self, rows: Numbers) -> list[Match]:
        """The rows as matches, their reasons worked out for all of them at once."""
        size, ids = len(self._found.ids), self._found.ids
        held = np.bincount(self._pair_entry, self._idf[self._pair_term], size)
        coverage = np.minimum(1.0, held[rows] / self._whole).tolist()
        whole = np.isin(self._pair_term, list(self._codes))
        codes = (
            np.bincount(self._pair_entry[whole], minlength=size)[rows] / max(1, len(self._codes))
        ).tolist()
        phrase = self._phrases(size)[rows].tolist()
        first = self._pair_entry.searchsorted(rows).tolist()
        last = self._pair_entry.searchsorted(rows, "right").tolist()
        terms, names = self._pair_term.tolist(), self._terms
        return [
            Match(
                id=ids[row],
                bm25=float(self._scores[row]),
                coverage=coverage[at],
                phrase=phrase[at],
                codes=codes[at],
                terms=tuple([names[term] for term in terms[first[at] : last[at]]]),
            )
            for at, row in enumerate(rows.tolist())
        ]

    def _phrases(self, size: int) -> NDArray[np.float64]:
        """For each entry the share of neighbouring terms of the question that stand side by side in it."""
        width = len(self._terms)
        if width < 2 or len(self._entry) < 2:
            return np.zeros(size)
        term = np.asarray(self._found.term, np.int64)
        gap = np.asarray(self._found.start, np.int64)[1:] - np.asarray(self._found.end, np.int64)[:-1]
        near = (self._entry[1:] == self._entry[:-1]) & (term[1:] == term[:-1] + 1) & (gap <= _GAP)
        pairs = np.unique(self._entry[1:][near] * width + term[1:][near])
        counted: NDArray[np.float64] = np.bincount(pairs // width, minlength=size) / (width - 1)
        return counted


def search(
    home: Path, folders: Sequence[str], text: str, locator: Locator, *, bm25: Bm25, timeout: float, limit: int
) -> list[Match]:
    """The best memories under `folders` that share a term with `text`, best first.

    Raises BackendUnavailable when rg takes longer than `timeout` seconds.
    """
    terms = tuple(lexical.query_terms(text)[:_MAX_TERMS])
    found = Matched([], [], [], [], [], [])
    for _ in range(_TRIES):
        locator.refresh(folders)
        wanted = patterns(terms, locator.forms)
        if wanted is None:
            return []
        files = list(Search(wanted, home, folders).results(timeout))
        found = _gather(files, locator, _Reader(terms))
        if not locator.stale(path for path, _ in files):
            break  # else a file was rewritten between reading its entries and searching it
    return Ranking(terms, found, locator.totals(folders), bm25).best(limit) if found.ids else []
