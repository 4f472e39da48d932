"""Programs in a pseudo-terminal of 120x40: bytes in, bytes out, and what they cost in wall and processor time."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator

import psutil

ROWS, COLUMNS = 40, 120


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self._master, slave = pty.openpty()
        self.resize(ROWS, COLUMNS)
        self.process = subprocess.Popen(
            arguments, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)

    def resize(self, rows: int, columns: int) -> None:
        """Another size of the window, as a person drags it."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, marker: bytes, seconds: float) -> float:
        """The moment at which `marker` was printed. Raises TimeoutError."""
        end = time.perf_counter() + seconds
        tail = b""
        while (left := end - time.perf_counter()) > 0:
            ready, _, _ = select.select([self._master], [], [], left)
            if ready:
                tail = tail[-200:] + os.read(self._master, 65536)
                if marker in tail:
                    return time.perf_counter()
        raise TimeoutError(f"{marker!r} did not appear in {seconds} s")

    def collect(self, seconds: float) -> bytes:
        """All that is printed within this time."""
        end, found = time.perf_counter() + seconds, b""
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._master], [], [], left)[0]:
                found += os.read(self._master, 65536)
        return found

    def drain(self, seconds: float) -> None:
        """Read what comes within this time, and let it go."""
        with contextlib.suppress(TimeoutError):
            self.read_until(b"\0never\0", seconds)

    def settle(self, quiet: float = 0.3, seconds: float = 20.0) -> None:
        """Read until nothing was printed for `quiet` seconds."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and select.select([self._master], [], [], quiet)[0]:
            os.read(self._master, 65536)

    def write(self, data: bytes) -> None:
        """Keys."""
        os.write(self._master, data)

    def cpu(self) -> float:
        """Seconds of processor time of the program itself, without its children."""
        times = psutil.Process(self.process.pid).cpu_times()
        return times.user + times.system

    def resident(self) -> tuple[float, float]:
        """(the program, its children) resident megabytes."""
        me = psutil.Process(self.process.pid)
        children = sum(child.memory_info().rss for child in me.children(recursive=True))
        return me.memory_info().rss / 2**20, children / 2**20

    def close(self) -> None:
        """End it and what it started."""
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.process.pid).children(recursive=True):
                child.kill()
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@contextlib.contextmanager
def terminal(arguments: list[str], **variables: str) -> Iterator[Terminal]:
    """A program that is ended afterwards."""
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "", **variables}
    program = Terminal(arguments, environment)
    try:
        yield program
    finally:
        program.close()


def load() -> str:
    """What else the machine does: its load averages and its processors."""
    return f"load {', '.join(f'{one:.1f}' for one in os.getloadavg())} on {os.cpu_count()} processors"
