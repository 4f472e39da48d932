"""All of config.toml, the keys of servers and what is allowed without asking: found by a word, changed in place.

Every file is read and written away from the screen's loop; nothing is written that would not be read again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from avery.ui.fields import LineInput
from avery.ui.keyrow import KeyRow
from avery.ui.page import TextPage
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.screens.changing import Apply, Changing, read
from avery.ui.settings import about
from avery.ui.settings.lines import Entry, Heading, Line, SettingLine, drawn, sought
from weave.errors import WeaveError

_NOTHING = "Nothing is called so. Esc empties the search."
_ROOMY = 72


class SettingsScreen(Changing):
    """Esc goes back step by step."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "settings.tcss"
    AUTO_FOCUS = "#set-list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="settings.back"),
        Binding("f12", "dismiss(None)", "Close", show=False, id="settings.close"),
        Binding("slash", "find", "Search", show=False, id="settings.find"),
        Binding("down", "list", "To the list", show=False, id="rows.after"),
        Binding("c", "changed", "Changed only", show=False, id="settings.changed"),
        Binding("space", "change", "Change it", show=False, id="settings.change"),
        Binding("x,delete", "reset", "Back to default", show=False, id="settings.reset"),
        Binding("e", "text(False)", "As text", show=False, id="settings.text"),
        Binding("ctrl+g", "text(True)", "In $EDITOR", show=False, id="settings.editor"),
        Binding("t", "test", "Test the key", show=False, id="settings.test"),
        Binding("m", "move", "Into the key store", show=False, id="settings.move"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(
        self, home: Path, environment: Mapping[str, str], apply: Apply, *, running: bool = True
    ) -> None:
        super().__init__(home, environment, apply, running=running)
        self._lines: tuple[Line, ...] = ()
        self._marked: Entry | None = None
        self._only_changed = False

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="set-head")
        with Horizontal(id="set-search"):
            yield Static("/", markup=False, id="set-sign")
            yield LineInput(placeholder="Search the settings", id="set-find")
        with Horizontal(id="set-body"):
            yield RowList(id="set-list")
            with Vertical(id="set-side"):
                yield TextPage(id="set-about")
                yield LineInput(id="set-edit")
                yield Static("", markup=False, id="set-problem")
        yield Static("", markup=False, id="set-note")
        yield KeyRow(id="set-keys")

    def on_mount(self) -> None:
        self._rows = self.query_one("#set-list", RowList)
        self._rows.border_title = "Settings"
        self.note("")
        self.run_worker(self._load(), group="read", exit_on_error=False)

    def on_resize(self, event: events.Resize) -> None:
        self._show_about()

    # Reading

    async def _load(self) -> None:
        try:
            book = await asyncio.to_thread(read, self._home)
        except WeaveError as error:
            self.note(str(error), error=True)
            return
        self.take_book(book)
        if book.problem is not None:
            self.action_text(False)
        await self.look_for_keys()

    def show_lines(self) -> None:
        """The lines anew, the mark where it was."""
        from avery.settings.fields import sections
        from avery.ui.settings.lines import setting_lines

        book = self._book
        if book is None or book.problem is not None:
            self._lines = ()
        else:
            every = (*setting_lines(sections(), book.values, self._environment), *self.kept_lines())
            self._lines = sought(every, self.query_one("#set-find", Input).value, changed=self._only_changed)
        before = self.current
        headings = {n for n, line in enumerate(self._lines) if isinstance(line, Heading)}
        place = self._place_of(before)
        self._rows.show(
            len(self._lines),
            lambda n, width, marked: drawn(self._lines[n], width, marked=marked),
            place=(0 if self.query_one("#set-find", Input).value else self._rows.place)
            if place is None
            else place,
            headings=headings,
        )
        self._marked = self._line_at(self._rows.place)
        self._show_head()
        self._show_about()

    @property
    def current(self) -> Entry | None:
        """The marked line."""
        return self._marked

    def _line_at(self, place: int) -> Entry | None:
        line = self._lines[place] if place < len(self._lines) else None
        return None if isinstance(line, Heading) else line

    def _place_of(self, entry: Entry | None) -> int | None:
        def name(line: object) -> str:
            return line.setting.path if isinstance(line, SettingLine) else getattr(line, "name", "")

        wanted = (type(entry), name(entry))
        return next((n for n, line in enumerate(self._lines) if (type(line), name(line)) == wanted), None)

    # Drawing

    def _show_head(self) -> None:
        head = Content.styled("Settings", "bold $accent")
        if self._book is not None:
            changed = sum(isinstance(line, SettingLine) and line.changed for line in self._lines)
            head += Content.styled(f"  • {changed} changed" if changed else "  all as it comes", "$warning")
            head += Content.styled(f"  {one_line(str(self._book.path), 300)}", "$muted")
        self.query_one("#set-head", Static).update(head)

    def _show_about(self) -> None:
        broken = self._book.problem if self._book is not None else None
        where = f"Line {broken.line}: " if broken is not None and broken.line else ""
        empty = f"{where}{broken.sentence}\n\ne mends it here, Ctrl+G in $EDITOR." if broken else _NOTHING
        words = about.about(self._marked, "Reading …" if self._book is None else empty)
        self.query_one("#set-about", TextPage).show(lambda width: words)
        self.show_keys()

    def show_keys(self) -> None:
        """The keys that act now."""
        keys = about.keys(
            self._marked,
            editing=self._editing is not None,
            finding=self.query_one("#set-find").has_focus,
            narrow=self.size.width < _ROOMY,
        )
        self.query_one(KeyRow).show(keys)

    def note(self, text: str, *, error: bool = False) -> None:
        """One sentence at the foot."""
        note = self.query_one("#set-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # Moving

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self.leave_field()
        self._marked = self._line_at(event.place)
        self._show_about()

    def on_descendant_focus(self) -> None:
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "set-find":
            self.show_lines()
        else:
            self.remove_class("-refused")

    def action_find(self) -> None:
        self.query_one("#set-find").focus()

    def action_list(self) -> None:
        self._rows.focus()

    def action_changed(self) -> None:
        self._only_changed = not self._only_changed
        self.note("Only what is not as it comes; c shows all." if self._only_changed else "")
        self.show_lines()

    def action_back(self) -> None:
        find = self.query_one("#set-find", Input)
        if self._editing is not None:
            self.leave_field()
        elif find.value:
            find.value = ""
            self._rows.focus()
        elif self._only_changed:
            self.action_changed()
        else:
            self.dismiss(self.taken_up())
