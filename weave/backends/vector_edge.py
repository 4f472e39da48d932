"""Embedded vectors: one qdrant-edge shard below `index/qdrant/`, searched exactly.

Measured: no call of qdrant-edge releases the GIL, so calls are kept small; an HNSW build would freeze the app
for seconds, so there is none (m=0). Every acknowledged write survives kill -9; what a power cut takes is what
came after the last flush. A shard that cannot be read is put aside for good and begun anew: it is derived.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

from weave.backends import vector_shard as native
from weave.backends.vector_stamp import Stamp
from weave.backends.vector_store import BATCH, Entry, Found, Held, Model, holding
from weave.batches import batches
from weave.errors import BackendError, BackendUnavailable, HomeError
from weave.ports import Vector

if TYPE_CHECKING:
    import qdrant_edge

FLUSH_SECONDS = 2.0
_REMADE = "The vector index could not be read and was begun anew; it fills by itself."
_ANOTHER = "The vectors were another embedder's; they are being made anew."
_CLOSED = "The vector index is not open."


class EdgeStore:
    """A VectorStore in this process. One shard, one writer at a time, reads in between."""

    def __init__(
        self,
        folder: Path,
        flush_seconds: float = FLUSH_SECONDS,
        reserve_bytes: int = native.RESERVE_BYTES,
    ) -> None:
        self._folder = folder
        self._place = folder / "shard-0"
        self._reserve = reserve_bytes
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
        self._failure = _CLOSED
        self.note: str | None = None
        self.place = "embedded Qdrant"

    def open(self, model: Model) -> None:
        """Raises BackendError when another process holds the shard, there is no wheel, or the disk is full."""
        with self._writing, self._native:
            if self._shard is not None:
                return
            self._model = model
            try:
                self._begin(model)
            except (BackendError, HomeError) as error:
                self._failure = str(error)
                raise
            except OSError as error:
                self._failure = native.unusable(self._folder, error)
                raise BackendUnavailable(self._failure) from error
            self._failure = _CLOSED

    def _begin(self, model: Model) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        native.require_space(
            self._folder, self._reserve
        )  # the library maps files: a full disk would be its end
        with self._guarded():
            self._shard = self._loaded()
            if self._shard is None:
                place = self._next_place()
                self._use(place, native.create(place, model.dimensions))
            self._remove_others()
            self._stamp.write(model, self._place.name, None)
        self._ending.clear()
        if self._flusher is None:
            self._flusher = threading.Thread(target=self._flush_loop, name="weave-flush", daemon=True)
            self._flusher.start()

    def put(self, entries: Sequence[Entry]) -> None:
        """See VectorStore."""
        with self._writing:
            native.require_space(self._folder, self._reserve)
            for part in batches(entries, BATCH):
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
            if points:
                native.require_space(self._folder, self._reserve)
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

    def memories(self) -> Iterator[str]:
        """See VectorStore."""
        import qdrant_edge as q

        first = q.Filter(must=[q.FieldCondition(key="part", match=q.MatchValue(value=0))])
        place: int | UUID | str | None = None
        while True:
            with self._using(write=False) as shard:
                request = q.ScrollRequest(
                    offset=place, limit=4 * BATCH, filter=first, with_payload=["id"], with_vector=False
                )
                records, place = shard.scroll(request)
            yield from (str((record.payload or {}).get("id")) for record in records)
            if place is None:
                return

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
        with self._writing, contextlib.suppress(BackendError, HomeError), self._native:
            if self._shard is not None:
                with self._using(write=False) as shard:
                    shard.flush()
                    points = int(shard.info().points_count)
                self._release()
                if not self._condemned:
                    self._stamp.write(self._model, self._place.name, points)

    def _replace(self, *, copy: bool) -> None:
        """Only once the new shard is whole does the stamp name it; a crash before that changes nothing."""
        native.require_space(self._folder, self._reserve)
        place, model = self._next_place(), self._model
        with self._native, self._guarded():
            fresh = native.create(place, model.dimensions)
        if copy:
            self._copy_into(fresh)
        native.sync(place)
        with self._native, self._guarded():
            fresh.flush()
            self._release()
            self._stamp.write(model, place.name, None)
            self._use(place, fresh)
        self._remove_others()

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
        """The shard that the stamp names; None when there is none that may be used."""
        name = self._stamp.shard()
        if name is None or not (self._folder / name).is_dir():
            self.note = _REMADE if any(self._folder.glob("shard-*")) else None
            return None
        shard = native.load(self._folder / name)
        if shard is None or int(shard.info().points_count) < self._stamp.points():
            self.note = _REMADE
        elif not self._stamp.fits(self._model):
            self.note = _ANOTHER
        else:
            self._place = self._folder / name
            return shard
        if shard is not None:
            shard.close()
        return None

    def _use(self, place: Path, shard: qdrant_edge.EdgeShard) -> None:
        self._place, self._shard, self._condemned = place, shard, False

    def _next_place(self) -> Path:
        taken = [int(path.name[6:]) for path in self._folder.glob("shard-*") if path.name[6:].isdigit()]
        return self._folder / f"shard-{max(taken, default=-1) + 1}"

    def _remove_others(self) -> None:
        for path in self._folder.glob("shard-*"):
            if path != self._place:
                shutil.rmtree(path)

    def _release(self) -> None:
        shard, self._shard = self._shard, None
        if shard is not None:
            shard.close()

    @contextlib.contextmanager
    def _using(self, *, write: bool = True) -> Iterator[qdrant_edge.EdgeShard]:
        with self._native:
            if self._shard is None:
                raise BackendUnavailable(self._failure)
            self._dirty = self._dirty or write
            with self._guarded():
                yield self._shard

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            if isinstance(error, BackendError) or not native.is_failure(error):
                raise
            if native.is_damage(error):
                self._condemned = True
                self._stamp.remove()
            raise BackendError(
                f"The vector index {self._place} failed ({native.words(error)}); "
                "free disk space, or delete that folder and start again: it is rebuilt."
            ) from error

    def _flush_loop(self) -> None:
        while not self._ending.wait(self._flush_seconds):
            if self._dirty:
                self._dirty = False
                native.sync(self._place)
                with contextlib.suppress(BackendError), self._using(write=False) as shard:
                    shard.flush()


def _put(shard: qdrant_edge.EdgeShard, entries: Sequence[Entry]) -> None:
    import qdrant_edge as q

    points = [
        q.Point(id=entry.point, vector=entry.vector.tolist(), payload=entry.payload()) for entry in entries
    ]
    shard.update(q.UpdateOperation.upsert_points(points))
