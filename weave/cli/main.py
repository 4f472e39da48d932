"""`weave`: reads the arguments, runs one command, and is where every failure becomes one sentence."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Coroutine, Mapping, Sequence

from weave.cli import (
    bench,
    conflicts,
    docs,
    facts,
    identity,
    ingest,
    mcp,
    memories,
    parsing,
    porting,
    procedures,
    process,
    remind,
    sleep,
    stats,
    tasks,
    upkeep,
)
from weave.cli.desk import Desk
from weave.cli.terminal import attach

_HOMES = {
    **dict.fromkeys(("remember", "recall", "list", "show", "set", "edit", "forget", "restore"), memories),
    "ingest": ingest,
    "task": tasks,
    "facts": facts,
    **dict.fromkeys(("conflicts", "resolve"), conflicts),
    "identity": identity,
    "docs": docs,
    **dict.fromkeys(("sleep", "undo"), sleep),
    "stats": stats,
    **dict.fromkeys(("doctor", "reindex"), upkeep),
    "mcp": mcp,
    "remind": remind,
    "procedures": procedures,
    **dict.fromkeys(("import", "export"), porting),
    "bench": bench,
}
"""Where a command is at home, in the order of the help: one that stands first is run without loading the others."""
_DESCRIPTION = "Weave remembers: plain files that you can read, recalled by words, meaning and relations."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; `argv` defaults to the process's arguments."""
    if argv is None:
        process.begin()
    return run(sys.argv[1:] if argv is None else argv, os.environ)


def parser(first: str = "") -> argparse.ArgumentParser:
    """The parser of all commands; of its own group alone, if `first` is a command."""
    root = parsing.root("weave", _DESCRIPTION)
    commands = parsing.Commands(root)
    for group in (_HOMES[first],) if first in _HOMES else dict.fromkeys(_HOMES.values()):
        group.register(commands)
    return root


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one command in `environment`; never raises but for a programmer's own interrupt of tests."""
    try:
        arguments = parser(*argv[:1]).parse_args(argv)
    except SystemExit as ending:  # argparse: help was printed (0), or the usage was wrong (2)
        return int(ending.code or 0)
    desk = Desk(arguments, attach(sys.stdout, sys.stderr, environment), environment)

    def command() -> int:
        work: Coroutine[object, object, int] = arguments.handler(desk)
        return asyncio.run(process.interruptible(work, desk.terminal, lambda: desk.kept))

    return process.ended(command, desk.terminal, kept=lambda: desk.kept, home=lambda: desk.home)
