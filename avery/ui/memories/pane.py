"""The page about one memory; digits lead on to what hangs together with it, and back again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from textual.content import Content
from textual.message import Message

from avery.shelf_events import Looked, Vanished
from avery.ui.memories import whole
from avery.ui.page import TextPage
from avery.ui.plain import one_line
from weave.browsing.model import Whole
from weave.model import Memory


class MemoryPane(TextPage):
    """Shows what it asked for last, and nothing that comes too late."""

    @dataclass
    class Wanted(Message):
        """All about this memory is to be read."""

        memory: str

    class Shown(Message):
        """Another memory stands here, or none."""

    def __init__(self, clock: Callable[[], datetime], zone: tzinfo | None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._clock = clock
        self._zone = zone
        self._trail: list[str] = []
        self._whole: Whole | None = None
        self.wanted: str | None = None
        """The id of what is, or will be, shown."""

    @property
    def memory(self) -> Memory | None:
        """What is shown."""
        return self._whole.memory if self._whole is not None else None

    @property
    def away(self) -> bool:
        """Whether digits led from the marked memory to another one."""
        return bool(self._trail)

    def look(self, memory: str) -> None:
        """Another memory, that was marked."""
        self._trail.clear()
        self._want(memory)

    def renew(self) -> None:
        """The same once more: it may have changed."""
        if self.wanted is not None:
            self._want(self.wanted)

    def _want(self, memory: str) -> None:
        self.wanted = memory
        self.post_message(self.Wanted(memory))

    def take(self, event: Looked | Vanished) -> None:
        """What was asked for, or why it is not there."""
        if isinstance(event, Looked) and event.whole.memory.id == self.wanted:
            self._show(event.whole)
        elif isinstance(event, Vanished) and event.memory == self.wanted:
            self.clear(event.reason)

    def clear(self, words: str) -> None:
        """Nothing to show, and why."""
        self.wanted = self._whole = None
        self._trail.clear()
        self.show(lambda width: Content.styled(one_line(words), "$muted"))
        self.post_message(self.Shown())

    def _show(self, found: Whole) -> None:
        another = self._whole is None or found.memory.id != self._whole.memory.id
        self._whole = found
        away = self.away
        self.show(lambda width: whole.text(found, self._clock(), self._zone, width, back=away), home=another)
        self.post_message(self.Shown())

    def hop(self, number: int) -> None:
        """To a memory that hangs together with this one."""
        if self._whole is not None and number <= len(near := whole.numbered(self._whole)):
            self._trail.append(self._whole.memory.id)
            self._want(near[number - 1].memory.id)

    def go_back(self) -> None:
        """To the memory from which a digit led here."""
        if self._trail:
            self._want(self._trail.pop())
