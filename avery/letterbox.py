"""What was sent on its way to the memory, in the order in which it was sent; masking a long text holds nobody up.

Masking half a million letters takes a second, and the screen's loop has none to spare: such a text, and what is sent
after it, is masked and written to disk by a thread of its own, and only then handed on.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

LONG = 8_000
"""Letters whose masking is felt: about seven milliseconds."""


class Sent(Protocol):
    """A question with its number."""

    @property
    def ask(self) -> int: ...
    @property
    def text(self) -> str: ...


S = TypeVar("S", bound=Sent)


class Letterbox(Generic[S]):
    """`keep` writes to disk and may take long; `hand_on` and `give_back` return at once, from whatever thread."""

    def __init__(
        self, keep: Callable[[S], None], hand_on: Callable[[S], None], give_back: Callable[[S], None]
    ) -> None:
        self._keep = keep
        self._hand_on = hand_on
        self._give_back = give_back
        self._waiting: deque[S] = deque()
        self._recalled: set[int] = set()
        self._lock = threading.Lock()
        self._idle = threading.Event()
        self._idle.set()

    def post(self, sent: S) -> None:
        """On disk when this returns, if it is short and nothing is on its way before it."""
        with self._lock:
            at_once = self._idle.is_set() and len(sent.text) <= LONG
            if not at_once:
                self._waiting.append(sent)
                begins = self._idle.is_set()
                self._idle.clear()
        if at_once:
            self._keep(sent)
            self._hand_on(sent)
        elif begins:
            threading.Thread(target=self._deliver, name="letterbox").start()

    def recall(self) -> None:
        """Give back what is still on its way."""
        with self._lock:
            self._recalled.update(sent.ask for sent in self._waiting)

    def settle(self, timeout: float) -> bool:
        """Wait until nothing is on its way; False when time ran out."""
        return self._idle.wait(timeout)

    def _deliver(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._recalled.clear()
                    self._idle.set()
                    return
                sent = self._waiting[0]
            self._keep(sent)
            with self._lock:
                self._waiting.popleft()
                wanted = sent.ask not in self._recalled
            (self._hand_on if wanted else self._give_back)(sent)
