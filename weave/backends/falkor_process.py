"""The embedded FalkorDB: a redis-server of our own on a Unix socket, with no life of its own.

Decisions kept here:
- Two locks in the data folder. `owner.lock` is held by the process that uses the graph, and is not inherited.
  `server.lock` is inherited by the server itself, so that it is held exactly as long as any server may write
  there: two servers on one append-only file would each start "without complaint" and ruin it.
- The server is never orphaned. A tiny `sh` holds the read end of a pipe whose write end only we have; when we
  end, however that happens, the pipe closes and the shell ends the server. (PR_SET_PDEATHSIG is Linux only, and
  tied to the thread that started the child.) It has its own session, so Ctrl+C in the terminal passes it by.
- No TCP port, no inherited environment, and none of our standard streams, which inside a terminal app are no
  real files.
- The append-only file is synced every second: the markdown is the truth and the graph can be rebuilt.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from weave.backends import falkor_binaries
from weave.backends.falkor_socket import socket_path
from weave.errors import BackendUnavailable

if TYPE_CHECKING:
    import redis

_SPAWN = """
exec 3<&0 4>&1 1>&2 </dev/null
"$@" 3<&- & server=$!
( exec 4>&-; while read -r _; do :; done <&3
  kill -TERM "$server"; sleep 2; kill -KILL "$server" ) 2>/dev/null & watcher=$!
