"""The library searched by words: BM25 finds the documents, each tree is descended, tight spans come back.

No vectors and no model. A span carries where it stands (breadcrumb, page, line) in fields of its own.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from weave import lexical
from weave.documents import ranking
from weave.documents.descent import BEAM, Evidence, descend
from weave.documents.model import Passage, Span
from weave.documents.ranking import Corpus, Found, Numbers
from weave.documents.store import TreeStore
from weave.documents.store_rows import line_of, passages_of, text_of

_MOST_TERMS = 32
_DOCUMENTS = 12
"""Documents whose trees are descended."""
_LISTS = re.compile(
    r"(?:[\w ]{0,40} )?index|(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|目次|目录",
    re.IGNORECASE,
)
_LIST_WORTH = 0.5
"""A list of what stands elsewhere holds every word and says nothing."""


class WordSearch:
    """Searches one store. Safe to use from several threads."""

    def __init__(self, store: TreeStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._corpus: Corpus | None = None
        self._generation = -1

    def search(self, question: str, limit: int = 10, among: Collection[int] | None = None) -> list[Span]:
        """The best spans, best first; only of the documents numbered in `among`, if given. Raises BackendError."""
        terms = lexical.query_terms(question)[:_MOST_TERMS]
        if not terms or limit < 1:
            return []
        with self._store.file.read() as db:
            corpus = self._current(db)
            rows = [
                db.execute("SELECT document, row FROM postings WHERE term=?", (term,)).fetchall()
                for term in terms
            ]
            found = ranking.matched(corpus, rows)
            only = None if among is None else np.array(sorted(among), np.int64)
            chosen = ranking.best_documents(corpus, found, max(_DOCUMENTS, limit), only)
            spans = [
                span
                for place in chosen
                for span in _Descended(db, corpus, found, place).spans(terms, max(BEAM, limit))
            ]
        return sorted(spans, key=lambda span: (-span.score, span.file, span.start))[:limit]

    def _current(self, db: sqlite3.Connection) -> Corpus:
        with self._lock:
            generation = self._store.generation
            if self._corpus is None or generation != self._generation:
                rows = db.execute(
                    "SELECT number, lengths FROM documents WHERE refusal IS NULL ORDER BY number"
                )
                self._corpus, self._generation = Corpus.of(rows.fetchall()), generation
            return self._corpus


class _Descended:
    """One document of the chosen ones."""

    def __init__(self, db: sqlite3.Connection, corpus: Corpus, found: Found, place: int) -> None:
        self._db = db
        self.number = int(corpus.numbers[place])
        first, last = int(corpus.base[place]), int(corpus.base[place + 1])
        inside = (found.passage >= first) & (found.passage < last)
        self._passage: Numbers = found.passage[inside] - first
        self._term, self._score, self._idf = found.term[inside], found.score[inside], found.idf
        row = db.execute(
            "SELECT file, key, passages FROM documents WHERE number=?", (self.number,)
        ).fetchone()
        self._file, self._key = str(row[0]), str(row[1])
        self._passages = passages_of(row[2])

    def spans(self, terms: Sequence[str], beam: int) -> list[Span]:
        """The spans that the descent ends at."""
        nodes = self._nodes()
        evidence = {
            place: replace(found, best=found.best * _LIST_WORTH, whole=found.whole * _LIST_WORTH)
            if _LISTS.fullmatch(nodes[place][1].strip())
            else found
            for place, found in self._evidence().items()
        }
        parents = [parent for parent, _, _ in nodes]
        return [
            self._span(place, evidence[place], nodes, terms) for place in descend(evidence, parents, beam)
        ]

    def _nodes(self) -> list[tuple[int, str, str]]:
        """(parent, title, id) of each node."""
        rows = self._db.execute(
            "SELECT parent, title, id FROM nodes WHERE document=? ORDER BY place", (self.number,)
        )
        return rows.fetchall()

    def _evidence(self) -> dict[int, Evidence]:
        by_node: dict[int, list[tuple[int, int, float]]] = {}
        for passage, term, score in zip(
            self._passage.tolist(), self._term.tolist(), self._score.tolist(), strict=True
        ):
            by_node.setdefault(self._passages[passage].node, []).append((passage, term, score))
        return {node: _gathered(rows) for node, rows in by_node.items()}

    def _span(
        self, place: int, evidence: Evidence, nodes: Sequence[tuple[int, str, str]], terms: Sequence[str]
    ) -> Span:
        passage: Passage = self._passages[evidence.passage]
        known = sum(float(self._idf[term]) for term in evidence.terms)
        crumbs, at = [], place
        while at >= 0:
            crumbs.append(nodes[at][1])
            at = nodes[at][0]
        return Span(
            document=self._key,
            file=self._file,
            node=nodes[place][2],
            breadcrumb=tuple(reversed(crumbs)),
            page=self._page(passage.start),
            line=line_of(self._db, self.number, passage.start),
            start=passage.start,
            end=passage.end,
            text=text_of(self._db, self.number, passage.start, passage.end),
            score=evidence.score,
            relevance=min(1.0, known / (float(self._idf.sum()) or 1.0)),
            terms=tuple(terms[term] for term in sorted(evidence.terms)),
        )

    def _page(self, offset: int) -> int:
        row = self._db.execute("SELECT page_starts FROM documents WHERE number=?", (self.number,)).fetchone()
        return int(np.searchsorted(np.frombuffer(row[0], "<u4"), offset, side="right")) if row[0] else 0


def _gathered(rows: Sequence[tuple[int, int, float]]) -> Evidence:
    by_passage: dict[int, float] = {}
    by_term: dict[int, float] = {}
    for passage, term, score in rows:
        by_passage[passage] = by_passage.get(passage, 0.0) + score
        by_term[term] = max(by_term.get(term, 0.0), score)
    best = max(by_passage, key=lambda passage: (by_passage[passage], -passage))
    return Evidence(by_passage[best], sum(by_term.values()), best, frozenset(by_term))
