"""An earlier conversation, opened at the turn from which something was remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.events import Reading
from avery.ui.exchange import messages_of
from avery.ui.keyrow import KeyRow
from avery.ui.messages import Message
from avery.ui.plain import one_line
from avery.ui.transcript import Transcript

_HERE = "↑ this is where it comes from"
_GONE = "The turn itself is gone; this is the talk it was in."
_KEYS = [("alt+up,alt+down", "messages"), ("escape", "back")]


class ReadingScreen(Screen[None]):
    """Read only; Esc goes back."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "pages.tcss"
    AUTO_FOCUS = "Transcript"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Back", show=False, id="reading.close"),
        Binding("alt+up", "cursor(-1)", "Message before", show=False, id="reading.before"),
        Binding("alt+down", "cursor(1)", "Message after", show=False, id="reading.after"),
    ]

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self._reading = reading

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="page-head")
        yield Transcript(id="reading")
        yield Static("", markup=False, id="page-foot")
        yield KeyRow(id="page-keys")

    def on_mount(self) -> None:
        title = one_line(self._reading.title, 200) or "An earlier chat"
        head = Content.assemble(("Read again", "bold $primary"), "  ", (title, "$foreground"))
        self.query_one("#page-head", Static).update(head)
        self.query_one(Transcript).load(
            [self._marked(message) for message in messages_of(self._reading.turns)]
        )
        self.query_one(KeyRow).show(_KEYS)
        self.call_after_refresh(self._go)

    def _marked(self, message: Message) -> Message:
        """A turn that made the memory says so; it is never folded, since its words may be the last ones."""
        if message.turn in self._reading.marked:
            return replace(message, mark=_HERE, folded=False)
        return message

    def _go(self) -> None:
        view = self.query_one(Transcript)
        if self._reading.marked and not any(view.go_to(turn) for turn in self._reading.marked):
            self.query_one("#page-foot", Static).update(Content(_GONE))

    def action_cursor(self, step: int) -> None:
        self.query_one(Transcript).move_cursor(step)
