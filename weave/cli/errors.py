"""The boundary where every failure becomes one sentence and an exit status; no traceback passes it.

0 done · 1 could not be done · 2 wrong usage · 130 interrupted (143 by SIGTERM) · 141 the reader went away.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from weave.errors import UsageError

if TYPE_CHECKING:
    import sqlite3

DONE, FAILED, USAGE, INTERRUPTED, TERMINATED, READER_GONE = 0, 1, 2, 130, 143, 141
LOG = Path("index") / "errors.log"


def status_of(error: Exception) -> int:
    """The exit status that an error ends the process with."""
    return USAGE if isinstance(error, UsageError) else FAILED


def os_sentence(error: OSError) -> str:
    """What a failed system call means to a person."""
    place = f" ({error.filename})" if isinstance(error.filename, str) else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk is full{place}; make room and run the command again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"This place may not be read or written{place}; mend its permissions or choose another --home."
    reason = (error.strerror or type(error).__name__).lower()
    return f"The system refused: {reason}{place}; mend that and run the command again."


def store_sentence(error: sqlite3.Error) -> str:
    """What a failed catalogue means to a person: nearly always the disk under it."""
    reason = str(error) or type(error).__name__
    return (
        f"The catalogue in the home's index/ cannot be used ({reason}); make room on the disk or mend its rights, "
        "then run weave reindex: the catalogue is rebuilt from the files."
    )


def unexpected_sentence(error: BaseException, home: Path | None) -> str:
    """What to say about a fault of Weave's own, after its trace was written below `home`, if it could be."""
    log = write_trace(error, home) if home is not None else None
    where = f"where it happened is written in {log}" if log else "nothing could be written about it"
    return (
        f"Weave met a fault of its own ({type(error).__name__}); {where}, and what was stored is untouched."
    )


def write_trace(error: BaseException, home: Path) -> Path | None:
    """Append the frames of `error` and its causes to the log; None if that cannot be done.

    Messages and values are left out: they may hold what a person said, or a key.
    """
    path = home / LOG
    text = f"{datetime.now(UTC).isoformat(timespec='seconds')}\n{''.join(_frames(error))}\n"
    try:
        if not path.parent.is_dir():
            return None
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(text)
    except OSError:
        return None
    return path


def _frames(error: BaseException) -> Iterator[str]:
    link: BaseException | None = error
    for _ in range(10):
        if link is None:
            return
        yield f"{type(link).__module__}.{type(link).__qualname__}\n"
        yield from traceback.format_tb(link.__traceback__, limit=-30)
        link = link.__cause__ or link.__context__


def abandon_stdout() -> None:
    """After a broken pipe: let the interpreter's last flush go nowhere instead of complaining."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # not a real file: nothing to flush
        return
