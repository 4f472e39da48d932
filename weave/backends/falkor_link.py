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

from weave.backends.falkor_client import redis_url, rewrite, rewrite_all, told
from weave.backends.falkor_process import FalkorProcess
from weave.errors import BackendError, BackendUnavailable

if TYPE_CHECKING:
    import falkordb

Value = str | int | float | bool | None | Sequence["Value"] | Mapping[str, "Value"]
"""What a query may be given; it is always passed as a parameter."""
Row = list[str | int | float | bool | None]
Written = tuple[float, str, Mapping[str, Value]]

_CONNECT_SECONDS = 3.0
_CALL_SECONDS = 3.0
_READ_MILLISECONDS = 2_000
_WAIT_SECONDS = 2.0
_PAUSE_SECONDS = 1.0
_UNSAFE_SECONDS = 4.0
_REWRITE_SECONDS = 60.0
_CLOSED = "The graph is still starting or is closed; it joins as soon as it is open."


class FalkorLink:
    """A connection to one graph. Calls may come from any thread."""

    def __init__(
        self, folder: Path, *, url: str | None, key: str | None, binaries: Path | None, graph: str
    ) -> None:
        self.process = None if url else FalkorProcess(folder, binaries)
        self._url, self._key, self._name = url, key, graph
        self._graph: falkordb.Graph | None = None
        self._broken = False
        self._failure = _CLOSED
        self._pause_until = 0.0
        self._life = threading.Lock()
        self._recent: deque[Written] = deque()
        self._recent_lock = threading.Lock()

    @property
    def place(self) -> str:
        """Where the graph is, without any secret."""
        if self.process is not None:
            return f"embedded, {self.process.record.engine}" if self.process.record else "embedded"
        parts = urlsplit(redis_url(self._url or ""))
        with suppress(ValueError):
            return f"server {parts.hostname or parts.path}" + (f":{parts.port}" if parts.port else "")
        return "server"

    def open(self) -> None:
        """Connect, starting the embedded server if need be; idempotent. Raises BackendUnavailable."""
        with self._life:
            if self._graph is None or self._broken:
                self._connect()

    def close(self) -> None:
        """Leave; the embedded server ends. Never raises."""
        with self._life:
            if self._graph is not None:
                with suppress(Exception):
                    self._graph.client.close()
            self._graph, self._broken, self._failure = None, False, _CLOSED
            if self.process is not None:
                self.process.stop()
            self._forget()

    def read(self, query: str, parameters: Mapping[str, Value]) -> list[Row]:
        """The rows of a query that changes nothing."""
        return self._call(query, parameters, read_only=True)

    def write(self, query: str, parameters: Mapping[str, Value]) -> list[Row]:
        """The rows of a query that changes the graph; it must be idempotent."""
        with self._recent_lock:  # before it runs, so that a restart never repeats an older one alone
            self._recent.append((time.monotonic(), query, parameters))
        rows = self._call(query, parameters, read_only=False)
        self._forget(time.monotonic() - _UNSAFE_SECONDS)
        return rows

    def ensure(self, statement: str) -> None:
        """Create an index unless it is there."""
        try:
            self._call(statement, {}, read_only=False)
        except BackendError as error:
            if "already indexed" not in str(error.__cause__):
                raise

    def drop(self) -> None:
        """Remove the whole graph."""
        import redis

        self._ensure()
        self._forget()
        try:
            self._opened().delete()
        except redis.ResponseError as error:
            if "empty key" not in str(error):
                raise told(error, self.place) from error
        except (redis.RedisError, OSError) as error:
            self._broken = True
            raise told(error, self.place) from error

    def compact(self) -> None:
        """Rewrite what is on the disk from what is alive. Raises BackendError when that was not possible."""
        import redis

        self._ensure()
        self._forget()
        try:
            server = self._opened().client.connection
            server.delete(f"telemetry{{{self._name}}}")  # the last queries, with the names in them
            embedded = self.process is not None
            done = (rewrite if embedded else rewrite_all)(server, _REWRITE_SECONDS)
        except (redis.RedisError, OSError) as error:
            self._broken = isinstance(error, (redis.ConnectionError, redis.TimeoutError, OSError))
            raise told(error, self.place) from error
        if not done:
            raise BackendError("The graph's log could not be rewritten in time; run the purge again.")
        if self.process is not None:
            self.process.folder.discard_set_aside()

    # -- one call --------------------------------------------------------------------------------------------

    def _call(self, query: str, parameters: Mapping[str, Value], *, read_only: bool) -> list[Row]:
        import redis

        self._ensure()
        try:
            return self._run(query, parameters, read_only=read_only)
        except redis.TimeoutError as error:
            self._broken = True
            raise told(error, self.place) from error
        except (redis.ConnectionError, OSError):
            self._broken = True
        except redis.RedisError as error:
            raise told(error, self.place) from error
        self._ensure()
        try:
            return self._run(query, parameters, read_only=read_only)
        except (redis.RedisError, OSError) as error:
            self._broken = isinstance(error, (redis.ConnectionError, redis.TimeoutError, OSError))
            raise told(error, self.place) from error

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
            raise BackendUnavailable(self._failure)
        return graph

    def _ensure(self) -> None:
        """A connection that was not seen to fail; renewed here if it was."""
        self._opened()
        if not self._broken:
            return
        if time.monotonic() < self._pause_until or not self._life.acquire(timeout=_WAIT_SECONDS):
            raise BackendUnavailable(f"The graph ({self.place}) is away; it is tried again by itself.")
        try:
            if self._broken and self._graph is not None:
                self._connect()
        finally:
            self._life.release()

    # -- the connection --------------------------------------------------------------------------------------

    def _connect(self) -> None:
        """Connect anew; on failure the next call after a pause tries again."""
        previous = self._graph
        self._broken = True
        try:
            if previous is not None:
                with suppress(Exception):
                    previous.client.close()
            if self.process is not None:
                self.process.start()
            self._graph = self._select()
            self._write_again()
            self._broken = False
        except BackendError as error:
            self._failed(error)
            raise
        except Exception as error:
            failure = told(error, self.place)
            self._failed(failure)
            raise failure from error

    def _failed(self, error: BackendError) -> None:
        self._failure = str(error)
        self._pause_until = time.monotonic() + _PAUSE_SECONDS

    def _select(self) -> falkordb.Graph:
        import falkordb
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        limits = {"socket_timeout": _CALL_SECONDS, "socket_connect_timeout": _CONNECT_SECONDS}
        never = Retry(NoBackoff(), 0)
        if self.process is not None:
            client = falkordb.FalkorDB(unix_socket_path=self.process.socket, retry=never, **limits)
        else:
            given = {"password": self._key} if self._key else {}
            client = falkordb.FalkorDB.from_url(redis_url(self._url or ""), retry=never, **given, **limits)
        client.connection.ping()
        return client.select_graph(self._name)

    def _write_again(self) -> None:
        """What a server that died may not have kept."""
        import redis

        self._forget(time.monotonic() - _UNSAFE_SECONDS - _CALL_SECONDS)
        with self._recent_lock:
            recent = tuple(self._recent)
        for _, query, parameters in recent:
            with suppress(redis.ResponseError):  # its own caller has been told
                self._run(query, parameters, read_only=False)

    def _forget(self, before: float = float("inf")) -> None:
        with self._recent_lock:
            while self._recent and self._recent[0][0] < before:
                self._recent.popleft()
