"""What a person does to memories in the browser: to those selected, else to the one that is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.screen import Screen

from avery.ui.memories import asking
from avery.ui.memories.editor import WordsEditor
from avery.ui.memories.list import MemoryList
from avery.ui.memories.pane import MemoryPane
from avery.ui.messages import in_chat
from avery.ui.screens.choice import ChoiceScreen
from weave.errors import InvalidInput
from weave.model import Memory, Task
from weave.sought import Line, Order, Sought

_READ_ONLY = "Read only: another Avery has this memory open; close it, or do this there."


class Shelf(Protocol):
    """What this asks of the memory's thread; every call returns at once."""

    def list(self, number: int, sought: Sought, order: Order) -> None: ...
    def ask(self, number: int, question: str, sought: Sought) -> None: ...
    def lines(self, number: int, first: int, ids: Sequence[str]) -> None: ...
    def look(self, memory: str) -> None: ...
    def set(self, ids: Sequence[str], values: Mapping[str, str]) -> None: ...
    def forget(self, ids: Sequence[str]) -> None: ...
    def purge(self, ids: Sequence[str]) -> None: ...
    def move(self, ids: Sequence[str], scope: str) -> None: ...
    def correct(self, memory: str, text: str) -> None: ...
    def reword(self, memory: str, basis: tuple[str, str] | None, title: str, text: str) -> None: ...
    def undo(self) -> None: ...


class ByHand(Screen[None]):
    """The part of the page that changes something; each of its keys can be undone by `u`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "Edit", show=False, id="memories.edit"),
        Binding("c", "correct", "Correct", show=False, id="memories.correct"),
        Binding("ctrl+g", "editor", "Edit in $EDITOR", show=False, id="memories.editor"),
        Binding("p", "flag('pinned')", "Pin", show=False, id="memories.pin"),
        Binding("v", "flag('private')", "Private", show=False, id="memories.private"),
        Binding("t", "choose('state')", "State", show=False, id="memories.state"),
        Binding("i", "choose('importance')", "Importance", show=False, id="memories.importance"),
        Binding("m", "choose('scope')", "Move", show=False, id="memories.move"),
        Binding("d,delete", "forget", "Forget", show=False, id="memories.forget"),
        Binding("x", "purge", "Remove without a trace", show=False, id="memories.purge"),
        Binding("u", "undo", "Undo", show=False, id="memories.undo"),
    ]

    def __init__(self, shelf: Shelf, environment: Mapping[str, str]) -> None:
        super().__init__()
        self._shelf = shelf
        self._environment = environment
        self._tasks: tuple[Task, ...] = ()
        self._guest = False

    def on_mount(self) -> None:
        self._list = self.query_one(MemoryList)
        self._pane = self.query_one(MemoryPane)
        self._editor = self.query_one(WordsEditor)

    def note(self, text: str, *, error: bool = False) -> None:
        """Say something below the list."""

    def open_pane(self) -> None:
        """Bring what is looked at into sight."""

    def show_keys(self) -> None:
        """Name the keys that act now."""

    @property
    def _targets(self) -> tuple[str, ...]:
        """What is selected, else what is looked at."""
        if self._list.chosen:
            return tuple(id_ for id_ in self._list.ids if id_ in self._list.chosen)
        return (self._pane.memory.id,) if self._pane.memory is not None else ()

    def _may_change(self) -> bool:
        if self._guest:
            self.note(
                "Read only: another Avery has this memory open; close it, or do this there.", error=True
            )
        return not self._guest and bool(self._targets)

    def action_flag(self, flag: str) -> None:
        if self._may_change():
            self._shelf.set(self._targets, {flag: "false" if self._flagged(flag) else "true"})

    def _flagged(self, flag: str) -> bool:
        """Whether the marked memory has it; of several all take what the first of them has not."""
        subject: Memory | Line | None = self._pane.memory
        if self._list.chosen:
            subject = next(filter(None, map(self._list.line_of, self._targets)), None)
        return subject is not None and (subject.pinned if flag == "pinned" else subject.private)

    def action_choose(self, what: str) -> None:
        if not self._may_change():
            return
        question = asking.question(what, self._pane.memory, self._tasks)
        targets = self._targets

        def answered(value: str | None) -> None:
            if value is None:
                return
            if what == "scope":
                self._shelf.move(targets, value)
            else:
                self._shelf.set(targets, {what: value})

        self.app.push_screen(ChoiceScreen(question.title, question.answers, question.present), answered)

    def action_forget(self) -> None:
        if self._may_change():
            self._shelf.forget(self._targets)

    def action_purge(self) -> None:
        if not self._may_change():
            return
        targets = self._targets
        question = asking.purging(len(targets))

        def answered(value: str | None) -> None:
            if value:
                self._shelf.purge(targets)

        self.app.push_screen(ChoiceScreen(question.title, question.answers, question.present), answered)

    def action_undo(self) -> None:
        self._shelf.undo()

    def action_edit(self) -> None:
        self._open_editor(correcting=False)

    def action_correct(self) -> None:
        self._open_editor(correcting=True)

    def _open_editor(self, *, correcting: bool) -> None:
        memory = self._pane.memory
        if memory is not None and self._editor.memory is None and self._may_change():
            self.open_pane()
            self.add_class("-editing")
            self._editor.open(memory, correcting=correcting)
            self.show_keys()

    def close_editor(self) -> None:
        self._editor.close()
        self.remove_class("-editing")
        self._list.focus()
        self.show_keys()

    def on_words_editor_kept(self, event: WordsEditor.Kept) -> None:
        if event.correcting:
            self._shelf.correct(event.memory, event.text)
        else:
            self._shelf.reword(event.memory, event.basis, event.title, event.text)

    def on_words_editor_left(self) -> None:
        self.note("Nothing was changed.")
        self.close_editor()

    def on_words_editor_warned(self, event: WordsEditor.Warned) -> None:
        self.note(event.text, error=True)

    def action_editor(self) -> None:
        from avery.ui.editor import in_editor

        memory = self._pane.memory
        if memory is None or self._editor.memory is not None or not self._may_change():
            return
        try:
            title, text = in_editor(self.app, memory.title, memory.text, self._environment)
        except InvalidInput as error:
            self.note(in_chat(str(error)), error=True)
            return
        if (title, text) == (memory.title, memory.text):
            self.note("Nothing was changed.")
        else:
            self._shelf.reword(memory.id, (memory.title, memory.text), title, text)

    async def action_help(self) -> None:
        await self.app.run_action("in_chat('help')")
