"""Reminders and procedures between the memory's thread and the screen: what falls due, and the person's word on it.

What falls due is told first and marked as shown a moment later: whatever is killed in between, it comes up again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

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
from weave.errors import InvalidInput, WeaveError

if TYPE_CHECKING:
    from datetime import tzinfo

    from avery.events import Event
    from avery.sitting import Sitting
    from weave.procedures.model import Outcome
    from weave.reminders.model import Reminder, Surfaced
    from weave.weave import Weave

_LOOK = 1.0
"""Seconds between two looks at what falls due."""
_PAINT = 1.0
"""Seconds in which the screen has shown for sure what it was told."""
_FORMS = (
    "write it like /remind call Ana tomorrow at 9am, or /remind ask for the deposit when the lease comes up"
)

Do = Callable[["Sitting"], Awaitable[Sequence["Event"]]]


class Put(Protocol):
    """Hands an errand to the memory's thread."""

    def __call__(self, run: Do) -> None: ...


def sentences(event: TurnReminderEvent, zone: tzinfo | None) -> tuple[str, ...]:
    """What a person is told of it, a line each."""
    from weave.procedures import wording as procedures
    from weave.reminders import wording as reminders

    match event:
        case Reminded(surfaced):
            return tuple(reminders.brought(one, zone) for one in surfaced)
        case Offered(checklist):
            return (procedures.offered(checklist),)
        case Reminding(said=said) | Followed(said=said):
            return (said,)


class RemindWatch:
    """Looks at the home's reminders as long as the chat is open."""

    def __init__(self, emit: Callable[[Event], None], paint: float = _PAINT) -> None:
        self._emit = emit
        self._paint = paint
        self._open: tuple[Reminder, ...] | None = None

    async def watch(self, sitting: Sitting) -> None:
        """Until it is cancelled; what fails is looked at again."""
        while True:
            with contextlib.suppress(Exception):  # the worker's boundary: the chat goes on without them
                await self.look(sitting)
            await asyncio.sleep(_LOOK)

    async def look(self, sitting: Sitting) -> None:
        """Tell what has fallen due, what the model has set, and the list when it has changed."""
        async with sitting.steady:
            due = await self._told(sitting.weave, sitting.talk.conversation.id)
        if due:
            await asyncio.sleep(self._paint)  # what the person asks for meanwhile does not wait for it
            async with sitting.steady:
                await _shown(sitting.weave, due)

    async def _told(self, weave: Weave, conversation: str) -> tuple[Surfaced, ...]:
        await self._tell_open(weave, conversation)
        if weave.guest:  # the other Avery tells them, or the next that owns this home
            return ()
        due = await weave.reminders.surface()
        if due:
            self._emit(Reminded(due))
        return due

    async def _tell_open(self, weave: Weave, conversation: str) -> None:
        from weave.model import Provenance
        from weave.reminders import wording

        before, found = self._open, await weave.reminders.list()
        if found == before:
            return
        self._open = found
        self._emit(Reminders(found))
        if before is None:
            return
        known = {one.id for one in before}
        for one in found:
            mine = one.provenance is Provenance.AGENT and one.conversation == conversation
            if mine and one.id not in known:
                self._emit(Reminding(one, wording.made(one, _zone(weave), one.created)))


async def _shown(weave: Weave, due: Sequence[Surfaced]) -> None:
    for one in due:
        if one.due is not None:
            with contextlib.suppress(WeaveError):  # cancelled or edited meanwhile
                await weave.reminders.shown(one.reminder.id, one.due)


class RemindDesk:
    """What the person says about reminders and procedures; every call returns at once, events come back."""

    def __init__(self, aside: Put) -> None:
        self._aside = aside

    def list(self) -> None:
        """Tell the open reminders."""
        self._aside(_listed)

    def add(self, words: str) -> None:
        """Set one, from words that name their time or topic. `Reminding` follows, or Trouble that says how."""
        self._aside(lambda sitting: _added(sitting, words))

    def done(self, id_: str) -> None:
        """It is done. `Rescheduled` follows, as after the next two."""
        self._aside(lambda sitting: _changed(sitting, lambda weave: weave.reminders.done(id_)))

    def cancel(self, id_: str) -> None:
        """It never comes up again."""
        self._aside(lambda sitting: _changed(sitting, lambda weave: weave.reminders.cancel(id_)))

    def snooze(self, id_: str, words: str) -> None:
        """Put it off, until a time in words: "in 1 hour", "tomorrow at 9am"."""

        async def put_off(weave: Weave) -> Reminder:
            when = await weave.reminders.when(words)
            return await weave.reminders.snooze(id_, when.at)

        self._aside(lambda sitting: _changed(sitting, put_off))

    def procedures(self) -> None:
        """Tell all procedures."""
        self._aside(_procedures)

    def went(self, outcome: Outcome, note: str = "", procedure: str | None = None) -> None:
        """How the checklist of the present task went, or this procedure. `Followed` follows."""
        self._aside(lambda sitting: _went(sitting, outcome, note, procedure))

    def retire(self, procedure: str) -> None:
        """Withdraw a procedure. `Followed` follows."""
        self._aside(lambda sitting: _retired(sitting, procedure))

    def revive(self, procedure: str) -> None:
        """Put a procedure in force again, or keep one that waits. `Procedures` follows."""
        self._aside(lambda sitting: _revived(sitting, procedure))


async def _listed(sitting: Sitting) -> list[Event]:
    return [Reminders(await sitting.weave.reminders.list())]


async def _added(sitting: Sitting, words: str) -> list[Event]:
    from weave.reminders import wording

    weave, talk = sitting.weave, sitting.talk
    asked = await weave.reminders.requests(f"remind me to {words.strip()}")
    if len(asked) != 1:
        await weave.reminders.when(words)  # what is unclear about the time, if that is it
        raise InvalidInput(f"A reminder needs words, and a time or a topic; {_FORMS}.")
    one = asked[0]
    made = await weave.reminders.add(
        one.text, at=one.at, about=one.about, every=one.every, task=talk.conversation.task.id
    )
    said = wording.made(made, _zone(weave), made.created)
    return [Reminding(made, said), *await _listed(sitting)]


async def _changed(sitting: Sitting, change: Callable[[Weave], Awaitable[Reminder]]) -> list[Event]:
    from weave.reminders import wording

    one = await change(sitting.weave)
    said = wording.settled(one, _zone(sitting.weave), await sitting.weave.reminders.now())
    return [Rescheduled(one, said), *await _listed(sitting)]


async def _procedures(sitting: Sitting) -> list[Event]:
    return [Procedures(await sitting.weave.procedures.list())]


async def _went(sitting: Sitting, outcome: Outcome, note: str, procedure: str | None) -> list[Event]:
    from weave.procedures import wording

    weave, task = sitting.weave, sitting.talk.conversation.task.id
    reference = procedure or next(reversed(await weave.procedures.offered(task)), None)
    if reference is None:
        raise InvalidInput("No checklist was offered in this task; /procedures shows all of them.")
    done = await weave.procedures.record(reference, outcome, note, task=task)
    return [Followed(done, wording.recorded(done))]


async def _retired(sitting: Sitting, procedure: str) -> list[Event]:
    from weave.procedures import wording

    done = await sitting.weave.procedures.retire(procedure)
    return [Followed(done, wording.recorded(done)), *await _procedures(sitting)]


async def _revived(sitting: Sitting, procedure: str) -> list[Event]:
    await sitting.weave.procedures.revive(procedure)
    return await _procedures(sitting)


def _zone(weave: Weave) -> tzinfo:
    from weave.clock import zone_named

    return zone_named(weave.config.timezone)
