"""How fast the terminal app is: first paint against an empty Textual app, and keys while a reply streams.

    uv run python -m tests.bench.tui [--runs 5] [--keys 150] [--memories 100000 [--keep FOLDER]]

Each app runs in a pseudo-terminal of 120x40. First paint is measured in CPU seconds (and wall) until a text of
the app stands on the terminal. Key latency is the wall time from a key's bytes to its echo, while a scripted
server sends 100 fragments a second and the memory works behind.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.support.replies import Reply
from tests.support.server import ScriptedServer

_EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("Empty app")
Empty().run()
"""
_WORDS = "The **quick** brown fox, `code`, and a list:\n\n- one\n- two\n\n```python\nprint('x')\n```\n\n"
_ECHOES = [chr(code) for code in range(0x3B1, 0x3C9)]
"""Greek letters: they occur nowhere else on the screen, so an echo is known when it is seen."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Seconds until the first picture."""

    wall: float
    cpu: float


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            arguments, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)

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
        with contextlib.suppress(TimeoutError):
            self.read_until(b"\0never\0", seconds)

    def write(self, data: bytes) -> None:
        os.write(self._master, data)

    def close(self) -> None:
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


def first_paint(arguments: list[str], marker: bytes, **variables: str) -> Paint:
    """Run the program until its first picture stands."""
    with terminal(arguments, **variables) as program:
        wall = program.read_until(marker, 60) - program.started
        times = psutil.Process(program.process.pid).cpu_times()
        return Paint(wall, times.user + times.system)


def paints(runs: int, home: Path) -> tuple[Paint, Paint]:
    """The medians of both apps, run in turn so that the machine's load hits both alike."""
    empty: list[Paint] = []
    avery: list[Paint] = []
    for _ in range(runs + 1):
        empty.append(first_paint([sys.executable, "-c", _EMPTY], b"Empty app"))
        avery.append(first_paint([sys.executable, "-m", "avery", "--home", str(home)], b"memory is starting"))
    return _median(empty[1:]), _median(avery[1:])


def _median(found: list[Paint]) -> Paint:
    return Paint(statistics.median(p.wall for p in found), statistics.median(p.cpu for p in found))


def key_latencies(count: int, home: Path) -> list[float]:
    """Seconds from key to echo, one for each key, while a reply streams."""
    pieces = tuple(_WORDS[i : i + 5] for i in range(0, len(_WORDS), 5)) * 200
    with ScriptedServer() as server:
        server.on("chat", Reply(fragments=pieces, pace=0.01))
        variables = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "sk-bench", "AVERY_MODEL": "scripted-1"}
        with terminal([sys.executable, "-m", "avery", "--home", str(home)], **variables) as program:
            program.read_until(b"scripted-1", 60)
            program.write(b"hello")
            program.drain(0.3)
            program.write(b"\r")
            server.wait_for("chat", timeout=60)
            program.drain(1.0)
            return [_echo(program, _ECHOES[n % len(_ECHOES)]) for n in range(count)]


def _echo(program: Terminal, letter: str) -> float:
    program.write(b"\x7f")
    program.drain(0.06)
    started = time.perf_counter()
    program.write(letter.encode())
    seen = program.read_until(letter.encode(), 10) - started
    program.drain(0.02)
    return seen


def browse(count: int, keys: int, keep: Path | None) -> None:
    """The browser's keys over `count` memories."""
    from tests.bench import browser

    with tempfile.TemporaryDirectory() as folder:
        home = (keep or Path(folder)) / f"home-{count}"
        if not home.exists():
            browser.fill(home, count)
        browser.measure(home, count, keys)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keys", type=int, default=150)
    parser.add_argument("--memories", type=int, default=0, help="measure the memory browser over so many")
    parser.add_argument("--keep", type=Path, help="where the home of --memories is made, once")
    options = parser.parse_args()
    if options.memories:
        browse(options.memories, options.keys, options.keep)
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        (home / "config.toml").write_text("")
        empty, avery = paints(options.runs, home)
        print(f"first paint, empty Textual app: {empty.cpu:.2f} s CPU, {empty.wall:.2f} s wall")
        print(f"first paint, Avery:             {avery.cpu:.2f} s CPU, {avery.wall:.2f} s wall")
        print(f"ratio: {avery.cpu / empty.cpu:.2f} CPU, {avery.wall / empty.wall:.2f} wall (at most 1.6)")
        seen = sorted(key_latencies(options.keys, home))
        at = [seen[min(len(seen) - 1, int(len(seen) * share))] * 1000 for share in (0.5, 0.95, 0.99)]
        print(f"key to echo while streaming: p50 {at[0]:.0f}, p95 {at[1]:.0f}, p99 {at[2]:.0f} ms (50 / 110)")


if __name__ == "__main__":
    main()
