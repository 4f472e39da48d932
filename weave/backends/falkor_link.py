"""The one way to the graph's server, embedded or remote, that never hangs and mends itself.

A failed connection is renewed once, the embedded child restarted if it died; what had been written in its last
seconds is written again, since the append-only file is synced once a second only. All queries here are
idempotent, so that writing them twice is the same as once.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from weave.backends.falkor_process import FalkorProcess, rewrite
from weave.errors import BackendError, BackendUnavailable

if TYPE_CHECKING:
    import falkordb

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
"""What a query may be given; it is always passed as a parameter."""
Row = list[str | int | float | bool | None]

_CONNECT_SECONDS = 3.0
_CALL_SECONDS = 5.0
_READ_MILLISECONDS = 2_000
_WAIT_SECONDS = 3.0
_UNSAFE_SECONDS = 4.0
_REWRITE_SECONDS = 60.0
_SCHEMES = {"falkordb": "redis", "falkor": "redis", "falkordbs": "rediss", "falkors": "rediss"}


class FalkorLink:
    """A connection to one graph. Calls may come from any thread."""

    def __init__(
        self, folder: Path, *, url: str | None, key: str | None, binaries: Path | None, graph: str
    ) -> None:
        self.process = None if url else FalkorProcess(folder, binaries)
        self._url, self._key, self._name = url, key, graph
        self._graph: falkordb.Graph | None = None
        self._broken = False
        self._life = threading.Lock()
        self._recent: deque[tuple[float, str, Mapping[str, Value]]] = deque()

    @property
    def place(self) -> str:
        """Where the graph is, without any secret."""
        if self.process is not None:
            return f"embedded ({self.process.record.engine})" if self.process.record else "embedded"
        parts = urlsplit(self._url or "")
        return f"server {parts.hostname or parts.path}" + (f":{parts.port}" if parts.port else "")

    def open(self) -> None:
        """Connect, starting the embedded server if need be; idempotent. Raises BackendUnavailable."""
        with self._life:
            if self._graph is None or self._broken:
                self._connect()

    def close(self) -> None:
        """Leave; the embedded server ends. Never raises."""
        with self._life:
            self._disconnect()
            if self.process is not None:
                self.process.stop()
            self._recent.clear()

    def read(self, query: str, parameters: Mapping[str, Value]) -> list[Row]:
        """The rows of a query that changes nothing."""
        return self._call(query, parameters, read_only=True)

    def write(self, query: str, parameters: Mapping[str, Value]) -> list[Row]:
        """The rows of a query that changes the graph; it must be idempotent."""
        rows = self._call(query, parameters, read_only=False)
        self._recent.append((time.monotonic(), query, parameters))
        self._forget_safe()
        return rows

    def ensure(self, statement: str) -> None:
        """Create an index unless it is there."""
        try:
            self.write(statement, {})
        except BackendError as error:
            if "already indexed" not in str(error.__cause__):
                raise

    def drop(self) -> None:
        """Remove the whole graph."""
        self._recent.clear()
        try:
            self._call("MATCH (n) RETURN 1 LIMIT 1", {}, read_only=False)  # a graph must exist to be removed
            self._opened().delete()
        except BackendError:
            raise
        except Exception as error:
            raise _told(error, self.place) from error

    def compact(self) -> None:
        """Rewrite what is on the disk from what is alive. Raises BackendError when that was not possible."""
        import redis

        self._ensure()
        self._recent.clear()
        try:
            client = self._opened().client.connection
            done = rewrite(client, _REWRITE_SECONDS) if self.process is not None else _compact_remote(client)
        except (redis.RedisError, OSError) as error:
            self._broken = isinstance(error, (redis.ConnectionError, redis.TimeoutError))
            raise _told(error, self.place) from error
        if not done:
            raise BackendError("The graph's log could not be rewritten in time; run the purge again.")
        if self.process is not None:
            self.process.discard_set_aside()

    # -- one call --------------------------------------------------------------------------------------------

    def _call(self, query: str, parameters: Mapping[str, Value], *, read_only: bool) -> list[Row]:
        import redis

        self._ensure()
        for attempt in (1, 2):
            try:
                return self._run(query, parameters, read_only=read_only)
            except (redis.ConnectionError, redis.TimeoutError, OSError) as error:
                self._broken = True
                if attempt == 2 or isinstance(error, redis.TimeoutError):
                    raise _told(error, self.place) from error
                self._ensure()
            except redis.RedisError as error:
                raise _told(error, self.place) from error
        raise BackendUnavailable("The graph does not answer; it is tried again by itself.")

    def _run(self, query: str, parameters: Mapping[str, Value], *, read_only: bool) -> list[Row]:
        graph, given = self._opened(), dict(parameters)
        if read_only:
            result = graph.ro_query(query, given, timeout=_READ_MILLISECONDS)
        else:
            result = graph.query(query, given)
        return [list(row) for row in result.result_set]

    def _opened(self) -> falkordb.Graph:
        graph = self._graph
        if graph is None:
            raise BackendUnavailable(
                "The graph is still starting or is closed; it joins as soon as it is open."
            )
        return graph

    def _ensure(self) -> None:
        """A connection that was not seen to fail; renewed here if it was."""
        self._opened()
        if not self._broken:
            return
        if not self._life.acquire(timeout=_WAIT_SECONDS):
            raise BackendUnavailable("The graph is being started again; it is tried again by itself.")
        try:
            if self._broken and self._graph is not None:
                self._connect()
                self._write_again()
        finally:
            self._life.release()

    # -- the connection --------------------------------------------------------------------------------------

    def _connect(self) -> None:
        previous, self._graph = self._graph, None
        try:
            if previous is not None:
                previous.client.close()
            if self.process is not None:
                if self.process.record is not None:
                    self.process.stop()
                self.process.start()
            self._graph = self._select()
            self._broken = False
        except BackendError:
            self._graph, self._broken = previous, True
            raise
        except Exception as error:
            self._graph, self._broken = previous, True
            raise _told(error, self.place) from error

    def _select(self) -> falkordb.Graph:
        import falkordb
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        # The client's own default tries again for many seconds.
        limits = {"socket_timeout": _CALL_SECONDS, "socket_connect_timeout": _CONNECT_SECONDS}
        never = Retry(NoBackoff(), 0)
        if self.process is not None:
            client = falkordb.FalkorDB(unix_socket_path=self.process.socket, retry=never, **limits)
        else:
            given = {"password": self._key} if self._key else {}
            client = falkordb.FalkorDB.from_url(_redis_url(self._url or ""), retry=never, **given, **limits)
        return client.select_graph(self._name)

    def _disconnect(self) -> None:
        if self._graph is not None:
            with suppress(Exception):
                self._graph.client.close()
        self._graph, self._broken = None, False

    def _write_again(self) -> None:
        """What a server that died may not have kept."""
        self._forget_safe()
        for _, query, parameters in tuple(self._recent):
            self._run(query, parameters, read_only=False)

    def _forget_safe(self) -> None:
        limit = time.monotonic() - _UNSAFE_SECONDS
        while self._recent and self._recent[0][0] < limit:
            self._recent.popleft()


def _redis_url(url: str) -> str:
    scheme, found, rest = url.partition("://")
    if not found:
        return f"redis://{url}"
    return f"{_SCHEMES.get(scheme, scheme)}://{rest}"


def _compact_remote(client: object) -> bool:
    """On someone's server: its log if it keeps one, and its snapshot."""
    import redis

    assert isinstance(client, redis.Redis)
    done = True
    if int(client.info("persistence").get("aof_enabled", 0)):
        done = rewrite(client, _REWRITE_SECONDS)
    with suppress(redis.ResponseError):  # "already in progress": that one has the deletes too
        client.bgsave()
    return done


def _told(error: Exception, place: str) -> BackendError:
    """An error of the client, as a sentence. The query's values are never in it."""
    import redis

    if isinstance(error, redis.AuthenticationError):
        return BackendUnavailable(f"The graph ({place}) refused the key; check falkordb.url and its key.")
    if isinstance(error, redis.TimeoutError):
        return BackendUnavailable(f"The graph ({place}) did not answer in time; it is tried again by itself.")
    if isinstance(error, (redis.ConnectionError, OSError)):
        return BackendUnavailable(f"The graph ({place}) does not answer; start it, or correct falkordb.url.")
    words = str(error).partition("errCtx")[0][:120].strip()
    if "unknown command" in words.casefold():
        return BackendUnavailable(
            f"The server at falkordb.url ({place}) has no FalkorDB module; load it there."
        )
    return BackendError(f"The graph ({place}) refused a query ({type(error).__name__}); run weave reindex.")
