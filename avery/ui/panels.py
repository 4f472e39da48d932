"""Figures below or beside each other, each in a frame with its title; what there is nothing of has no frame."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from avery.metamemory import Figures
from avery.ui.figures import COSTS, Draw

_TWO = 84
"""Cells from which two stand beside each other."""


class Panel(Widget):
    """One figure; drawn for the width it has."""

    def __init__(self, title: str, draw: Draw, zone: tzinfo | None) -> None:
        super().__init__()
        self._title = title
        self._draw = draw
        self._zone = zone
        self._figures: Figures | None = None
        self._drawn: tuple[int, Content | None] = (0, None)

    def on_mount(self) -> None:
        self.border_title = self._title
        self.add_class("-none")

    def show(self, figures: Figures) -> None:
        """Other figures."""
        self._figures = figures
        self._drawn = (0, None)
        self.set_class(self._draw(figures, 40, self._zone) is None, "-none")
        self.refresh(layout=True)

    def _content(self, width: int) -> Content:
        if self._drawn[0] != width and self._figures is not None and width > 0:
            drawn = self._draw(self._figures, width, self._zone)
            self._drawn = width, None if drawn is None else _folded(drawn, width)
        return self._drawn[1] or Content("")

    def render(self) -> Content:
        return self._content(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._content(width).plain.count("\n") + 1


def _folded(text: Content, width: int) -> Content:
    """Words that are too many for a line go on below; pictures are never wider than they may be."""
    rows = [
        part
        for line in text.split("\n", allow_blank=True)
        for part in (line.wrap(width) if line.cell_length > width else [line])
    ]
    return Content("\n").join(rows)


class Panels(VerticalScroll):
    """Some figures; two columns where there is room."""

    def __init__(
        self, panels: Sequence[tuple[str, Draw]], zone: tzinfo | None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._panels = [Panel(title, draw, zone) for title, draw in panels]
        for panel, (_, draw) in zip(self._panels, panels, strict=True):
            panel.set_class(draw in [cost for _, cost in COSTS], "-cost")

    def compose(self) -> ComposeResult:
        with Container(classes="panel-column"):
            yield from self._panels[::2]
        with Container(classes="panel-column"):
            yield from self._panels[1::2]

    def show(self, figures: Figures) -> None:
        for panel in self._panels:
            panel.show(figures)

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(event.size.width >= _TWO, "-beside")
