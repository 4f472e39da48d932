"""What the terminal would show, as rows of text: readable in review, and comparable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widget import Widget

from avery.app import HEIGHTS, WIDTHS, AveryApp
from avery.ui.palette import DARK, LIGHT


class Host(App[None]):
    """One widget, with Avery's themes, break points and style sheet."""

    CSS_PATH = AveryApp.CSS_PATH

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTHS
        self.VERTICAL_BREAKPOINTS = HEIGHTS
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = DARK.name
        self._widgets = widgets

    def compose(self) -> ComposeResult:
        yield from self._widgets


def rows(app: App[object]) -> list[str]:
    """The screen's rows, without the blanks at their ends."""
    # The one private call: Textual has no public way to read the composed screen as text.
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


def picture(app: App[object]) -> str:
    """The screen as one text."""
    return "\n".join(rows(app)).rstrip() + "\n"


async def until(pilot: Pilot[object], true: Callable[[], bool], seconds: float = 15.0) -> None:
    """Wait for something that another thread brings about. Raises AssertionError with the screen."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not true():
        if asyncio.get_running_loop().time() > deadline:
            raise AssertionError("It did not happen in time; the screen shows:\n" + picture(pilot.app))
        await pilot.pause(0.02)
