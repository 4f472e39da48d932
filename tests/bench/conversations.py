"""What the development benchmarks add to `weave.bench`: vectors kept across runs, and which backends take part."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from weave.bench.running import apart
from weave.config import Config, DocumentsConfig, EmbeddingConfig, FalkorConfig, RecallConfig
from weave.embedding.local import LocalEmbedder
from weave.ports import Matrix, Vector


class RememberedVectors:
    """The bundled embedder with its vectors kept in a SQLite file, v(kind, text, x), across runs."""

    def __init__(self, path: Path) -> None:
        self._inner = LocalEmbedder()
        self.name, self.dimensions = self._inner.name, self._inner.dimensions
        self._file = sqlite3.connect(path, timeout=60, check_same_thread=False)
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS v(kind TEXT, text TEXT, x BLOB, PRIMARY KEY(kind, text))"
        )
        self._known = {
            (k, t): np.frombuffer(x, np.float32) for k, t, x in self._file.execute("SELECT * FROM v")
        }

    def _keep(self, kind: str, text: str, vector: Vector) -> Vector:
        self._known[kind, text] = vector
        self._file.execute("INSERT OR REPLACE INTO v VALUES(?, ?, ?)", (kind, text, vector.tobytes()))
        self._file.commit()
        return vector

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Known vectors, or new ones."""
        rows = [
            known
            if (known := self._known.get(("p", t))) is not None
            else self._keep("p", t, self._inner.passages([t])[0])
            for t in texts
        ]
        return np.stack(rows) if rows else np.empty((0, self.dimensions), np.float32)

    def query(self, text: str) -> Vector:
        """The known vector, or a new one."""
        known = self._known.get(("q", text))
        return known if known is not None else self._keep("q", text, self._inner.query(text))

    def calibrate(self, cosine: float) -> float:
        """The bundled embedder's own map."""
        return self._inner.calibrate(cosine)


def configured(*, vectors: bool, graph: bool, weight: float | None = None, library: bool = True) -> Config:
    """The defaults, with the backends that take part."""
    return apart(
        Config(
            embedding=EmbeddingConfig(kind="auto" if vectors else "none"),
            falkordb=FalkorConfig(enabled=graph),
            documents=DocumentsConfig(enabled=library),
            recall=RecallConfig() if weight is None else replace(RecallConfig(), strength_weight=weight),
        )
    )
