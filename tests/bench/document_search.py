"""Questions derived from sections by rule, and how often the section is found: down the tree, and over flat chunks.

A question is made from one sentence in the middle of a section's own text, chosen by the hash of its place, so
that everybody asks the same. A span hits when it lies in the section; a chunk hits when half of it, or half of
the section, is the section's own text. Both searches have the same words, stems, k1 and b.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.bench import outlines
from tests.support import documents as made
from weave import lexical
from weave.documents import ranking
from weave.documents.library import Library
from weave.documents.passages import packed
from weave.documents.store_rows import Entry

CHUNK = 1_200
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_NODE = "nodejs/api"
_PAGES = (
    "fs.md",
    "stream.md",
    "http.md",
    "crypto.md",
    "events.md",
    "process.md",
    "url.md",
    "worker_threads.md",
)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and where its answer stands."""

    text: str
    document: str
    node: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Score:
    """Shares of the questions, and the mean reciprocal rank among the first ten."""

    first: float
    five: float
    reciprocal: float


def library_of(home: Path) -> tuple[Library, dict[str, str]]:
    """A library of manuals, notes and a book, and the text of each document by its key."""
    folder = home / "documents"
    folder.mkdir()
    for place in outlines.PDFS.values():
        path = outlines.SHARE / place
        if path.suffix == ".pdf" and path.exists():
            shutil.copy(path, folder)
    for path in (
        outlines.SHARE / "nettle-dev/nettle.html",
        *(outlines.SHARE / _NODE / name for name in _PAGES),
    ):
        if path.exists():
            shutil.copy(path, folder)
    (folder / "reference.md").write_text(made.markdown(outlines.reference()), encoding="utf-8")
    library = Library(folder, home / "trees")
    library.refresh()
    texts = {e.key: library.store.text(e.number, 0, 10**9) for e in library.store.entries() if not e.refusal}
    return library, texts


def questions(library: Library, rule: str, per_document: int = 40) -> list[Question]:
    """Up to so many questions for each document."""
    found = []
    for entry in library.store.entries():
        if not entry.refusal:
            asked = [q for place in range(entry.nodes) if (q := _question(library, entry, place, rule))]
            asked.sort(key=lambda q: _hash(f"{q.document}{q.node}"))
            found += asked[:per_document]
    return found


@lru_cache(64)
def _tree(library: Library, number: int):  # type: ignore[no-untyped-def]
    return library.store.tree(number), library.store.text(number, 0, 10**9)


def _question(library: Library, entry: Entry, place: int, rule: str) -> Question | None:
    tree, text = _tree(library, entry.number)
    node = tree.nodes[place]
    own = text[node.start : node.body_end]
    sentences = [
        s for s in _SENTENCE.split(" ".join(own.split())[len(node.title) :]) if 8 <= len(s.split()) <= 40
    ]
    if not place or len(sentences) < 2 or len(own) < 300:
        return None
    sentence = sentences[_hash(f"{entry.file}{node.id}") % len(sentences)]
    return Question(_asked(sentence, node.title, text, rule), entry.key, node.id, node.start, node.body_end)


def _asked(sentence: str, title: str, text: str, rule: str) -> str:
    words = [w for w in re.findall(r"[A-Za-z][\w.-]+", sentence) if w.lower() not in lexical.STOP_WORDS]
    if rule == "half a sentence":
        return " ".join(words[::2])
    counts = _counts(text)
    rare = sorted(dict.fromkeys(words), key=lambda w: (counts[lexical.fold(w)], w))
    if rule == "words":
        return " ".join(rare[1:5])
    return " ".join([*rare[2:5], *title.split()[:4]])


@lru_cache(64)
def _counts(text: str) -> Counter[str]:
    return Counter(re.findall(r"[a-z][\w.-]+", lexical.fold(text)))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def scored_tree(library: Library, asked: Sequence[Question]) -> Score:
    """The library's own search."""
    ranks = []
    for question in asked:
        spans = library.words.search(question.text, 10)
        hits = [s.document == question.document and question.start <= s.start < question.end for s in spans]
        ranks.append(hits.index(True) + 1 if True in hits else 0)
    return _score(ranks)


def scored_flat(library: Library, texts: dict[str, str], asked: Sequence[Question]) -> Score:
    """BM25 over chunks of one length, as a system without trees has them."""
    chunks = [(key, at) for key, text in texts.items() for at in range(0, len(text), CHUNK)]
    rows: dict[str, array[int]] = {}
    lengths = array("H")
    for number, (key, at) in enumerate(chunks):
        words = Counter(lexical.terms(texts[key][at : at + CHUNK]))
        lengths.append(max(1, sum(words.values())))
        for term, count in words.items():
            rows.setdefault(term, array("H")).extend((number, count))
    corpus = ranking.Corpus.of([(1, packed(lengths))])
    ranks = []
    for question in asked:
        terms = lexical.query_terms(question.text)
        found = ranking.matched(corpus, [[(1, packed(rows[t]))] if t in rows else [] for t in terms])
        totals = np.bincount(found.passage, found.score, len(chunks))
        best = np.lexsort((np.arange(len(totals)), -totals))[:10]
        hits = [_overlaps(question, *chunks[int(number)], texts) for number in best]
        ranks.append(hits.index(True) + 1 if True in hits else 0)
    return _score(ranks)


def _overlaps(question: Question, key: str, at: int, texts: dict[str, str]) -> bool:
    if key != question.document:
        return False
    end = min(at + CHUNK, len(texts[key]))
    common = min(end, question.end) - max(at, question.start)
    return common >= 0.5 * min(end - at, question.end - question.start)


def _score(ranks: Sequence[int]) -> Score:
    count = len(ranks) or 1
    return Score(
        sum(rank == 1 for rank in ranks) / count,
        sum(0 < rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank) / count,
    )
