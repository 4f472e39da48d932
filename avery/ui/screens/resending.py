"""The last answer again, and what the person said edited and sent anew: the old turn stays, marked as replaced."""

from __future__ import annotations

from typing import Protocol

from avery.ui.exchange import Exchange
from avery.ui.messages import Message, Voice
from avery.ui.screens import slashing
from avery.ui.transcript import Transcript

_BUSY = "Esc stops the reply that is coming; then this can be done."
_NOTHING = "Nothing was said yet that could be sent again."


class Service(slashing.Service, Protocol):
    """What sending asks of the memory's thread; every call returns at once."""

    def send(self, text: str, *, replaces: str | None = None) -> int: ...


class Resending(slashing.Slashing):
    """The part of the chat that sends."""

    _memory: Service
    _exchange: Exchange
    _transcript: Transcript

    def _waiting(self) -> str:
        """For what a question that is sent now waits, in a few words."""
        raise AssertionError("the chat knows it")

    def _send(self, text: str, replaces: str | None) -> None:
        ask = self._memory.send(text, replaces=replaces)
        self._exchange.ask(ask, text, self._waiting(), replaces)

    def on_transcript_edited(self, event: Transcript.Edited) -> None:
        self._edit(event.message)

    def on_transcript_repeated(self, event: Transcript.Repeated) -> None:
        self._repeat(event.message)

    def action_retry(self) -> None:
        self._repeat(self._last())

    def action_edit_last(self) -> None:
        self._edit(self._last())

    def _last(self) -> Message | None:
        """What the person said last, and has not taken back."""
        return next((m for m in reversed(self._transcript.messages) if resendable(m)), None)

    def _edit(self, message: Message | None) -> None:
        if self._may(message) and message is not None and message.turn is not None:
            self._transcript.clear_cursor()
            self._composer.begin_again(message.text, message.turn)
            self._composer.focus()

    def _repeat(self, message: Message | None) -> None:
        if self._may(message) and message is not None:
            self._transcript.clear_cursor()
            self._composer.focus()
            self._send(message.text, message.turn)

    def _may(self, message: Message | None) -> bool:
        if self._exchange.busy:
            self.say(_BUSY)
        elif message is None:
            self.say(_NOTHING)
        return message is not None and not self._exchange.busy


def resendable(message: Message) -> bool:
    """Whether the person said it, it is kept, and it still counts."""
    return message.voice is Voice.USER and message.turn is not None and not message.replaced
