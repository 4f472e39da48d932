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
            yield Static(page(), markup=False, id="help-text")

    def on_mount(self) -> None:
        box = self.query_one("#help")
        box.border_title = "Keys and commands"
        box.border_subtitle = "Esc closes"


def page() -> Content:
    """All groups, keys in one column."""
    width = max(len(ways(c)) for members in groups().values() for c in members) + 2
    lines: list[Content] = []
    for name, members in groups().items():
        if lines:
            lines.append(Content(""))
        lines.append(Content.styled(name, "bold $primary"))
        for command in members:
            keys = Content.styled(f"{ways(command):<{width}}", "$foreground")
            lines.append(Content.assemble(keys, (command.title, "$muted")))
    lines += [Content(""), Content.styled(_NOTE, "$muted")]
    return Content("\n").join(lines)
