"""A key to be pressed, for something that Avery can do; over the page that asks for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from avery.commands import key_name
from avery.ui.plain import one_line

_ASKS = "Press the key that shall do it."
_TYPING = "A bare letter is typing; take one with Ctrl or Alt, or an F-key."
_MOVING = frozenset(("tab", "shift+tab", "up", "down", "left", "right", "backspace", "delete", "home", "end"))


class StrokeScreen(ModalScreen[str | None]):
    """Returns the key as Textual names it; None for Esc."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave it", show=False, id="stroke.leave"),
        Binding("enter", "take", "Take it", show=False, id="stroke.take"),
    ]

    def __init__(self, title: str, refused: Callable[[str], str | None]) -> None:
        """`refused`: why a key cannot be had, None when it can."""
        super().__init__()
        self._title = title
        self._refused = refused
        self._key: str | None = None

    def compose(self) -> ComposeResult:
        yield Static(_ASKS, markup=False, id="stroke")

    def on_mount(self) -> None:
        box = self.query_one("#stroke")
        box.border_title = Content(one_line(self._title, 50))
        box.border_subtitle = "Esc leaves it"

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "enter"):
            return
        event.stop()
        event.prevent_default()
        why = self._why_not(event)
        self._key = None if why else event.key
        words = why or "Enter takes it; another key instead of it is as good."
        self.query_one("#stroke", Static).update(
            Content.assemble(
                (key_name(event.key), "bold $primary"), "\n", (words, "$error" if why else "$muted")
            )
        )

    def _why_not(self, event: events.Key) -> str | None:
        if event.is_printable or event.key in _MOVING:
            return _TYPING
        return self._refused(event.key)

    def action_take(self) -> None:
        if self._key is not None:
            self.dismiss(self._key)
