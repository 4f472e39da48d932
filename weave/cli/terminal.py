"""The two streams of the command line: stdout is data, stderr is narration; colour only where a person looks."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_WIDEST = 160


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a command prints, and what the place can show."""

    out: TextIO
    err: TextIO
    interactive: bool
    """stdout is a terminal: lines may be cut to its width."""
    colour: bool
    width: int

    def say(self, text: str = "") -> None:
        """One line or block of data on stdout."""
        self.out.write(text + "\n")

    def data(self, value: object) -> None:
        """A JSON document on stdout, escaped where the stream is not UTF-8."""
        from weave import wire

        self.say(wire.dumps(value, ascii_only=not self.utf8))

    @property
    def utf8(self) -> bool:
        """Whether stdout takes every script."""
        return (getattr(self.out, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"

    def note(self, text: str) -> None:
        """One sentence of narration on stderr; a reader that went away does not matter."""
        with contextlib.suppress(OSError, ValueError):
            self.out.flush()
            self.err.write(text + "\n")
            self.err.flush()

    def style(self, text: str, *names: str) -> str:
        """`text` in a style where colour is on, else as it is."""
        if not self.colour or not text:
            return text
        codes = ";".join(_STYLES[name] for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"


def attach(out: TextIO, err: TextIO, environment: Mapping[str, str]) -> Terminal:
    """The terminal behind two streams. Honoured: NO_COLOR, TERM=dumb, COLUMNS (through the system's size)."""
    for stream in (out, err):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    interactive = _is_terminal(out)
    plain = bool(environment.get("NO_COLOR")) or environment.get("TERM") == "dumb"
    columns = shutil.get_terminal_size((100, 24)).columns
    return Terminal(out, err, interactive, interactive and not plain, min(max(columns, 40), _WIDEST))


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False
