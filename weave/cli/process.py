"""A process of its own, for both command lines: how it begins, is told to end, and what status its end has."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Coroutine
from pathlib import Path

from weave.cli import errors
from weave.cli.terminal import Terminal
from weave.cli.text import one_line
from weave.errors import WeaveError

_OWNER_ALONE = 0o077


def begin() -> None:
    """Files are for their owner alone, whichever library makes them; logs, warnings and traces stay silent."""
    os.umask(_OWNER_ALONE)
    logging.getLogger().addHandler(logging.NullHandler())
    warnings.simplefilter("ignore")
    threading.excepthook = lambda _: None
    sys.unraisablehook = lambda _: None


def ended(
    command: Callable[[], int], terminal: Terminal, *, kept: Callable[[], str], home: Callable[[], Path]
) -> int:
    """The exit status of `command`; every failure becomes one sentence.

    `kept` says what an interruption leaves; the trace of a fault of our own is written below `home`.
    """
    try:
        status = command()
        terminal.out.flush()
        return status
    except BrokenPipeError:
        errors.abandon_stdout()
        return errors.READER_GONE
    except KeyboardInterrupt:
        terminal.note(kept())
        return errors.INTERRUPTED
    except Exception as error:
        terminal.note(one_line(_sentence(error, home)))  # it may quote a file's name, which may hold anything
        return errors.status_of(error)


def _sentence(error: Exception, home: Callable[[], Path]) -> str:
    if isinstance(error, WeaveError):
        return str(error)
    if isinstance(error, OSError):
        return errors.os_sentence(error)
    import sqlite3

    if isinstance(error, sqlite3.Error):
        return errors.store_sentence(error)
    place = None
    with contextlib.suppress(Exception):
        place = home()
    return errors.unexpected_sentence(error, place)


async def interruptible(
    work: Coroutine[object, object, int], terminal: Terminal, kept: Callable[[], str]
) -> int:
    """The status of `work`; SIGTERM ends it as orderly as Ctrl+C does, and `kept` says what that leaves."""
    task = asyncio.current_task()
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        if task is not None:
            task.cancel()

    # Not on Windows, nor outside the main thread.
    with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        return await work
    except asyncio.CancelledError:
        if not terminated:
            raise
        terminal.note(kept())
        return errors.TERMINATED
