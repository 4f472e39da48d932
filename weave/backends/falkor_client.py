"""What every talk with a Redis server needs: a client that never waits long, and its errors as sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from weave.errors import BackendError, BackendUnavailable

if TYPE_CHECKING:
    import redis

_SCHEMES = {"falkordb": "redis", "falkor": "redis", "falkordbs": "rediss", "falkors": "rediss"}


def client(socket: str, seconds: float) -> redis.Redis:
    """A client of a Unix socket; each call ends within `seconds`."""
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis(
        unix_socket_path=socket,
        socket_timeout=seconds,
        socket_connect_timeout=seconds,
        retry=Retry(NoBackoff(), 0),  # the default tries again for many seconds
        decode_responses=True,
    )


def answers(socket: str, seconds: float) -> bool:
    """Whether a server answers there now."""
    import redis

    try:
        with client(socket, seconds) as asked:
            return bool(asked.ping())
    except (redis.RedisError, OSError):
        return False


def rewrite(server: redis.Redis, seconds: float) -> bool:
    """Rewrite the append-only file to what is alive now; whether that was done in time."""

    def idle() -> bool:
        return not int(server.info("persistence")["aof_rewrite_in_progress"])

    if not until(idle, seconds):
        return False
    server.bgrewriteaof()
    if not until(idle, seconds):
        return False
    return str(server.info("persistence").get("aof_last_bgrewrite_status")) == "ok"


def rewrite_all(server: redis.Redis, seconds: float) -> bool:
    """On someone's server: its log if it keeps one, and its snapshot."""
    import redis

    done = True
    if int(server.info("persistence").get("aof_enabled", 0)):
        done = rewrite(server, seconds)
    try:
        server.bgsave()
    except redis.ResponseError as error:
        if "in progress" not in str(error).casefold():
            raise
    return done


def until(condition: Callable[[], bool], seconds: float) -> bool:
    """Whether the condition came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def redis_url(url: str) -> str:
    """The URL of a graph server, in the words of the Redis client."""
    scheme, found, rest = url.partition("://")
    return f"{_SCHEMES.get(scheme, scheme)}://{rest}" if found else f"redis://{url}"


def told(error: Exception, place: str) -> BackendError:
    """An error of the client, as a sentence. The query's values are never in it."""
    import redis

    if isinstance(error, redis.InvalidResponse):
        return BackendUnavailable(
            f"What answers at falkordb.url ({place}) is no FalkorDB server; correct falkordb.url."
        )
    if isinstance(error, redis.AuthenticationError):
        return BackendUnavailable(f"The graph ({place}) refused the key; check falkordb.url and its key.")
    if isinstance(error, redis.TimeoutError):
        return BackendUnavailable(f"The graph ({place}) did not answer in time; it is tried again by itself.")
    if isinstance(error, (redis.ConnectionError, OSError)):
        step = "it is started again by itself" if "embedded" in place else "start it, or correct falkordb.url"
        return BackendUnavailable(f"The graph ({place}) does not answer; {step}.")
    if isinstance(error, ValueError):
        return BackendUnavailable("falkordb.url cannot be read; write it like falkordb://host:6379.")
    if "unknown command" in str(error).casefold():
        return BackendUnavailable(
            f"The server at falkordb.url ({place}) has no FalkorDB module; load it there."
        )
    if "timed out" in str(error).casefold():
        return BackendUnavailable(f"The graph ({place}) took too long over a query; ask more narrowly.")
    return BackendError(f"The graph ({place}) refused a query ({type(error).__name__}); run weave reindex.")
