"""The messages below each other: each is drawn when it is needed and kept; until then its height is estimated.

Apart from the widget that shows a part of it, so that a place among five thousand messages costs no drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from textual.strip import Strip

from avery.ui.blocks import Painter, Stream
from avery.ui.messages import Message
from avery.ui.speech import GUTTER, Ink, estimate, speech
from avery.ui.stack import Stack

_NARROWEST = 20
_UNKNOWN_WIDTH = 80


@dataclass(slots=True)
class _Item:
    message: Message
    height: int
    strips: list[Strip] | None = None
    stream: Stream | None = None


class Column:
    """What stands in a transcript, by place. `ink` is asked for whenever something is drawn."""

    def __init__(self, ink: Callable[[], Ink]) -> None:
        self._ink = ink
        self._items: list[_Item] = []
        self._tops = Stack()
        self.width = 0
        """Cells of the view; 0 until it is known."""

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, place: int) -> Message:
        return self._items[place].message

    @property
    def messages(self) -> tuple[Message, ...]:
        return tuple(item.message for item in self._items)

    @property
    def tops(self) -> Stack:
        """The first line of each message, as far as heights are known."""
        return self._tops

    def load(self, messages: Iterable[Message]) -> None:
        """These instead of what there is; a reply that is still coming goes on with what came of it."""
        self._items = [self._item(message) for message in messages]
        self._retop()

    def add(self, message: Message) -> int:
        """Append a message; returns its place."""
        self._items.append(self._item(message))
        self._retop()
        return len(self._items) - 1

    def change(self, place: int, message: Message) -> None:
        """Put another value in the place of a message."""
        item = self._items[place]
        item.message, item.strips = message, None
        if not message.live:
            item.stream = None

    def keep(self, wanted: Callable[[Message], bool]) -> dict[int, int]:
        """Take the others out; returns the new place of each that stays, by its old one."""
        kept = [place for place, item in enumerate(self._items) if wanted(item.message)]
        self._items = [self._items[place] for place in kept]
        self._retop()
        return {old: new for new, old in enumerate(kept)}

    def feed(self, place: int, fragment: str) -> bool:
        """More of a live message; False when the message is whole already."""
        stream = self._items[place].stream
        if stream is not None:
            stream.feed(fragment)
        return stream is not None

    def text_of(self, place: int) -> str:
        """The text of a message as far as it has come."""
        item = self._items[place]
        return item.stream.text if item.stream is not None else item.message.text

    def drawn(self, place: int) -> list[Strip]:
        """The strips of a message, none below the last."""
        if place >= len(self._items):
            return []
        item = self._items[place]
        if item.strips is None:
            body = item.stream.strips() if item.stream is not None else None
            item.strips = speech(item.message, body, self.painter(), self._ink())
        return item.strips

    def at(self, line: int) -> tuple[int, int]:
        """The place of the message that a line belongs to, and the line's number inside it."""
        place = self._tops.at(line)
        return place, line - self._tops[place]

    def measure(self, places: Iterable[int]) -> bool:
        """Draw these and give them their real heights; whether one of them had another."""
        changed = False
        for place in places:
            height = len(self.drawn(place))
            if height != self._items[place].height:
                self._items[place].height = height
                changed = True
        if changed:
            self._retop()
        return changed

    def height_of(self, place: int) -> int:
        return self._items[place].height

    def outdate_live(self) -> None:
        """What is still coming is to be drawn anew."""
        for item in self._items:
            if item.stream is not None:
                item.strips = None

    def forget_drawings(self) -> None:
        """Another width or other colours: nothing that was drawn holds any more."""
        for place, item in enumerate(self._items):
            self._items[place] = self._item(replace(item.message, text=self.text_of(place)))
        self._retop()

    def painter(self) -> Painter:
        """Draws as wide as a message's text may be."""
        room = max(_NARROWEST, self.width or _UNKNOWN_WIDTH)
        return Painter(room - GUTTER - 2, self._ink().colours)

    def _item(self, message: Message) -> _Item:
        item = _Item(message, estimate(message, self.width))
        if message.live:
            item.stream = Stream(self.painter(), " " * GUTTER)
            item.stream.feed(message.text)
        return item

    def _retop(self) -> None:
        self._tops = Stack(item.height for item in self._items)
