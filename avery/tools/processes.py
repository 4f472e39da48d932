"""A program run for a tool: within its time and output, and gone with all it started when it ends or is stopped.

It gets no input, and of the environment nothing that holds a key. Its process group is its own; on Linux what left
that group is found by a mark in its environment.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave.errors import InvalidInput
from weave.secrets import find

_MARK = "AVERY_CALL"
_KEYS = re.compile(
    r"(?i)key|token|secret|passw|passphrase|credential|auth(?!or)|^openai_|^anthropic_|_pat$|_dsn$|cookie"
)
_MOST_BYTES = 32 * 1024 * 1024
"""Of output: who writes more has lost its way, and is ended."""
_EDGE = 64 * 1024
"""Bytes that are kept of the beginning and of the end."""
_CHUNK = 1 << 16
_LAST = 1.0
"""Seconds for what is in the pipe once all is ended."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a program did. `status`: its exit status, negative for a signal; `late`, `loud`: why it was ended."""

    status: int
    head: bytes
    tail: bytes
    """The end of the output, where it does not all fit into `head`."""
    left_out: int
    """Bytes between the two."""
    late: bool = False
    loud: bool = False


def harmless(environment: Mapping[str, str]) -> dict[str, str]:
    """What of an environment a program may see: nothing that is called or looks like a key."""
    return {
        name: value
        for name, value in environment.items()
        if not _KEYS.search(name) and not find(f"{name}={value}")
    }


class _Output:
    """The beginning and the end of what comes, and how much there was."""

    def __init__(self) -> None:
        self.head = bytearray()
        self.tail = bytearray()
        self.size = 0

    def feed(self, piece: bytes) -> None:
        self.size += len(piece)
        room = _EDGE - len(self.head)
        self.head += piece[:room]
        self.tail += piece[max(0, room) :]
        if len(self.tail) > 2 * _EDGE:
            del self.tail[:-_EDGE]

    @property
    def left_out(self) -> int:
        return max(0, self.size - len(self.head) - min(len(self.tail), _EDGE))


class _Pipe:
    """A pipe of our own: asyncio's wait for a process lasts until all that hold its pipes are gone."""

    def __init__(self) -> None:
        self._ours, self.theirs = os.pipe()
        self.reader = asyncio.StreamReader()
        self._transport: asyncio.ReadTransport | None = None

    async def open(self) -> None:
        """Begin to read."""
        self._transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self.reader), os.fdopen(self._ours, "rb", buffering=0)
        )

    def hand_over(self) -> None:
        """The program has its end now."""
        os.close(self.theirs)

    def close(self) -> None:
        """Let go, also of what survivors would still write."""
        if self._transport is not None:
            self._transport.close()


async def run(argv: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float) -> Outcome:
    """Run a program to its end, or end it. Raises InvalidInput when it cannot be started; cancelling ends it too."""
    pipe, mark = _Pipe(), secrets.token_hex(16)
    await pipe.open()
    try:
        process = await _started(argv, folder, {**harmless(environment), _MARK: mark}, pipe)
        return await _watched(process, mark, pipe, seconds)
    finally:
        pipe.close()


async def _started(
    argv: Sequence[str], folder: Path, environment: Mapping[str, str], pipe: _Pipe
) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            *argv,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=pipe.theirs,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The command could not be started ({error}).") from error
    finally:
        pipe.hand_over()


async def _watched(process: asyncio.subprocess.Process, mark: str, pipe: _Pipe, seconds: float) -> Outcome:
    """What it did until it ended or was ended."""
    output, late = _Output(), False
    reading = asyncio.create_task(_read(pipe.reader, output))
    try:
        async with asyncio.timeout(seconds):
            await _ended(process, reading)
    except TimeoutError:
        late = True
    finally:
        _kill(process.pid, mark)
        await asyncio.shield(_buried(process, reading))
    status = process.returncode if process.returncode is not None else -signal.SIGKILL
    loud = output.size > _MOST_BYTES
    return Outcome(status, bytes(output.head), bytes(output.tail[-_EDGE:]), output.left_out, late, loud)


async def _ended(process: asyncio.subprocess.Process, reading: asyncio.Task[bool]) -> None:
    """Until the program has ended by itself, or writes without end."""
    waiting = asyncio.create_task(process.wait())
    try:
        await asyncio.wait({waiting, reading}, return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done() and not reading.result():
            await waiting
    finally:
        waiting.cancel()


async def _read(pipe: asyncio.StreamReader, output: _Output) -> bool:
    """Take in the output to its end; whether it was too much."""
    while piece := await pipe.read(_CHUNK):
        output.feed(piece)
        if output.size > _MOST_BYTES:
            return True
    return False


async def _buried(process: asyncio.subprocess.Process, reading: asyncio.Task[bool]) -> None:
    """Wait for what was killed, and for what it had written; a pipe that a survivor holds open is let go."""
    await process.wait()
    await asyncio.wait({reading}, timeout=_LAST)
    if not reading.done():
        reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reading


def _kill(group: int, mark: str) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    for pid in _marked(mark):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    """Processes that were started with this mark in their environment; none where the system does not tell."""
    wanted = f"{_MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in entry.read_bytes():
                found.append(int(entry.parent.name))
    return found
