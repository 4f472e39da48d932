"""The protocols between the parts: what a backend, an embedder and a chat model must do.

Backends and embedders are synchronous and are called from worker threads, never from an event loop.
A new one is one new file that satisfies its protocol.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from weave.model import Memory

if TYPE_CHECKING:  # everything imports this module, and numpy costs the first paint 0.1 s
    import numpy as np
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float32]"
"""One embedding, shape (dimensions,), L2-normalised."""
Matrix: TypeAlias = "NDArray[np.float32]"
"""Embeddings, shape (texts, dimensions), each row L2-normalised."""

Progress = Callable[[str, int, int], None]
"""Called with (what, done, total); total 0 means unknown."""


@dataclass(frozen=True, slots=True)
class Query:
    """One question, as every backend gets it."""

    text: str
    now: datetime
    scopes: tuple[str, ...] = ("global",)
    limit: int = 200


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that a backend found. `score` is on the backend's own scale, larger is better."""

    id: str
    score: float
    detail: tuple[str, ...] = ()
    """What matched: terms, entities, for "why recalled"."""


@dataclass(frozen=True, slots=True)
class Health:
    """A backend's own word on how it is."""

    ok: bool
    detail: str
    """One sentence: what it runs on, or what is wrong and the exact next step."""
    indexed: int | None = None


class Backend(Protocol):
    """A rebuildable index over memories. All calls may block and may raise BackendError."""

    name: str
    """"vector", "graph", "documents": the word used in `degraded`, `backends` and `weave doctor`."""

    def open(self) -> None:
        """Connect or start what is needed; idempotent. Raises BackendUnavailable."""

    def upsert(self, memories: Sequence[Memory]) -> None:
        """Index these, replacing what was there under the same id; idempotent."""

    def delete(self, ids: Sequence[str]) -> None:
        """Remove these ids; unknown ones are ignored."""

    def search(self, query: Query) -> list[Hit]:
        """The best `query.limit` hits inside `query.scopes`, best first."""

    def count(self) -> int:
        """How many memories are indexed; 0 tells that the store came back empty."""

    def clear(self) -> None:
        """Drop everything, to be rebuilt."""

    def scrub(self) -> None:
        """After deletes of a purge: rewrite logs and free space so that no byte of them remains."""

    def interrupt(self) -> None:
        """Make a running `upsert` stop soon, if it is a slow one; never blocks, never raises."""

    def health(self) -> Health:
        """Never raises."""

    def close(self) -> None:
        """Release everything; idempotent, never raises."""


class Embedder(Protocol):
    """Turns text into vectors. May be slow (tens of ms a text) and may call a server."""

    name: str
    """Model and variant; stored with the vectors, so that two models are never mixed."""
    dimensions: int

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors of stored texts. Raises ModelError when a server is away."""

    def query(self, text: str) -> Vector:
        """The vector of a question."""

    def calibrate(self, cosine: float) -> float:
        """A monotone map onto 0..1 under which unrelated texts score <= 0.3, a light edit >= 0.85."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as it is offered to the model. `schema`: the JSON schema of its arguments, an object's."""

    name: str
    """Letters, digits, `_` and `-`, at most 64."""
    description: str
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model wrote, whole but unchecked."""

    id: str
    """Never empty, and of its own in one exchange."""
    name: str
    arguments: str
    """JSON as the model wrote it; it may be malformed."""
    extra: str = ""
    """What the server wants to see again beside the call, as JSON (Gemini's thought signatures)."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message put before the model."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    calls: tuple[ToolCall, ...] = ()
    """What the assistant called in this message; each is answered by a message of the role `tool`."""
    call: str = ""
    """The id of the call that a message of the role `tool` answers."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of a streamed reply; the last ones may carry the usage, and the calls once the reply is whole."""

    text: str = ""
    usage: Usage | None = None
    calls: tuple[ToolCall, ...] = ()


class ChatModel(Protocol):
    """The door to an OpenAI-compatible server."""

    name: str
    context_tokens: int

    def stream(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> AsyncIterator[Fragment]:
        """A reply, piece by piece, reasoning left out. Raises ModelError, also in mid-stream.

        A server that takes no tools is asked without them. A reply that is cut in mid-call yields no call.
        """

    async def structured(self, schema: str, messages: Sequence[Message]) -> dict[str, object]:
        """A reply that follows the named schema of the model boundary, repaired and validated.

        Raises ModelError; MalformedReply only after bounded retries.
        """

    async def close(self) -> None:
        """Release the connection."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models handed down by the root; None means: do without."""

    chat: ChatModel | None = None
    embedder: Embedder | None = None
    """None: vector memory is built by the bundled local model."""


class Shelf(Protocol):
    """The reading side of the catalogue, as recall needs it."""

    def get_many(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The memories that exist among `ids`."""

    def neighbours(self, ids: Sequence[str], radius: int) -> dict[str, list[tuple[str, int]]]:
        """For each id the memories of the same conversation within `radius` places: (id, signed distance)."""

    def conflicts(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each contested id the ids of the memories that contradict it."""

    def count(self) -> int:
        """All memories of all scopes, the trash left out."""


@dataclass(frozen=True, slots=True)
class BackendReport:
    """A backend's row in `weave doctor`."""

    name: str
    enabled: bool
    health: Health
    waiting: int = 0
    failed: int = 0
    last_error: str | None = None
    next_step: str | None = None


@dataclass(frozen=True, slots=True)
class Checkup:
    """What `weave doctor` prints."""

    home: str
    owner_pid: int | None
    memories: int
    backends: tuple[BackendReport, ...]
    notes: tuple[str, ...] = ()
    """Files set aside, conflict copies, unreadable metadata: each one sentence with a next step."""
