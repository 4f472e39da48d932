"""Ranking what was matched by BM25, with the reasons: the same for a scan of the files and for the table of words. Pure.

BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, formula 3.15, idf as in Lucene.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weave import lexical

_GAP = 8
"""Bytes between two words that still count as side by side: a space, a short word left out as a stop word."""
LEAST_COUNT = 200
"""Memories a store is taken to hold at least: among five, a word that stands in two would tell nothing."""
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


@dataclass(frozen=True, slots=True)
class Matched:
    """Every match as a row, by entry and place: which entry, which term, from where to where."""

    ids: list[str]
    tokens: list[int] | Column
    entry: list[int] | Column
    term: list[int] | Column
    start: list[int] | Column
    end: list[int] | Column


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
