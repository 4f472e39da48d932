"""Which model answers from now on: those that the server lists, found by letters; or any name that is written."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from avery.events import Event, Models
from avery.ui.fields import LineInput
from avery.ui.mentions import ranked
from avery.ui.messages import in_chat
from avery.ui.plain import one_line
from avery.ui.rows import RowList

OTHER = ""
"""What is returned for another server or another key."""
_OTHER_ROW = "Another server, or another key …"


class ModelScreen(ModalScreen[str | None]):
    """Returns the model's name, OTHER for the page of set-up, None when all stays as it is."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "sessions.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave it", show=False, id="model.leave"),
        Binding("up", "step(-1)", "Before", show=False, id="rows.before"),
        Binding("down", "step(1)", "After", show=False, id="rows.after"),
    ]

    def __init__(self, present: str) -> None:
        super().__init__()
        self._present = present
        self._names: tuple[str, ...] = ()
        self._rows: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="models"):
            yield LineInput(placeholder="Letters of a name, or a whole name", id="models-find")
            yield RowList(id="models-list")
            yield Static("Asking the server …", markup=False, id="models-note")

    def on_mount(self) -> None:
        box = self.query_one("#models")
        box.border_title = Content(f"Model: {one_line(self._present, 40)}")
        box.border_subtitle = "Enter takes it · Esc leaves it"
        self.query_one(RowList).can_focus = False
        self.query_one(Input).focus()
        self._filter()

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        if isinstance(event, Models):
            self._names = event.names
            problem = event.problem or ("" if event.names else "The server lists no models; write a name.")
            self.query_one("#models-note", Static).update(
                Content.styled(one_line(in_chat(problem), 300), "$warning")
            )
            self._filter()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._filter()

    def _filter(self) -> None:
        typed = self.query_one(Input).value.strip()
        found = ranked(typed, self._names, len(self._names))
        own = (typed,) if typed and typed not in found else ()
        self._rows = (*found, *own, OTHER)
        place = found.index(self._present) if not typed and self._present in found else 0
        self.query_one(RowList).show(len(self._rows), self._row, place=place)

    def _row(self, place: int, width: int, marked: bool) -> Content:
        name = self._rows[place]
        note = (
            "  answers now"
            if name == self._present
            else ""
            if name in self._names or not name
            else "  as written"
        )
        return Content.assemble(
            ("▎ " if marked else "  ", "$primary"),
            (one_line(name, 200) or _OTHER_ROW, "bold $foreground" if marked else "$foreground"),
            (note, "$muted"),
        )

    def action_step(self, step: int) -> None:
        self.query_one(RowList).action_step(step)

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        event.stop()
        self.query_one(Input).focus()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        event.stop()
        self._choose()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._choose()

    def _choose(self) -> None:
        name = self._rows[self.query_one(RowList).place]
        self.dismiss(None if name == self._present else name)
