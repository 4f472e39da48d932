"""A path to be typed, with what there is on the disk below it; Tab takes the marked one, Enter goes on."""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from avery.ui.fields import LineInput
from avery.ui.library.files import Match, completed, matches
from avery.ui.once import latest
from avery.ui.plain import one_line
from avery.ui.rows import RowList


class PathScreen(ModalScreen[str | None]):
    """Returns the path as an absolute one; None for Esc. A file that is dropped onto the terminal is pasted here."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "library.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Leave it", show=False, id="paths.leave"),
        Binding("tab", "complete", "Complete", show=False, priority=True, id="paths.complete"),
        Binding("up", "step(-1)", "Before", show=False, id="rows.before"),
        Binding("down", "step(1)", "After", show=False, id="rows.after"),
    ]

    def __init__(
        self, home: Path, folder: Path, *, title: str = "Add a file or a folder", does: str = "adds"
    ) -> None:
        super().__init__()
        self._title = title
        self._does = does
        self._home = home
        self._folder = folder
        self._matches: tuple[Match, ...] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="paths"):
            yield LineInput(placeholder="~/Documents/…", id="path")
            yield RowList(id="path-list")
            yield Static("", markup=False, id="path-note")

    def on_mount(self) -> None:
        box = self.query_one("#paths")
        box.border_title = Content(self._title)
        box.border_subtitle = f"Tab completes · Enter {self._does} · Esc leaves"
        self.query_one(RowList).can_focus = False
        self.query_one(Input).focus()
        self._seek()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._seek()

    def _seek(self) -> None:
        latest(self, self._look)

    async def _look(self) -> None:
        import asyncio

        typed = self.query_one(Input).value
        found = await asyncio.to_thread(matches, typed, self._home, self._folder)
        self._matches = found
        self.query_one(RowList).show(len(found), self._row)
        self._note("" if found or not typed else "There is nothing of that name.")

    def _row(self, place: int, width: int, marked: bool) -> Content:
        match = self._matches[place]
        return Content.assemble(
            ("▎ " if marked else "  ", "$primary"),
            (one_line(match.name, 200), "bold $foreground" if marked else "$foreground"),
            (os.sep if match.folder else "", "$accent"),
        )

    def _note(self, text: str) -> None:
        self.query_one("#path-note", Static).update(Content.styled(text, "$warning"))

    def action_step(self, step: int) -> None:
        self.query_one(RowList).action_step(step)

    def action_complete(self) -> None:
        place = self.query_one(RowList).place
        if place < len(self._matches):
            box = self.query_one(Input)
            box.value = completed(box.value, self._matches[place])
            box.cursor_position = len(box.value)

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        event.stop()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one(RowList):
            self.action_complete()
            self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip().strip("'\"")
        if not typed:
            return
        path = self._absolute(typed)
        if path.exists():
            self.dismiss(str(path))
        else:
            self._note("There is no such file or folder; Tab completes what is marked.")

    def _absolute(self, typed: str) -> Path:
        path = Path(typed)
        if typed == "~" or typed.startswith("~/"):
            path = self._home / typed[2:]
        return path if path.is_absolute() else self._folder / path
