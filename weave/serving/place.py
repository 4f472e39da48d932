"""Where the owner of a home listens: a socket in a folder only its user may enter, its place recorded under index/."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from weave.backends.falkor_socket import socket_path

RECORD = Path("index") / "owner.json"


def choose(home: Path) -> str:
    """Where the owner of this home listens; what a dead owner left there is taken away."""
    path = socket_path(home / RECORD)
    with contextlib.suppress(OSError):
        Path(path).unlink()
    return path


def record(home: Path, socket: str) -> None:
    """Tell others where; a lost record costs them no more than a second look."""
    path = home / RECORD
    part = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with contextlib.suppress(OSError):
        part.write_text(json.dumps({"socket": socket, "pid": os.getpid()}), encoding="utf-8")
        part.replace(path)


def find(home: Path) -> str:
    """Where the owner said it listens, else where one usually does."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads((home / RECORD).read_text(encoding="utf-8"))["socket"]
        if isinstance(found, str) and found:
            return found
    return socket_path(home / RECORD)


def leave(home: Path, socket: str) -> None:
    """Take both away, while the home is still owned."""
    for path in (socket, home / RECORD):
        with contextlib.suppress(OSError):
            Path(path).unlink()


def is_same(home: Path, told: object) -> bool:
    """Whether the folder that an owner says it serves is this one; a home that was moved under it is not."""
    try:
        return isinstance(told, str) and home.samefile(told)
    except (OSError, ValueError):
        return False
