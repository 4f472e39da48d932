"""What is being written and was not sent yet, kept on disk, so that neither a crash nor quitting loses it.

Beside the questions that wait, in `unsent/`: a file for each process, its secrets masked.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from pathlib import Path

from avery.unsent import alive
from weave.durable import replace_bytes
from weave.errors import HomeError
from weave.unsent import FOLDER


class Drafts:
    """The draft of this process, and those that ended ones left. A home that cannot be written keeps nothing."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self._file = self._folder / f"{os.getpid()}-{os.urandom(3).hex()}.draft"
        self._lock = threading.Lock()
        self._latest = 0

    def keep(self, number: int, text: str) -> None:
        """Write the draft, unless a later one (of a higher number) was kept already. Not for an event loop."""
        from weave.secrets import mask

        with self._lock:
            if number <= self._latest:
                return
            self._latest = number
            with contextlib.suppress(OSError, HomeError):
                if text.strip():
                    line = json.dumps({"text": mask(text)}) + "\n"
                    replace_bytes(self._file, line.encode())
                else:
                    self._file.unlink(missing_ok=True)

    def left(self) -> list[str]:
        """What ended processes were writing, the oldest first; it is taken over, and their files go."""
        found: list[tuple[float, str]] = []
        with contextlib.suppress(OSError):
            for path in self._folder.glob("*.draft"):
                if path != self._file and not alive(path):
                    text = _text(path)
                    found += [(path.stat().st_mtime, text)] if text else []
                    path.unlink(missing_ok=True)
        return [text for _, text in sorted(found)]


def _text(path: Path) -> str:
    try:
        held = json.loads(path.read_text("utf-8", errors="replace"))
    except (OSError, ValueError):
        return ""
    text = held.get("text") if isinstance(held, dict) else None
    return text if isinstance(text, str) else ""
