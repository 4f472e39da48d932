"""A terminal that went away without a word: a closed pseudo-terminal sends no SIGHUP to what it did not start.

The screen's writer thread then dies, the event loop waits for it for ever, and its reader spins; so a thread
of its own looks, and ends the program. What was sent is on disk and is taken up at the next start.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable

LOOK_SECONDS = 1.0
HANGUP_STATUS = 129


def gone(descriptor: int) -> bool:
    """Whether the other end of a terminal is closed."""
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(events & select.POLLHUP for _, events in poll.poll(0))


def watch(close: Callable[[], object], *, seconds: float = LOOK_SECONDS) -> threading.Event:
    """Look at standard input until the event that is returned is set; when it is gone, `close`, then end."""
    left = threading.Event()

    def look() -> None:
        while not left.wait(seconds):
            if gone(sys.__stdin__.fileno() if sys.__stdin__ else 0):
                try:
                    close()
                finally:
                    # the loop may wait for a writer that is no more, so that nothing gentler would end
                    os._exit(HANGUP_STATUS)

    threading.Thread(target=look, name="hangup", daemon=True).start()
    return left
