"""One line to be written, over the page that asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from avery.ui.fields import LineInput
from avery.ui.plain import one_line


class AskingScreen(ModalScreen[str | None]):
    """Returns what was written; None for Esc or an empty line."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "sessions.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave it", show=False, id="asking.leave")
    ]

    def __init__(self, title: str, value: str = "", note: str = "", *, hidden: bool = False) -> None:
        """`hidden`: what is written is not shown."""
        super().__init__()
        self._hidden = hidden
        self._title = title
        self._value = value
        self._note = note

    def compose(self) -> ComposeResult:
        with Vertical(id="asking"):
            yield LineInput(self._value, password=self._hidden, id="asking-line")
            yield Static(Content.styled(self._note, "$muted"), id="asking-note")

    def on_mount(self) -> None:
        box = self.query_one("#asking")
        box.border_title = Content(one_line(self._title, 60))
        box.border_subtitle = "Enter takes it · Esc leaves it"
        self.query_one("#asking-note").display = bool(self._note)
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip() or None)
