"""Episodes whose vectors are near, whatever their words: from the cache of embeddings, so that nothing is embedded."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from weave.backends.vector_text import pieces_of
from weave.core import Core
from weave.embedding.text import digest
from weave.errors import BackendError
from weave.model import Memory
from weave.ports import Embedder, Vector

__all__ = ["near"]

log = logging.getLogger(__name__)

MOST = 2_000
"""The newest are compared, each with each: some milliseconds, where all of them would take hours."""
ALIKE = 0.7
"""Calibrated similarity from which two episodes are about the same."""
_NEIGHBOURS = 24


def near(core: Core, memories: Sequence[Memory]) -> dict[str, list[str]]:
    """For each of the newest of these (oldest first) the ids of those that are near it; empty without vectors."""
    if core.cache is None or core.embedder is None:
        return {}
    newest = memories[-MOST:]
    keys = {memory.id: digest(pieces_of(memory)[0]) for memory in newest}
    try:
        known = core.cache.get(core.embedder.name, "passage", list(keys.values()))
    except BackendError as error:
        log.warning("What recurs is looked for by words alone: %s", error)
        return {}
    there = [memory.id for memory in newest if keys[memory.id] in known]
    return _near(there, [known[keys[id_]] for id_ in there], _least(core.embedder)) if there else {}


def _near(ids: Sequence[str], vectors: Sequence[Vector], least: float) -> dict[str, list[str]]:
    import numpy as np

    matrix = np.stack(vectors).astype(np.float32)
    matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    found: dict[str, list[str]] = {}
    for place, id_ in enumerate(ids):
        cosines = matrix @ matrix[place]
        best = np.flatnonzero(cosines >= least)
        best = best[np.argsort(-cosines[best], kind="stable")][: _NEIGHBOURS + 1]
        if others := [ids[at] for at in best.tolist() if at != place]:
            found[id_] = others
    return found


def _least(embedder: Embedder) -> float:
    """The cosine at which this embedder's calibrated similarity reaches `ALIKE`."""
    low, high = -1.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if embedder.calibrate(middle) < ALIKE else (low, middle)
    return high
