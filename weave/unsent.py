"""`unsent/` in the home: what a program was told before the memory could take it, a JSON object with `text` a line.

The program writes and takes up these files; the memory only knows them when something is to leave no trace.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

from weave.durable import replace_bytes

FOLDER = "unsent"
_ENDINGS = (".jsonl", ".draft")


def erase(home: Path, told: Callable[[str], bool]) -> int:
    """Remove the lines for whose text `told` holds, halves of lines included; how many. Raises HomeError."""
    files = [path for ending in _ENDINGS for path in sorted((home / FOLDER).glob(f"*{ending}"))]
    return sum(_erase(path, told) for path in files)


def _erase(path: Path, told: Callable[[str], bool]) -> int:
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return 0
    kept = [line for line in lines if not told(_text(line))]
    if len(kept) == len(lines):
        return 0
    if kept:
        replace_bytes(path, "".join(f"{line}\n" for line in kept).encode("utf-8", "replace"))
    else:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
    return len(lines) - len(kept)


def _text(line: str) -> str:
    try:
        found = json.loads(line)
    except ValueError:
        return line
    text = found.get("text") if isinstance(found, dict) else None
    return text if isinstance(text, str) else line
