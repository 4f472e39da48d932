"""What was sent before the memory could take it, kept on disk until it can: no crash loses it.

A question waits while the memory opens or an earlier one is answered. Each process has a file of its own in
`unsent/`, and what a dead one left there is taken up at the next start.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from weave.clock import Clock, iso
from weave.durable import replace_bytes
from weave.errors import HomeError
from weave.unsent import FOLDER

_STALE = 86_400.0
"""Seconds after which a file is no living process's any more: its number may have gone to another program."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """A text that another process of this home could not hand over."""

    text: str
    at: datetime
    """When it was sent."""
    file: Path


class Unsent:
    """The waiting questions of this process, by number. A home that cannot be written keeps nothing.

    The screen's thread adds while the memory's takes away.
    """

    def __init__(self, home: Path, clock: Clock) -> None:
        self._clock = clock
        self._folder = home / FOLDER
        self._file = self._folder / f"{os.getpid()}-{os.urandom(3).hex()}.jsonl"
        self._waiting: dict[int, dict[str, str]] = {}
        self._lock = threading.Lock()

    def add(self, number: int, text: str) -> None:
        """Keep a question, its secrets masked, synced to the disk when this returns."""
        from weave.secrets import mask

        sent = {"text": mask(text), "at": iso(self._clock())}
        with self._lock:
            self._waiting[number] = sent
            self._write()

    def drop(self, number: int) -> None:
        """The question is in the transcript, or back with the person."""
        with self._lock:
            if self._waiting.pop(number, None) is not None:
                self._write()

    def leftovers(self) -> Iterator[Leftover]:
        """What ended processes left, oldest file first."""
        if not self._folder.is_dir():
            return
        for half in self._folder.glob(".*.tmp"):  # what a crash cut off while it was written
            if not alive(half):
                with contextlib.suppress(OSError):
                    half.unlink(missing_ok=True)
        for path in sorted(self._folder.glob("*.jsonl"), key=_written):
            if path != self._file and not alive(path):
                for line in _lines(path):
                    if (found := _leftover(line, path)) is not None:
                        yield found

    def _write(self) -> None:
        try:
            if not self._waiting:
                self._file.unlink(missing_ok=True)
                return
            lines = "".join(json.dumps(sent) + "\n" for sent in self._waiting.values())
            replace_bytes(self._file, lines.encode())
        except (OSError, HomeError):
            return  # the memory itself will say that the home cannot be written


def _written(path: Path) -> float:
    """When a file was written last; 0 for one that is gone: its process has just handed its texts over."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _lines(path: Path) -> list[str]:
    """What can be read of a file: one that cannot be must not keep the memory from opening."""
    try:
        return path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _leftover(line: str, path: Path) -> Leftover | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    text = found.get("text") if isinstance(found, dict) else None
    if not isinstance(text, str) or not text.strip():
        return None
    return Leftover(text, _moment(found.get("at")), path)


def _moment(written: object) -> datetime:
    """A time that cannot be read is taken for the latest, so that no text is held for one already kept."""
    try:
        moment = datetime.fromisoformat(str(written))
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def alive(path: Path) -> bool:
    """Whether the process that a file is named after still runs; this one does not count."""
    pid = path.name.lstrip(".").partition("-")[0]
    if not pid.isdecimal() or int(pid) == os.getpid():
        return False
    try:
        if time.time() - path.stat().st_mtime > _STALE:
            return False
        os.kill(int(pid), 0)
    except (ProcessLookupError, FileNotFoundError):
        return False
    except OSError:
        return True
    return True
