"""What the command line hands to the app: the one value that crosses from `avery` to the TUI."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """How a chat is to be opened. `now` is aware of its zone; None means the machine's own clock."""

    home: Path
    now: datetime | None = None
    resume: str | None = None
    """The id of the conversation to go on with."""
    continue_last: bool = False
    """Go on with the newest conversation."""
