"""Embeddings from any OpenAI-compatible server, OpenAI's own included.

A text that the server refuses as too long is embedded in halves, whose mean stands for the whole: nothing
is cut in silence. Waiting after a 429 is the caller's, who knows whether anybody waits for the answer.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from weave.embedding.calibration import calibrate
from weave.embedding.chunks import split, weight
from weave.embedding.text import clean
from weave.errors import MalformedReply, ModelError, ModelRejected
from weave.llm.endpoint import Endpoint
from weave.llm.failures import translate
from weave.ports import Matrix, Vector

if TYPE_CHECKING:
    import openai

_TOO_LONG = re.compile(
    r"too (long|large|many tokens)|max(imum)?[ _-](context|length|input|tokens|sequence)|context[ _-](length|window|size)"
    r"|(must have less|more|fewer|less) than \d+ tokens|token limit|exceed",
    re.IGNORECASE,
)
_BATCH = 64
_SMALLEST = 96
"""Weight below which a refusal has another reason than length."""


class EndpointEmbedder:
    """A server behind the Embedder protocol; `name` is the model's, with the host that runs it."""

    batch = _BATCH

    def __init__(self, endpoint: Endpoint, model: str, dimensions: int) -> None:
        self._endpoint = endpoint
        self._model = model
        self._client: openai.OpenAI | None = None
        self._connecting = threading.Lock()
        self.dimensions = dimensions
        self.name = model if endpoint.is_openai else f"{model}@{endpoint.host}"

    def warm(self) -> None:
        """Load the client's library, a second's work, so that the first question does not; nothing is sent."""
        with contextlib.suppress(ModelError):  # the first question says what is wrong
            self._connection()

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of stored texts, shape (texts, dimensions).

        Raises ModelError; for a reply of another size as well, before any of it could be stored.
        """
        ready = [clean(text) if text.strip() else "(empty)" for text in texts]
        if not ready:
            return np.empty((0, self.dimensions), np.float32)
        return np.concatenate([self._embed(ready[i : i + _BATCH]) for i in range(0, len(ready), _BATCH)])

    def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        vector: Vector = self.passages([text])[0]
        return vector

    def calibrate(self, cosine: float) -> float:
        """See weave.embedding.calibration."""
        return calibrate(self._model, cosine)

    def close(self) -> None:
        """Release the connection; idempotent."""
        with self._connecting:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _embed(self, texts: list[str]) -> Matrix:
        import openai

        try:
            return self._request(texts)
        except openai.APIStatusError as error:
            if not _too_long(error):
                raise self._explained(error) from error
            if len(texts) > 1:
                middle = len(texts) // 2
                return np.concatenate([self._embed(texts[:middle]), self._embed(texts[middle:])])
            if weight(texts[0]) < _SMALLEST:
                raise self._explained(error) from error
            return self._in_halves(texts[0])
        except openai.OpenAIError as error:
            raise self._explained(error) from error

    def _in_halves(self, text: str) -> Matrix:
        """One row: the mean of the pieces' vectors, each counted by its length."""
        pieces = split(text, weight(text) // 2 + 8)
        rows = np.concatenate([self._embed([piece]) for piece in pieces])
        shares = np.array([len(piece) for piece in pieces], np.float32)
        return _unit((rows * shares[:, None]).sum(axis=0, keepdims=True))

    def _request(self, texts: list[str]) -> Matrix:
        import openai

        size = self.dimensions if self._model.startswith("text-embedding-3") else openai.omit
        try:
            reply = self._connection().embeddings.create(
                model=self._model, input=texts, dimensions=size, encoding_format="float"
            )
            rows = [item.embedding for item in sorted(reply.data, key=lambda item: item.index)]
        except (AttributeError, TypeError, ValueError) as error:  # a web page, or JSON of another shape
            raise self._foreign() from error
        if len(rows) != len(texts):
            raise self._foreign()
        return self._checked(rows)

    def _checked(self, rows: list[list[float]]) -> Matrix:
        sizes = {len(row) for row in rows}
        if sizes != {self.dimensions}:
            raise ModelRejected(
                f"The model {self._model!r} at {self._endpoint.base_url} gives vectors of {max(sizes)} numbers, "
                f"not {self.dimensions}; set embedding.dimensions = {max(sizes)} in config.toml."
            )
        matrix = np.asarray(rows, np.float32)
        if not np.isfinite(matrix).all() or not np.linalg.norm(matrix, axis=1).all():
            raise self._foreign()
        return _unit(matrix)

    def _connection(self) -> openai.OpenAI:
        with self._connecting:
            if self._client is None:
                self._client = self._endpoint.open_sync()
            return self._client

    def _foreign(self) -> MalformedReply:
        return MalformedReply(
            f"{self._endpoint.base_url} does not answer like an OpenAI-compatible embeddings server; "
            "check embedding.base_url and embedding.name in config.toml."
        )

    def _explained(self, error: Exception) -> ModelError:
        if getattr(error, "status_code", 0) == 404:
            return ModelRejected(
                f"{self._endpoint.base_url} has no embeddings of the model {self._model!r}; "
                "set embedding.base_url and embedding.name in config.toml."
            )
        return translate(error, self._endpoint, self._model)


def _unit(matrix: Matrix) -> Matrix:
    unit: Matrix = (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _too_long(error: openai.APIStatusError) -> bool:
    """Servers say it with 400, 413, 422 and even 500 (llama.cpp), in words of their own."""
    if error.status_code == 413 or error.code == "context_length_exceeded":
        return True
    return error.status_code in (400, 422, 500) and _TOO_LONG.search(str(error.message)) is not None
