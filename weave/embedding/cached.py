"""An embedder that never embeds the same text twice: the cache in front of any other embedder.

A cache that fails (a full disk, say) costs time, never a recall.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from weave.embedding.cache import EmbeddingCache, Kind
from weave.embedding.text import digest
from weave.errors import BackendError
from weave.ports import Embedder, Matrix, Vector

log = logging.getLogger(__name__)


class CachedEmbedder:
    """Wraps `inner`; its name, dimensions and calibration are the inner one's."""

    def __init__(self, inner: Embedder, cache: EmbeddingCache) -> None:
        self._inner = inner
        self.cache = cache
        self.name = inner.name
        self.dimensions = inner.dimensions
        self.batch = int(getattr(inner, "batch", 1))

    def warm(self) -> None:
        """Let the inner embedder load what it needs, if it is one that loads."""
        warm = getattr(self._inner, "warm", None)
        if warm is not None:
            warm()

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of stored texts, shape (texts, dimensions); only unknown ones reach the inner embedder."""
        import numpy as np

        digests = [digest(text) for text in texts]
        known = self._known("passage", digests)
        missing = {key: text for key, text in zip(digests, texts, strict=True) if key not in known}
        if missing:
            fresh = dict(zip(missing, self._inner.passages(list(missing.values())), strict=True))
            self._keep("passage", fresh)
            known |= fresh
        if not digests:
            return np.empty((0, self.dimensions), np.float32)
        return np.stack([known[key] for key in digests])

    def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        key = digest(text)
        known = self._known("query", [key])
        if key not in known:
            known = {key: self._inner.query(text)}
            self._keep("query", known)
        return known[key]

    def calibrate(self, cosine: float) -> float:
        """The inner embedder's calibration."""
        return self._inner.calibrate(cosine)

    def _known(self, kind: Kind, digests: Sequence[str]) -> dict[str, Vector]:
        try:
            found = self.cache.get(self.name, kind, digests)
        except BackendError as error:
            log.warning("%s", error)
            return {}
        return {key: vector for key, vector in found.items() if vector.shape == (self.dimensions,)}

    def _keep(self, kind: Kind, vectors: dict[str, Vector]) -> None:
        try:
            self.cache.put(self.name, kind, vectors)
        except BackendError as error:
            log.warning("%s", error)
