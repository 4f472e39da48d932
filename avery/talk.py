"""The conversation that goes on and the task it works in: named, listed, ended, discarded."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from avery.events import Discarded, Doomed, Ended, Event, Noticed, Pad, Pads, Tasks, Working
from avery.telling import in_dispute
from weave.conversations import Conversation
from weave.errors import NotFound
from weave.journal import Journal
from weave.model import Role, State, Task, TaskReport, Turn
from weave.weave import Weave

_NOTHING = "Nothing was said yet, so there is nothing to keep."


@dataclass(slots=True)
class Talk:
    """A conversation of an open memory; each call says what came of it."""

    weave: Weave
    conversation: Conversation
    spoken: bool
    """Whether its task may hold something."""

    @property
    def own(self) -> bool:
        """Whether it works in its own task, not in one that the person named."""
        return self.conversation.own is None

    async def working(self, *, moved: bool = False) -> Working:
        """In which task it works, and in which it could."""
        home = self.conversation.home.id
        names = tuple(dict.fromkeys(task.name for task in await self.weave.tasks() if task.id != home))
        return Working(self.conversation.task, self.own, moved, names)

    async def change(self, name: str | None) -> list[Event]:
        """Go on in the task of this name (or id), None: in the conversation's own."""
        self.conversation = await self.weave.change_task(self.conversation.id, name)
        self.spoken = self.spoken or not self.own
        return [await self.working(moved=True)]

    async def tasks(self) -> list[Event]:
        """The open tasks, and what the present one holds."""
        home = self.conversation.home.id
        return [Tasks(tuple(await self.weave.tasks()), await self._pad(), home)]

    async def pads(self) -> list[Event]:
        """Every open task with what it holds, the present one first."""
        present, home = self.conversation.task, self.conversation.home.id
        others = [task for task in await self.weave.tasks() if task.id != present.id]
        turns = await self._turns()
        pads = [await self._held(task, turns) for task in (present, *others)]
        return [Pads(tuple(pads), home, self.weave.guest)]

    async def doomed(self) -> list[Event]:
        """What would be lost with the present task."""
        pad = await self._pad()
        if not pad.turns and not pad.memories and self.own:
            return [Noticed("Nothing was said yet, so there is nothing to discard.")]
        return [Doomed(pad)]

    async def _pad(self) -> Pad:
        return await self._held(self.conversation.task, await self._turns())

    async def _held(self, task: Task, turns: Sequence[Turn]) -> Pad:
        held = [m for m in await self.weave.list(task.scope) if m.state is not State.TRANSIENT]
        here = [turn for turn in turns if turn.task == task.id]
        said = tuple(turn.text for turn in here if turn.role is Role.USER)
        own = task.id == self.conversation.home.id
        return Pad(task, own, tuple(held), frozenset(turn.id for turn in here), said)

    async def end(self, disputed: frozenset[str], other: str | None = None) -> list[Event]:
        """End the task; what is said next belongs to the conversation's own. `disputed`: conflicts known before.

        `other`: the id of another open task, which is ended instead. Raises NotFound where it is gone.
        """
        task, own = self.conversation.task, self.own
        if other is not None and other != task.id:
            task = next((one for one in await self.weave.tasks() if one.id == other), task)
            report = await self.weave.end_task(other)
            ended = await self._ended(task, other == self.conversation.home.id, report, disputed)
            return [ended, await self.working()]
        try:
            report = await self.weave.end_task(task.id)
        except NotFound:  # its pad is opened by the first word
            return [Noticed(_NOTHING)]
        self.conversation = await self.weave.change_task(self.conversation.id, None)
        self.spoken = self.spoken and not own
        return [await self._ended(task, own, report, disputed), await self.working()]

    async def close(self, disputed: frozenset[str]) -> list[Event]:
        """End every task of the conversation, which is over; what was ended, if anything was said."""
        if not self.spoken:
            return []
        task = self.conversation.home
        report = await self.weave.end(self.conversation.id)
        self.spoken = False
        return [] if self.weave.guest else [await self._ended(task, True, report, disputed)]

    async def _ended(self, task: Task, own: bool, report: TaskReport, disputed: frozenset[str]) -> Ended:
        new = await self.weave.conflicts() if report.contested else []
        lines = tuple(in_dispute(conflict) for conflict in new if conflict.id not in disputed)
        return Ended(task, own, report, lines)

    async def discard(self, task: str) -> list[Event]:
        """Throw the task away; the conversation goes on without a trace of it."""
        before = {turn.id for turn in await self._turns()}
        present = self.conversation.task.id == task
        gone = await self.weave.discard_task(task)
        left = {turn.id for turn in await self._turns()}
        if present:
            self.conversation = await self.weave.change_task(self.conversation.id, None)
        self.spoken = bool(left)
        return [Discarded(gone, frozenset(before - left), self.conversation.title), await self.working()]

    async def _turns(self) -> tuple[Turn, ...]:
        """What stands in the transcript's file."""
        journal = Journal(self.weave.home)
        return (await asyncio.to_thread(journal.read, self.conversation.id)).turns
