"""A list of one-line rows, as long as it may be: only what is in sight is drawn.

The rows belong to whoever shows them; here they are numbers, drawn when they come into sight.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

Draw = Callable[[int, int, bool], Content]
"""A row by its number, the cells there are for it, and whether it is the marked one."""


class RowList(ScrollView, can_focus=True):
    """Up and Down mark a row, Enter or a click on the marked one chooses it. Headings are passed over."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--marked"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Row before", show=False, id="rows.before"),
        Binding("down", "step(1)", "Row after", show=False, id="rows.after"),
        Binding("pageup", "page(-1)", "Page before", show=False, id="rows.page_before"),
        Binding("pagedown", "page(1)", "Page after", show=False, id="rows.page_after"),
        Binding("home", "edge(False)", "First", show=False, id="rows.first"),
        Binding("end", "edge(True)", "Last", show=False, id="rows.last"),
        Binding("enter", "choose", "Choose", show=False, id="rows.choose"),
    ]

    class Marked(Message):
        """Another row is marked."""

        def __init__(self, rows: RowList, place: int) -> None:
            super().__init__()
            self.rows = rows
            self.place = place

        @property
        def control(self) -> RowList:
            return self.rows

    class Chosen(Marked):
        """The marked row is to be opened."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._draw: Draw = lambda place, width, marked: Content("")
        self._headings: Collection[int] = ()
        self.empty = ""
        """What stands here while there is no row."""
        self.count = 0
        self.place = 0
        """The number of the marked row."""

    def show(self, count: int, draw: Draw, *, place: int = 0, headings: Collection[int] = ()) -> None:
        """These rows instead of what there is, with the one at `place` (or the next that is none) marked."""
        self.count, self._draw, self._headings = count, draw, headings
        self.place = self._next(min(max(0, place), max(0, count - 1)), 1)
        self.virtual_size = Size(0, count)
        self._reveal()
        self.refresh()

    def mark(self, place: int) -> None:
        """Mark another row; nothing is told of it."""
        if 0 <= place < self.count:
            before, top = self.place, self.scroll_offset.y
            self.place = place
            self._reveal()
            if self.scroll_offset.y == top:
                self.refresh_lines(before, 1)
                self.refresh_lines(place, 1)
            else:
                self.refresh()

    # Drawing

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        place = y + self.scroll_offset.y
        style = self.visual_style
        if place >= self.count:
            return self._blank(y, width)
        marked = place == self.place
        text = self._draw(place, width, marked).truncate(width, ellipsis=True)
        ground = self.get_visual_style("rows--marked") if marked and self.has_focus else None
        if ground is not None:
            style = style + ground
        [strip] = Visual.to_strips(self, text, width, 1, style)[:1] or [Strip.blank(width)]
        return strip.adjust_cell_length(width, style.rich_style).extend_cell_length(self.size.width)

    def _blank(self, y: int, width: int) -> Strip:
        """A line without a row; where there is none at all, the reason."""
        if not self.count and self.empty and width > 2:
            words = Content.styled(f"\n{self.empty}", "$muted").pad(1, 1)
            lines = Visual.to_strips(self, words, width, None, self.visual_style)
            if y < len(lines):
                return lines[y].extend_cell_length(self.size.width, self.rich_style)
        return Strip.blank(self.size.width, self.rich_style)

    def on_resize(self, event: events.Resize) -> None:
        self._reveal()

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def _reveal(self) -> None:
        if self.count:
            top = self.place - 1 if self.place - 1 in self._headings else self.place
            self.scroll_to_region(Region(0, top, 1, self.place - top + 1), animate=False, force=True)

    # The person moves

    def _go(self, place: int, step: int) -> None:
        place = self._next(min(max(0, place), self.count - 1), step)
        if self.count and place != self.place and place not in self._headings:
            self.mark(place)
            self.post_message(self.Marked(self, place))

    def _next(self, place: int, step: int) -> int:
        """`place`, or the nearest row that is no heading, first in the direction of `step`."""
        for direction in (step, -step):
            at = place
            while 0 <= at < self.count and at in self._headings:
                at += direction
            if 0 <= at < self.count:
                return at
        return place

    def action_step(self, step: int) -> None:
        self._go(self.place + step, step)

    def action_page(self, step: int) -> None:
        self._go(self.place + step * max(1, self.size.height - 1), step)

    def action_edge(self, last: bool) -> None:
        self._go(self.count - 1 if last else 0, -1 if last else 1)

    def action_choose(self) -> None:
        if self.count and self.place not in self._headings:
            self.post_message(self.Chosen(self, self.place))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.get_content_offset(self)
        place = -1 if at is None else at.y + self.scroll_offset.y
        if not 0 <= place < self.count or place in self._headings:
            return
        if place == self.place and self.has_focus and event.chain > 1:
            self.action_choose()
        else:
            self._go(place, 1)
