"""One qdrant-edge shard on disk: made, loaded, synced, and its failures told apart.

The library raises plain Exceptions, and panics of its Rust code, which are not even those; so what happened
can only be read from the text.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from weave.errors import BackendError, BackendUnavailable

if TYPE_CHECKING:
    import qdrant_edge

RESERVE_BYTES = 128 << 20
"""Free space below which nothing is written: the shard maps its files, and a full disk would kill the process."""


def library() -> ModuleType:
    """qdrant_edge. Raises BackendUnavailable where there is no wheel of it."""
    try:
        import qdrant_edge
    except ImportError as error:
        raise BackendUnavailable(
            "Vector memory has no embedded store on this platform; set qdrant.url to a Qdrant server."
        ) from error
    return qdrant_edge


def create(folder: Path, dimensions: int) -> qdrant_edge.EdgeShard:
    """An empty shard in a new folder: no HNSW (m=0), indexes on what is filtered by."""
    q = library()
    folder.mkdir(mode=0o700, parents=True)
    config = q.EdgeConfig(
        vectors=q.EdgeVectorParams(size=dimensions, distance=q.Distance.Cosine),
        hnsw_config=q.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10_000),
        optimizers=q.EdgeOptimizersConfig(indexing_threshold=10_000_000),
    )
    shard: qdrant_edge.EdgeShard = q.EdgeShard.create(str(folder), config)
    for field, kind in (("scope", "Keyword"), ("part", "Integer")):
        shard.update(q.UpdateOperation.create_field_index(field, getattr(q.PayloadSchemaType, kind)))
    return shard


def load(folder: Path) -> qdrant_edge.EdgeShard | None:
    """The shard in `folder`, or None when it cannot be read. Raises BackendUnavailable when it is locked."""
    try:
        shard: qdrant_edge.EdgeShard = library().EdgeShard.load(str(folder))
    except BaseException as error:
        if "WouldBlock" in str(error):
            raise BackendUnavailable(
                f"The vector index {folder} is in use by another process; close that one."
            ) from error
        if not is_failure(error) or isinstance(error, BackendError):
            raise
        return None
    return shard


def sync(folder: Path) -> None:
    """Sync a shard's files from here, without the GIL, so that its own flush finds little left to do."""
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                handle = os.open(Path(parent, name), os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)


def require_space(folder: Path, reserve: int) -> None:
    """Raises BackendUnavailable when the disk is all but full."""
    free = shutil.disk_usage(folder).free
    if free < reserve:
        raise BackendUnavailable(
            f"The disk of {folder} is almost full ({free >> 20} MB free), so the vectors wait; "
            f"have {reserve >> 20} MB free and they go on."
        )


def unusable(folder: Path, error: OSError) -> str:
    """What a failed system call in the index's folder means to a person."""
    return (
        f"The vector index {folder} cannot be used ({error.strerror or error}); mend its rights or remove what stands "
        "there, and it is built anew."
    )


def is_failure(error: BaseException) -> bool:
    """Whether the shard failed, rather than the process being asked to stop."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def is_damage(error: BaseException) -> bool:
    """Whether it tells of unreadable data; neither a full disk nor a wrong call is cured by a new index."""
    return not isinstance(error, OSError) and not any(
        words in str(error)
        for words in ("No space left", "os error 28", "Read-only", "Permission denied", "Wrong input")
    )


def words(error: BaseException) -> str:
    """The library's own words on one line."""
    return " ".join(str(error).split())[:160]
