"""A file parsed in a process of its own, within limits of time, memory and answer: nothing it does reaches this one.

The file is opened here, once, and checked through the open handle: no link, no pipe, no device, not too large,
inside the folder it is said to be in. The child gets that handle and nothing else.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import weave
from weave.documents import child
from weave.documents.digest import Digest, from_lines
from weave.documents.limits import PATIENCE, Limits
from weave.documents.refusal import Hindrance, Overtime, Refusal
from weave.documents.warming import warm

_ROOT = str(Path(weave.__file__).parents[1])
_CODE = "import sys; sys.path.insert(0, {root!r}); from weave.documents.child import main; main()"
_STEP = 0.02
_CHUNK, _PIECE = 1 << 16, 1 << 20
_GROWN = 16 << 20
"""Bytes that a file may have more at the end of its reading than at its beginning."""
_PATIENCE = 10.0
"""Seconds for a process that was killed to be gone."""
_BUSY = "The process that reads documents could not be started ({why}); it is tried again when the machine is less busy."
Stop = Callable[[], bool]


class Cancelled(Hindrance):
    """The caller asked to stop."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open file that passed the checks; close `handle`."""

    handle: int
    size: int
    modified_ns: int
    inode: int


def open_file(path: Path, limits: Limits, folder: Path | None = None) -> Opened:
    """Open a plain file, without following a link at its end. With `folder`, it must truly lie inside it.

    Raises Refusal.
    """
    if folder is not None and not _lies_inside(path, folder):
        raise Refusal(f"{path.name} leads out of the library; copy the file itself into it.")
    flags = (
        os.O_RDONLY
        | getattr(os, "O_NOFOLLOW", 0)
        | getattr(os, "O_NONBLOCK", 0)
        | getattr(os, "O_CLOEXEC", 0)
    )
    try:
        handle = os.open(path, flags | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Refusal(f"{path.name} is a link; copy the file itself into the library.") from error
        raise Hindrance(
            f"{path.name} cannot be opened ({reason_of(error)}); mend that and add it again."
        ) from error
    try:
        found = _status(handle, path)
        if not stat.S_ISREG(found.st_mode):
            raise Refusal(f"{path.name} is no file but a pipe, a device or a folder; only files can be read.")
        limits.file(found.st_size)
    except Refusal:
        os.close(handle)
        raise
    return Opened(handle, found.st_size, found.st_mtime_ns, found.st_ino)


def reason_of(error: OSError) -> str:
    """What the system said, for the middle of a sentence."""
    return (error.strerror or str(error) or type(error).__name__).lower()


def unreadable(name: str, error: OSError) -> Hindrance:
    """A disk that fails, a network place that went away: nothing is said about the file."""
    return Hindrance(f"{name} cannot be read ({reason_of(error)}); mend that and add it again.")


def piece_of(handle: int, size: int, name: str) -> bytes:
    """The next bytes of an open file, none at its end. Raises Hindrance."""
    try:
        return os.read(handle, size)
    except OSError as error:
        raise unreadable(name, error) from error


def hash_of(handle: int, name: str) -> str:
    """The hash of all of an open file's bytes. Raises Hindrance."""
    digest = hashlib.sha256()
    try:
        os.lseek(handle, 0, os.SEEK_SET)
    except OSError as error:
        raise unreadable(name, error) from error
    for piece in pieces_of(handle, name):
        digest.update(piece)
    return digest.hexdigest()


def pieces_of(handle: int, name: str) -> Iterator[bytes]:
    """What an open file holds from its present place on. Raises Hindrance, also for one that grows without end."""
    most = os.fstat(handle).st_size + _GROWN
    while piece := piece_of(handle, _PIECE, name):
        most -= len(piece)
        if most < 0:
            raise Hindrance(f"{name} grows while it is read; add it when it is whole.")
        yield piece


def _status(handle: int, path: Path) -> os.stat_result:
    try:
        return os.fstat(handle)
    except OSError as error:
        raise unreadable(path.name, error) from error


def _lies_inside(path: Path, folder: Path) -> bool:
    try:
        return path.parent.resolve(strict=True).is_relative_to(folder.resolve(strict=True))
    except (OSError, RuntimeError):
        return False


def digest_file(
    path: Path, limits: Limits, *, folder: Path | None = None, stop: Stop | None = None
) -> Digest:
    """Parse a file apart. Raises Refusal, in one sentence; Cancelled when `stop` says so."""
    opened = open_file(path, limits, folder)
    try:
        return digest_handle(opened.handle, path.name, limits, stop)
    finally:
        os.close(opened.handle)


def digest_handle(handle: int, name: str, limits: Limits, stop: Stop | None = None, form: str = "") -> Digest:
    """Parse what an open file holds from its present place on; `form` names the parser to take.

    Raises Refusal; Hindrance, which Cancelled is, when the file is not at fault.
    """
    request = json.dumps({"name": name, "form": form, "limits": limits.as_table()})
    process = _started(_command(request), handle)
    try:
        data, status = _collected(process, limits, stop)
    finally:
        _ended(process)
    if status != 0:
        raise Refusal(_sentence(status, limits))
    return _answered(data)


def digest_several(
    files: Sequence[tuple[int, str]], limits: Limits, stop: Stop | None = None
) -> tuple[dict[int, Digest | Refusal], int]:
    """Parse small files, (handle, name), in one process: (whole answers by place, place of the last one begun).

    Raises Hindrance when the process answers nothing in time, Cancelled.
    """
    request = json.dumps({"files": files, "limits": limits.as_table()})
    process = _started(_command(request), subprocess.DEVNULL, [handle for handle, _ in files])
    try:
        data, _ = _collected(process, limits, stop)
    except Cancelled:
        raise
    except Refusal as error:
        raise Hindrance(str(error)) from error
    finally:
        _ended(process)
    return _parted(data)


def _parted(data: bytes) -> tuple[dict[int, Digest | Refusal], int]:
    """Answers from between the lines that begin and end them."""
    answers: dict[int, Digest | Refusal] = {}
    begun, lines = -1, list[bytes]()
    for line in data.splitlines():
        if line.startswith(b'["begin", '):
            begun, lines = begun + 1, []
        elif line == b'["end", %d]' % begun:
            try:
                answers[begun] = _answered(b"\n".join(lines))
            except Refusal as refusal:
                answers[begun] = refusal
        else:
            lines.append(line)
    return answers, begun


def _command(request: str) -> list[str]:
    return [sys.executable, "-I", "-B", "-X", "utf8", "-c", _CODE.format(root=_ROOT), request]


def _started(command: list[str], handle: int, more: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    warm()
    try:
        return subprocess.Popen(
            command,
            stdin=handle,
            pass_fds=more,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            start_new_session=True,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise Hindrance(_BUSY.format(why=error)) from error


def _ended(process: subprocess.Popen[bytes]) -> None:
    """Killed and waited for, but not for ever: one that hangs in the system is left to it."""
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=_PATIENCE)
    if process.stdout:
        with contextlib.suppress(OSError):
            process.stdout.close()


def _environment() -> dict[str, str]:
    kept = ("SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LANG")
    return {name: os.environ[name] for name in kept if name in os.environ}


def _collected(process: subprocess.Popen[bytes], limits: Limits, stop: Stop | None) -> tuple[bytes, int]:
    """(answer, exit status). Raises Overtime when the clock runs out, Refusal when the answer is too long."""
    try:
        answer = _Answer(process.stdout, limits.output_bytes)
    except RuntimeError as error:  # no more threads
        raise Hindrance(_BUSY.format(why=error)) from error
    deadline = time.monotonic() + limits.seconds * PATIENCE
    while not answer.wait(_STEP):
        if stop is not None and stop():
            raise Cancelled("The indexing was stopped; it goes on when the library is opened again.")
        if time.monotonic() > deadline:
            raise Overtime(_too_slow(limits))
    if answer.too_much:
        raise Refusal("The document turns into more text than can be kept; split it into smaller files.")
    try:
        return answer.data(), process.wait(timeout=max(1.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise Overtime(_too_slow(limits)) from error


class _Answer:
    """Reads a pipe to its end in a thread, and no further than allowed."""

    def __init__(self, pipe: IO[bytes] | None, most: int) -> None:
        self._pipe, self._most = pipe, most
        self._pieces: list[bytes] = []
        self.too_much = False
        self._thread = threading.Thread(target=self._read, name="weave-document", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        size = 0
        while piece := self._piece():
            size += len(piece)
            if size > self._most:
                self.too_much = True
                return
            self._pieces.append(piece)

    def _piece(self) -> bytes:
        """The next bytes; none at the end, nor when the pipe was closed beneath."""
        if self._pipe is None:
            return b""
        try:
            return self._pipe.read1(_CHUNK)  # type: ignore[attr-defined, no-any-return]
        except (OSError, ValueError):
            return b""

    def wait(self, seconds: float) -> bool:
        """Whether the end is reached within so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def data(self) -> bytes:
        return b"".join(self._pieces)


def _answered(data: bytes) -> Digest:
    if data.startswith(b'["refusal"'):
        try:
            sentence = str(json.loads(data)[1])[:500]
        except (ValueError, IndexError) as error:
            raise Refusal(_sentence(child.BROKEN, Limits())) from error
        raise Refusal(sentence)
    return from_lines(data.splitlines())


def _too_long(limits: Limits) -> str:
    return (
        f"Reading the document took longer than {limits.seconds:g} seconds of the processor and was stopped; split it, "
        "save it anew, or raise documents.seconds in config.toml."
    )


def _too_slow(limits: Limits) -> str:
    return (
        f"Reading the document took longer than {limits.seconds * PATIENCE:g} seconds, as the machine is busy or the "
        "document hangs; it is tried again later, a few times."
    )


def _sentence(status: int, limits: Limits) -> str:
    """What an exit status of the child means to a person."""
    if status == child.MEMORY:
        return (
            f"Reading the document takes more than {limits.memory_bytes // (1024 * 1024):,} MiB of memory and was "
            "stopped; split it into smaller files."
        )
    if status == -getattr(signal, "SIGXCPU", 0):
        return _too_long(limits)
    return "The document is damaged in a way that its parser does not survive; save it anew and try again."
