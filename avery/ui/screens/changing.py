"""The part of the settings page that changes something: in place, by a choice, by a key that is pressed, or as text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from textual.content import Content
from textual.widgets import Input, Static

from avery.settings import file
from avery.settings.fields import Kind, Setting, Value
from avery.settings.file import Book, Overtaken
from avery.settings.look import Look
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.screens.choice import Answer, ChoiceScreen
from avery.ui.screens.config import OVERTAKEN, ConfigScreen
from avery.ui.screens.safekeeping import Safekeeping
from avery.ui.screens.stroke import StrokeScreen
from avery.ui.settings.lines import GrantLine, KeyLine, SettingLine, typed
from weave.errors import InvalidInput, WeaveError

Apply = Callable[[Look, Mapping[str, str]], None]
"""Takes [ui] and [keys] as they are now."""


class Changing(Safekeeping):
    """Nothing is written that would not be read again; what is refused is said beside the field."""

    def __init__(
        self, home: Path, environment: Mapping[str, str], apply: Apply, *, running: bool = True
    ) -> None:
        """`running`: whether there is a memory that can take up what is changed."""
        super().__init__(home, environment)
        self._apply = apply
        self._memory_open = running
        self._book: Book | None = None
        self._editing: Setting | None = None

    def show_keys(self) -> None:
        """Name the keys that act now."""
        raise AssertionError("the page draws them")

    def take_book(self, book: Book) -> None:
        """Another text of the file."""
        self._book = book
        self.show_lines()

    def leave_field(self) -> None:
        """Back to the list; what was typed is left."""
        if self._editing is not None:
            self._editing = None
            self.remove_class("-editing", "-refused")
            self.query_one("#set-list").focus()
            self.show_keys()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self.action_change()

    def action_change(self) -> None:
        line = self.current
        if isinstance(line, KeyLine):
            self.ask_key(line)
        elif isinstance(line, SettingLine):
            self._change(line)

    def _change(self, line: SettingLine) -> None:
        setting = line.setting
        match setting.kind:
            case Kind.SWITCH:
                self._keep(setting, not line.value)
            case Kind.CHOICE | Kind.THEME:
                self._choose(line)
            case Kind.KEY:
                page = StrokeScreen(f"A key for: {setting.title}", lambda key: self._taken(setting, key))
                self.app.push_screen(page, lambda key: None if key is None else self._keep(setting, key))
            case Kind.FILE | Kind.FOLDER:
                self._pick_path(setting)
            case Kind.TABLE:
                self.action_text(False)
            case _:
                self._open_field(line)

    def _choose(self, line: SettingLine) -> None:
        setting = line.setting
        names = setting.choices or sorted(
            self.app.available_themes, key=lambda name: ("avery" not in name, name)
        )
        answers = [Answer(name, name, "the default" if name == setting.default else "") for name in names]
        page = ChoiceScreen(setting.path, answers, str(line.value))
        self.app.push_screen(page, lambda value: None if value is None else self._keep(setting, value))

    def _pick_path(self, setting: Setting) -> None:
        from avery.ui.screens.paths import PathScreen

        page = PathScreen(Path.home(), Path.cwd(), title=setting.path, does="takes it")
        self.app.push_screen(page, lambda path: None if path is None else self._keep(setting, path))

    def _taken(self, setting: Setting, key: str) -> str | None:
        try:
            file.changed(self._book.text if self._book is not None else "", setting, key)
        except WeaveError as error:
            return str(error)
        return None

    def _open_field(self, line: SettingLine) -> None:
        self._editing = line.setting
        field = self.query_one("#set-edit", Input)
        field.border_title = Content(line.setting.path)
        field.value = typed(line.value)
        self.add_class("-editing")
        field.focus()
        field.cursor_position = len(field.value)
        self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input.id == "set-find":
            self.query_one("#set-list").focus()
        elif (setting := self._editing) is not None:
            try:
                value = file.parsed(setting, event.value)
            except InvalidInput as error:
                self._refuse(str(error))
            else:
                self._keep(setting, value)

    def action_reset(self) -> None:
        line = self.current
        if isinstance(line, SettingLine) and line.changed:
            self._keep(line.setting, None)
        elif isinstance(line, KeyLine):
            self.remove_key(line)
        elif isinstance(line, GrantLine):
            self.revoke(line)

    def _keep(self, setting: Setting, value: Value) -> None:
        if self._book is not None:
            wanted = None if value == setting.default else value
            self.run_worker(self._write(self._book, setting, wanted), group="save", exit_on_error=False)

    async def _write(self, book: Book, setting: Setting, value: Value) -> None:
        """A setting at its default is left out of the file, so that a better default reaches it."""
        try:
            text = await asyncio.to_thread(file.changed, book.text, setting, value)
            saved = await asyncio.to_thread(file.write, book, text)
        except Overtaken:
            self._ask_whose(setting, value)
        except WeaveError as error:
            self._refuse(str(error))
        else:
            self.leave_field()
            self._saved(saved, setting.path, at_once=setting.at_once)

    def _saved(self, book: Book, what: str, *, at_once: bool) -> None:
        self.take_book(book)
        look, keys = file.look(book)
        self._apply(look, keys)
        self.must_be_taken_up |= not at_once
        when = "in force now" if at_once else "in force when this page closes"
        self.note(
            f"{what} is saved, {when if self._memory_open else 'the memory is opened with it when this page closes'}."
        )

    def _refuse(self, sentence: str) -> None:
        """Beside the field, while there is one."""
        if self._editing is None:
            self.note(sentence, error=True)
        else:
            self.query_one("#set-problem", Static).update(Content(one_line(sentence, 400)))
            self.add_class("-refused")

    def _ask_whose(self, setting: Setting, value: Value) -> None:
        def answered(whose: str | None) -> None:
            if whose is not None:
                self.run_worker(self._again(setting, value, mine=whose == "mine"), exit_on_error=False)

        mine = Answer("mine", "Save mine", f"only {setting.path}, into what stands there now", "m")
        page = ChoiceScreen("config.toml was changed elsewhere", (mine, OVERTAKEN[1]))
        self.app.push_screen(page, answered)

    async def _again(self, setting: Setting, value: Value, *, mine: bool) -> None:
        book = await asyncio.to_thread(read, self._home)
        self.leave_field()
        self.take_book(book)
        self.must_be_taken_up = True
        if book.problem is not None:
            self.action_text(False)
        elif mine:
            await self._write(book, setting, value)
        else:
            self.note("This is what stands in the file now.")

    def action_text(self, editor: bool) -> None:
        """The whole file, at the line of what is marked."""
        book = self._book
        if book is None or self._editing is not None:
            return
        line = self.current
        at = file.place(book.text, line.setting.path) if isinstance(line, SettingLine) else None

        def done(saved: Book | None) -> None:
            if saved is not None:
                self._saved(saved, "config.toml", at_once=False)

        self.app.push_screen(ConfigScreen(book, self._environment, line=at, editor=editor), done)


def read(home: Path) -> Book:
    """In a thread: the words of all settings are read with the file."""
    from avery.settings.fields import sections

    sections()
    return file.read(home)
