"""The arguments of `avery mcp`; light, since every start of Avery reads its command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from weave.cli.parsing import Parser, add_common


def split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is Avery's own, and what follows `--` after `mcp add`: a server's command, whose options are not ours."""
    head, mark, tail = _partition(list(arguments))
    ours = mark and "mcp" in head and "add" in head and "ask" not in head
    return (head, tail) if ours else (list(arguments), [])


def _partition(arguments: list[str]) -> tuple[list[str], bool, list[str]]:
    if "--" not in arguments:
        return arguments, False, []
    at = arguments.index("--")
    return arguments[:at], True, arguments[at + 1 :]


def register(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command and what stands below it."""
    parser = commands.add_parser(
        "mcp", help="MCP servers whose tools Avery may use", description="MCP servers."
    )
    add_common(parser)
    below = parser.add_subparsers(dest="mcp", metavar="COMMAND", required=True)
    add_common(
        below.add_parser("list", help="start them, and show their tools", description="Servers and tools.")
    )
    adding = below.add_parser("add", help="write one into config.toml", description="Add a server.")
    adding.add_argument("name", metavar="NAME", help="letters, digits, hyphens")
    adding.add_argument("--url", help="a server that runs, instead of a command")
    for option, words in (("--env", "a variable of the command"), ("--header", "a header for the URL")):
        adding.add_argument(
            option,
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help=f"{words}; keyring:NAME looks it up",
        )
    adding.add_argument("line", metavar="-- COMMAND", nargs="*", help="the command and its arguments")
    add_common(adding)
    removing = below.add_parser("remove", help="take one out of config.toml", description="Remove a server.")
    removing.add_argument("name", metavar="NAME")
    add_common(removing)