wait "$server"; status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"
"""
# Watches a server that an earlier process started: the same end, for a process that is not its child.
_WATCH = """
exec 3<&0 </dev/null
while read -r _; do :; done <&3
kill -TERM "$1" 2>/dev/null; sleep 2; kill -KILL "$1" 2>/dev/null
"""
_ENVIRONMENT = {"PATH": "/usr/bin:/bin:/usr/local/bin", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}
_MODULE_SETTINGS = ("THREAD_COUNT", "2", "OMP_THREAD_COUNT", "1", "EFFECTS_THRESHOLD", "0")
_START_SECONDS = 20.0
_LOAD_SECONDS = 120.0
_END_SECONDS = 6.0
_REWRITE_ABOVE = 4 << 20


@dataclass(frozen=True, slots=True)
class Record:
    """What is written beside the data about the server that runs on it."""

    pid: int
    socket: str
    engine: str


class FalkorProcess:
    """One embedded server on one data folder. Not thread-safe: its owner takes turns."""

    def __init__(self, folder: Path, binaries: Path | None = None) -> None:
        self.folder = folder
        self.note: str | None = None
        """What had to be done to start, for health; None when nothing was."""
        self.record: Record | None = None
        self.adopted = False
        self._binaries = binaries
        self._keeper: subprocess.Popen[bytes] | None = None
        self._pipe: int | None = None
        self._owner: int | None = None

    @property
    def socket(self) -> str:
        """The path of the server's socket. Only after `start`."""
        if self.record is None:
            raise BackendUnavailable("The graph is not running; open it first.")
        return self.record.socket

    def start(self) -> None:
        """Have a server answer: adopt the one that runs, else start one. Raises BackendUnavailable."""
        binaries = falkor_binaries.find(self._binaries)
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._own()
            self._let_go()
            if not self._adopt():
                self._begin(binaries)
        except OSError as error:
            self.stop()
            raise BackendUnavailable(
                f"The graph's folder {self.folder} cannot be used ({error.strerror or error}); "
                "make it writable and free some space."
            ) from error
        except BackendUnavailable:
            self.stop()
            raise

    def stop(self) -> None:
        """End the server, its log rewritten first if that has grown, and free the folder. Never raises."""
        if self.record is not None:
            with suppress(Exception):
                self._farewell()
        self._let_go()
        if self.record is not None:
            self._record_file.unlink(missing_ok=True)
            Path(self.record.socket).unlink(missing_ok=True)
            self.record = None
        if self._owner is not None:
            os.close(self._owner)
            self._owner = None

    def discard_set_aside(self) -> None:
        """Remove what was set aside as damaged, so that a purge leaves nothing in it."""
        for place in self.folder.glob("damaged-*"):
            shutil.rmtree(place, ignore_errors=True)
        with suppress(OSError):
            os.truncate(self._log_file, 0)

    # -- the owner -------------------------------------------------------------------------------------------

    @property
    def _record_file(self) -> Path:
        return self.folder / "server.json"

    @property
    def _log_file(self) -> Path:
        return self.folder / "server.log"

    def _own(self) -> None:
        if self._owner is not None:
            return
        held = os.open(self.folder / "owner.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(held)
            raise BackendUnavailable(
                "The graph of this home is used by another process; close that one first."
            ) from error
        self._owner = held

    def _read_record(self) -> Record | None:
        try:
            table = json.loads(self._record_file.read_text("utf-8"))
            return Record(int(table["pid"]), str(table["socket"]), str(table["engine"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write_record(self, record: Record) -> None:
        temporary = self.folder / "server.json.tmp"
        temporary.write_text(json.dumps(asdict(record)), "utf-8")
        temporary.chmod(0o600)
        temporary.replace(self._record_file)
        self.record = record

    # -- a server that already runs --------------------------------------------------------------------------

    def _adopt(self) -> bool:
        """Take over the server of a process that is gone, or make sure that none is left."""
        lock = self._server_lock()
        if lock is not None:
            os.close(lock)
            return False
        record = self._read_record()
        if record is not None and self._is_ours(record):
            self._keep([_WATCH, "weave", str(record.pid)])
            self.record, self.adopted = record, True
            return True
        self._evict(record)
        return False

    def _is_ours(self, record: Record) -> bool:
        import redis

        try:
            with _client(record.socket, 2.0) as client:
                answer = int(client.info("server")["process_id"])
                place = str(client.config_get("dir")["dir"])
        except (redis.RedisError, OSError, KeyError, ValueError):
            return False
        return answer == record.pid and Path(place) == self.folder.resolve()

    def _evict(self, record: Record | None) -> None:
        """Wait for the last server to end; it is told to if it does not by itself."""
        for sign in (None, signal.SIGTERM, signal.SIGKILL):
            if sign is not None and record is not None and self._is_server(record.pid):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(record.pid, sign)
            if _until(self._is_free, _END_SECONDS / 2):
                return
        raise BackendUnavailable(
            f"An older graph server still writes in {self.folder}; end that redis-server process and try again."
        )

    def _is_free(self) -> bool:
        lock = self._server_lock()
        if lock is None:
            return False
        os.close(lock)
        return True

    def _is_server(self, pid: int) -> bool:
        """Whether this pid is a redis-server at all: pids are used again."""
        command = ["ps", "-o", "command=", "-p", str(pid)]
        try:
            shown = subprocess.run(
                command, capture_output=True, timeout=3, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return b"redis-server" in shown.stdout

    def _server_lock(self) -> int | None:
        """The server's lock, taken; None while some server holds it."""
        held = os.open(self.folder / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            return None
        return held

    # -- a server of our own ---------------------------------------------------------------------------------

    def _begin(self, binaries: falkor_binaries.Binaries) -> None:
        self.adopted = False
        for attempt in (1, 2):
            socket = socket_path(self.folder)
            log = self._spawn(binaries, socket)
            if log is None:
                self._write_record(self._present(socket))
                return
            self._let_go()
            reason = falkor_binaries.missing(log)
            note = falkor_binaries.damage(log)
            if attempt == 2 or reason or note is None or not self._set_aside():
                raise BackendUnavailable(reason or f"The graph did not start; {self._log_file} says why.")
            self.note = note

    def _spawn(self, binaries: falkor_binaries.Binaries, socket: str) -> str | None:
        """Start and wait until it answers; else the log of what went wrong."""
        lock = self._server_lock()
        if lock is None:
            raise BackendUnavailable("An older graph server is still ending; try again in a moment.")
        try:
            with self._log_file.open("wb") as log:
                self._keep(
                    [_SPAWN, "weave", *_command(binaries, self.folder.resolve(), socket)], lock, log.fileno()
                )
        finally:
            os.close(lock)
        if self._answers(socket):
            return None
        return self._log_file.read_text("utf-8", "replace")

    def _keep(
        self, script: list[str], out: int = subprocess.DEVNULL, error: int = subprocess.DEVNULL
    ) -> None:
        """Run a supervising shell whose standard input ends when we do."""
        reader, self._pipe = os.pipe()  # neither end is inherited by any other child
        try:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", *script],
                stdin=reader,
                stdout=out,
                stderr=error,
                env=_ENVIRONMENT,
                cwd="/",
                start_new_session=True,
                umask=0o077,
            )
        finally:
            os.close(reader)

    def _answers(self, socket: str) -> bool:
        """Whether it answers in time; loading a large file takes longer than starting."""
        import redis

        deadline = time.monotonic() + _START_SECONDS
        hard = time.monotonic() + _LOAD_SECONDS
        with _client(socket, 2.0) as client:
            while time.monotonic() < min(deadline, hard) and self.alive():
                try:
                    if client.ping():
                        return True
                except redis.exceptions.BusyLoadingError:
                    deadline = time.monotonic() + _START_SECONDS
                except (redis.RedisError, OSError):
                    pass
                time.sleep(0.02)
        return False

    def _present(self, socket: str) -> Record:
        with _client(socket, 2.0) as client:
            server = client.info("server")
            modules = client.module_list()
        version = next((str(m["ver"]) for m in modules if m.get("name") == "graph"), "unknown")
        return Record(int(server["process_id"]), socket, f"redis {server['redis_version']}, graph {version}")

    def alive(self) -> bool:
        """Whether the server (or, when adopted, its watcher) still runs."""
        return self._keeper is not None and self._keeper.poll() is None

    def _set_aside(self) -> bool:
        """Move the stored graph out of the way; the newest only, since all of it is derived."""
        data = self.folder / "appendonlydir"
        if not data.exists():
            return False
        self.discard_set_aside()
        data.rename(self.folder / "damaged-1")
        return True

    # -- the end ---------------------------------------------------------------------------------------------

    def _farewell(self) -> None:
        """An orderly end over the socket."""
        import redis

        with _client(self.socket, 5.0) as client:
            state = client.info("persistence")
            size, base = int(state.get("aof_current_size", 0)), int(state.get("aof_base_size", 0))
            if size > _REWRITE_ABOVE and size > 2 * base:
                rewrite(client, 5.0)
            with suppress(redis.RedisError, OSError):
                client.execute_command("SHUTDOWN", "NOSAVE", "NOW", "FORCE")
        _until(self._is_free, _END_SECONDS / 2)

    def _let_go(self) -> None:
        """Close the pipe, upon which the shell ends what still runs, and gather the shell."""
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None
        if self._keeper is not None:
            try:
                self._keeper.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._keeper.kill()
                self._keeper.wait()
            self._keeper = None


def _command(binaries: falkor_binaries.Binaries, folder: Path, socket: str) -> list[str]:
    plain = {"port": "0", "unixsocket": socket, "unixsocketperm": "700", "dir": str(folder), "save": ""}
    plain |= {"appendonly": "yes", "appendfsync": "everysec", "loglevel": "warning", "daemonize": "no"}
    words = [word for name, value in plain.items() for word in (f"--{name}", value)]
    return [str(binaries.server), *words, "--loadmodule", str(binaries.module), *_MODULE_SETTINGS]


def _client(socket: str, seconds: float) -> redis.Redis:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis(
        unix_socket_path=socket,
        socket_timeout=seconds,
        socket_connect_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )


def rewrite(client: redis.Redis, seconds: float) -> bool:
    """Rewrite the append-only file to what is alive now; whether that was done in time."""

    def idle() -> bool:
        return not int(client.info("persistence")["aof_rewrite_in_progress"])

    if not _until(idle, seconds):
        return False
    client.bgrewriteaof()
    if not _until(idle, seconds):
        return False
    return str(client.info("persistence").get("aof_last_bgrewrite_status")) == "ok"


def _until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
