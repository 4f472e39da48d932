"""A program in a pseudo-terminal whose bytes pyte turns into the picture that a person would see."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import signal
import struct
import subprocess
import termios
import threading
import time
from collections.abc import Iterator

import pyte


class PtyTerminal:
    """Starts the program at once; `close` kills what is left of it."""

    def __init__(self, arguments: list[str], size: tuple[int, int], **variables: str) -> None:
        """`size` in cells, width and height; `variables` are added to this process's environment."""
        self.width, self.height = size
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._lock = threading.Lock()
        self._master, slave = pty.openpty()
        self._size(slave, size)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            arguments,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm-256color", "COLORTERM": "", **variables},
            start_new_session=True,
        )
        os.close(slave)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @staticmethod
    def _size(descriptor: int, size: tuple[int, int]) -> None:
        width, height = size
        fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(self._master, 65536):
                with self._lock:
                    self._stream.feed(data)

    def rows(self) -> list[str]:
        """The screen, row by row; a wide character is one character in the row."""
        with self._lock:
            return list(self._screen.display)

    def cells(self, y: int) -> list[str]:
        """The cells of a row; the second half of a wide character is empty."""
        with self._lock:
            return [self._screen.buffer[y][x].data for x in range(self.width)]

    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.rows())

    def write(self, data: str | bytes) -> None:
        """Type."""
        waiting = data.encode() if isinstance(data, str) else data
        while waiting:
            waiting = waiting[os.write(self._master, waiting) :]

    def until(self, words: str, seconds: float = 40.0) -> str:
        """The screen once it holds `words`. AssertionError with the screen when they do not come."""
        end = time.monotonic() + seconds
        while words not in (shown := self.text()):
            assert time.monotonic() < end, f"{words!r} did not appear:\n{shown}"
            time.sleep(0.03)
        return shown

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size; the program is told as by a terminal."""
        self.width, self.height = size
        with self._lock:
            self._screen.resize(size[1], size[0])
        self._size(self._master, size)

    def end(self, way: str) -> int:
        """Leave by the quit key or a signal's name; the exit status, negative for a signal."""
        if way == "key":
            self.write(b"\x11")
        else:
            self.process.send_signal(signal.Signals[way])
        return self.process.wait(40)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        self._reader.join(5)


@contextlib.contextmanager
def terminal(
    arguments: list[str], size: tuple[int, int] = (100, 30), **variables: str
) -> Iterator[PtyTerminal]:
    """A program that is ended afterwards."""
    program = PtyTerminal(arguments, size, **variables)
    try:
        yield program
    finally:
        program.close()
