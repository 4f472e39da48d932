"""`weave`: reads the arguments, runs one command, and is where every failure becomes one sentence."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
import warnings
from collections.abc import Mapping, Sequence

from weave.cli import errors, facts, ingest, memories, parsing, tasks, upkeep
from weave.cli.desk import Desk
from weave.cli.terminal import attach
from weave.errors import WeaveError

_DESCRIPTION = "Weave remembers: plain files that you can read, recalled by words, meaning and relations."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; `argv` defaults to the process's arguments."""
    if argv is None:
        _quiet()
    return run(sys.argv[1:] if argv is None else argv, os.environ)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    root = parsing.root("weave", _DESCRIPTION)
    commands = parsing.Commands(root)
    for group in (memories, ingest, tasks, facts, upkeep):
        group.register(commands)
    return root


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one command in `environment`; never raises but for a programmer's own interrupt of tests."""
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as ending:  # argparse: help was printed (0), or the usage was wrong (2)
        return int(ending.code or 0)
    desk = Desk(arguments, attach(sys.stdout, sys.stderr, environment), environment)
    try:
        status = asyncio.run(_interruptible(desk))
        desk.terminal.out.flush()
        return status
    except BrokenPipeError:
        errors.abandon_stdout()
        return errors.READER_GONE
    except KeyboardInterrupt:
        desk.terminal.note(desk.kept)
        return errors.INTERRUPTED
    except Exception as error:
        return _fail(desk, error)


def _fail(desk: Desk, error: Exception) -> int:
    if isinstance(error, WeaveError):
        desk.terminal.note(str(error))
        return errors.status_of(error)
    if isinstance(error, OSError):
        desk.terminal.note(errors.os_sentence(error))
        return errors.FAILED
    import sqlite3

    if isinstance(error, sqlite3.Error):
        desk.terminal.note(errors.store_sentence(error))
        return errors.FAILED
    home = None
    with contextlib.suppress(Exception):
        home = desk.home
    desk.terminal.note(errors.unexpected_sentence(error, home))
    return errors.FAILED


async def _interruptible(desk: Desk) -> int:
    """The command; SIGTERM ends it as orderly as Ctrl+C does."""
    task = asyncio.current_task()
    terminated = False

    def terminate() -> None:
        nonlocal terminated
        terminated = True
        if task is not None:
            task.cancel()

    with contextlib.suppress(
        NotImplementedError, RuntimeError, ValueError
    ):  # Windows, or not the main thread
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        status: int = await desk.arguments.handler(desk)
        return status
    except asyncio.CancelledError:
        if not terminated:
            raise
        desk.terminal.note(desk.kept)
        return errors.TERMINATED


def _quiet() -> None:
    """A process of its own speaks in its own sentences: libraries' logs, warnings and traces stay silent."""
    logging.getLogger().addHandler(logging.NullHandler())
    warnings.simplefilter("ignore")
    threading.excepthook = lambda _: None
    sys.unraisablehook = lambda _: None
