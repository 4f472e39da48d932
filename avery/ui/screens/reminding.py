"""The part of the chat that concerns reminders and procedures: what comes up is told, and answered with a word or a key."""

from __future__ import annotations

from typing import Protocol

from avery.events import Event, Told
from avery.reminder_events import (
    Followed,
    Offered,
    Procedures,
    Reminded,
    Reminders,
    Reminding,
    Rescheduled,
    TurnReminderEvent,
)
from avery.reminding import RemindDesk, sentences
from avery.ui.messages import Message, Voice
from avery.ui.plain import one_line
from avery.ui.screens import resending
from weave.procedures import wording as procedures
from weave.procedures.model import Outcome

_SEEN = "/reminders opens them: done, put off or cancelled with one key."
_CANCEL = "Alt+X cancels it; /reminders shows all."
_HOW = "Say what, and when or about what: /remind call Ana tomorrow at 9am."
_AFTERWARDS = "Afterwards: /worked, or /failed and why."
_NO_PROCEDURES = "There are no procedures yet; tell Avery how something is done, step by step."
_LONGEST = 500


class Service(resending.Service, Protocol):
    """What reminders ask of the memory's thread; every call returns at once."""

    @property
    def reminders(self) -> RemindDesk: ...


class Remindable(resending.Resending):
    """What is told of reminders and checklists stands in the transcript."""

    _memory: Service
    _set_last: str | None = None
    """The id of the reminder that was set last here."""
    open_reminders: Reminders = Reminders(())

    def take_reminder(self, event: Event) -> None:
        """What was told of reminders, between turns or inside one."""
        match event:
            case Reminders():
                self.open_reminders = event
            case Procedures():
                self.say("\n".join(map(procedures.line, event.all)) or _NO_PROCEDURES)
            case Rescheduled(_, said):
                self.say(one_line(said, _LONGEST))
            case Told(_, Reminded() | Reminding() | Offered() | Followed() as inner):
                self._tell(inner)
            case Reminded() | Reminding() | Followed():
                self._tell(event)
            case _:
                pass

    def _tell(self, event: TurnReminderEvent) -> None:
        lines = [one_line(line, _LONGEST) for line in sentences(event, self._zone)]
        match event:
            case Reminded():
                self.say("\n".join([*lines, _SEEN]))
            case Reminding(reminder):
                self._set_last = reminder.id
                self.say(f"{lines[0]} {_CANCEL}")
            case Followed():
                self.say(lines[0])
            case Offered(checklist):
                steps = [f"{n}. {one_line(step, _LONGEST)}" for n, step in enumerate(checklist.steps, 1)]
                words = f"{lines[0]} {_AFTERWARDS}"
                self._transcript.add(Message(Voice.NOTICE, words, detail="\n".join(steps)))

    def action_remind(self) -> None:
        self._ask(_HOW, "/remind ")

    def action_cancel_reminder(self) -> None:
        """The one that was set last; asked again, nothing happens."""
        last, self._set_last = self._set_last, None
        if last is None:
            self.say("No reminder was set just now; /reminders shows all.")
        else:
            self._memory.reminders.cancel(last)

    def action_reminders(self) -> None:
        from avery.ui.screens.reminders import RemindersScreen

        page = RemindersScreen(self._memory.reminders, self._clock, self._zone, self.open_reminders)
        self.app.push_screen(page)

    def action_procedures(self) -> None:
        self._memory.reminders.procedures()

    def action_worked(self) -> None:
        self._memory.reminders.went(Outcome.WORKED)

    def action_failed(self) -> None:
        self._memory.reminders.went(Outcome.FAILED)
