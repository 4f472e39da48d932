"""The keys and commands, as a page over the chat."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from avery.commands import groups, ways

_BESIDE = 24
"""Cells that what a key does needs beside it."""
_NOTE = (
    "A pasted text never sends: Enter does. Without bracketed paste (an old terminal), several lines that "
    "arrive at once are taken for a paste too. In the transcript the letters act on the message marked with "
    "Alt+Up; every other key goes to the line where you write."
)


class HelpScreen(ModalScreen[None]):
    """Closed by Esc, F1, q or ?."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,question_mark", "dismiss", "Close", show=False, id="help.close")
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help"):
            yield Static("", markup=False, id="help-text")

    def on_mount(self) -> None:
        box = self.query_one("#help")
        box.border_title = "Keys and commands"
        box.border_subtitle = "Esc closes"

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        text = self.query_one("#help-text", Static)
        text.update(page(max(_BESIDE, text.content_size.width)))


def page(width: int) -> Content:
    """All groups within `width` cells: what a key does beside it, or below it where there is no room."""
    column = max(len(ways(c)) for members in groups().values() for c in members) + 2
    lines: list[Content] = []
    for name, members in groups().items():
        lines += [Content(""), Content.styled(name, "bold $primary")]
        for command in members:
            lines += _told(ways(command), command.title, column if width >= column + _BESIDE else 0, width)
    return Content("\n").join([*lines[1:], Content(""), Content.styled(_NOTE, "$muted")])


def _told(keys: str, title: str, column: int, width: int) -> list[Content]:
    if not column:
        return [
            Content.styled(keys, "$foreground"),
            *(_below(part, 2) for part in _wrapped(title, width - 2)),
        ]
    first, *rest = _wrapped(title, width - column)
    head = Content.assemble((f"{keys:<{column}}", "$foreground"), first)
    return [head, *(_below(part, column) for part in rest)]


def _wrapped(text: str, width: int) -> list[Content]:
    return Content.styled(text, "$muted").wrap(width)


def _below(part: Content, indent: int) -> Content:
    return Content.assemble(" " * indent, part)
