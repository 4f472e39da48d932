"""What is known of the configured servers and their tools. Frozen values; every text in them is clean and bounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a server is."""

    OFF = "off"
    """Switched off in config.toml."""
    STARTING = "starting"
    READY = "ready"
    WAITING = "waiting"
    """It failed, and is tried again by itself."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Listed:
    """A tool as a server lists it."""

    server: str
    name: str
    """The server's own name for it."""
    called: str
    """What the model calls it: `mcp_<server>_<tool>`, at most 64 letters, of its own among all servers."""
    description: str
    schema: Mapping[str, object]
    reads: bool
    """Whether the server says that it changes nothing, which proves nothing."""
    fingerprint: str
    """Of all that the server says of it; another one, and what was allowed is asked anew."""

    @property
    def grant(self) -> str:
        """The rule that allows it as it is now."""
        return f"{self.place}#{self.fingerprint}"

    @property
    def place(self) -> str:
        """The rule's part that stays when the server words its tool anew."""
        name = self.name.replace("%", "%25").replace("#", "%23")  # `read#1f…` is not `read` as it was worded
        return f"mcp:{self.server}/{name}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A server as a person is shown it."""

    name: str
    state: State
    where: str
    """The command or URL, without what may hold a key."""
    detail: str = ""
    """Why it is not ready, or what it calls itself."""
    tools: tuple[Listed, ...] = ()
    left_out: tuple[str, ...] = ()
    """Sentences about tools that are not offered."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call gave: words of the server, or our own sentence about why there are none."""

    text: str
    ok: bool = True
    own: bool = False
