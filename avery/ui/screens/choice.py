"""One question with a handful of answers, each a key or a line; over the page that asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from avery.ui.plain import one_line

_WORD = 14


@dataclass(frozen=True, slots=True)
class Answer:
    """One way to answer."""

    value: str
    word: str
    note: str = ""
    key: str = ""
    """A letter or digit that gives it at once."""


class ChoiceScreen(ModalScreen[str | None]):
    """Returns the value of the answer; None for Esc."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "memories.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Leave it", show=False, id="choice.leave")
    ]

    def __init__(self, title: str, answers: Sequence[Answer], present: str = "") -> None:
        super().__init__()
        self._title = title
        self._answers = answers
        self._present = present

    def compose(self) -> ComposeResult:
        yield OptionList(
            *(_option(n, answer) for n, answer in enumerate(self._answers)), id="choice", markup=False
        )

    def on_mount(self) -> None:
        box = self.query_one(OptionList)
        box.border_title = Content(self._title)  # a plain text would be read as markup
        box.border_subtitle = "Enter chooses · Esc leaves it"
        values = [answer.value for answer in self._answers]
        box.highlighted = values.index(self._present) if self._present in values else 0
        box.focus()

    def action_leave(self) -> None:
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        found = next((a for a in self._answers if a.key and a.key == event.character), None)
        if found is not None:
            event.stop()
            self.dismiss(found.value)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._answers[event.option_index].value)


def _option(place: int, answer: Answer) -> Option:
    word = one_line(answer.word, 60)
    text = Content.assemble(
        (f"{answer.key or ' '} ", "bold $primary"),
        (f"{word:<{_WORD}}", "$foreground"),
        (f" {answer.note}", "$muted"),
    )
    return Option(text, id=str(place))
