"""`avery`: the chat, one turn without it, set-up, the keys. Every failure ends here as one sentence."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from avery.mcp import parsing as mcp
from weave.cli import errors, process
from weave.cli.moments import moment
from weave.cli.parsing import Parser, add_common
from weave.cli.terminal import Terminal, attach
from weave.errors import InvalidInput, NotFound, UsageError

_KEPT = "Interrupted; what was said is kept."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; `argv` defaults to the process's arguments."""
    if argv is None:
        process.begin()
    return run(sys.argv[1:] if argv is None else argv, os.environ)


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run one command in `environment`."""
    own, line = mcp.split(argv)
    try:
        arguments = parser().parse_args(own)
    except SystemExit as ending:  # argparse: help or version was printed (0), or the usage was wrong (2)
        return int(ending.code or 0)
    if line:
        arguments.line = line
    terminal = attach(sys.stdout, sys.stderr, environment)
    return process.ended(
        lambda: _dispatch(arguments, terminal, environment),
        terminal,
        kept=lambda: _KEPT,
        home=lambda: _home(arguments, environment),
    )


def parser() -> Parser:
    """The parser of all commands."""
    root = Parser(
        prog="avery",
        description="Avery, a personal assistant in the terminal that remembers.",
        allow_abbrev=False,
    )
    add_common(root)
    root.add_argument("--version", action="store_true", help="print the version and end")
    which = root.add_mutually_exclusive_group()
    which.add_argument(
        "--continue", dest="continue_last", action="store_true", help="go on with the last chat"
    )
    which.add_argument("--resume", metavar="ID", help="go on with this chat")
    commands = root.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    ask = commands.add_parser("ask", help="one turn, printed", description="One turn, printed.")
    ask.add_argument("text", nargs="+", metavar="TEXT", help="the question; - reads it from standard input")
    ask.add_argument(
        "--allow",
        metavar="RULE",
        action="append",
        default=[],
        help="let a tool do this unasked, such as write:. or 'run:git status'; more than once for more",
    )
    ask.add_argument("--no-tools", action="store_true", help="answer from memory and the model alone")
    add_common(ask)
    add_common(commands.add_parser("setup", help="model, key, checks", description="Model, key, checks."))
    add_common(commands.add_parser("keys", help="the key bindings", description="The key bindings."))
    mcp.register(commands)
    return root


def _dispatch(arguments: argparse.Namespace, terminal: Terminal, environment: Mapping[str, str]) -> int:
    if arguments.version:
        from importlib.metadata import version

        terminal.say(f"avery {version('avery')}")
        return errors.DONE
    match arguments.command:
        case "ask":
            return _ask(arguments, terminal, environment)
        case "setup":
            from avery import dialogue

            interactive = terminal.interactive and sys.stdin.isatty()
            return dialogue.run(_home(arguments, environment), environment, terminal, interactive=interactive)
        case "keys":
            from avery.commands import table

            terminal.say(table())
            return errors.DONE
        case "mcp":
            from avery.mcp.command import run as run_mcp

            return run_mcp(arguments, _home(arguments, environment), environment, terminal)
        case _:
            return _chat(arguments, terminal, environment)


def _chat(arguments: argparse.Namespace, terminal: Terminal, environment: Mapping[str, str]) -> int:
    if not (terminal.interactive and sys.stdin.isatty()):
        raise UsageError("The chat needs a terminal; for one turn without it use avery ask TEXT.")
    gc.disable()  # loading makes no garbage, and searching for it costs a tenth of the way to the first picture
    from avery.app import run as launch
    from avery.options import LaunchOptions

    home = _home(arguments, environment)
    now = _now(arguments, home, environment)
    if arguments.resume is not None:
        _must_exist(home, arguments.resume)
    return launch(LaunchOptions(home, now, arguments.resume, arguments.continue_last))


def _must_exist(home: Path, conversation: str) -> None:
    """A chat that cannot be gone on with is told in the shell, not on a page that can do nothing about it."""
    from weave.journal import Journal

    if not Journal(home).exists(conversation):
        raise NotFound(
            f"There is no conversation {conversation!r}; avery --continue goes on with the last one, and "
            f"{home / 'conversations'} holds all of them."
        )


def _ask(arguments: argparse.Namespace, terminal: Terminal, environment: Mapping[str, str]) -> int:
    text = _text(arguments.text)
    home = _home(arguments, environment)
    now = _now(arguments, home, environment)
    from avery.ask import Means, ask
    from avery.tools.box import Workplace
    from weave.roots import assemble

    root = assemble(home, environment, now=now)
    place = None if arguments.no_tools else Workplace(Path.cwd(), environment)
    means = Means(place, tuple(arguments.allow))
    turn = ask(root, text, terminal, means, as_json=bool(getattr(arguments, "json", False)))
    return asyncio.run(process.interruptible(turn, terminal, lambda: _KEPT))


def _text(words: Sequence[str]) -> str:
    if list(words) == ["-"]:
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    text = " ".join(words)
    if any("\udc80" <= letter <= "\udcff" for letter in text):
        raise InvalidInput("TEXT is not valid UTF-8; convert it, or hand it over by avery ask - in UTF-8.")
    return text


def _home(arguments: argparse.Namespace, environment: Mapping[str, str]) -> Path:
    from weave.roots import home_folder

    return home_folder(getattr(arguments, "home", None), environment)


def _now(arguments: argparse.Namespace, home: Path, environment: Mapping[str, str]) -> datetime | None:
    given = getattr(arguments, "now", None)
    if given is None:
        return None
    from weave import config
    from weave.clock import zone_named

    return moment(given, zone_named(config.load(home, environment).timezone))


if __name__ == "__main__":
    sys.exit(main())
