"""Vector Memory: recall by meaning. Embeds memories in the background and questions as they come.

The store is an adapter (embedded or a server); what a point is, which pieces a memory has, and that vectors
of two embedders are never mixed, is decided here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from weave.backends.vector_store import Entry, Found, Held, Model, VectorStore, point_id
from weave.backends.vector_text import pieces_of, question_of
from weave.batches import batches
from weave.clock import iso
from weave.embedding import common
from weave.embedding.cached import CachedEmbedder
from weave.embedding.text import digest
from weave.errors import (
    BackendError,
    BackendInterrupted,
    BackendUnavailable,
    ModelError,
    ModelRateLimited,
    WeaveError,
)
from weave.model import Memory
from weave.ports import Embedder, Health, Hit, Matrix, Query, Vector

_GROUP = 32
"""Memories stored at a time: those embedded first are found while the others wait."""
_GIANT = 8
"""Pieces from which a memory waits until the shorter ones of its batch are done."""
_TRIES, _LONGEST_WAIT = 5, 60.0


@dataclass(frozen=True, slots=True)
class _Draft:
    memory: Memory
    pieces: tuple[str, ...]

    def entries(self, vectors: Sequence[Vector]) -> list[Entry]:
        memory, parts = self.memory, len(self.pieces)
        return [
            Entry(
                memory=memory.id,
                part=part,
                parts=parts,
                digest=digest(piece),
                vector=vector,
                scope=memory.scope,
                type=memory.type.value,
                state=memory.state.value,
                created=iso(memory.created),
            )
            for part, (piece, vector) in enumerate(zip(self.pieces, vectors, strict=True))
        ]


class VectorMemory:
    """The Backend named "vector" over any VectorStore and any Embedder."""

    name = "vector"

    def __init__(self, store: VectorStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._cache = embedder.cache if isinstance(embedder, CachedEmbedder) else None
        self._batch = max(1, int(getattr(embedder, "batch", 1)))
        self._stopped = threading.Event()
        self._interruptions = 0

    def open(self) -> None:
        """Open the store; it comes back empty when it held another embedder's vectors."""
        self._stopped.clear()
        self._store.open(Model(self._embedder.name, self._embedder.dimensions))
        if isinstance(self._embedder, CachedEmbedder):
            self._embedder.warm()

    def upsert(self, memories: Sequence[Memory]) -> None:
        """Embed and store, the short ones first. Raises BackendUnavailable, also when interrupted."""
        going_on = self._permit()
        drafts = [_Draft(memory, pieces_of(memory)) for memory in {m.id: m for m in memories}.values()]
        drafts.sort(key=lambda draft: len(draft.pieces) >= _GIANT)
        for group in batches(drafts, _GROUP):
            self._index(group, going_on)

    def delete(self, ids: Sequence[str]) -> None:
        """Remove the memories' points, and their vectors from the cache."""
        held = self._held(ids)
        self._forget({point.digest for point in held})
        self._store.drop([point_id(point.memory, point.part) for point in held])

    def search(self, query: Query) -> list[Hit]:
        """The nearest memories, by their nearest piece; `score` is the cosine, hubs made even."""
        if not query.scopes or query.limit < 1 or not query.text.strip():
            return []
        try:
            vector = self._embedder.query(question_of(query.text))
        except ModelError as error:
            raise BackendUnavailable(str(error)) from error
        self._check(vector[None, :], 1)
        aimed = common.aim(self._embedder.name, vector)
        return [Hit(id_, aimed.cosine(score)) for id_, score in self._nearest(aimed.vector, query)]

    def count(self) -> int:
        """Distinct memories."""
        return self._store.count()

    def ids(self) -> Iterator[str]:
        """The ids of the memories that are indexed. Raises BackendError."""
        return self._store.memories()

    def clear(self) -> None:
        """Remove all points; the cache keeps the vectors for the rebuild."""
        self._store.clear()

    def purge(self, memories: Sequence[Memory]) -> None:
        """`delete`, and out of the cache also what was never (or no longer) in the store."""
        self._forget({digest(piece) for memory in memories for piece in pieces_of(memory)})
        self.delete([memory.id for memory in memories])

    def scrub(self) -> None:
        """After a purge: no byte of a removed point or vector stays in the store's files or the cache's."""
        self._store.scrub()
        if self._cache is not None:
            self._cache.scrub()

    def health(self) -> Health:
        """What it runs on; never raises."""
        model = f"{self._embedder.name}, {self._embedder.dimensions} numbers"
        try:
            count = self._store.count()
        except WeaveError as error:
            return Health(False, str(error))
        note = f" {self._store.note}" if self._store.note else ""
        return Health(True, f"{self._store.place}; {model}.{note}", count)

    def interrupt(self) -> None:
        """Make an `upsert` that is running stop before its next text; what is embedded stays cached."""
        self._interruptions += 1

    def close(self) -> None:
        """Stop embedding and release the store; idempotent."""
        self._stopped.set()
        self._store.close()

    def _permit(self) -> Callable[[], None]:
        begun = self._interruptions

        def going_on() -> None:
            if self._stopped.is_set() or self._interruptions != begun:
                raise BackendInterrupted("Vector memory was interrupted; the rest is embedded later.")

        return going_on

    def _index(self, group: Sequence[_Draft], going_on: Callable[[], None]) -> None:
        vectors = iter(self._embed([piece for draft in group for piece in draft.pieces], going_on))
        entries: list[Entry] = []
        for draft in group:
            entries += draft.entries([next(vectors) for _ in draft.pieces])
        before = self._held([draft.memory.id for draft in group])
        fresh = {entry.point for entry in entries}
        # Surplus pieces go first: once piece 0 says how many there are now, no one would know of them.
        self._store.drop([p for held in before if (p := point_id(held.memory, held.part)) not in fresh])
        self._store.put(entries)
        self._forget({held.digest for held in before} - {entry.digest for entry in entries})

    def _embed(self, pieces: Sequence[str], going_on: Callable[[], None]) -> list[Vector]:
        rows: list[Vector] = []
        for part in batches(pieces, self._batch):
            going_on()
            matrix = self._patiently(part, going_on)
            self._check(matrix, len(part))
            rows.extend(matrix)
        return rows

    def _patiently(self, texts: Sequence[str], going_on: Callable[[], None]) -> Matrix:
        """One call of the embedder; when the server asks to wait, as long as it says."""
        for attempt in range(_TRIES):
            try:
                return self._embedder.passages(texts)
            except ModelRateLimited as error:
                if attempt == _TRIES - 1 or error.retry_after > _LONGEST_WAIT:
                    raise BackendUnavailable(str(error)) from error
                self._stopped.wait(error.retry_after)
                going_on()
            except ModelError as error:
                raise BackendUnavailable(str(error)) from error
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _check(self, matrix: Matrix, texts: int) -> None:
        import numpy as np

        expected = (texts, self._embedder.dimensions)
        if matrix.shape != expected or not np.isfinite(matrix).all():
            raise BackendError(
                f"The embedder {self._embedder.name} gave vectors of shape {matrix.shape}, not {expected}; "
                "nothing was stored, check [embedding] in config.toml."
            )

    def _held(self, ids: Sequence[str]) -> list[Held]:
        """Every point of these memories."""
        first = self._store.held([point_id(id_, 0) for id_ in ids])
        others = [point_id(point.memory, part) for point in first for part in range(1, point.parts)]
        return first + (self._store.held(others) if others else [])

    def _forget(self, digests: set[str]) -> None:
        if self._cache is not None and digests:
            self._cache.forget_digests(digests)

    def _nearest(self, vector: Vector, query: Query) -> list[tuple[str, float]]:
        """Asks for more points until enough memories are among them: a long one has many."""
        wanted = query.limit + 50
        while True:
            found = self._store.search(vector, query.scopes, wanted)
            best = _by_memory(found)
            if len(best) >= query.limit or len(found) < wanted:
                return best[: query.limit]
            wanted *= 4


def _by_memory(found: Sequence[Found]) -> list[tuple[str, float]]:
    best: dict[str, float] = {}
    for point in found:
        best[point.memory] = max(point.score, best.get(point.memory, -1.0))
    return sorted(best.items(), key=lambda item: (-item[1], item[0]))
