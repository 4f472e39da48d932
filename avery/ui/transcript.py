"""The conversation as one virtual view: strips are drawn when they come into sight and kept.

One widget however long the chat is, since a widget per message makes every key press cost as much as
the whole history. What is not drawn yet has an estimated height; when the real one
differs, the line the reader looks at stays where it is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message as TextualMessage
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from avery.ui import greeting
from avery.ui.blocks import marked
from avery.ui.column import Column
from avery.ui.messages import Message, Voice
from avery.ui.once import once
from avery.ui.pointing import Pointing
from avery.ui.speech import DEED, Ink, more_below, without_gutter

_FRAME = 1 / 15
"""Seconds between two drawings of a streaming reply."""
_KEPT_LINES = 400
"""Finished lines kept: some screens."""


@dataclass(frozen=True, slots=True)
class _Finished:
    """A line as it was last drawn, and what it was drawn from."""

    strip: Strip
    width: int
    ground: Style
    whole: Strip


class Transcript(Pointing, can_focus=True):
    """Messages below each other; follows the end unless the reader scrolled up."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "transcript--user",
        "transcript--name-user",
        "transcript--name-avery",
        "transcript--muted",
        "transcript--error",
        "transcript--warning",
        "transcript--cursor",
        "transcript--more",
        "transcript--code",
        "transcript--ground",
        "transcript--link",
    }

    welcome: reactive[str] = reactive("")
    """What stands here until something is said."""

    @dataclass
    class Focused(TextualMessage):
        """The message cursor, or the end of the chat, came to stand on another message."""

        message: Message | None

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._column = Column(self._colours)
        self._follow = True
        self._seen_items = 0
        self._seen_height = 0
        self._adjusting = False
        self._ink: Ink | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._drawn_at = 0.0
        self._ground: Style | None = None
        self._finished: dict[int, _Finished] = {}

    # What others call

    @property
    def messages(self) -> tuple[Message, ...]:
        return self._column.messages

    @property
    def following(self) -> bool:
        """Whether the end stays in sight when something arrives."""
        return self._follow

    @property
    def new_lines(self) -> int:
        """How many lines arrived below since the reader scrolled up."""
        if self._follow or not 0 < self._seen_items <= len(self._column):
            return 0
        # Counted from the message that was last then: heights above it are partly estimates.
        tops, last = self._column.tops, self._seen_items - 1
        below = tops.height - tops[self._seen_items]
        return max(0, below + self._column.height_of(last) - self._seen_height)

    def load(self, messages: list[Message]) -> None:
        """Show these instead of what there is, at their end."""
        self._column.load(messages)
        self._cursor = None
        self._follow = True
        self._settle()
        self.refresh()

    def add(self, message: Message) -> int:
        """Append a message; returns its place."""
        place = self._column.add(message)
        self._settle()
        self.refresh()
        return place

    def change(self, place: int, message: Message) -> None:
        """Put another value in the place of a message."""
        self._column.change(place, message)
        self._settle()
        self.refresh()

    def keep(self, wanted: Callable[[Message], bool]) -> dict[int, int]:
        """Take the other messages away; returns the new place of each that stays, by its old one."""
        moved = self._column.keep(wanted)
        self._cursor = None
        self.follow_end()
        return moved

    def feed(self, place: int, fragment: str) -> None:
        """More of a live message; drawn at most 15 times a second, less often if drawing is slow."""
        if self._column.feed(place, fragment) and self._timer is None:
            wait = max(0.001, self._drawn_at + _FRAME - time.monotonic())
            self._timer = once(self, wait, self._draw_live)

    def text_of(self, place: int) -> str:
        """The text of a message as far as it has come."""
        return self._column.text_of(place)

    def finish(self, place: int, mark: str = "") -> Message:
        """The live message is whole (or `mark` says why not); returns it with its full text."""
        message = replace(self._column[place], text=self.text_of(place), live=False, mark=mark)
        self.change(place, message)
        return message

    def follow_end(self) -> None:
        """Go to the end and stay there."""
        self._follow = True
        self._settle()
        self.refresh()

    def move_cursor(self, step: int) -> None:
        """The message cursor, up (-1) or down (+1); below the last one it disappears."""
        if not len(self._column):
            return
        start = len(self._column) if self._cursor is None else self._cursor
        place = max(0, start + step)
        self._set_cursor(place if place < len(self._column) else None)

    def go_to(self, turn: str) -> bool:
        """Mark the message of a turn and bring it into sight; False when it does not stand here."""
        place = next((n for n, message in enumerate(self.messages) if message.turn == turn), None)
        if place is None:
            return False
        if self._follow:
            self._remember_seen()
        self._follow = False
        self._set_cursor(place, at_top=True)
        return True

    def clear_cursor(self) -> None:
        """Take the message cursor away."""
        if self._cursor is not None:
            self._set_cursor(None)

    # Keys

    def action_scroll_end(self) -> None:
        self.follow_end()

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        self._ground = self.rich_style  # worked out from all ancestors: once for all lines
        try:
            return super().render_lines(crop)
        finally:
            self._ground = None

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self.new_lines and y == self.size.height - 1:
            style = self.get_component_rich_style("transcript--more")
            return more_below(self.new_lines, width, style, self.rich_style)
        line = self.scroll_offset.y + y
        place, inside = self._column.at(line)
        strips = self._column.drawn(place)
        if inside >= len(strips):
            return self._greeting(y, width)
        strip = strips[inside]
        if (selection := self.text_selection) and (span := selection.get_span(line)):
            strip = marked(strip, *span, self.screen.get_component_rich_style("screen--selection"))
        if place == self._cursor:
            strip = self._pointer(strip)
        return self._whole_line(strip, line, width, self._ground or self.rich_style)

    def _whole_line(self, strip: Strip, line: int, width: int, ground: Style) -> Strip:
        """The strip as wide as the column and on its ground; most lines of a growing reply stay."""
        made = self._finished.get(line)
        if made is None or made.strip is not strip or (made.width, made.ground) != (width, ground):
            if len(self._finished) > _KEPT_LINES:
                self._finished.clear()
            whole = strip.adjust_cell_length(width, ground).apply_style(ground).apply_offsets(0, line)
            made = self._finished[line] = _Finished(strip, width, ground, whole)
        return made.whole

    def _greeting(self, y: int, width: int) -> Strip:
        """A row below the messages: empty once something was said."""
        ground = self._ground or self.rich_style
        if not self.welcome or any(message.voice is not Voice.NOTICE for message in self.messages):
            return Strip.blank(width, ground)
        taken = self._column.tops.height
        room, free = self._column.painter().width, self.size.height - taken
        strip = greeting.row(self.welcome, y - taken, free, room, self._colours(), whole=taken > 0)
        return strip.adjust_cell_length(width, ground).apply_style(ground)

    def _pointer(self, strip: Strip) -> Strip:
        style = self.get_component_rich_style("transcript--cursor", partial=True)
        return Strip([Segment("▎", style), *strip.crop(1)])

    def _draw_live(self) -> None:
        self._timer = None
        started = time.monotonic()
        self._column.outdate_live()
        self._settle()
        self.refresh()
        spent = time.monotonic() - started
        # A drawing that takes long is repeated less often, so that keys never wait for a big reply.
        self._drawn_at = time.monotonic() + 3 * spent

    def _colours(self) -> Ink:
        if self._ink is None:
            self._ink = Ink.of(self)
        return self._ink

    # Heights and the place of the reader

    def _settle(self) -> None:
        """Draw all that is in sight, give it its real height, keep the reader's line in place."""
        if self._adjusting or not self._column.width:
            return
        self._adjusting = True
        try:
            for _ in range(8):
                if not self._settle_once():
                    break
        finally:
            self._adjusting = False

    def _settle_once(self) -> bool:
        top = self.scroll_offset.y
        anchor = self._column.tops.nearest(top)
        within = top - self._column.tops[anchor]
        changed = self._column.measure(self._in_sight())
        tops, width = self._column.tops, self._column.width
        if self.virtual_size.height != tops.height or self.virtual_size.width != width:
            # Not by assignment: that lays the whole screen out again, and the scroll bar is there anyhow.
            self.set_reactive(ScrollView.virtual_size, Size(width, tops.height))
            self.vertical_scrollbar.window_virtual_size = tops.height
        target = self.max_scroll_y if self._follow else tops[anchor] + within
        if len(self._column) and round(self.scroll_y) != round(min(target, self.max_scroll_y)):
            self.scroll_to(y=target, animate=False, immediate=True, force=True)
            changed = True
        return changed

    def _in_sight(self) -> range:
        tops, height = self._column.tops, max(1, self.size.height)
        if self._follow:
            return tops.between(tops.height - height, tops.height)
        top = self.scroll_offset.y
        return tops.between(top, top + height)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if self._adjusting:
            return
        follows = new_value >= self.max_scroll_y
        if self._follow and not follows:
            self._remember_seen()
        self._follow = follows
        self._settle()
        if self.new_lines == 0:
            self.refresh_line(self.scroll_offset.y + self.size.height - 1)

    def _remember_seen(self) -> None:
        """What stands here already is nothing new to a reader who goes up."""
        self._seen_items = len(self._column)
        self._seen_height = self._column.height_of(-1) if self._seen_items else 0

    def on_resize(self, event: events.Resize) -> None:
        width = self.scrollable_content_region.width or event.size.width
        if width != self._column.width:
            self._column.width = width
            self._forget_drawings()
            self.refresh()  # what was drawn before the width was known would stay on the screen
        self._settle()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._on_theme)

    def _on_theme(self, _theme: object) -> None:
        self._ink = None
        self._forget_drawings()
        self._settle()
        self.refresh()

    def _forget_drawings(self) -> None:
        """Drop the strips; the line at the top of the view stays about where it is."""
        anchor = self._column.tops.nearest(self.scroll_offset.y)
        self._column.forget_drawings()
        if len(self._column) and not self._follow:
            self._adjusting = True
            self.virtual_size = Size(self._column.width, self._column.tops.height)
            self.scroll_to(y=self._column.tops[anchor], animate=False, immediate=True, force=True)
            self._adjusting = False

    def _set_cursor(self, place: int | None, *, at_top: bool = False) -> None:
        self._cursor, self._copied, self._opened = place, 0, 0
        if place is None:
            self.follow_end()
        else:
            self._column.measure([place])
            self._settle()
            self._reveal(place, at_top)
        self.refresh()
        self.post_message(self.Focused(self.pointed))

    def _reveal(self, place: int, at_top: bool) -> None:
        top, bottom = self._column.tops[place], self._column.tops[place + 1]
        seen = self.scroll_offset.y
        if at_top or top < seen or bottom > seen + self.size.height:
            self.scroll_to(y=max(0, top - 1), animate=False, immediate=True, force=True)

    # Mouse and selection

    def on_click(self, event: events.Click) -> None:
        if self.new_lines and event.y == self.size.height - 1:
            self.follow_end()
        elif event.style.link and not self.text_selection:
            event.stop()
            self.follow_link(event.style.link)
        elif isinstance(deed := event.style.meta.get(DEED), int) and not self.text_selection:
            event.stop()
            place, _ = self._column.at(self.scroll_offset.y + event.y)
            message = self._column[place]
            self.change(place, replace(message, opened=message.opened ^ {deed}))

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without gutters and the blanks that fill a line."""
        start, end = selection.start, selection.end
        first, height = start.y if start else 0, self._column.tops.height
        last = min(end.y if end else height, height - 1)
        lines = [self._text_of(line, selection) for line in range(first, last + 1)]
        return "\n".join(lines), "\n"

    def _text_of(self, line: int, selection: Selection) -> str:
        place, inside = self._column.at(line)
        strips = self._column.drawn(place)
        span = selection.get_span(line)
        if span is None or inside >= len(strips):
            return ""
        return without_gutter(strips[inside].text, *span)

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()
