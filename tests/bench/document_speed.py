"""A large library made of numbers: the words of a hundred thousand pages by Zipf's law, stored as real ones are."""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from weave.documents.digest import Digest
from weave.documents.library import Library
from weave.documents.model import Cue, Document, Node, Passage, Tree
from weave.documents.reading import DOCUMENTS, PARTS, TREES
from weave.documents.store_rows import Signature

_VOCABULARY, _WORDS_PER_PASSAGE, _PASSAGES_PER_PAGE = 60_000, 160, 3
_PASSAGE_CHARS = 1_000
_SEED = 20261130


def _word(number: int) -> str:
    return f"w{number}x"


def filled(home: Path, documents: int, pages: int) -> Library:
    """A library of so many documents; the words of each lean towards a topic of its own, as real ones do."""
    library = Library(home / "documents", home / "trees")
    for number, digest in enumerate(_digests(documents, pages, _word)):
        library.store.put(f"d{number}.pdf", Signature(1, number, number), f"{number:064x}", digest)
    return library


def shelved(home: Path, documents: int, pages: int, words: Sequence[str]) -> None:
    """The same for a home, with these words as the most frequent ones; each document has a file, so that it stays."""
    library = Library(home, home / TREES, parts=PARTS)
    folder = home / DOCUMENTS
    for number, digest in enumerate(
        _digests(documents, pages, lambda n: words[n] if n < len(words) else _word(n))
    ):
        path = folder / f"d{number}.txt"
        path.write_text(f"{number}")
        found = path.lstat()
        signature = Signature(found.st_size, found.st_mtime_ns, found.st_ino)
        library.store.put(f"{DOCUMENTS}/{path.name}", signature, f"{number:064x}", digest)
    library.close()


def _digests(documents: int, pages: int, word: Callable[[int], str]) -> Iterator[Digest]:
    generator = np.random.default_rng(_SEED)
    weights = 1 / np.arange(1, _VOCABULARY + 1) ** 1.05
    cumulated = np.cumsum(weights / weights.sum())
    text = " ".join(word(int(n)) for n in generator.integers(0, 5_000, pages * _PASSAGES_PER_PAGE * 140))
    for _ in range(documents):
        yield _digest(generator, cumulated, pages, text, word)


def _digest(
    generator: np.random.Generator,
    cumulated: np.ndarray,  # type: ignore[type-arg]
    pages: int,
    text: str,
    word: Callable[[int], str],
) -> Digest:
    count = pages * _PASSAGES_PER_PAGE
    words = np.searchsorted(cumulated, generator.random((count, _WORDS_PER_PASSAGE)))
    topic = generator.integers(200, _VOCABULARY, 300)
    themed = generator.random(words.shape) < 0.3
    words[themed] = topic[generator.integers(0, 300, int(themed.sum()))]
    keys, counts = np.unique(words.astype(np.int64) * count + np.arange(count)[:, None], return_counts=True)
    term, passage = keys // count, keys % count
    pairs = np.stack([passage, counts], axis=1).astype("<u2")
    starts = np.flatnonzero(np.diff(term, prepend=-1))
    ends = [*starts[1:].tolist(), len(term)]
    postings = {word(int(term[a])): pairs[a:b].tobytes() for a, b in zip(starts.tolist(), ends, strict=True)}
    size = count * _PASSAGE_CHARS
    spans = tuple(Passage(1 + at // 3, at * _PASSAGE_CHARS, (at + 1) * _PASSAGE_CHARS) for at in range(count))
    page = _PASSAGES_PER_PAGE * _PASSAGE_CHARS
    document = Document("PDF", "Made", text[:size].ljust(size), tuple(range(0, size, page)))
    return Digest(
        document, _tree(pages, page), spans, postings, tuple(array("H", [_WORDS_PER_PASSAGE] * count))
    )


def _tree(pages: int, page: int) -> Tree:
    """A chapter per ten pages with a section per page."""
    size = pages * page
    nodes = [Node("0000", "Made", 0, 0, 0, size, 1, pages, -1, Cue.MARKUP, "0")]
    for number in range(pages):
        parent = 0 if number % 10 == 0 else number // 10 * 10 + 1
        start, end = number * page, (number + 1) * page
        whole = min(size, start + 10 * page) if number % 10 == 0 else end
        node = Node(
            id=f"{number + 1:04d}", title=f"Section {number}", depth=1 + bool(parent), start=start, body_end=end, end=whole,
            page=number + 1, last_page=number + 1, parent=parent, cue=Cue.BOOKMARKS, digest=str(number),
        )  # fmt: skip
        nodes.append(node)
    return Tree(tuple(nodes), Cue.BOOKMARKS)


def latencies(library: Library, searches: int = 200) -> list[tuple[float, float]]:
    """Milliseconds of each search, by the clock and of the processor; the first five, which read the library in, left out."""
    chance = random.Random(_SEED)
    times = []
    for _ in range(searches + 5):
        words = [_word(int(60 * (1_000 ** chance.random()))) for _ in range(chance.randint(2, 6))]
        start, busy = time.perf_counter(), time.thread_time()
        library.words.search(" ".join(words), 10)
        times.append(((time.perf_counter() - start) * 1_000, (time.thread_time() - busy) * 1_000))
    return times[5:]
