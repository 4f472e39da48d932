"""How far long work is: a bar on a terminal's stderr, a plain line now and then elsewhere.

Satisfies `weave.ports.Progress`; may be called from any thread, any number of times.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TextIO

from weave.cli.text import cut, one_line, pad

_BAR = 24
_REDRAW_SECONDS = 0.1
_PLAIN_SECONDS = 5.0


class Progress:
    """A context manager that is itself the callback: `progress(what, done, total)`."""

    def __init__(
        self,
        stream: TextIO,
        *,
        fraction: Callable[[], float | None] | None = None,
        width: int = 80,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`fraction` says how far the work is when the caller of the callback knows no total."""
        self._stream = stream
        self._bar = stream.isatty()
        self._fraction = fraction
        self._width = width
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._drawn = monotonic()
        self._shown = ""

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that `done` of `total` (0: unknown) are through."""
        with self._lock:
            now = self._monotonic()
            pause = _REDRAW_SECONDS if self._bar else _PLAIN_SECONDS
            if now - self._drawn < pause and not (self._bar and total and done >= total):
                return
            self._drawn = now
            self._write(self._line(one_line(what), done, total))

    def _line(self, what: str, done: int, total: int) -> str:
        count = f"{done:,}/{total:,}" if total > 0 else f"{done:,}"
        share = self._share(done, total)
        if share is None:
            return f"{what} {count}"
        if not self._bar:
            return f"{what} {count} ({share:.0%})"
        filled = round(share * _BAR)
        return f"{what} {'━' * filled}{'·' * (_BAR - filled)} {share:4.0%} {count}"

    def _share(self, done: int, total: int) -> float | None:
        share = done / total if total > 0 else None
        if share is None and self._fraction is not None:
            share = self._fraction()
        return None if share is None else min(max(share, 0.0), 1.0)

    def _write(self, line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            if self._bar:
                line = cut(line, self._width - 1)
                self._stream.write("\r" + pad(line, self._width - 1))
            else:
                self._stream.write(line + "\n")
            self._stream.flush()
            self._shown = line

    def clear(self) -> None:
        """Take the bar off the screen, so that a sentence can follow."""
        with self._lock, contextlib.suppress(OSError, ValueError):
            if self._bar and self._shown:
                self._stream.write("\r" + " " * (self._width - 1) + "\r")
                self._stream.flush()
            self._shown = ""

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
