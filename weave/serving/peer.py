"""Who is at the other end of a local socket, and whether a process is at work at all."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import sys
from pathlib import Path

_CREDENTIALS = struct.Struct("3i")
_LOCAL = 0
_PEERCRED_MAC = 1


def is_mine(end: socket.socket) -> bool:
    """Whether the other end belongs to this user; one that cannot be told of does not."""
    try:
        return _user(end) == os.getuid()
    except OSError:
        return False


def _user(end: socket.socket) -> int:
    if sys.platform == "darwin":  # struct xucred: version, uid, then groups
        raw = end.getsockopt(_LOCAL, _PEERCRED_MAC, 76)
        return int(struct.unpack("2i", raw[:8])[1])
    raw = end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return int(_CREDENTIALS.unpack(raw)[1])


def is_stopped(pid: int | None) -> bool:
    """Whether a process was halted by a signal, where the system tells: nothing is to be hoped from it soon."""
    with contextlib.suppress(OSError, IndexError):
        if pid is not None and pid != os.getpid():
            state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
            return state.rpartition(")")[2].split()[0] in ("T", "t")
    return False
