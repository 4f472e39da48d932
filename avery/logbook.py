"""The last lines of the log, kept in memory: what would be printed over the screen is read inside instead."""

from __future__ import annotations

import logging
from collections import deque
from datetime import datetime

_LINES = 1_000
_NAMES = ("avery", "weave")
_PLAIN = logging.Formatter()


class Logbook(logging.Handler):
    """Warnings of everybody, and what our own packages note; secrets are masked before anything is kept."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._lines: deque[str] = deque(maxlen=_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one line; called on any thread."""
        if record.levelno < logging.WARNING and record.name.split(".")[0] not in _NAMES:
            return
        from weave.secrets import mask  # at the first line, not before the first picture

        when = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        text = record.getMessage()
        if record.exc_info:
            text += "\n" + _PLAIN.formatException(record.exc_info)
        self._lines.append(mask(f"{when} {record.levelname.lower()} {record.name}: {text}"))

    def open(self) -> None:
        """Take in what is logged from now on, instead of its being printed."""
        logging.getLogger().addHandler(self)

    def shut(self) -> None:
        """Take in nothing more."""
        logging.getLogger().removeHandler(self)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the oldest first."""
        return tuple(self._lines)
