"""How much room each part of a home takes on the disk. Reads the file system only."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from weave.analytics.model import DiskPart

INDEX = "index"
"""Derived: it may be deleted at any time, and counts by its parts."""
_LARGE = 1_000_000
_PARTS = {"catalogue.sqlite": "catalogue", "embeddings.sqlite": "embeddings"}


def usage(home: Path) -> tuple[DiskPart, ...]:
    """Bytes and files of each part, the largest first: top folders, the archive, and what the index is made of."""
    sizes: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path, size in _walk(home):
        part = _part(path.relative_to(home).parts)
        sizes[part] += size
        files[part] += 1
    return tuple(
        sorted(
            (DiskPart(name, sizes[name], files[name]) for name in files),
            key=lambda part: (-part.bytes, part.name),
        )
    )


def kept(parts: tuple[DiskPart, ...]) -> int:
    """Bytes of all that could not be made again: everything but the index."""
    return sum(part.bytes for part in parts if part.name.partition("/")[0] != INDEX)


def _part(path: tuple[str, ...]) -> str:
    if len(path) == 1:
        return "settings and identity"
    if path[0] == "documents":
        return "documents/archive" if path[1] == "archive" and len(path) > 2 else "documents"
    if path[0] != INDEX:
        return path[0]
    name = path[1].removesuffix("-wal").removesuffix("-shm")
    if len(path) == 2:
        return f"{INDEX}/{_PARTS.get(name, 'other')}"
    return f"{INDEX}/{name}"


def _taken(found: os.stat_result) -> int:
    """Bytes that a file takes: a store may reserve far more than it has written."""
    blocks: int | None = getattr(found, "st_blocks", None)  # Windows has none
    return found.st_size if blocks is None or found.st_size < _LARGE else min(found.st_size, blocks * 512)


def _walk(folder: Path) -> Iterator[tuple[Path, int]]:
    """(file, bytes) of every file, links not followed; what goes meanwhile is passed."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                try:
                    if entry.is_dir(follow_symlinks=False):
                        yield from _walk(Path(entry.path))
                    elif entry.is_file(follow_symlinks=False):
                        yield Path(entry.path), _taken(entry.stat(follow_symlinks=False))
                except OSError:
                    continue
    except OSError:
        return
