"""The embedded FalkorDB: a redis-server of our own on a Unix socket, with no life of its own.

It has no TCP port and no inherited environment. Its append-only file is synced every second, which is enough:
the markdown is the truth, and what cannot be loaded is set aside and rebuilt.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from weave.backends import falkor_binaries
from weave.backends.falkor_client import answers, client, rewrite, until
from weave.backends.falkor_folder import DataFolder, Record
from weave.backends.falkor_keeper import Keeper
from weave.backends.falkor_socket import socket_path
from weave.errors import BackendUnavailable, HomeError

# EFFECTS_THRESHOLD 0: else the log holds queries, executed again at a restart before the indexes are filled.
# CMD_INFO no: else the last queries, with the names in them, are kept as telemetry in the log.
_MODULE_SETTINGS = (
    *("THREAD_COUNT", "2", "OMP_THREAD_COUNT", "1"),
    *("EFFECTS_THRESHOLD", "0", "CMD_INFO", "no"),
)
_START_SECONDS = 20.0
_LOAD_SECONDS = 120.0
_BYTES_A_SECOND = 1_000_000
_END_SECONDS = 3.0
_ASK_SECONDS = 1.5
_EVICTION = ((None, 1.5), (signal.SIGTERM, 1.5), (signal.SIGKILL, 20.0))
"""What an older server is told, and the seconds it then has. A killed one ends when its last sync is on the disk."""
_REWRITE_ABOVE = 4 << 20
_REWRITE_SECONDS = 5.0


class FalkorProcess:
    """One embedded server on one data folder. Not thread-safe: its owner takes turns."""

    def __init__(self, folder: Path, binaries: Path | None = None) -> None:
        self.folder = DataFolder(folder)
        self.note: str | None = None
        """What had to be done to start, for health; None when nothing was."""
        self.record: Record | None = None
        self.adopted = False
        self._binaries = binaries
        self._keeper = Keeper()

    @property
    def socket(self) -> str:
        """The path of the server's socket. Only after `start`."""
        if self.record is None:
            raise BackendUnavailable("The graph is not running; open it first.")
        return self.record.socket

    def start(self) -> None:
        """Have a server answer: ours, else one that an earlier process left, else a new one.

        Raises BackendUnavailable.
        """
        if self.record is not None and answers(self.record.socket, _ASK_SECONDS):
            return
        try:
            binaries = falkor_binaries.find(self._binaries)
            self.folder.own()
            self._keeper.let_go()
            self.record = None
            if not self._adopt():
                self._begin(binaries)
        except OSError as error:
            self.stop()
            raise BackendUnavailable(
                f"The graph's folder {self.folder.path} cannot be used ({error.strerror or error}); "
                "make it writable and free some space."
            ) from error
        except HomeError as error:
            self.stop()
            raise BackendUnavailable(str(error)) from error
        except BackendUnavailable:
            self.stop()
            raise

    def stop(self) -> None:
        """End the server, its log rewritten first if that has grown, and free the folder. Never raises."""
        if self.record is not None:
            with suppress(Exception):
                self._farewell(self.record)
        with suppress(Exception):
            self._keeper.let_go()
        if self.record is not None:
            self.folder.forget(self.record)
            self.record = None
        self.folder.disown()

    # -- a server that already runs --------------------------------------------------------------------------

    def _adopt(self) -> bool:
        """Take over the server of a process that is gone, or make sure that none is left."""
        if self.folder.is_free():
            return False
        record = self.folder.read()
        if record is not None and self._is_ours(record):
            self._keeper.watch(record.pid)
            self.record, self.adopted = record, True
            return True
        self._evict(record)
        return False

    def _is_ours(self, record: Record) -> bool:
        import redis

        try:
            with client(record.socket, _ASK_SECONDS) as asked:
                answer = int(asked.info("server")["process_id"])
                place = str(asked.config_get("dir")["dir"])
        except (redis.RedisError, OSError, KeyError, ValueError):
            return False
        return answer == record.pid and Path(place) == self.folder.path.resolve()

    def _evict(self, record: Record | None) -> None:
        """Wait for the last server to end; it is told to if it does not by itself."""
        for sign, seconds in _EVICTION:
            if sign is not None and record is not None and _is_server(record.pid):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(record.pid, sign)
            if until(self.folder.is_free, seconds):
                return
        raise BackendUnavailable(
            f"An older graph server still writes in {self.folder.path}; end that redis-server and try again."
        )

    # -- a server of our own ---------------------------------------------------------------------------------

    def _begin(self, binaries: falkor_binaries.Binaries) -> None:
        self.adopted = False
        for attempt in (1, 2):
            socket = socket_path(self.folder.path)
            log = self._spawn(binaries, socket)
            if log is None:
                self.record = _present(socket)
                self.folder.write(self.record)
                return
            ended = not self._keeper.alive()
            self._keeper.let_go()
            lack, note = falkor_binaries.missing(log), falkor_binaries.damage(log, ended=ended)
            if attempt == 2 or lack or note is None or not self.folder.set_aside():
                raise BackendUnavailable(lack or falkor_binaries.hindrance(log) or self._unexplained())
            self.note = note

    def _unexplained(self) -> str:
        return f"The graph did not start; {self.folder.log} says why. Without it: falkordb.enabled = false in config.toml."

    def _spawn(self, binaries: falkor_binaries.Binaries, socket: str) -> str | None:
        """Start and wait until it answers; else the log of what went wrong."""
        lock = self.folder.server_lock()
        if lock is None:
            raise BackendUnavailable("An older graph server is still ending; try again in a moment.")
        try:
            with self.folder.log.open("wb") as log:
                command = _command(binaries, self.folder.path.resolve(), socket)
                self._keeper.spawn(command, lock=lock, log=log.fileno())
        finally:
            os.close(lock)
        if self._answers(socket):
            return None
        return self.folder.log.read_text("utf-8", "replace")

    def _answers(self, socket: str) -> bool:
        """Whether it answers in time; loading a large file may take longer than starting."""
        import redis

        deadline = time.monotonic() + min(_LOAD_SECONDS, patience(self.folder.path))
        hard = time.monotonic() + _LOAD_SECONDS
        with client(socket, _ASK_SECONDS) as asked:
            while time.monotonic() < min(deadline, hard) and self._keeper.alive():
                try:
                    if asked.ping():
                        return True
                except redis.exceptions.BusyLoadingError:
                    deadline = max(deadline, time.monotonic() + _START_SECONDS)
                except (redis.RedisError, OSError):
                    pass
                time.sleep(0.02)
        return False

    # -- the end ---------------------------------------------------------------------------------------------

    def _farewell(self, record: Record) -> None:
        """An orderly end over the socket."""
        import redis

        if not answers(record.socket, _ASK_SECONDS):
            return
        with client(record.socket, _ASK_SECONDS) as asked:
            state = asked.info("persistence")
            size, base = int(state.get("aof_current_size", 0)), int(state.get("aof_base_size", 0))
            if size > _REWRITE_ABOVE and size > 2 * base:
                rewrite(asked, _REWRITE_SECONDS)
            with suppress(redis.RedisError, OSError):
                asked.execute_command("SHUTDOWN", "NOSAVE", "NOW", "FORCE")
        until(self.folder.is_free, _END_SECONDS)


