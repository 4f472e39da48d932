"""The log, read inside: what failed behind the screen and was got over, or is to be told to somebody."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.logbook import Logbook
from avery.ui.keyrow import KeyRow
from avery.ui.page import TextPage
from avery.ui.plain import plain

_NOTHING = "Nothing was logged since Avery started."
_KEYS = [("up,down", "scroll"), ("y", "copy all"), ("r", "look again"), ("f1", "help"), ("escape", "back")]


class LogScreen(Screen[None]):
    """Esc goes back."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "pages.tcss"
    AUTO_FOCUS = "TextPage"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Back", show=False, id="log.close"),
        Binding("y", "copy", "Copy all", show=False, id="log.copy"),
        Binding("r", "again", "Look again", show=False, id="log.again"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="log.help"),
    ]

    def __init__(self, logbook: Logbook) -> None:
        super().__init__()
        self._logbook = logbook

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="page-head")
        yield TextPage(id="log-text")
        yield KeyRow(id="page-keys")

    def on_mount(self) -> None:
        self.query_one(KeyRow).show(_KEYS)
        self.action_again()

    def action_again(self) -> None:
        lines = self._logbook.lines
        head = Content.assemble(("Log", "bold $accent"), (f"  {len(lines):,} lines", "$foreground"))
        self.query_one("#page-head", Static).update(head)
        text = plain("\n".join(lines)) if lines else _NOTHING
        self.query_one(TextPage).show(lambda width: Content(text))

    def action_copy(self) -> None:
        self.app.copy_to_clipboard("\n".join(self._logbook.lines))
        self.notify("Log copied.", timeout=2, markup=False)
