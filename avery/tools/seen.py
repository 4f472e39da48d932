"""Which bytes of a file the model has seen last: what has changed since is not written over."""

from __future__ import annotations

from pathlib import Path


class Seen:
    """Lives as long as the toolbox."""

    def __init__(self) -> None:
        self._digests: dict[Path, str] = {}

    def note(self, path: Path, digest: str) -> None:
        """The model was shown the file of this hash, or has written it."""
        self._digests[path] = digest

    def known(self, path: Path) -> bool:
        """Whether the model was ever shown it."""
        return path in self._digests

    def stale(self, path: Path, digest: str) -> bool:
        """Whether the file is another than the one that was shown."""
        return self._digests.get(path, digest) != digest