def patience(folder: Path) -> float:
    """Seconds within which a server over this data says a word: while it reads a graph in, it says none.

    Measured: 60 MB take 3 s on a calm machine and 30 s on one with eight times as much to do as it can.
    """
    size = 0
    for path in folder.rglob("*.*"):
        with suppress(OSError):
            size += path.stat().st_size
    return _START_SECONDS + size / _BYTES_A_SECOND


def _command(binaries: falkor_binaries.Binaries, folder: Path, socket: str) -> list[str]:
    plain = {"port": "0", "unixsocket": socket, "unixsocketperm": "700", "dir": str(folder), "save": ""}
    plain |= {"appendonly": "yes", "appendfsync": "everysec", "loglevel": "warning", "daemonize": "no"}
    words = [word for name, value in plain.items() for word in (f"--{name}", value)]
    return [str(binaries.server), *words, "--loadmodule", str(binaries.module), *_MODULE_SETTINGS]


def _present(socket: str) -> Record:
    with client(socket, _ASK_SECONDS) as asked:
        server, modules = asked.info("server"), asked.module_list()
    version = next((str(module["ver"]) for module in modules if module.get("name") == "graph"), "unknown")
    return Record(int(server["process_id"]), socket, f"redis {server['redis_version']}, graph {version}")


def _is_server(pid: int) -> bool:
    """Whether this pid is a redis-server at all: pids are used again."""
    command = ["ps", "-ww", "-o", "command=", "-p", str(pid)]  # ww: else cut to the width in COLUMNS
    try:
        shown = subprocess.run(command, capture_output=True, timeout=3, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"redis-server" in shown.stdout
