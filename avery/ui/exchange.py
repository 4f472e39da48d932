"""Which messages of the transcript belong to which question, and what the memory's events do to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from avery.events import Answered, Asked, Cut, Event, Fragment, LeftOut, Recollected, Refused, Retry
from avery.ui.messages import Message, Voice, in_chat
from avery.ui.transcript import Transcript
from weave.model import Recall, Role, Turn


@dataclass(slots=True)
class _Ask:
    text: str
    question: int
    reply: int


class Exchange:
    """Questions in the air. What it needs of the screen it is given as plain functions."""

    def __init__(
        self,
        transcript: Transcript,
        *,
        recalled: Callable[[Recall], None],
        returned: Callable[[str], None],
        clock: Callable[[], datetime],
    ) -> None:
        self._transcript = transcript
        self._recalled = recalled
        self._returned = returned
        self._clock = clock
        self._asks: dict[int, _Ask] = {}

    @property
    def busy(self) -> bool:
        """Whether a reply is awaited."""
        return bool(self._asks)

    def load(self, turns: tuple[Turn, ...]) -> None:
        """Show an earlier conversation; questions in the air stay below it."""
        waiting = self._transcript.messages
        shown = [_message(turn) for turn in turns]
        if not shown:
            return
        self._transcript.load([*shown, *waiting])
        for ask in self._asks.values():
            ask.question += len(shown)
            ask.reply += len(shown)

    def ask(self, number: int, text: str, waiting: str) -> None:
        """A question was sent; `waiting` says for what it waits."""
        now = self._clock()
        question = self._transcript.add(Message(Voice.USER, text, now))
        reply = self._transcript.add(Message(Voice.AVERY, "", now, waiting, live=True))
        self._asks[number] = _Ask(text, question, reply)
        self._transcript.follow_end()

    def clear(self) -> None:
        """An empty transcript, for a new chat."""
        self._asks.clear()
        self._transcript.load([])

    def take(self, event: Event) -> None:
        """Let an event of a turn change its messages; other events are none of its business."""
        match event:
            case Asked(ask):
                self._remark(ask, "remembering …")
            case Recollected(int(ask), recall, said):
                self._recollect(ask, recall, said)
            case LeftOut(ask, memories) if ask in self._asks:
                self._leave_out(self._asks[ask], memories)
            case Fragment(ask, text) if ask in self._asks:
                self._transcript.feed(self._asks[ask].reply, text)
            case Retry(ask, reason, seconds):
                why = reason.removesuffix("; try again.").removesuffix(".")
                self._retry(ask, f"{why}. Next try in {seconds:.0f} s; Esc stops.")
            case Cut(ask, reason) if ask in self._asks:
                self._transcript.finish(self._asks[ask].reply, f"incomplete: {in_chat(reason)}")
            case Answered(ask, incomplete) if ask in self._asks:
                self._finish(self._asks.pop(ask), incomplete or "")
            case Refused(ask, reason, kept) if ask in self._asks:
                self._refuse(self._asks.pop(ask), in_chat(reason), kept)
            case _:
                pass

    def _remark(self, number: int, mark: str) -> None:
        if (ask := self._asks.get(number)) is not None:
            message = self._transcript.messages[ask.reply]
            self._transcript.change(ask.reply, replace(message, mark=mark))

    def _retry(self, number: int, mark: str) -> None:
        """What came of the reply so far stays, marked; the next try is a message of its own."""
        ask = self._asks.get(number)
        if ask is None:
            return
        if not self._transcript.messages[ask.reply].live:
            ask.reply = self._transcript.add(Message(Voice.AVERY, "", self._clock(), mark, live=True))
        else:
            self._remark(number, mark)

    def _finish(self, ask: _Ask, mark: str) -> None:
        if self._transcript.messages[ask.reply].live:
            self._transcript.finish(ask.reply, mark)

    def _recollect(self, number: int, recall: Recall, said: str | None) -> None:
        if (ask := self._asks.get(number)) is not None:
            question = self._transcript.messages[ask.question]
            if said is not None and said != question.text:
                self._transcript.change(ask.question, replace(question, text=said))
            message = self._transcript.messages[ask.reply]
            self._transcript.change(ask.reply, replace(message, recall=recall, mark="thinking …"))
            self._recalled(recall)

    def _leave_out(self, ask: _Ask, memories: int) -> None:
        message = self._transcript.messages[ask.reply]
        if message.recall is not None and message.recall.omitted != memories:
            recall = replace(message.recall, omitted=memories)
            self._transcript.change(ask.reply, replace(message, recall=recall))
            self._recalled(recall)

    def _refuse(self, ask: _Ask, reason: str, kept: bool) -> None:
        """The error stands in the turn; a text that reached no file goes back to the composer."""
        if self._transcript.text_of(ask.reply):
            self._finish(ask, "incomplete")
            self._transcript.add(Message(Voice.ERROR, reason))
        else:
            note = (
                "Your message is kept; Up brings it back."
                if kept
                else "Your message is back where you write."
            )
            self._transcript.change(ask.reply, Message(Voice.ERROR, reason, mark=note))
        if not kept:
            self._returned(ask.text)


def _message(turn: Turn) -> Message:
    voice = Voice.USER if turn.role is Role.USER else Voice.AVERY
    mark = "" if turn.complete else "incomplete"
    return Message(voice, turn.text, turn.time, mark, turn=turn.id)
