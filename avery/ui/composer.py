"""Where a person types: grows from one row to ten, Enter sends, nothing pasted ever does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message as TextualMessage

from avery.ui import mentions
from avery.ui.chips import Chips
from avery.ui.fields import TextEditor
from avery.ui.history import History
from avery.ui.once import once
from avery.ui.plain import plain

BURST = 0.02
"""Seconds between two keys under which they were not typed but pasted without brackets."""
_NAME = 400
"""Letters before the cursor in which the name of a file is looked for."""
_UNFOLDED = 2_000
"""Lines of a paste that are still unfolded here: more would stop the screen while they are wrapped."""
_ANEW = "Said before, to be sent anew · Esc leaves it"
_QUIET = 0.035
"""Seconds to wait, after an Enter that came in a burst, for more of a paste."""


class Composer(TextEditor):
    """A text area that knows when Enter means "send"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+j,shift+enter,alt+enter", "newline", "New line", show=False, id="composer.newline"),
        Binding("ctrl+d", "end_of_input", "Quit (when empty)", show=False, id="composer.end"),
        Binding("tab", "complete", "Complete", show=False, id="composer.complete"),
        Binding("ctrl+g", "editor", "Write in $EDITOR", show=False, id="composer.editor"),
    ]

    @dataclass
    class Submitted(TextualMessage):
        """The person sends this text (chips unfolded, line ends normalised)."""

        text: str
        replaces: str | None = None
        """The turn that is sent anew."""

    @dataclass
    class Paged(TextualMessage):
        """Page up (-1) or down (+1) was pressed where it can only mean the transcript."""

        direction: int

    class EditorAsked(TextualMessage):
        """The person wants to write this in an editor of their own."""

    @dataclass
    class Unfoldable(TextualMessage):
        """A pasted text is too long to be unfolded here."""

        lines: int

    @dataclass
    class Completing(TextualMessage):
        """Tab was pressed in a slash command, or behind an @."""

        text: str
        mention: bool = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(
            id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus", highlight_cursor_line=False
        )
        self.sent = History()
        self._replaces: str | None = None
        self._chips = Chips()
        self._last_key = 0.0
        self._burst_lines = 0
        self._held: asyncio.TimerHandle | None = None

    # What others call

    @property
    def draft(self) -> str:
        """What would be sent now."""
        return self._chips.unfold(self.text)

    def set_draft(self, text: str) -> None:
        """Put `text` in, the cursor behind it."""
        self.load_text(self._chips.fold(text))
        self.move_cursor(self.document.end)

    @property
    def mention(self) -> str | None:
        """What was typed of a file's name right before the cursor."""
        row, column = self.cursor_location
        before = self.document[row][max(0, column - _NAME) : column]
        return mentions.begun(before) if self.selection.is_empty else None

    def name_file(self, name: str) -> None:
        """Put a file's name in the place of what was begun of it."""
        row, column = self.cursor_location
        before = self.document[row][:column]
        self.replace(mentions.replaced(before, name), (row, 0), (row, column))

    def reword(self, text: str) -> None:
        """The same draft in other words: what it takes the place of stays so."""
        self._chips.clear()
        self.set_draft(text)

    def begin_again(self, text: str, turn: str) -> None:
        """Edit what was said in this turn: sent, it takes its place. The present draft goes into the history."""
        self.clear_draft()
        self.set_draft(text)
        self._replaces = turn
        self.border_title = _ANEW

    @property
    def editing(self) -> bool:
        """Whether what is written takes the place of something that was said."""
        return self._replaces is not None

    def take_back(self, text: str, replaces: str | None = None) -> None:
        """A text whose sending failed returns, unless something else was typed meanwhile."""
        if self.text:
            self.sent.add(text)
        elif replaces is not None:
            self.begin_again(text, replaces)
        else:
            self.set_draft(text)

    def clear_draft(self) -> bool:
        """Empty the composer, keeping the draft in the history; whether there was one."""
        if not self.text:
            return False
        self.sent.add(self.draft)
        self._empty()
        return True

    # Keys

    async def _on_key(self, event: events.Key) -> None:
        in_burst = event.time - self._last_key < BURST
        self._last_key = event.time
        if self._held is not None:
            self._release_held()
        if not in_burst:
            self._burst_lines = 0
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self._enter(in_burst)
        elif event.is_printable:
            # Typed over a selection or not, the base class inserts it; only the history forgets its place.
            self.sent.rest()
        else:
            await self._act(event)

    async def _act(self, event: events.Key) -> None:
        """Run an editing key now, in the order it was typed.

        Textual runs bindings only when the key has bubbled up to the app, while letters are inserted at once: under
        load a Backspace would delete the letter typed after it.
        """
        found = self.screen.active_bindings.get(event.key)
        if found is not None and found.node is self and found.enabled:
            event.stop()
            event.prevent_default()
            await self.run_action(found.binding.action)

    def _enter(self, in_burst: bool) -> None:
        if self._escaped_newline():
            return
        if not in_burst:
            self._send()
        elif self._burst_lines:
            self._newline_of_burst()
        else:
            # One line and an Enter at once is a script or a fast hand; more keys make it a paste.
            self._held = once(self, _QUIET, self._send_held)

    def _release_held(self) -> None:
        """A key came right after an Enter: it was a pasted line end."""
        if self._held is not None:
            self._held.cancel()
            self._held = None
            self._newline_of_burst()

    def _send_held(self) -> None:
        if self._held is not None:
            self._held = None
            self._send()

    def _newline_of_burst(self) -> None:
        self._burst_lines += 1
        self.action_newline()

    def _escaped_newline(self) -> bool:
        """`\\` before the cursor and Enter make a line end, for terminals that know no other way."""
        row, column = self.cursor_location
        if not self.selection.is_empty or not self.document[row][:column].endswith("\\"):
            return False
        self.replace("\n", (row, column - 1), (row, column))
        return True

    def _send(self) -> None:
        text, replaces = self.draft, self._replaces
        if not text.strip():
            return
        self.sent.add(text)
        self._empty()
        self.post_message(self.Submitted(text, replaces))

    def _empty(self) -> None:
        self.load_text("")
        self._chips.clear()
        self._burst_lines = 0
        self._replaces, self.border_title = None, ""

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        folded = self._chips.fold(plain(event.text, tabs=True))
        if result := self._replace_via_keyboard(folded, *self.selection):
            self.move_cursor(result.end_location)

    # Actions

    def action_newline(self) -> None:
        self._replace_via_keyboard("\n", *self.selection)
        self.scroll_cursor_visible()

    def action_end_of_input(self) -> None:
        if self.text:
            self.action_delete_right()
        else:
            self.app.exit()

    def action_editor(self) -> None:
        self.post_message(self.EditorAsked())

    def _unfold(self, chip: str) -> None:
        """Put a pasted text in the place of its chip, to be read and edited here."""
        whole = self._chips.whole(chip)
        if (lines := whole.count("\n") + 1) > _UNFOLDED or len(whole) > _UNFOLDED * 80:
            self.post_message(self.Unfoldable(lines))
            return
        row, column = self.cursor_location
        self._chips.forget(chip)
        self.replace(whole, (row, column - len(chip)), (row, column))

    def action_complete(self) -> None:
        row, column = self.cursor_location
        if chip := self._chips.at_end(self.document[row][:column]):
            self._unfold(chip)
            return
        if self.mention is not None:
            self.post_message(self.Completing(self.text, mention=True))
        elif self.text.startswith("/") and "\n" not in self.text:
            self.post_message(self.Completing(self.text))
        else:
            self.screen.focus_next()

    def action_copy(self) -> None:
        if self.selected_text:
            super().action_copy()
        else:
            self.run_interrupt()

    def run_interrupt(self) -> None:
        """Ctrl+C with nothing selected in here is the screen's: copy there, stop, clear, quit."""
        self.call_later(self.screen.run_action, "interrupt")

    def action_cursor_up(self, select: bool = False) -> None:
        if select or self._visual_row() > 0 or not self._recall(self.sent.older(self.draft)):
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        last = self.wrapped_document.height - 1
        if select or self._visual_row() < last or not self._recall(self.sent.newer()):
            super().action_cursor_down(select)

    def action_cursor_page_up(self) -> None:
        if self.wrapped_document.height <= 1:
            self.post_message(self.Paged(-1))
        else:
            super().action_cursor_page_up()

    def action_cursor_page_down(self) -> None:
        if self.wrapped_document.height <= 1:
            self.post_message(self.Paged(1))
        else:
            super().action_cursor_page_down()

    def size_before(self) -> int:
        """Code points of the character, or of the chip, before the cursor."""
        row, column = self.cursor_location
        chip = self._chips.at_end(self.document[row][:column])
        return len(chip) if chip else super().size_before()

    def _visual_row(self) -> int:
        return self.wrapped_document.location_to_offset(self.cursor_location).y

    def _recall(self, text: str | None) -> bool:
        if text is None:
            return False
        self.set_draft(text)
        return True
