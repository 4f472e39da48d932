"""What Vector Memory asks of a store of vectors, embedded or on a server.

A memory is one point or, when its text is long, several. Points carry no text: only ids, the scope they are
filtered by, and the hash of what was embedded.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from weave.ports import Vector

_NAMESPACE = uuid.UUID("6a4d5c9e-57c1-5d0b-9c2e-3f0b8a7d1e42")
BATCH = 128
"""Points a call: the embedded store holds the GIL about 0.1 ms for each."""


@dataclass(frozen=True, slots=True)
class Model:
    """Whose vectors a store holds. Vectors of two models are never mixed."""

    name: str
    dimensions: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One point: piece number `part` of `parts` of a memory."""

    memory: str
    part: int
    parts: int
    digest: str
    vector: Vector
    scope: str
    type: str
    state: str
    created: str

    @property
    def point(self) -> str:
        """The point's id."""
        return point_id(self.memory, self.part)

    def payload(self) -> dict[str, str | int]:
        """What is stored beside the vector."""
        return {
            "id": self.memory,
            "part": self.part,
            "parts": self.parts,
            "digest": self.digest,
            "scope": self.scope,
            "type": self.type,
            "state": self.state,
            "created": self.created,
        }


@dataclass(frozen=True, slots=True)
class Held:
    """What a point in the store says of itself."""

    memory: str
    part: int
    parts: int
    digest: str


@dataclass(frozen=True, slots=True)
class Found:
    """A point near the question; `score` is the cosine."""

    memory: str
    score: float


class VectorStore(Protocol):
    """One collection of points. All calls may block and raise BackendError; `search` runs beside `put`."""

    place: str
    """Where it is, in words, for `weave doctor`."""
    note: str | None
    """A sentence on what was mended at the last open, or None."""

    def open(self, model: Model) -> None:
        """Open or make the collection; one that holds another model's vectors comes back empty."""

    def put(self, entries: Sequence[Entry]) -> None:
        """Store these points in this order, replacing what has their id."""

    def held(self, points: Sequence[str]) -> list[Held]:
        """Those of the points that exist, in any order."""

    def drop(self, points: Sequence[str]) -> None:
        """Remove these points; unknown ones are ignored."""

    def search(self, vector: Vector, scopes: Sequence[str], limit: int) -> list[Found]:
        """The nearest points inside `scopes`, exactly, best first."""

    def count(self) -> int:
        """How many memories (not points) are stored."""

    def memories(self) -> Iterator[str]:
        """The ids of the memories that are stored, in any order."""

    def clear(self) -> None:
        """Remove all points."""

    def scrub(self) -> None:
        """Leave no byte of a removed point in any file."""

    def close(self) -> None:
        """Write out and release everything; idempotent, never raises."""


def point_id(memory: str, part: int) -> str:
    """The id of a memory's piece, the same in every store and run."""
    return str(uuid.uuid5(_NAMESPACE, f"{memory}/{part}"))


def holding(payload: object) -> Held | None:
    """A stored payload read back; None when it is not one of ours."""
    if not isinstance(payload, dict):
        return None
    try:
        return Held(str(payload["id"]), int(payload["part"]), int(payload["parts"]), str(payload["digest"]))
    except (KeyError, TypeError, ValueError):
        return None
