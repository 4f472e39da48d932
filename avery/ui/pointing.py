"""What can be done with the message under the cursor: copy it or its code, unfold it, say it otherwise, ask it again."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message as TextualMessage
from textual.scroll_view import ScrollView

from avery.ui.clipboard import remote
from avery.ui.code import code_blocks
from avery.ui.column import Column
from avery.ui.links import addresses, safe
from avery.ui.messages import Message, Voice
from avery.ui.plain import one_line


class Pointing(ScrollView):
    """The part of the transcript that has a cursor. The letters act only on a message under it; else they are typing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "copy_message", "Copy message", show=False, id="transcript.copy"),
        Binding("c", "copy_code", "Copy code", show=False, id="transcript.code"),
        Binding("enter", "unfold", "Unfold", show=False, id="transcript.unfold"),
        Binding("e", "edit", "Edit and send anew", show=False, id="transcript.edit"),
        Binding("l", "open_link", "Open a link", show=False, id="transcript.link"),
        Binding("r", "repeat", "Answer again", show=False, id="transcript.retry"),
    ]

    @dataclass
    class Edited(TextualMessage, namespace="transcript"):
        """The person wants to say this otherwise."""

        message: Message | None

    @dataclass
    class Repeated(TextualMessage, namespace="transcript"):
        """The person wants another answer to this."""

        message: Message | None

    _column: Column
    _cursor: int | None = None
    _copied = 0
    """How many blocks of the marked message were copied."""
    _opened = 0
    """How many of its links were opened."""

    def change(self, place: int, message: Message) -> None:
        """Put another value in the place of a message."""
        raise AssertionError("the transcript draws it")

    @property
    def pointed(self) -> Message | None:
        """The message under the cursor, else the last one that an answer belongs to."""
        if self._cursor is not None:
            return self._column[self._cursor]
        return self._column[-1] if len(self._column) else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The letters act only on a message under the cursor; else they are typing."""
        if action == "copy_code":
            return self._cursor is not None and "```" in self._column[self._cursor].text.replace("~", "`")
        if action == "open_link":
            return self._cursor is not None and bool(addresses(self._column[self._cursor].text))
        if action in ("edit", "repeat"):
            return self.asked is not None
        return self._cursor is not None if action in ("copy_message", "unfold") else True

    @property
    def asked(self) -> Message | None:
        """What the person said, at the cursor or above it; None when that does not count any more."""
        places = range(-1 if self._cursor is None else self._cursor, -1, -1)
        found = next((self._column[at] for at in places if self._column[at].voice is Voice.USER), None)
        return found if found is not None and found.turn is not None and not found.replaced else None

    def action_edit(self) -> None:
        self.post_message(self.Edited(self.asked))

    def action_repeat(self) -> None:
        self.post_message(self.Repeated(self.asked))

    def action_copy_message(self) -> None:
        if (message := self.pointed) is not None:
            self.app.copy_to_clipboard(message.text)
            self.app.notify("Message copied.", markup=False, timeout=2)

    def copy_last(self) -> None:
        """Copy the last answer, wherever the cursor is."""
        answers = [one for one in self._column.messages if one.voice is Voice.AVERY and one.text]
        if answers:
            self.app.copy_to_clipboard(answers[-1].text)
            self.app.notify("The last answer is copied.", markup=False, timeout=2)

    def action_copy_code(self) -> None:
        """The next block of the marked message, the first one again after the last."""
        blocks = code_blocks(self.pointed.text) if self.pointed is not None else ()
        if blocks:
            place, self._copied = self._copied % len(blocks), self._copied + 1
            self.app.copy_to_clipboard(blocks[place])
            which = f" {place + 1} of {len(blocks)}" if len(blocks) > 1 else ""
            told = f"Code{which} copied."
            self.app.notify(told, markup=False, timeout=2)

    def action_open_link(self) -> None:
        """The next address of the marked message, the first one again after the last."""
        found = addresses(self.pointed.text) if self.pointed is not None else ()
        if found:
            place, self._opened = self._opened % len(found), self._opened + 1
            self.follow_link(found[place])

    def follow_link(self, address: str) -> None:
        """Open an address of the web where the person sits; from afar it can only be copied."""
        if not safe(address):
            return
        if remote(os.environ):
            self.app.copy_to_clipboard(address)
            told = f"Copied, to be opened on your own machine: {one_line(address, 200)}"
        else:
            self.app.open_url(address)
            told = f"Opens {one_line(address, 200)}"
        self.app.notify(told, markup=False, timeout=4)

    def action_unfold(self) -> None:
        if self._cursor is not None:
            message = self._column[self._cursor]
            self.change(self._cursor, replace(message, folded=not message.folded))
