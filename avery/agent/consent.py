"""What a call would change, and how a person is asked whether it may: frozen values that the screen can draw. Pure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

OWN = "Avery"
"""The origin of a tool that is built in; another is "MCP server NAME"."""


class Verdict(StrEnum):
    """What the person says to a request."""

    ONCE = "once"
    TASK = "task"
    """What the effect's `grant` covers may run unasked until this task ends."""
    ALWAYS = "always"
    """It may run unasked from now on; kept in grants.toml."""
    NO = "no"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call would change; all its texts are data, never markup."""

    summary: str
    """One line: "write notes/todo.md (12 lines)", "run: git status"."""
    detail: str = ""
    """A diff, a command, an address."""
    grant: str = ""
    """The rule that TASK and ALWAYS add: "write:/home/u/notes", "run:git status", "mcp:files/write_file",
    "fetch:example.org". Empty: it may be allowed only once."""
    needs: str = ""
    """What a rule must cover for the call to run unasked, where that is narrower than `grant`."""

    @property
    def needed(self) -> str:
        """What a rule must cover; empty when none can."""
        return self.needs or self.grant


@dataclass(frozen=True, slots=True)
class Request:
    """A call that waits for the person's word."""

    id: str
    tool: str
    origin: str
    """Who offers the tool: "Avery" or "MCP server NAME"."""
    effect: Effect
    task: str
    """The id of the task at hand."""


Consent = Callable[[Request], Awaitable[Verdict]]
"""Asks the person; cancelled when the turn is stopped."""
