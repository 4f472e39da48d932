"""config.toml as text: for what has no field of its own, and for a file that is broken, at the line where it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static, TextArea

from avery.settings import file
from avery.settings.file import Book, Overtaken, Problem
from avery.ui.editor import written
from avery.ui.fields import TextEditor
from avery.ui.keyrow import KeyRow
from avery.ui.plain import one_line
from avery.ui.screens.choice import Answer, ChoiceScreen
from weave.errors import WeaveError

OVERTAKEN = (
    Answer("mine", "Keep mine", "what stands there now is lost", "m"),
    Answer("theirs", "Take theirs", "what you changed is lost", "t"),
)


class ConfigScreen(Screen[Book | None]):
    """Returns the file as it was saved; None when nothing was."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "settings.tcss"
    AUTO_FOCUS = "#config-text"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave it", show=False, id="config.leave"),
        Binding("ctrl+s", "save", "Check and save", show=False, id="config.save"),
        Binding("ctrl+g", "editor", "In $EDITOR", show=False, id="config.editor", priority=True),
    ]

    def __init__(
        self, book: Book, environment: Mapping[str, str], *, line: int | None = None, editor: bool = False
    ) -> None:
        """`line`: where to begin, counted from 1; `editor`: in the person's own at once."""
        super().__init__()
        self._book = book
        self._environment = environment
        self._line = line
        self._editor = editor
        self._warned = False

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="config-head")
        yield TextEditor(_shown(self._book.text), show_line_numbers=True, soft_wrap=True, id="config-text")
        yield Static("", markup=False, id="config-note")
        yield KeyRow(id="config-keys")

    def on_mount(self) -> None:
        head = Content.assemble(
            ("config.toml", "bold $accent"), (f"  {one_line(str(self._book.path))}", "$muted")
        )
        self.query_one("#config-head", Static).update(head)
        self.query_one(KeyRow).show(
            [("ctrl+s", "checks and saves"), ("ctrl+g", "in $EDITOR"), ("escape", "leaves it")]
        )
        self._tell(self._book.problem, self._line)
        if self._editor:
            self.call_after_refresh(self.action_editor)

    @property
    def _area(self) -> TextArea:
        return self.query_one(TextArea)

    def _tell(self, problem: Problem | None, line: int | None = None) -> None:
        """Say what is wrong, and go where it is."""
        line = problem.line if problem is not None and problem.line else line
        if line is not None:
            self._area.move_cursor((min(line, self._area.document.line_count) - 1, 0), center=True)
        if problem is None:
            self._say("Nothing is written before it is sound.")
        else:
            where = f"Line {problem.line}: " if problem.line else ""
            self._say(f"{where}{problem.sentence}", error=True)

    def _say(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#config-note", Static)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 600)))

    def action_editor(self) -> None:
        try:
            self._area.load_text(written(self.app, self._area.text, self._environment))
        except WeaveError as error:
            self._say(str(error), error=True)
        else:
            self.action_save()

    def action_save(self) -> None:
        self._save(self._book)

    def _save(self, book: Book) -> None:
        self.run_worker(self._write(book, self._area.text), group="save", exclusive=True, exit_on_error=False)

    async def _write(self, book: Book, text: str) -> None:
        try:
            problem = await asyncio.to_thread(file.problem, text)
            if problem is not None:
                self._tell(problem)
                return
            self.dismiss(await asyncio.to_thread(file.write, book, text))
        except Overtaken:
            self._ask_whose()
        except WeaveError as error:
            self._say(str(error), error=True)

    def _ask_whose(self) -> None:
        def answered(whose: str | None) -> None:
            if whose is not None:
                self.run_worker(self._again(mine=whose == "mine"), group="save", exit_on_error=False)

        self.app.push_screen(ChoiceScreen("config.toml was changed elsewhere", OVERTAKEN), answered)

    async def _again(self, *, mine: bool) -> None:
        self._book = await asyncio.to_thread(file.read, self._book.path.parent)
        if mine:
            self._save(self._book)
        else:
            self._area.load_text(_shown(self._book.text))
            self._tell(self._book.problem)

    def action_leave(self) -> None:
        """What was written is not lost by one key."""
        if self._area.text != _shown(self._book.text) and not self._warned:
            self._warned = True
            self._say("Esc again leaves it unsaved; Ctrl+S checks and saves.", error=True)
        else:
            self.dismiss(None)


def _shown(text: str) -> str:
    """What was no UTF-8 is shown as such: it has to be mended anyhow."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
