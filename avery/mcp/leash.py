"""Runs one MCP server and never outlives whoever started it: a program of its own, of the standard library alone.

    python leash.py LONGEST COMMAND ARGUMENT…

It stands between Avery and the server: passes stdin and stdout through, ends when either side does, and takes the
server's whole process group with it. Avery may be killed at any moment; its end of stdin then closes. A message (a
line) of more than LONGEST bytes ends the server, since whoever reads it holds it in memory.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

_PART = 65_536
_GRACE = 0.8
"""Seconds for a server whose stdin was closed to end by itself, and again after SIGTERM."""
_STARTED, _UNSTARTED = 0, 127


def main(arguments: list[str]) -> int:
    """Run the command until it or the starter is gone; its exit status, 127 if it could not be started."""
    longest, command = int(arguments[0]), arguments[1:]
    if os.getpgrp() != os.getpid():
        os.setsid()
    try:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        sys.stderr.write(f"{command[0]} cannot be started: {(reason or 'no reason given').lower()}\n")
        return _UNSTARTED
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the group's end is ours to bring about
    silent = threading.Event()
    threading.Thread(target=_feed, args=(server, silent), daemon=True).start()
    _drain(server, longest)
    silent.set()
    _end(server)
    return server.returncode or _STARTED


def _feed(server: subprocess.Popen[bytes], silent: threading.Event) -> None:
    """Hand on what comes, and end the server when nothing comes any more; its last words still pass."""
    assert server.stdin is not None
    with contextlib.suppress(OSError):
        while data := os.read(0, _PART):
            _write(server.stdin.fileno(), data)
    with contextlib.suppress(OSError):
        server.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(_GRACE)
    silent.wait(_GRACE)
    _end(server)
    os._exit(_STARTED)


def _drain(server: subprocess.Popen[bytes], longest: int) -> None:
    """Hand back what the server says, until it says no more or too much at once."""
    assert server.stdout is not None
    length = 0
    with contextlib.suppress(OSError):
        while data := os.read(server.stdout.fileno(), _PART):
            begun, *others = map(len, data.split(b"\n"))
            lengths = (length + begun, *others)
            if max(lengths) > longest:
                sys.stderr.write(f"\nit sent a message of more than {longest} bytes\n")
                return
            length = lengths[-1]
            _write(1, data)


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _end(server: subprocess.Popen[bytes]) -> None:
    """Take down what is left of the group: politely, then for good."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        server.wait(0.05)
    with contextlib.suppress(OSError):
        os.killpg(0, signal.SIGTERM)
    deadline = time.monotonic() + _GRACE
    while server.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    sys.stderr.flush()
    with contextlib.suppress(OSError):
        os.killpg(0, signal.SIGKILL)  # this process with it: there is nothing left to do


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
