"""A short, private place for the graph's socket: a socket's path may have 107 bytes (103 on macOS)."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from pathlib import Path

_LONGEST = 100


def socket_path(folder: Path) -> str:
    """Where the server of this data folder listens: always the same, in a folder only we may enter."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:12] + ".sock"
    for base in (
        Path(f"/run/user/{os.getuid()}/weave"),
        Path(tempfile.gettempdir()) / f"weave-{os.getuid()}",
    ):
        path = str(base / name)
        if len(os.fsencode(path)) <= _LONGEST and _private(base):
            return path
    return str(Path(tempfile.mkdtemp(prefix="weave-", dir="/tmp")) / name)


def _private(folder: Path) -> bool:
    """Whether the folder exists (made if need be), is ours, no link, and closed to all others."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
