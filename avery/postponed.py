"""What the person does not want to decide now, kept across restarts: sleep/postponed.json, digests and no ids.

It says only what was asked about already; lost or damaged, the question is asked once more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from weave.durable import make_folder, replace_bytes


class Postponed:
    """The memories about whose forgetting the person was asked, and said: not now."""

    def __init__(self, home: Path) -> None:
        self._path = home / "sleep" / "postponed.json"
        self._known: frozenset[str] | None = None

    def holds(self, ids: Iterable[str]) -> bool:
        """Whether all of these were put off. Reads the file once."""
        if self._known is None:
            self._known = self._read()
        return {_digest(id_) for id_ in ids} <= self._known

    def keep(self, ids: Iterable[str]) -> None:
        """Put these off, and nothing else any more. Raises HomeError."""
        self._known = frozenset(map(_digest, ids))
        make_folder(self._path.parent)
        replace_bytes(self._path, json.dumps(sorted(self._known)).encode())

    def _read(self) -> frozenset[str]:
        try:
            found = json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return frozenset()
        return frozenset(map(str, found)) if isinstance(found, list) else frozenset()


def _digest(id_: str) -> str:
    return sha256(id_.encode()).hexdigest()[:16]
