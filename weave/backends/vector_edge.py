"""Embedded vectors: one qdrant-edge shard below `index/qdrant/`, searched exactly.

Measured: no call of qdrant-edge releases the GIL, so calls are kept small; an HNSW build would freeze the app
for seconds, so there is none (m=0). Every acknowledged write survives kill -9; what a power cut takes is what
came after the last flush. A shard that cannot be read is put aside for good and begun anew: it is derived.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from uuid import UUID

from weave.backends.vector_stamp import Stamp
from weave.backends.vector_store import BATCH, Entry, Found, Held, Model, batches, holding
from weave.errors import BackendError, BackendUnavailable
from weave.ports import Vector

if TYPE_CHECKING:
    import qdrant_edge

FLUSH_SECONDS = 2.0
_REMADE = "The vector index could not be read and was begun anew; it fills by itself."
_ANOTHER = "The vector index was damaged or of another embedder and was begun anew; it fills by itself."


class EdgeStore:
    """A VectorStore in this process. One shard, one writer at a time, reads in between."""

    def __init__(self, folder: Path, flush_seconds: float = FLUSH_SECONDS) -> None:
        self._folder = folder
        self._shard_folder = folder / "shard"
        self._stamp = Stamp(folder / "vectors.json")
        self._flush_seconds = flush_seconds
        self._model = Model("", 0)
        self._shard: qdrant_edge.EdgeShard | None = None
        self._native = threading.RLock()
        self._writing = threading.RLock()
        self._dirty = False
        self._condemned = False
        self._ending = threading.Event()
        self._flusher: threading.Thread | None = None
        self.note: str | None = None
        self.place = "embedded Qdrant"

    def open(self, model: Model) -> None:
        """Raises BackendUnavailable when another process holds the shard or the platform has no wheel."""
        with self._writing, self._native:
            if self._shard is not None:
                return
            self._model = model
            self._folder.mkdir(parents=True, exist_ok=True)
            for leftover in ("new", "old"):
                shutil.rmtree(self._folder / leftover, ignore_errors=True)
            self._shard = self._loaded() or self._created(self._shard_folder)
            self._stamp.write(model, None)
            self._condemned = False
            self._ending.clear()
            if self._flusher is None:
                self._flusher = threading.Thread(target=self._flush_loop, name="weave-flush", daemon=True)
                self._flusher.start()

    def put(self, entries: Sequence[Entry]) -> None:
        """See VectorStore."""
        with self._writing:
            for part in batches(entries):
                with self._using() as shard:
                    _put(shard, part)

    def held(self, points: Sequence[str]) -> list[Held]:
        """See VectorStore."""
        found: list[Held] = []
        for part in batches(points, 4 * BATCH):
            with self._using(write=False) as shard:
                records = shard.retrieve(list(part), True, False)
            found += [held for record in records if (held := holding(record.payload))]
        return found

    def drop(self, points: Sequence[str]) -> None:
        """See VectorStore."""
        import qdrant_edge as q

        with self._writing:
            for part in batches(points, 4 * BATCH):
                with self._using() as shard:
                    shard.update(q.UpdateOperation.delete_points(list(part)))

    def search(self, vector: Vector, scopes: Sequence[str], limit: int) -> list[Found]:
        """See VectorStore."""
        import qdrant_edge as q

        request = q.QueryRequest(
            limit=limit,
            query=q.Query.Nearest(vector.tolist()),
            filter=q.Filter(must=[q.FieldCondition(key="scope", match=q.MatchAny(any=list(scopes)))]),
            with_payload=["id"],
            params=q.SearchParams(exact=True),
        )
        with self._using(write=False) as shard:
            points = shard.query(request)
        return [Found(str((point.payload or {})["id"]), float(point.score)) for point in points]

    def count(self) -> int:
        """See VectorStore."""
        import qdrant_edge as q

        first = q.Filter(must=[q.FieldCondition(key="part", match=q.MatchValue(value=0))])
        with self._using(write=False) as shard:
            return int(shard.count(q.CountRequest(exact=True, filter=first)))

    def clear(self) -> None:
        """See VectorStore."""
        with self._writing:
            self._replace(copy=False)

    def scrub(self) -> None:
        """Copies what remains into a new shard and removes the old one, its write-ahead log included.

        qdrant-edge leaves deleted payloads in its pages and log, even after its own optimize().
        """
        with self._writing:
            self._replace(copy=True)

    def close(self) -> None:
        """Flush and release; idempotent, never raises."""
        self._ending.set()
        flusher, self._flusher = self._flusher, None
        if flusher is not None and flusher is not threading.current_thread():
            flusher.join(10)
        with self._writing, contextlib.suppress(BackendError), self._native:
            if self._shard is not None:
                with self._using(write=False) as shard:
                    shard.flush()
                    points = int(shard.info().points_count)
                self._release()
                if not self._condemned:
                    self._stamp.write(self._model, points)

    def _replace(self, *, copy: bool) -> None:
        new, old = self._folder / "new", self._folder / "old"
        shutil.rmtree(new, ignore_errors=True)
        with self._native:
            fresh = self._created(new)
        if copy:
            self._copy_into(fresh)
        with self._native, self._guarded():
            fresh.flush()
            fresh.close()
            self._release()
            self._shard_folder.rename(old)
            new.rename(self._shard_folder)
            shutil.rmtree(old)
            self._stamp.write(self._model, None)
            self._condemned = False
            self._shard = self._loaded() or self._created(self._shard_folder)

    def _copy_into(self, fresh: qdrant_edge.EdgeShard) -> None:
        import qdrant_edge as q

        place: int | UUID | str | None = None
        while True:
            with self._using(write=False) as shard:
                records, place = shard.scroll(
                    q.ScrollRequest(offset=place, limit=BATCH, with_payload=True, with_vector=True)
                )
                points = [q.Point(r.id, r.vector, r.payload) for r in records if r.vector is not None]
                if points:
                    fresh.update(q.UpdateOperation.upsert_points(points))
            if place is None:
                return

    def _loaded(self) -> qdrant_edge.EdgeShard | None:
        """The shard on disk; None when there is none, or none that may be used: it is removed then."""
        if not self._shard_folder.exists():
            return None
        shard = self._readable()
        if shard is None:
            self.note = _REMADE
        elif not self._stamp.fits(self._model):
            self.note = _ANOTHER
        elif int(shard.info().points_count) < self._stamp.points():
            self.note = _REMADE
        else:
            return shard
        if shard is not None:
            shard.close()
        shutil.rmtree(self._shard_folder)
        return None

    def _readable(self) -> qdrant_edge.EdgeShard | None:
        shard_class = _library().EdgeShard
        try:
            shard: qdrant_edge.EdgeShard = shard_class.load(str(self._shard_folder))
        except BaseException as error:
            if _locked(error):
                raise BackendUnavailable(
                    f"The vector index {self._shard_folder} is in use by another process; close that one."
                ) from error
            if not _is_failure(error):
                raise
            return None
        return shard

    def _created(self, folder: Path) -> qdrant_edge.EdgeShard:
        q = _library()
        folder.mkdir(parents=True)
        config = q.EdgeConfig(
            vectors=q.EdgeVectorParams(size=self._model.dimensions, distance=q.Distance.Cosine),
            hnsw_config=q.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10_000),
            optimizers=q.EdgeOptimizersConfig(indexing_threshold=10_000_000),
        )
        with self._guarded():
            shard: qdrant_edge.EdgeShard = q.EdgeShard.create(str(folder), config)
            for field, kind in (("scope", "Keyword"), ("part", "Integer")):
                shard.update(q.UpdateOperation.create_field_index(field, getattr(q.PayloadSchemaType, kind)))
        return shard

    def _release(self) -> None:
        shard, self._shard = self._shard, None
        if shard is not None:
            shard.close()

    @contextlib.contextmanager
    def _using(self, *, write: bool = True) -> Iterator[qdrant_edge.EdgeShard]:
        with self._native:
            if self._shard is None:
                raise BackendUnavailable("The vector index is not open.")
            self._dirty = self._dirty or write
            with self._guarded():
                yield self._shard

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            if not _is_failure(error):
                raise
            if _damaged(error):
                self._condemned = True
                self._stamp.remove()
            raise BackendError(
                f"The vector index {self._shard_folder} failed ({_words(error)}); "
                "free disk space, or delete that folder and start again: it is rebuilt."
            ) from error

    def _flush_loop(self) -> None:
        while not self._ending.wait(self._flush_seconds):
            if self._dirty:
                self._dirty = False
                self._write_out()
                with contextlib.suppress(BackendError), self._using(write=False) as shard:
                    shard.flush()

    def _write_out(self) -> None:
        """Sync the files from here, without the GIL, so that the flush proper finds little left to do."""
        for parent, _, names in os.walk(self._shard_folder):
            for name in names:
                with contextlib.suppress(OSError):
                    handle = os.open(Path(parent, name), os.O_RDONLY)
                    try:
                        os.fsync(handle)
                    finally:
                        os.close(handle)


def _put(shard: qdrant_edge.EdgeShard, entries: Sequence[Entry]) -> None:
    import qdrant_edge as q

    points = [
        q.Point(id=entry.point, vector=entry.vector.tolist(), payload=entry.payload()) for entry in entries
    ]
    shard.update(q.UpdateOperation.upsert_points(points))


def _library() -> ModuleType:
    try:
        import qdrant_edge
    except ImportError as error:
        raise BackendUnavailable(
            "Vector memory has no embedded store on this platform; set qdrant.url to a Qdrant server."
        ) from error
    return qdrant_edge


def _is_failure(error: BaseException) -> bool:
    """Failures of the shard are plain Exceptions, or panics of its Rust code, which are none."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def _locked(error: BaseException) -> bool:
    return "WouldBlock" in str(error)  # the library has no class of its own for it


def _damaged(error: BaseException) -> bool:
    """Whether it tells of unreadable data; a full disk is not cured by a new index."""
    return not isinstance(error, OSError) and not any(
        word in str(error) for word in ("No space left", "os error 28", "Read-only", "Permission denied")
    )


def _words(error: BaseException) -> str:
    return " ".join(str(error).split())[:160]
