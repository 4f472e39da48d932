"""What was sent before the memory could take it, kept on disk until it can: no crash loses it.

A question waits while the memory opens or an earlier one is answered. Each process has a file of its own in
`unsent/`, and what a dead one left there is taken up at the next start.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from weave.durable import replace_bytes
from weave.errors import HomeError

FOLDER = "unsent"


@dataclass(frozen=True, slots=True)
class Leftover:
    """A text that another process of this home could not hand over."""

    text: str
    file: Path


class Unsent:
    """The waiting questions of this process, by number. A home that cannot be written keeps nothing."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._file = self._folder / f"{os.getpid()}-{secrets.token_hex(3)}.jsonl"
        self._waiting: dict[int, str] = {}

    def add(self, number: int, text: str) -> None:
        """Keep a question, its secrets masked, synced to the disk when this returns."""
        from weave.secrets import mask

        self._waiting[number] = mask(text)
        self._write()

    def drop(self, number: int) -> None:
        """The question is in the transcript, or back with the person."""
        if self._waiting.pop(number, None) is not None:
            self._write()

    def leftovers(self) -> Iterator[Leftover]:
        """What ended processes left, oldest file first."""
        if not self._folder.is_dir():
            return
        for half in self._folder.glob(".*.tmp"):  # what a crash cut off while it was written
            if not _alive(half):
                half.unlink(missing_ok=True)
        for path in sorted(self._folder.glob("*.jsonl"), key=lambda p: p.stat().st_mtime):
            if path != self._file and not _alive(path):
                for line in path.read_text("utf-8", errors="replace").splitlines():
                    if (text := _text(line)) is not None:
                        yield Leftover(text, path)

    def _write(self) -> None:
        try:
            if not self._waiting:
                self._file.unlink(missing_ok=True)
                return
            lines = "".join(json.dumps({"text": t}) + "\n" for t in self._waiting.values())
            replace_bytes(self._file, lines.encode())
        except (OSError, HomeError):
            return  # the memory itself will say that the home cannot be written


def _text(line: str) -> str | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    text = found.get("text") if isinstance(found, dict) else None
    return text if isinstance(text, str) and text.strip() else None


def _alive(path: Path) -> bool:
    pid = path.name.lstrip(".").partition("-")[0]
    if not pid.isdecimal() or int(pid) == os.getpid():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
