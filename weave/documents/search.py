"""The library searched by words: BM25 finds the documents, each tree is descended, tight spans come back.

No vectors and no model. A span carries where it stands (breadcrumb, page, line) in fields of its own.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from weave import lexical
from weave.documents import ranking
from weave.documents.descent import BEAM, descend
from weave.documents.model import Origin, Span
from weave.documents.ranking import Corpus, Found, Scores, Sections
from weave.documents.store import TreeStore
from weave.documents.store_rows import origin_of, postings_of, quote_of
from weave.documents.telling import weights

_MOST_TERMS = 16
"""Each is looked up in every document."""
_DOCUMENTS = 12
"""Documents whose trees are descended."""
_SECTIONS = 40
"""Sections of one document that take part in the descent."""


@dataclass(frozen=True, slots=True)
class _Hit:
    """A section at which a descent ended."""

    number: int
    place: int
    score: float
    sections: Sections


@dataclass(frozen=True, slots=True)
class _Matches:
    """Where the terms of a question stand."""

    corpus: Corpus
    found: Found
    terms: Sequence[str]
    worth: Scores
    """Per term, of what finding it says about the question."""

    @classmethod
    def of(cls, corpus: Corpus, question: str, terms: Sequence[str], found: Found) -> _Matches:
        """With the worth of each term: how rare it is, and how much it tells.

        One that stands nowhere weighs as much as one that stands once: in a short question it would else outweigh
        all that was found.
        """
        idf = np.minimum(found.idf, ranking.idf(len(corpus.lengths), 1))
        return cls(corpus, found, terms, idf * np.array(weights(question, terms)))

    def share(self, held: Collection[int]) -> float:
        """0..1: what these terms are worth of the whole question."""
        return min(1.0, float(self.worth[list(held)].sum()) / (float(self.worth.sum()) or 1.0))


class WordSearch:
    """Searches one store. Safe to use from several threads."""

    def __init__(self, store: TreeStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._corpus: Corpus | None = None
        self._version = (-1, -1)

    def search(self, question: str, limit: int = 10, among: Collection[int] | None = None) -> list[Span]:
        """The best spans, best first; only of the documents numbered in `among`, if given. Raises BackendError."""
        terms = _telling(question)
        if not terms or limit < 1:
            return []
        with self._store.file.read() as db:
            corpus = self._current(db)
            found = ranking.matched(corpus, [postings_of(db, term) for term in terms])
            only = None if among is None else np.array(sorted(among), np.int64)
            chosen = ranking.best_documents(corpus, found, max(_DOCUMENTS, limit), only)
            return _spans(db, _Matches.of(corpus, question, terms, found), chosen, limit)

    def search_apart(self, question: str, limit: int, folder: str) -> list[Span]:
        """The best spans of documents below `folder`, then those of all others, at most `limit` each.

        For whoever may have use for the ones alone; half as wide as `search`, in a third of the time. Raises
        BackendError.
        """
        terms = _telling(question)
        if not terms or limit < 1:
            return []
        with self._store.file.read() as db:
            corpus = self._current(db)
            found = ranking.matched(corpus, [postings_of(db, term) for term in terms])
            if not len(found.passage):
                return []
            rows = db.execute("SELECT number FROM documents WHERE file GLOB ?", (f"{folder}/*",)).fetchall()
            below = np.array(sorted(row[0] for row in rows), np.int64)
            others = np.setdiff1d(corpus.numbers, below, assume_unique=True)
            chosen = [ranking.best_documents(corpus, found, limit, part) for part in (below, others)]
            matches = _Matches.of(corpus, question, terms, found)
            return [span for part in chosen for span in _spans(db, matches, part, limit)]

    def _current(self, db: sqlite3.Connection) -> Corpus:
        with self._lock:
            changes = int(db.execute("PRAGMA data_version").fetchone()[0])  # of the view that this search has
            version = self._store.file.generation, changes
            if self._corpus is None or version != self._version:
                rows = db.execute(
                    "SELECT number, lengths FROM documents WHERE refusal IS NULL ORDER BY number"
                )
                self._corpus, self._version = Corpus.of(rows.fetchall()), version
            return self._corpus


def _spans(db: sqlite3.Connection, matches: _Matches, chosen: Sequence[int], limit: int) -> list[Span]:
    """The best spans of the documents at these places of the corpus."""
    corpus, found = matches.corpus, matches.found
    hits = [hit for place in chosen for hit in _descended(db, corpus, found, place, max(BEAM, limit))]
    hits.sort(key=lambda hit: (-hit.score, hit.number, hit.place))
    return [_span(db, hit, matches) for hit in hits[:limit]]


def _telling(question: str) -> list[str]:
    """The terms of a long question that tell most: codes, then long words, in the order of the question."""
    terms = lexical.query_terms(question)
    if len(terms) <= _MOST_TERMS:
        return terms
    worth = dict(zip(terms, weights(question, terms), strict=True))
    best = sorted(terms, key=lambda term: (not lexical.is_code(term), -worth[term], -len(term)))[:_MOST_TERMS]
    return [term for term in terms if term in best]


def _descended(db: sqlite3.Connection, corpus: Corpus, found: Found, place: int, beam: int) -> list[_Hit]:
    """The sections of one document at which the descent ends."""
    number = int(corpus.numbers[place])
    row = db.execute("SELECT passages, parents, lists FROM documents WHERE number=?", (number,)).fetchone()
    owners = np.frombuffer(row[0], "<u4").reshape(-1, 3)[:, 0].astype(np.int64)
    sections = Sections.of(corpus, found, place, owners, np.frombuffer(row[2], "<u4"))
    best = np.argsort(-sections.score, kind="stable")[:_SECTIONS]
    own = {int(sections.place[at]): float(sections.score[at]) for at in best}
    parents: list[int] = np.frombuffer(row[1], "<u4").tolist()
    return [_Hit(number, node, own[node], sections) for node in descend(own, parents, beam)]


def _span(db: sqlite3.Connection, hit: _Hit, matches: _Matches) -> Span:
    row = db.execute(
        "SELECT file, key, passages, page_starts FROM documents WHERE number=?", (hit.number,)
    ).fetchone()
    passage, held, near = hit.sections.evidence(hit.place)
    _, start, end = np.frombuffer(row[2], "<u4").reshape(-1, 3)[passage].tolist()
    text, line = quote_of(db, hit.number, start, end)
    node, crumbs, origin = _crumbs(db, hit.number, hit.place)
    return Span(
        document=str(row[1]),
        file=str(row[0]),
        node=node,
        breadcrumb=crumbs,
        page=int(np.searchsorted(np.frombuffer(row[3], "<u4"), start, side="right")),
        line=line,
        start=start,
        end=end,
        text=text,
        score=hit.score,
        relevance=matches.share(held),
        terms=tuple(matches.terms[term] for term in held),
        closeness=matches.share(near),
        origin=origin,
    )


def _crumbs(db: sqlite3.Connection, number: int, place: int) -> tuple[str, tuple[str, ...], Origin | None]:
    """(the node's id, titles from the document down to it, what it or the nearest one above it was)."""
    titles: list[str] = []
    id_ = ""
    origin: Origin | None = None
    while place >= 0:
        row = db.execute(
            "SELECT id, title, parent, origin FROM nodes WHERE document=? AND place=?", (number, place)
        ).fetchone()
        id_ = id_ or str(row[0])
        origin = origin or origin_of(row[3])
        if not titles or titles[-1] != row[1]:  # a document and its only chapter often have one title
            titles.append(str(row[1]))
        place = int(row[2])
    return id_, tuple(reversed(titles)), origin
