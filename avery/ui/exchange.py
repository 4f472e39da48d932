"""Which messages of the transcript belong to which question, and what the events of its turn do to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from avery.agent.events import (
    Called,
    Delta,
    Done,
    Failed,
    Heard,
    Incomplete,
    Prompted,
    Recalled,
    Retrying,
    Returned,
    TurnEvent,
    Unrun,
)
from avery.consent_events import Settled, Wanted
from avery.events import Answered, Asked, Event, Refused, Remark, Remarked, Replaced, Told
from avery.ui.deeds import Deed, Standing, begun, deed, done_before, left_aside, stopped
from avery.ui.messages import Message, Voice, in_chat
from avery.ui.transcript import Transcript
from weave.model import Recall, Role, Turn

_REPLACED = "replaced: sent anew below, and not remembered"

Recollect = Callable[[Recall, tuple[Remark, ...]], None]


@dataclass(slots=True)
class _Ask:
    text: str
    question: int
    reply: int
    replaces: str | None = None
    """The turn that it is sent in the place of."""
    call: Called | None = None
    """The tool that runs."""


class Exchange:
    """Questions in the air. What it needs of the screen it is given as plain functions."""

    def __init__(
        self,
        transcript: Transcript,
        *,
        recalled: Recollect,
        returned: Callable[[str, str | None], None],
        clock: Callable[[], datetime],
    ) -> None:
        self._transcript = transcript
        self._recalled = recalled
        self._returned = returned
        self._clock = clock
        self._asks: dict[int, _Ask] = {}
        self._replies: dict[int, int] = {}
        """Where the last reply to each question stands, finished or not."""

    @property
    def busy(self) -> bool:
        """Whether a reply is awaited."""
        return bool(self._asks)

    def load(self, turns: tuple[Turn, ...]) -> None:
        """Show an earlier conversation; questions in the air stay below it."""
        waiting = self._transcript.messages
        shown = messages_of(turns)
        if not shown:
            return
        self._transcript.load([*shown, *waiting])
        self._move({place: place + len(shown) for place in range(len(waiting))})

    def ask(self, number: int, text: str, waiting: str, replaces: str | None = None) -> None:
        """A question was sent; `waiting` says for what it waits, `replaces` which turn is sent anew."""
        now = self._clock()
        question = self._transcript.add(Message(Voice.USER, text, now, waits=self.busy))
        reply = self._transcript.add(Message(Voice.AVERY, "", now, waiting, live=True))
        self._asks[number] = _Ask(text, question, reply, replaces)
        self._replies[number] = reply
        self._transcript.follow_end()

    def clear(self) -> None:
        """An empty transcript, for a new chat."""
        self._asks.clear()
        self._replies.clear()
        self._transcript.load([])

    def clear_answered(self) -> None:
        """Another conversation is shown: only the questions in the air stay."""
        waiting = {
            id(self._transcript.messages[at])
            for ask in self._asks.values()
            for at in (ask.question, ask.reply)
        }
        self._move(self._transcript.keep(lambda message: id(message) in waiting))

    def drop(self, task: str, turns: frozenset[str]) -> list[str]:
        """Take all away that belongs to a task that is no more; returns what the person had written in it."""
        gone = [m for m in self._transcript.messages if m.task == task or m.turn in turns]
        if gone:
            ids = {id(message) for message in gone}
            self._move(self._transcript.keep(lambda message: id(message) not in ids))
        return [message.text for message in gone if message.voice is Voice.USER]

    def _move(self, places: dict[int, int]) -> None:
        """Messages stand elsewhere now; what does not stand anywhere any more is forgotten."""
        self._replies = {n: places[at] for n, at in self._replies.items() if at in places}
        self._asks = {
            n: ask for n, ask in self._asks.items() if ask.question in places and ask.reply in places
        }
        for ask in self._asks.values():
            ask.question, ask.reply = places[ask.question], places[ask.reply]

    # Events

    def take(self, event: Event) -> None:
        """Let an event of a turn change its messages; other events are none of its business."""
        match event:
            case Told(number, inner) if number in self._asks:
                self._tell(self._asks[number], number, inner)
            case Remarked(int(number), remarks) if number in self._replies:
                self._remarked(self._replies[number], remarks)
            case Replaced(turns):
                self._replace(frozenset(turns))
            case Wanted():
                self._hold(Standing.ASKING)
            case Settled():
                self._hold(Standing.RUNNING)
            case Asked(number):
                self._remark(number, "remembering …")
                self._stir(number)
            case Answered(number, incomplete) if number in self._asks:
                self._end(self._asks.pop(number), incomplete or "")
            case Refused(number, reason, kept) if number in self._asks:
                self._stir(number)
                self._refuse(self._asks.pop(number), in_chat(reason), kept)
            case _:
                pass

    def _replace(self, turns: frozenset[str]) -> None:
        """What was sent anew stays, marked; so does what failed as an answer to it."""
        answers = False
        for place, message in enumerate(self._transcript.messages):
            mine = message.turn in turns
            if message.voice is Voice.USER:
                answers = mine
            if mine or (answers and message.turn is None and message.voice in (Voice.AVERY, Voice.ERROR)):
                mark = _REPLACED if message.voice is Voice.USER else message.mark
                self._transcript.change(place, replace(message, mark=mark, replaced=True))

    def _tell(self, ask: _Ask, number: int, event: TurnEvent) -> None:
        match event:
            case Delta(text):
                self._transcript.feed(ask.reply, text)
            case Heard(turn):
                self._heard(ask, turn)
            case Recalled(recall):
                self._recollect(ask, recall)
            case Prompted(omitted=omitted):
                self._leave_out(ask, omitted)
            case Called():
                ask.call = event
                self._did(ask, begun(event))
            case Returned() if ask.call is not None:
                self._change_last(ask, deed(ask.call, event))
                ask.call = None
            case Unrun():
                self._did(ask, left_aside(event))
            case Retrying(seconds, reason):
                why = reason.removesuffix("; try again.").removesuffix(".")
                self._retry(ask, number, f"{why}. Next try in {seconds:.0f} s; Esc stops.")
            case Incomplete(reason):
                self._transcript.finish(ask.reply, f"incomplete: {in_chat(reason)}")
            case Failed(reason):
                self._refuse(self._asks.pop(number), in_chat(reason), kept=True)
            case Done(turn):
                self._done(ask, turn)
            case _:
                pass

    def _heard(self, ask: _Ask, turn: Turn) -> None:
        """The question as it was stored, its secrets masked; from now on it is known to which task it belongs."""
        question, reply = self._transcript.messages[ask.question], self._transcript.messages[ask.reply]
        self._transcript.change(ask.question, replace(question, text=turn.text, turn=turn.id, task=turn.task))
        self._transcript.change(ask.reply, replace(reply, task=turn.task))

    def _done(self, ask: _Ask, turn: Turn) -> None:
        """The reply is whole; without a model it comes whole, too."""
        if not self._transcript.text_of(ask.reply):
            self._transcript.feed(ask.reply, turn.text)
        message = self._transcript.messages[ask.reply]
        self._transcript.change(ask.reply, replace(message, turn=turn.id))

    def _did(self, ask: _Ask, what: Deed) -> None:
        message = self._transcript.messages[ask.reply]
        self._transcript.change(ask.reply, replace(message, deeds=(*message.deeds, what)))

    def _change_last(self, ask: _Ask, what: Deed) -> None:
        message = self._transcript.messages[ask.reply]
        if message.deeds:
            self._transcript.change(ask.reply, replace(message, deeds=(*message.deeds[:-1], what)))

    @property
    def running(self) -> bool:
        """Whether a tool runs, or waits for the person's word."""
        return any(ask.call is not None for ask in self._asks.values())

    def tick(self) -> None:
        """Another second has gone by; only the message of the call that runs is drawn anew."""
        for ask in self._asks.values():
            if ask.call is not None and (deeds := self._transcript.messages[ask.reply].deeds):
                last = deeds[-1]
                if last.standing is Standing.RUNNING:
                    self._change_last(ask, replace(last, seconds=last.seconds + 1))

    def _hold(self, standing: Standing) -> None:
        """The call that runs waits for the person's word, or no longer does."""
        for ask in self._asks.values():
            if ask.call is not None and (deeds := self._transcript.messages[ask.reply].deeds):
                self._change_last(ask, replace(deeds[-1], standing=standing))

    def _stir(self, number: int) -> None:
        """The question waits behind no other any more."""
        if (ask := self._asks.get(number)) is not None:
            question = self._transcript.messages[ask.question]
            if question.waits:
                self._transcript.change(ask.question, replace(question, waits=False))

    def _remark(self, number: int, mark: str) -> None:
        if (ask := self._asks.get(number)) is not None:
            message = self._transcript.messages[ask.reply]
            self._transcript.change(ask.reply, replace(message, mark=mark))

    def _retry(self, ask: _Ask, number: int, mark: str) -> None:
        """What came of the reply so far stays, marked; the next try is a message of its own."""
        message = self._transcript.messages[ask.reply]
        if not message.live:
            again = Message(Voice.AVERY, "", self._clock(), mark, live=True, task=message.task)
            ask.reply = self._replies[number] = self._transcript.add(again)
        else:
            self._remark(number, mark)

    def _end(self, ask: _Ask, mark: str) -> None:
        """The turn is over; broken off before a word came, the question goes back to be sent anew."""
        question = self._transcript.messages[ask.question]
        if mark and question.turn is not None and not self._transcript.text_of(ask.reply):
            self._returned(ask.text, question.turn)
        self._finish(ask, mark)

    def _finish(self, ask: _Ask, mark: str) -> None:
        deeds = self._transcript.messages[ask.reply].deeds
        if ask.call is not None and deeds:
            self._change_last(ask, stopped(deeds[-1]))
        if self._transcript.messages[ask.reply].live:
            self._transcript.finish(ask.reply, mark)

    def _recollect(self, ask: _Ask, recall: Recall) -> None:
        message = self._transcript.messages[ask.reply]
        self._transcript.change(ask.reply, replace(message, recall=recall, mark="thinking …"))
        self._recalled(recall, ())

    def _remarked(self, place: int, remarks: tuple[Remark, ...]) -> None:
        message = self._transcript.messages[place]
        if message.recall is not None:
            self._transcript.change(place, replace(message, remarks=remarks))
            self._recalled(message.recall, remarks)

    def _leave_out(self, ask: _Ask, memories: int) -> None:
        message = self._transcript.messages[ask.reply]
        if message.recall is not None and message.recall.omitted != memories:
            recall = replace(message.recall, omitted=memories)
            self._transcript.change(ask.reply, replace(message, recall=recall))
            self._recalled(recall, message.remarks)

    def _refuse(self, ask: _Ask, reason: str, kept: bool) -> None:
        """The error stands in the turn; a text that reached no file goes back to the composer."""
        task = self._transcript.messages[ask.reply].task
        if self._transcript.text_of(ask.reply):
            self._finish(ask, "incomplete")
            self._transcript.add(Message(Voice.ERROR, reason, task=task))
        else:
            note = (
                "Your message is kept; Up brings it back."
                if kept
                else "Your message is back where you write."
            )
            self._transcript.change(ask.reply, Message(Voice.ERROR, reason, mark=note, task=task))
        if not kept:
            self._returned(ask.text, ask.replaces)


def messages_of(turns: Iterable[Turn]) -> list[Message]:
    """Earlier turns as the reader sees them; what a tool did stands with the reply that it was done for."""
    found: list[Message] = []
    calls: list[Turn] = []
    for turn in turns:
        if turn.role is Role.TOOL:
            calls.append(turn)
        elif turn.role is Role.USER:
            found += [*_unanswered(calls), _message(turn)]
            calls = []
        else:
            found.append(replace(_message(turn), deeds=tuple(map(done_before, calls))))
            calls = []
    return found + _unanswered(calls)


def _unanswered(calls: list[Turn]) -> list[Message]:
    """Calls after which no reply came."""
    if not calls:
        return []
    return [replace(_message(calls[-1]), text="", mark="no reply", deeds=tuple(map(done_before, calls)))]


def _message(turn: Turn) -> Message:
    voice = Voice.USER if turn.role is Role.USER else Voice.AVERY
    mark = "" if turn.complete or turn.replaced else "incomplete"
    if turn.replaced and voice is Voice.USER:
        mark = _REPLACED
    return Message(voice, turn.text, turn.time, mark, turn=turn.id, replaced=turn.replaced, task=turn.task)
