"""What people type in, in one line or many: characters as a person counts them, and the keys of readline.

Textual's own fields move and delete by code point, so that an emoji falls apart under Backspace; and what Ctrl+K,
U and W took away nothing brings back. Every field of the app is one of these.
"""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.document._document import Location
from textual.widgets import Input, TextArea

from avery.ui.plain import clusters

_NEAR = 40
"""Code points on either side of the cursor in which its neighbour is looked for."""


class Killed:
    """What was killed last, in whatever field; Ctrl+Y puts it where the cursor is."""

    def __init__(self) -> None:
        self.text = ""

    def between(self, before: str, after: str, at: int) -> None:
        """Remember what stands in `before` and no longer in `after`, where the cursor is."""
        if gone := before[at : at + len(before) - len(after)]:
            self.text = gone


KILLED = Killed()


def size_before(text: str) -> int:
    """Code points of the last character; 1 where there is none."""
    found = clusters(text[-_NEAR:])
    return len(found[-1]) if found else 1


def size_after(text: str) -> int:
    """Code points of the first character; 1 where there is none."""
    found = clusters(text[:_NEAR])
    return len(found[0]) if found else 1


class LineInput(Input):
    """One line; what is killed in a hidden one is not kept."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("alt+b", "cursor_left_word", "Word before", show=False, id="field.word_before"),
        Binding("alt+f", "cursor_right_word", "Word after", show=False, id="field.word_after"),
        Binding("alt+d", "delete_right_word", "Delete the word after", show=False, id="field.kill_after"),
        Binding(
            "alt+backspace,ctrl+backspace",
            "delete_left_word",
            "Delete the word before",
            show=False,
            id="field.kill_before",
        ),
        Binding("ctrl+y", "yank", "Put back what was deleted", show=False, id="field.yank"),
    ]

    def action_cursor_left(self, select: bool = False) -> None:
        start, end = self.selection
        if select:
            self.selection = type(self.selection)(start, end - self._size_before(end))
        elif self.selection.is_empty:
            self.cursor_position -= self._size_before(end)
        else:
            super().action_cursor_left()

    def action_cursor_right(self, select: bool = False) -> None:
        start, end = self.selection
        if select:
            self.selection = type(self.selection)(start, end + size_after(self.value[end:]))
        elif self.selection.is_empty and not self.cursor_at_end:
            self.cursor_position += size_after(self.value[end:])
        else:
            super().action_cursor_right()

    def action_delete_left(self) -> None:
        if self.selection.is_empty:
            self.delete(self.cursor_position - self._size_before(self.cursor_position), self.cursor_position)
        else:
            self.delete_selection()

    def action_delete_right(self) -> None:
        if self.selection.is_empty:
            at = self.cursor_position
            self.delete(at, at + size_after(self.value[at:]))
        else:
            self.delete_selection()

    def action_delete_left_word(self) -> None:
        before = self.value
        super().action_delete_left_word()
        self._killed(before)

    def action_delete_right_word(self) -> None:
        before = self.value
        super().action_delete_right_word()
        self._killed(before)

    def action_delete_left_all(self) -> None:
        before = self.value
        super().action_delete_left_all()
        self._killed(before)

    def action_delete_right_all(self) -> None:
        before = self.value
        super().action_delete_right_all()
        self._killed(before)

    def action_yank(self) -> None:
        """What was killed last, as one line."""
        if KILLED.text:
            self.replace(" ".join(KILLED.text.splitlines()), *self.selection)

    def _size_before(self, at: int) -> int:
        return min(at, size_before(self.value[:at]))

    def _killed(self, before: str) -> None:
        if not self.password:
            KILLED.between(before, self.value, self.cursor_position)


class TextEditor(TextArea):
    """Many lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("alt+b", "cursor_word_left", "Word before", show=False, id="field.word_before"),
        Binding("alt+f", "cursor_word_right", "Word after", show=False, id="field.word_after"),
        Binding("alt+d", "delete_word_right", "Delete the word after", show=False, id="field.kill_after"),
        Binding("ctrl+y", "yank", "Put back what was deleted", show=False, id="field.yank"),
        Binding("ctrl+shift+z", "redo", "Redo", show=False, id="field.redo"),
    ]

    def get_cursor_left_location(self) -> Location:
        """Where the character before the cursor begins."""
        row, column = self.cursor_location
        return (row, column - self.size_before()) if column else super().get_cursor_left_location()

    def get_cursor_right_location(self) -> Location:
        """Where the character behind the cursor ends."""
        row, column = self.cursor_location
        rest = self.document[row][column : column + _NEAR]
        return (row, column + size_after(rest)) if rest else super().get_cursor_right_location()

    def size_before(self) -> int:
        """Code points of the character before the cursor."""
        row, column = self.cursor_location
        return size_before(self.document[row][max(0, column - _NEAR) : column])

    def action_delete_word_left(self) -> None:
        before = self.text
        super().action_delete_word_left()
        self._killed(before)

    def action_delete_word_right(self) -> None:
        before = self.text
        super().action_delete_word_right()
        self._killed(before)

    def action_delete_to_start_of_line(self) -> None:
        before = self.text
        super().action_delete_to_start_of_line()
        self._killed(before)

    async def action_delete_to_end_of_line_or_delete_line(self) -> None:
        before = self.text
        await super().action_delete_to_end_of_line_or_delete_line()
        self._killed(before)

    def action_yank(self) -> None:
        """What was killed last."""
        if KILLED.text:
            self._replace_via_keyboard(KILLED.text, *self.selection)
            self.scroll_cursor_visible()

    def _killed(self, before: str) -> None:
        row, column = self.cursor_location
        at = sum(len(self.document[n]) + 1 for n in range(row)) + column
        KILLED.between(before, self.text, at)
