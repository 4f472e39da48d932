"""Arguments: one parser for all commands, options that may stand before or after the command."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

from weave.cli.errors import USAGE

if TYPE_CHECKING:
    from weave.cli.desk import Desk

    Handler = Callable[[Desk], Awaitable[int]]

_ENDING = """exit status: 0 done, 1 could not be done, 2 wrong usage.
Times are ISO 8601 (2026-11-30T14:02:11+08:00); without an offset they are in the configured zone."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        """Print the sentence and end with the status of wrong usage."""
        text = message[:1].upper() + message[1:].rstrip(".")
        clean = text.encode("utf-8", "backslashreplace").decode("utf-8")
        sys.stderr.write(f"{clean}; see {self.prog} --help.\n")
        raise SystemExit(USAGE)


class Commands:
    """The commands of one parser; each takes the common options as well."""

    def __init__(self, parser: Parser) -> None:
        self._places = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def add(self, name: str, handler: Handler, summary: str) -> argparse.ArgumentParser:
        """A command; its parser is returned for its own arguments."""
        parser = self._parser(name, summary)
        parser.set_defaults(handler=handler)
        return parser

    def group(self, name: str, summary: str) -> Commands:
        """A command that has commands of its own."""
        return Commands(self._parser(name, summary))

    def _parser(self, name: str, summary: str) -> Parser:
        text = summary[:1].upper() + summary[1:] + "."
        parser: Parser = self._places.add_parser(
            name,
            help=summary,
            description=text,
            epilog=_ENDING,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        add_common(parser)
        return parser


def add_common(parser: argparse.ArgumentParser) -> None:
    """The options of every command. Nothing is set when one is absent, so that either place counts."""
    group = parser.add_argument_group("everywhere")
    absent = argparse.SUPPRESS
    group.add_argument(
        "--home", metavar="FOLDER", default=absent, help="default: $AVERY_HOME, else the platform's"
    )
    group.add_argument("--now", metavar="TIME", default=absent, help="the clock stands at this time")
    group.add_argument("--json", action="store_true", default=absent, help="print data for programs")


def root(name: str, description: str) -> Parser:
    """The parser of the whole command line, without commands yet."""
    parser = Parser(
        prog=name,
        description=description,
        epilog=_ENDING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_common(parser)
    return parser


def words(kind: type[StrEnum]) -> list[str]:
    """An enumeration's values as the choices of an option."""
    return [member.value for member in kind]


def fraction(text: str) -> float:
    """A number in 0..1, as an option's type."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text!r}")
    return value


def positive(text: str) -> int:
    """A whole number of at least 1, as an option's type."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A duration in seconds, 0 or more, as an option's type."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, 0 or more, not {text!r}")
    return value
