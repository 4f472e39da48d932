"""A small real embedder for tests of what surrounds one: hashed words, so that shared words make texts near."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tests.support.defaults import vector_of
from weave.ports import Matrix, Vector


class WordEmbedder:
    """Counts what it was asked for; `before` is called with each text."""

    def __init__(
        self, name: str = "words", dimensions: int = 64, before: Callable[[str], None] | None = None
    ) -> None:
        self.name = name
        self.dimensions = dimensions
        self.asked: list[str] = []
        self._before = before

    def passages(self, texts: Sequence[str]) -> Matrix:
        return np.array([self._vector(text) for text in texts], np.float32).reshape(-1, self.dimensions)

    def query(self, text: str) -> Vector:
        return np.array(self._vector(text), np.float32)

    def calibrate(self, cosine: float) -> float:
        return cosine

    def _vector(self, text: str) -> list[float]:
        if self._before:
            self._before(text)
        self.asked.append(text)
        return vector_of(text, self.dimensions)
