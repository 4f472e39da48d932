"""A text to scroll through, wrapped once for a width: another text costs a repaint, and no layout of the screen."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip
from textual.visual import Visual

from avery.ui.blocks import marked

Write = Callable[[int], Content]
"""The text, for so many cells."""
_BEFORE = 4
"""Rows above a place that stay in sight."""


class TextPage(ScrollView, can_focus=True):
    """Its text can be selected with the mouse and copied, as the chat's."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._write: Write = lambda width: Content("")
        self._lines: list[Strip] = []
        self._width = 0

    def show(self, write: Write, *, home: bool = True, above: Write | None = None) -> None:
        """Another text; from its beginning, or where the reader was, or from behind the part that is `above`."""
        self._write = write
        self._wrap()
        if above is not None and self._width > 0:
            lines = self._drawn(above(self._width))
            # By force: a scroll bar that comes with this text is not there before the next layout.
            top = max(0, len(lines) - _BEFORE)
            self.scroll_to(y=top, animate=False, immediate=True, force=True)
        elif home:
            self.scroll_to(y=0, animate=False, immediate=True)

    @property
    def text(self) -> str:
        """What stands here, line by line."""
        return "\n".join(strip.text.rstrip() for strip in self._lines)

    def _wrap(self) -> None:
        self._width = self.scrollable_content_region.width
        if self._width <= 0:
            return
        ground = self.rich_style  # worked out from all ancestors each time it is asked for
        self._lines = [
            line.adjust_cell_length(self._width, ground).apply_style(ground).apply_offsets(0, n)
            for n, line in enumerate(self._drawn(self._write(self._width)))
        ]
        # Not by assignment: that lays the whole screen out again, unless the scroll bar comes or goes.
        before, size = self.virtual_size, Size(self._width, len(self._lines))
        if (before.height > self.size.height) != (size.height > self.size.height):
            self.virtual_size = size
        else:
            self.set_reactive(ScrollView.virtual_size, size)
            self.vertical_scrollbar.window_virtual_size = size.height
            self.scroll_to(y=min(self.scroll_offset.y, self.max_scroll_y), animate=False, immediate=True)
        self.refresh()

    def _drawn(self, content: Content) -> list[Strip]:
        return Visual.to_strips(self, content, self._width, None, self.visual_style, apply_selection=False)

    def render_line(self, y: int) -> Strip:
        line = y + self.scroll_offset.y
        if line >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        strip = self._lines[line]
        if (selection := self.text_selection) and (span := selection.get_span(line)):
            strip = marked(strip, *span, self.screen.get_component_rich_style("screen--selection"))
            strip = strip.apply_offsets(0, line)
        return strip

    def on_resize(self, event: events.Resize) -> None:
        if self.scrollable_content_region.width != self._width:
            self._wrap()

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """A bar that comes takes a cell of each line, and no event tells of it when the size stays."""
        if shown:
            self.call_later(self._narrow)

    def _narrow(self) -> None:
        # Only when it became narrower: a text that is shorter then would let the bar come and go for ever.
        if 0 < self.scrollable_content_region.width < self._width:
            self._wrap()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._wrap())

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without the blanks that fill a line."""
        found = []
        for line, strip in enumerate(self._lines):
            if (span := selection.get_span(line)) is not None:
                text = strip.text
                found.append(text[span[0] : len(text) if span[1] == -1 else span[1]].rstrip())
        return "\n".join(found), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()
