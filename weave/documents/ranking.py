"""BM25 over every passage of the library, from the postings of a question's words; sections share their passages' words.

Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, formula 3.15, idf as in Lucene. Words of
titles stand in the postings with their weight, so that they saturate together with those of the text (BM25F).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Scores = NDArray[np.float64]
_K1, _B = 0.9, 0.4
_WHOLE = 0.25
"""How much the words that only the section as a whole holds count beside those of its best passage."""
_LIST_WORTH = 0.5
"""Of sections that list what stands elsewhere."""
_LEAST_COUNT = 200
"""Passages a library is taken to hold at least: among five, a word that stands in two would tell nothing."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """All passages of the library in a row: each document's begin at `base` of its number."""

    numbers: NDArray[np.int64]
    """Document numbers, rising."""
    base: NDArray[np.int64]
    """Where each document's passages begin; one more than `numbers`, the last the count of all."""
    lengths: NDArray[np.float64]

    @classmethod
    def of(cls, rows: Sequence[tuple[int, bytes]]) -> Corpus:
        """From (document number, packed lengths), by number."""
        pieces = [np.frombuffer(lengths, "<u2") for _, lengths in rows]
        base = np.cumsum([0, *(len(piece) for piece in pieces)]).astype(np.int64)
        joined: NDArray[Any] = np.concatenate(pieces) if pieces else np.zeros(0, np.uint16)
        return cls(np.array([number for number, _ in rows], np.int64), base, joined.astype(np.float64))


@dataclass(frozen=True, slots=True)
class Found:
    """What was matched: one row per (passage, term), scores already weighted."""

    passage: Numbers
    """Place in the corpus."""
    term: Numbers
    score: Scores
    idf: Scores
    """Per term of the question."""


@dataclass(frozen=True, slots=True)
class Sections:
    """One document's sections with something of the question in their own text, and what each is worth."""

    place: Numbers
    """Places in the tree, rising."""
    score: Scores
    node: Numbers
    passage: Numbers
    term: Numbers
    total: Scores
    """Per match: its section, passage in the document, term, and the whole score of its passage."""

    @classmethod
    def of(
        cls, corpus: Corpus, found: Found, document: int, owners: Numbers, lists: NDArray[Any]
    ) -> Sections:
        """The sections of the document at a place of the corpus. `owners`: the section of each passage."""
        first, last = corpus.base[document], corpus.base[document + 1]
        inside = (found.passage >= first) & (found.passage < last)
        passage, term, score = found.passage[inside] - first, found.term[inside], found.score[inside]
        node = owners[passage]
        total = np.bincount(passage, score, len(owners))[passage]
        place, at = np.unique(node, return_inverse=True)
        best = np.zeros(len(place))
        np.maximum.at(best, at, total)
        worth = (1 - _WHOLE) * best + _WHOLE * _whole(at, term, score, len(place), len(found.idf))
        worth[np.isin(place, lists)] *= _LIST_WORTH
        return cls(place, worth, node, passage, term, total)

    def evidence(self, place: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """(the best passage of a section, the terms that the section holds, those that this passage holds)."""
        own = np.flatnonzero(self.node == place)
        best = own[np.lexsort((self.passage[own], -self.total[own]))[0]]
        near = own[self.passage[own] == self.passage[best]]
        held, here = (tuple(np.unique(self.term[rows]).tolist()) for rows in (own, near))
        return int(self.passage[best]), held, here


def _whole(at: Numbers, term: Numbers, score: Scores, sections: int, terms: int) -> Scores:
    """For each section the best score of each term in any of its passages, summed."""
    each = np.zeros(sections * terms)
    np.maximum.at(each, at * terms + term, score)
    whole: Scores = each.reshape(sections, terms).sum(axis=1)
    return whole


def idf(passages: int, holding: int) -> float:
    """How much a term tells of which so many of all passages hold it."""
    count = max(_LEAST_COUNT, passages)
    return float(np.log(1 + (count - holding + 0.5) / (holding + 0.5)))


def matched(corpus: Corpus, rows: Sequence[Sequence[tuple[int, bytes]]]) -> Found:
    """BM25 of each term in each passage. `rows`: per term (document number, packed postings)."""
    average = float(corpus.lengths.mean()) if len(corpus.lengths) else 1.0
    passages, terms, scores, idfs = [], [], [], []
    for term, found in enumerate(rows):
        places, counts = _unpacked(corpus, found)
        rare = idf(len(corpus.lengths), len(places))
        idfs.append(rare)
        norm = _K1 * (1 - _B + _B * corpus.lengths[places] / average)
        passages.append(places)
        terms.append(np.full(len(places), term, np.int64))
        scores.append(rare * counts * (_K1 + 1) / (counts + norm))
    if not passages:
        empty = np.zeros(0, np.int64)
        return Found(empty, empty, np.zeros(0), np.zeros(0))
    return Found(np.concatenate(passages), np.concatenate(terms), np.concatenate(scores), np.array(idfs))


def _unpacked(corpus: Corpus, found: Sequence[tuple[int, bytes]]) -> tuple[Numbers, Scores]:
    """(places in the corpus, weighted counts); documents that came since the corpus was read are left out."""
    if not found or not len(corpus.numbers):
        return np.zeros(0, np.int64), np.zeros(0)
    numbers = np.array([number for number, _ in found], np.int64)
    at = np.minimum(np.searchsorted(corpus.numbers, numbers), len(corpus.numbers) - 1)
    known = corpus.numbers[at] == numbers
    sizes = np.array([len(row) // 4 for _, row in found], np.int64)
    pairs = np.frombuffer(b"".join(row for _, row in found), "<u2").reshape(-1, 2)
    inside = np.repeat(known, sizes)
    places = np.repeat(corpus.base[at], sizes) + pairs[:, 0]
    inside &= places < np.repeat(corpus.base[at + 1], sizes)
    return places[inside], pairs[inside, 1].astype(np.float64)


def best_documents(corpus: Corpus, found: Found, most: int, among: Numbers | None = None) -> list[int]:
    """Places in the corpus of the documents whose best passages score highest, best first."""
    if not len(found.passage):
        return []
    totals = np.bincount(found.passage, found.score, len(corpus.lengths))
    sizes = np.diff(corpus.base)
    best = np.zeros(len(corpus.numbers))
    best[sizes > 0] = np.maximum.reduceat(totals, corpus.base[:-1][sizes > 0])
    if among is not None:
        best[~np.isin(corpus.numbers, among)] = 0.0
    order = np.lexsort((np.arange(len(best)), -best))
    return [int(place) for place in order[:most] if best[place] > 0]
