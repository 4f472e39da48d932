"""What a message calls for besides an answer: reminders asked for or come up, a checklist that fits, how one went.

By rule, without a model, and never in the way of the answer: what cannot be kept is left out, and what the person said
is in the transcript anyway.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from datetime import tzinfo

from avery.agent.bearing import Bearing, block
from avery.agent.events import TurnEvent
from avery.reminder_events import Followed, Offered, Reminded, Reminding
from weave.clock import Clock
from weave.conversations import Conversation
from weave.errors import WeaveError
from weave.model import Recall, Turn
from weave.procedures import fitting
from weave.procedures import wording as procedures
from weave.procedures.model import Checklist, Recorded
from weave.reminders import wording as reminders
from weave.reminders.model import Reminder, Surfaced
from weave.weave import Weave

log = logging.getLogger(__name__)
_TURNS = 12
"""For so many messages a checklist stays before the model when nobody says how it went."""


class Occasions:
    """Looks at each message once, in the order of `events`; `block` is what the prompt of that message gets."""

    def __init__(self, weave: Weave, clock: Clock, zone: tzinfo | None) -> None:
        self._weave = weave
        self._clock = clock
        self._zone = zone
        self._named: set[str] = set()
        """Tasks whose name was looked at."""
        self._left: dict[str, int] = {}
        """For how many more messages of a task its checklist is shown to the model."""
        self._bearing = Bearing()

    def block(self, text: str) -> str:
        """What the model is shown beside this message, "" for nothing."""
        return block(self._bearing, text, self._clock(), self._zone)

    async def events(
        self, conversation: Conversation, said: Turn, recall: Recall, task: str
    ) -> AsyncGenerator[TurnEvent, None]:
        """What came of the message. Raises nothing."""
        self._bearing = Bearing()
        done = await self._went(said, task)
        if done is not None:
            yield Followed(done, procedures.recorded(done))
        made = await self._made(conversation, said, task)
        for one in made:
            yield Reminding(one, reminders.made(one, self._zone, self._clock()))
        surfaced = await self._come_up(conversation, said, {one.id for one in made})
        if surfaced:
            yield Reminded(surfaced)
        offer = await self._offer(conversation, said, recall, task)
        if offer is not None:
            yield Offered(offer)
        self._bearing = Bearing(surfaced, made, await self._followed(task))

    async def _went(self, said: Turn, task: str) -> Recorded | None:
        """How the checklist of this task went, if the message plainly says so."""
        try:
            followed = await self._weave.procedures.following(task, told=True)
            outcome = await self._weave.procedures.told(said.text) if followed else None
            if followed is None or outcome is None:
                return None
            return await self._weave.procedures.record(followed.id, outcome, said.text[:200], task=task)
        except WeaveError as error:
            log.warning("How a procedure went was not recorded: %s", error)
            return None

    async def _made(self, conversation: Conversation, said: Turn, task: str) -> list[Reminder]:
        made: list[Reminder] = []
        try:
            for one in await self._weave.reminders.requests(said.text):
                add = self._weave.reminders.add(
                    one.text,
                    at=one.at,
                    about=one.about,
                    every=one.every,
                    task=task,
                    conversation=conversation.id,
                    turns=(said.id,),
                )
                made.append(await add)
        except WeaveError as error:
            log.warning("A reminder was not set: %s", error)
        return made

    async def _come_up(self, conversation: Conversation, said: Turn, fresh: set[str]) -> tuple[Surfaced, ...]:
        try:
            found = await self._weave.reminders.matching(said.text, conversation.task.name, conversation.id)
            surfaced = tuple(one for one in found if one.reminder.id not in fresh)
            for one in surfaced:
                await self._weave.reminders.told(one.reminder.id, conversation.id)
        except WeaveError as error:
            log.warning("Reminders were not looked at: %s", error)
            return ()
        return surfaced

    async def _offer(
        self, conversation: Conversation, said: Turn, recall: Recall, task: str
    ) -> Checklist | None:
        try:
            found = fitting.among(recall.memories, said.text)
            if found is None and task not in self._named:
                self._named.add(task)
                found = fitting.among(recall.memories, conversation.task.name)
            offer = await self._weave.procedures.offer(found.id, task) if found else None
        except WeaveError as error:
            log.warning("No checklist was offered: %s", error)
            return None
        if offer is not None:
            self._left[task] = _TURNS
        return offer

    async def _followed(self, task: str) -> Checklist | None:
        left = self._left.get(task, 0)
        if left <= 0:
            return None
        self._left[task] = left - 1
        try:
            return await self._weave.procedures.following(task)
        except WeaveError:
            return None
