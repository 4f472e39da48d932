"""The part of the chat that concerns tasks: named, listed, ended with a report, thrown away after one question."""

from __future__ import annotations

from typing import Protocol

from avery import telling
from avery.events import Discarded, Doomed, Ended, EndedLater, Event, Pad, Tasks, Working
from avery.ui.messages import Message, Voice
from avery.ui.screens import reminding
from avery.ui.slash import SlashHints
from avery.ui.title import TitleBar
from weave.model import Recall


class Service(reminding.Service, Protocol):
    """What tasks ask of the memory's thread; every call returns at once."""

    def end_task(self, other: str | None = None) -> None: ...
    def change_task(self, name: str | None) -> None: ...
    def pads(self) -> None: ...
    def tasks(self) -> None: ...
    def doom(self) -> None: ...
    def discard(self, task: str) -> None: ...


class Tasking(reminding.Remindable):
    """What is told of tasks stands in the transcript."""

    _memory: Service
    _hints: SlashHints
    _title_bar: TitleBar

    def show_recall(self, recall: Recall | None) -> None:
        """What came to mind, beside the transcript."""
        raise AssertionError("the chat shows it")

    def take_task(self, event: Event) -> None:
        """What was told of a task."""
        match event:
            case Working(task, own, moved, names):
                self._hints.tasks = names
                if moved:
                    self.say(telling.moved(own, task.name), task=task.id)
            case Tasks(current=pad):
                self.say(telling.tasks(event), task=pad.task.id)
            case Doomed(pad):
                self._ask_to_discard(pad)
            case Discarded():
                self._forget(event)
            case Ended():
                self._report(telling.ended(event), telling.details(event))
            case EndedLater():
                self._report(telling.ended_later(event), telling.details(event))
            case _:
                self.take_reminder(event)

    def _report(self, text: str, detail: str) -> None:
        self._transcript.add(Message(Voice.NOTICE, text, detail=detail))

    def _ask_to_discard(self, pad: Pad) -> None:
        from avery.ui.screens.discard import DiscardScreen

        def answered(discard: bool | None) -> None:
            if discard:
                self._memory.discard(pad.task.id)

        self.app.push_screen(DiscardScreen(pad), answered)

    def _forget(self, event: Discarded) -> None:
        """Nothing of a discarded task stays on the screen or comes back with Up."""
        texts = self._exchange.drop(event.task.id, event.turns)
        self._composer.sent.drop([*texts, f"/task {event.task.name}"])
        self._title_bar.show(title=event.title)
        self.show_recall(None)
        self.say("The task is thrown away; nothing of it is left.")

    def action_end_task(self) -> None:
        self._memory.end_task()

    def action_pads(self) -> None:
        from avery.ui.screens.pads import PadsScreen

        self.app.push_screen(PadsScreen(self._memory, self._clock, self._zone))

    def action_tasks(self) -> None:
        self._memory.tasks()

    def action_discard_task(self) -> None:
        self._memory.doom()
