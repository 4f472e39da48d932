"""The note beside an embedded index: which shard is the one, whose vectors it holds, how many at the last close.

Replaced in one step, so that it also decides between a shard and the copy that was to replace it.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from weave.backends.vector_store import Model
from weave.durable import replace_bytes


class Stamp:
    """A small JSON file. Without it, or with another model in it, the index is not to be used."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def fits(self, model: Model) -> bool:
        """Whether the index was made by `model`."""
        read = self._read()
        return (read.get("embedder"), read.get("dimensions")) == (model.name, model.dimensions)

    def shard(self) -> str | None:
        """The name of the shard's folder."""
        name = self._read().get("shard")
        return name if isinstance(name, str) and name.startswith("shard-") else None

    def points(self) -> int:
        """The least number of points an undamaged index has; 0 after a crash, when nobody counted."""
        points = self._read().get("points")
        return points if isinstance(points, int) else 0

    def write(self, model: Model, shard: str, points: int | None) -> None:
        """Say that the index is `model`'s and lies in `shard`; `points` None while it is open. Raises HomeError."""
        content = {
            "embedder": model.name,
            "dimensions": model.dimensions,
            "shard": shard,
            "points": points,
        }
        replace_bytes(self._path, json.dumps(content).encode())

    def remove(self) -> None:
        """The index is damaged: without a stamp the next open begins anew."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _read(self) -> dict[str, object]:
        try:
            read = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return read if isinstance(read, dict) else {}
