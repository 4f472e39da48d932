"""Searching the markdown: one rg run over the scope's folders, ranked by BM25 over the entries it matched.

Every entry that holds a term is matched, so document frequencies are exact without an index of terms.
BM25: Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009, formula 3.15, idf as in Lucene.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from weave import lexical
from weave.backends import patterns
from weave.backends.locator import Entry, Locator
from weave.backends.ripgrep import Found, Patterns, Search

_GAP = 8
"""Bytes between two words that still count as side by side: a space, a short word left out as a stop word."""
_MAX_TERMS = 64


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


@dataclass(slots=True)
class _Tally:
    entry: Entry
    counts: dict[str, int] = field(default_factory=dict)
    places: list[tuple[int, int, str]] = field(default_factory=list)


@lru_cache(maxsize=256)
def _patterns(terms: tuple[str, ...]) -> Patterns | None:
    expression = patterns.expression(terms)
    return Patterns((patterns.rust(expression),), patterns.python(expression)) if expression else None


class _Reader:
    """Turns matched bytes into query terms; words repeat, so each form is read once per search."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._wanted = frozenset(terms)
        self._single = [t for t in terms if len(t) == 1 and not t.isascii()]
        self._known: dict[bytes, tuple[str, ...]] = {}

    def terms(self, matched: bytes) -> tuple[str, ...]:
        known = self._known.get(matched)
        if known is None:
            text = matched.decode("utf-8", "replace")
            known = tuple(term for term in lexical.terms(text) if term in self._wanted)
            for single in self._single:
                known += (single,) * (text.count(single) - known.count(single))
            self._known[matched] = known
        return known


def _gather(files: Iterable[tuple[str, list[Found]]], locator: Locator, reader: _Reader) -> dict[str, _Tally]:
    tallies: dict[str, _Tally] = {}
    for path, found in files:
        entries = locator.entries(path)
        if not entries:
            continue
        starts = [entry.start for entry in entries]
        for offset, matched in found:
            terms = reader.terms(matched)
            if not terms:
                continue
            entry = entries[bisect_right(starts, offset) - 1]
            if not entry.start <= offset < entry.end or entry.comment_start <= offset < entry.comment_end:
                continue
            tally = tallies.get(entry.id)
            if tally is None:
                tally = tallies[entry.id] = _Tally(entry)
            counts = tally.counts
            for term in terms:
                counts[term] = counts.get(term, 0) + 1
                tally.places.append((offset, offset + len(matched), term))
    return tallies


def _phrase(terms: Sequence[str], tally: _Tally) -> float:
    if len(terms) < 2 or len(tally.counts) < 2:
        return 0.0
    wanted = set(pairwise(terms))
    near = {(a, b) for (_, end, a), (start, _, b) in pairwise(tally.places) if start - end <= _GAP}
    return len(wanted & near) / len(wanted)


def _ranked(
    terms: Sequence[str], tallies: dict[str, _Tally], count: int, average: float, bm25: Bm25
) -> list[Match]:
    frequency = dict.fromkeys(terms, 0)
    for tally in tallies.values():
        for term in tally.counts:
            frequency[term] += 1
    count = max(count, len(tallies))
    idf = {t: math.log(1 + (count - n + 0.5) / (n + 0.5)) for t, n in frequency.items()}
    whole = sum(idf.values()) or 1.0
    codes = [term for term in terms if lexical.is_code(term)]
    matches = list[Match]()
    for id_, tally in tallies.items():
        norm = bm25.k1 * (1 - bm25.b + bm25.b * tally.entry.tokens / (average or 1.0))
        score = sum(idf[t] * n * (bm25.k1 + 1) / (n + norm) for t, n in tally.counts.items())
        matches.append(
            Match(
                id_,
                score,
                min(1.0, sum(idf[t] for t in tally.counts) / whole),
                _phrase(terms, tally),
                sum(code in tally.counts for code in codes) / len(codes) if codes else 0.0,
                tuple(t for t in terms if t in tally.counts),
            )
        )
    matches.sort(key=lambda match: (-match.bm25, match.id))
    return matches


def search(
    home: Path, folders: Sequence[str], text: str, locator: Locator, *, bm25: Bm25, timeout: float
) -> list[Match]:
    """Every memory under `folders` that shares a term with `text`, best first.

    Raises BackendUnavailable when rg takes longer than `timeout` seconds.
    """
    terms = tuple(lexical.query_terms(text)[:_MAX_TERMS])
    wanted = _patterns(terms)
    if wanted is None:
        return []
    running = Search(wanted, home, folders)
    locator.refresh(folders)
    tallies = _gather(running.results(timeout), locator, _Reader(terms))
    return _ranked(terms, tallies, *locator.totals(folders), bm25)
