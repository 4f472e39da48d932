"""The words of a memory, edited in place: its title above, its text below; Ctrl+S keeps them, Esc drops them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, TextArea

from avery.ui.fields import LineInput, TextEditor
from avery.ui.plain import one_line, plain
from weave.model import Memory

_SURE = "There are words of yours in it: Esc again drops them, Ctrl+S keeps them."


class WordsEditor(Vertical):
    """Hidden until it is given something to edit."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "keep", "Keep", show=False, id="memories.keep"),
        Binding("escape", "leave", "Leave", show=False, id="editor.leave"),
    ]

    @dataclass
    class Kept(Message):
        """The person is done. `basis`: title and text before; None when they are to be overwritten, however they are."""

        memory: str
        basis: tuple[str, str] | None
        title: str
        text: str
        correcting: bool

    class Left(Message):
        """Nothing is to be changed."""

    @dataclass
    class Warned(Message):
        """A sentence for the person."""

        text: str

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.display = False
        self._memory: Memory | None = None
        self._correcting = False
        self._warned = False
        self._basis: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        yield LineInput(id="edit-title", placeholder="title")
        yield TextEditor(id="edit-text", soft_wrap=True, show_line_numbers=False, tab_behavior="focus")

    def open(self, memory: Memory, *, correcting: bool = False) -> None:
        """Begin with its words."""
        self._memory, self._correcting, self._warned = memory, correcting, False
        self._basis = (memory.title, memory.text)
        title, text = self.query_one(Input), self.query_one(TextArea)
        self.border_title = "What is true instead" if correcting else "Edit"
        self.border_subtitle = "Ctrl+S keeps · Esc drops"
        title.display = not correcting
        title.value = one_line(memory.title)
        text.load_text(plain(memory.text, tabs=True))
        text.move_cursor(text.document.end)
        self.display = True
        text.focus()

    def close(self) -> None:
        """Hide; what was typed goes."""
        self.display = False
        self._memory = None

    @property
    def memory(self) -> Memory | None:
        """What is being edited."""
        return self._memory if self.display else None

    @property
    def correcting(self) -> bool:
        """Whether a new memory is being written in the place of a wrong one."""
        return self._correcting and self.display

    def outrun(self) -> None:
        """It was changed elsewhere: from now on the person's words win."""
        self._basis = None

    @property
    def _typed(self) -> tuple[str, str]:
        """Title and text; what was not touched comes back exactly, also what no editor can show."""
        assert self._memory is not None
        memory, title, text = self._memory, self.query_one(Input).value, self.query_one(TextArea).text
        return (
            memory.title if title == one_line(memory.title) else title,
            memory.text if text == plain(memory.text, tabs=True) else text,
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(TextArea).focus()

    def action_keep(self) -> None:
        if self._memory is None:
            return
        title, text = self._typed
        if (title, text) == (self._memory.title, self._memory.text):
            self.post_message(self.Left())
        else:
            self.post_message(self.Kept(self._memory.id, self._basis, title, text, self._correcting))

    def action_leave(self) -> None:
        if self._memory is None:
            return
        touched = self._typed != (self._memory.title, self._memory.text)
        if touched and not self._warned:
            self._warned = True
            self.post_message(self.Warned(_SURE))
        else:
            self.post_message(self.Left())
