"""Vectors on a Qdrant server, through qdrant-client. The same points as embedded, one collection.

Only this adapter knows the client; one handed in ready (its memory mode, say) is used as it is.
"""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from weave.backends.vector_store import BATCH, Entry, Found, Held, Model, holding
from weave.batches import batches
from weave.errors import BackendError, BackendUnavailable
from weave.keys import Secret
from weave.ports import Vector

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

TIMEOUT_SECONDS = 10
_URL = re.compile(r"https?://[^\s/]")
_VACUUM_SHARE, _VACUUM_FROM = 0.000_1, 100
"""The server rewrites a segment once this share of it was removed, so that nothing purged stays for long."""


class ServerStore:
    """A VectorStore on a server. The collection's metadata says whose vectors it holds."""

    def __init__(
        self,
        url: str,
        *,
        key: Secret | None = None,
        collection: str = "weave",
        client: QdrantClient | None = None,
        timeout: int = TIMEOUT_SECONDS,
    ) -> None:
        self._url = url
        self._key = key
        self._collection = collection
        self._given = client
        self._client: QdrantClient | None = None
        self._timeout = timeout
        self._model = Model("", 0)
        self._failure = f"The vector server {url} is not connected yet; it is tried again."
        self.note: str | None = None
        self.place = f"Qdrant at {url}, collection {collection}"

    def open(self, model: Model) -> None:
        """Raises BackendUnavailable when the server does not answer or refuses the key."""
        if self._client is not None:
            return
        self._model = model
        try:
            client = self._given or self._connect()
            self._prepared(client)
        except BackendError as error:
            self._failure = str(error)
            raise
        self._client = client

    def put(self, entries: Sequence[Entry]) -> None:
        """See VectorStore."""
        from qdrant_client import models

        for part in batches(entries, BATCH):
            points = [
                models.PointStruct(id=e.point, vector=e.vector.tolist(), payload=e.payload()) for e in part
            ]
            with self._using() as client:
                client.upsert(self._collection, points, wait=True)

    def held(self, points: Sequence[str]) -> list[Held]:
        """See VectorStore."""
        found: list[Held] = []
        for part in batches(points, 4 * BATCH):
            with self._using() as client:
                records = client.retrieve(self._collection, list(part), with_payload=True)
            found += [held for record in records if (held := holding(record.payload))]
        return found

    def drop(self, points: Sequence[str]) -> None:
        """See VectorStore."""
        from qdrant_client import models

        for part in batches(points, 4 * BATCH):
            with self._using() as client:
                client.delete(self._collection, models.PointIdsList(points=list(part)), wait=True)

    def search(self, vector: Vector, scopes: Sequence[str], limit: int) -> list[Found]:
        """See VectorStore."""
        from qdrant_client import models

        inside = models.FieldCondition(key="scope", match=models.MatchAny(any=list(scopes)))
        with self._using() as client:
            reply = client.query_points(
                self._collection,
                query=vector.tolist(),
                query_filter=models.Filter(must=[inside]),
                search_params=models.SearchParams(exact=True),
                limit=limit,
                with_payload=["id"],
            )
        return [Found(str((point.payload or {}).get("id")), float(point.score)) for point in reply.points]

    def count(self) -> int:
        """See VectorStore."""
        from qdrant_client import models

        first = models.FieldCondition(key="part", match=models.MatchValue(value=0))
        with self._using() as client:
            found = client.count(self._collection, count_filter=models.Filter(must=[first]), exact=True)
        return int(found.count)

    def memories(self) -> Iterator[str]:
        """See VectorStore."""
        from qdrant_client import models

        first = models.Filter(must=[models.FieldCondition(key="part", match=models.MatchValue(value=0))])
        place: models.ExtendedPointId | None = None
        while True:
            with self._using() as client:
                records, place = client.scroll(
                    self._collection,
                    scroll_filter=first,
                    limit=4 * BATCH,
                    offset=place,
                    with_payload=["id"],
                    with_vectors=False,
                )
            yield from (str((record.payload or {}).get("id")) for record in records)
            if place is None:
                return

    def clear(self) -> None:
        """See VectorStore."""
        with self._using() as client:
            client.delete_collection(self._collection)
            self._create(client)

    def scrub(self) -> None:
        """Has the server rewrite its segments without what was removed; it does so in its own time."""
        from qdrant_client import models

        with self._using() as client:
            client.update_collection(
                self._collection,
                optimizers_config=models.OptimizersConfigDiff(
                    deleted_threshold=_VACUUM_SHARE, vacuum_min_vector_number=_VACUUM_FROM
                ),
            )

    def close(self) -> None:
        """Release the connection; idempotent, never raises."""
        client, self._client = self._client, None
        if client is not None and client is not self._given:
            with contextlib.suppress(Exception):
                client.close()

    def _prepared(self, client: QdrantClient) -> None:
        try:
            with self._guarded():
                self._prepare(client)
        except BackendError:
            if client is not self._given:
                client.close()
            raise

    def _connect(self) -> QdrantClient:
        from qdrant_client import QdrantClient

        if not _URL.match(self._url):
            raise BackendUnavailable("qdrant.url cannot be read; write it like http://127.0.0.1:6333.")

        if self._key and self._url.startswith("http://"):
            self.note = "Its key travels unencrypted; use https unless the network is your own."
        with self._guarded(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the same; stderr belongs to the terminal's app
            return QdrantClient(
                url=self._url,
                api_key=self._key.reveal() if self._key else None,
                timeout=self._timeout,
                check_compatibility=False,  # it would ask the server, and warn on stderr
            )

    def _prepare(self, client: QdrantClient) -> None:
        if not client.collection_exists(self._collection):
            self._create(client)
            return
        stamp = client.get_collection(self._collection).config.metadata or {}
        if (stamp.get("embedder"), stamp.get("dimensions")) != (self._model.name, self._model.dimensions):
            client.delete_collection(self._collection)
            self._create(client)

    def _create(self, client: QdrantClient) -> None:
        from qdrant_client import models

        client.create_collection(
            self._collection,
            vectors_config=models.VectorParams(size=self._model.dimensions, distance=models.Distance.COSINE),
            optimizers_config=models.OptimizersConfigDiff(
                deleted_threshold=_VACUUM_SHARE, vacuum_min_vector_number=_VACUUM_FROM
            ),
            metadata={"embedder": self._model.name, "dimensions": self._model.dimensions},
        )
        for field, kind in (
            ("scope", models.PayloadSchemaType.KEYWORD),
            ("part", models.PayloadSchemaType.INTEGER),
        ):
            client.create_payload_index(self._collection, field, kind)

    @contextlib.contextmanager
    def _using(self) -> Iterator[QdrantClient]:
        client = self._client
        if client is None:
            raise BackendUnavailable(self._failure)
        with self._guarded():
            yield client

    @contextlib.contextmanager
    def _guarded(self) -> Iterator[None]:
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

        try:
            yield
        except UnexpectedResponse as error:
            raise self._refused(error.status_code or 0, _words(error.content)) from error
        except (ApiException, QdrantException, OSError, ValueError) as error:
            raise BackendUnavailable(
                f"The vector server {self._url} does not answer ({_words(error)}); "
                "start it, or correct qdrant.url in config.toml."
            ) from error

    def _refused(self, status: int, said: str) -> BackendError:
        if status in (401, 403):
            return BackendUnavailable(
                f"The vector server {self._url} refused the key; set the right one for Qdrant."
            )
        if status == 404:
            # The collection is gone: the next open makes it anew, and it is filled since it is empty.
            self._client = None
        return BackendError(f"The vector server {self._url} refused a call (HTTP {status}): {said}")


def _words(error: object) -> str:
    text = error.decode("utf-8", "replace") if isinstance(error, bytes) else str(error)
    return " ".join(text.split())[:160]
