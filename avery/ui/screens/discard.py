"""The one question before a task is thrown away: what would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from avery import telling
from avery.events import Pad
from avery.ui.plain import one_line, plain


class DiscardScreen(ModalScreen[bool]):
    """`d` throws it away; Esc, Enter and `q` keep it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "answer(True)", "Throw away", show=False, id="discard.do"),
        Binding("escape,enter,q", "answer(False)", "Keep", show=False, id="discard.keep"),
    ]

    def __init__(self, pad: Pad) -> None:
        super().__init__()
        self._pad = pad

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="question"):
            yield Static("", markup=False, id="question-text")

    def on_mount(self) -> None:
        box = self.query_one("#question")
        box.border_title = "Throw the task away?"
        box.border_subtitle = "d throws it away · Esc keeps it"
        name = one_line(telling.name_of(self._pad.own, self._pad.task.name), 120)
        text = Content.assemble(
            (f"{name[0].upper()}{name[1:]}", "bold $foreground"),
            "\n\n",
            (plain(telling.doomed(self._pad)), "$foreground"),
        )
        self.query_one("#question-text", Static).update(text)

    def action_answer(self, discard: bool) -> None:
        self.dismiss(discard)
