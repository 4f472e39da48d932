"""The facade: one home, opened, used and closed. What an agent embeds.

async with Weave.open(home) as weave:
    await weave.remember("Maribel is allergic to peanuts.")
    recall = await weave.recall("what must Maribel avoid?")
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from weave import checkup, conflicts, discard, editing, endings, lookup, opening, timeview, upkeep
from weave import purge as purging
from weave.analytics.keeper import Analytics
from weave.browsing.operations import Browsing
from weave.checkup import Status
from weave.conversations import Conversation, Utterance, in_task
from weave.errors import InvalidInput
from weave.identity.operations import Identities
from weave.ingest import IngestReport
from weave.library.operations import Holdings
from weave.model import (
    GLOBAL,
    NOWHERE,
    Conflict,
    Fact,
    Memory,
    MemoryType,
    Provenance,
    Recall,
    Resolution,
    Role,
    Source,
    State,
    Task,
    TaskReport,
    Turn,
)
from weave.open_home import OpenHome
from weave.opening import Settings
from weave.porting.operations import Porting
from weave.ports import Checkup, Progress
from weave.procedures.operations import Procedures
from weave.reminders.operations import Reminders
from weave.secrets import mask
from weave.serving.calls import Glance
from weave.sleep.keeper import Sleeping
from weave.talks.operations import Talks
from weave.upkeep import ReindexReport


class Weave(OpenHome):
    """The memory of one home. Build it with `open`, use it inside `async with`."""

    def __init__(self, settings: Settings, resume: str | None) -> None:
        super().__init__(settings, resume)
        self.identities = Identities(lambda: self._core)
        """Who Avery is, how that came about, and what may change it."""
        self.sleeping = Sleeping(lambda: self._core)
        """What goes on with the memory in its sleep: plan, run, undo, reports."""
        self.library = Holdings(lambda: self._core, lambda: self._afar)
        """Archived files and past conversations: added, listed, read, searched."""
        self.analytics = Analytics(lambda: self._core, lambda: self._spent if self._elsewhere else None)
        """What the memory knows about itself: figures, health, and what is kept of each cycle."""
        self.browsing = Browsing(lambda: self._core)
        """All memories: listed, looked at, changed by hand, undone."""
        self.talks = Talks(lambda: self._core)
        """Past conversations: listed, searched, renamed; and turns taken back."""
        self.reminders = Reminders(lambda: self._core)
        """Notes that surface at a time, or when a topic comes up."""
        self.porting = Porting(lambda: self._core, lambda: self._talk)
        """What other programs kept, taken in; all that is kept here, taken out."""
        self.procedures = Procedures(lambda: self._core)
        """Procedural memories as checklists, and what came of following them."""

    # -- single memories --------------------------------------------------------------------------------

    async def remember(
        self,
        text: str,
        *,
        type: MemoryType = MemoryType.SEMANTIC,
        title: str | None = None,
        importance: float | None = None,
        provenance: Provenance = Provenance.USER,
        state: State | None = None,
        at: datetime | None = None,
        task: str | None = None,
        pin: bool = False,
        derived_from: Sequence[str] = (),
        source: Source = NOWHERE,
    ) -> Memory:
        """Write a memory: global and active, or into a task's pad and volatile. Durable when it returns.

        `derived_from`: ids of what it was made from; it is trusted no more, and unsure when one of them falls.
        `source`: who else wrote it, such as another agent.
        Raises InvalidInput for empty text or an importance outside 0..1, NotFound for an unknown task or source,
        HomeError when it cannot be written.
        """
        memory = await self._core.run(
            editing.compose,
            self._core,
            editing.Wish(
                text, type, title, importance, provenance, state, at, task, pin, derived_from, source
            ),
        )
        if not self._core.guest:
            return await self._core.run(editing.remember, self._core, memory)
        await self._core.run(self.inbox.put_memory, memory)
        return memory

    async def get(self, reference: str) -> Memory:
        """The memory with this id or unique beginning of one (6 characters). Raises NotFound."""
        return await self._core.run(lookup.find, self._core, reference)

    async def list(self, scope: str | None = None) -> list[Memory]:
        """Memories of every state, newest first, of every scope or of one ("task:<id>"); not the trash."""
        return await self._core.run(self._core.catalogue.all, scope)

    async def set(self, reference: str, values: Mapping[str, str]) -> Memory:
        """Change a memory's metadata. Raises NotFound, InvalidInput."""
        return await self._owner.run(editing.change, self._owner, reference, values)

    async def edit(self, reference: str, *, title: str | None = None, text: str | None = None) -> Memory:
        """Change a memory's words; facts are read from them anew. Raises NotFound, InvalidInput."""
        return await self._owner.run(editing.reword, self._owner, reference, title, text)

    async def forget(self, references: Sequence[str], *, purge: bool = False) -> tuple[Memory, ...]:
        """Move memories to the trash, or remove every trace of them. Raises NotFound; all or nothing."""
        if purge:
            owner = self._owner
            gone = await owner.run(lambda: purging.purge(owner, purging.named(owner, references)))
            await purging.finish(owner)
            return gone
        return await self._owner.run(editing.forget, self._owner, references)

    async def restore(self, reference: str) -> Memory:
        """Bring a memory back from the trash as it was. Raises NotFound."""
        return await self._owner.run(editing.restore, self._owner, reference)

    # -- reading ----------------------------------------------------------------------------------------

    async def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        task: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        count: bool = True,
        budget: int | None = None,
        exclude: Collection[str] = (),
    ) -> Recall:
        """What comes to mind: ranked memories, and a passage that cites their ids.

        Never fails for a backend's sake. What enters the passage counts as accessed, unless `count` is off,
        the look is into the past, or this is a guest. `exclude`: ids of memories and of turns that are not wanted,
        since they stand before the reader already; a memory goes when all its source turns are among them.
        """
        core = self._core
        core.indexer.rouse()
        view = timeview.View(as_of, known_at)
        left = sorted(self._talk.endings.left - {task})
        scopes = (GLOBAL, *(f"task:{name}" for name in ([task, *left] if task else left)))
        if core.guest:
            await core.run(opening.refresh, core)
        told = await lookup.recall(core, query, k=k, scopes=scopes, view=view, budget=budget, exclude=exclude)
        if count and view.present and not core.guest:
            await core.run(lookup.count_access, core, told, task)
        return told

    async def facts(
        self,
        subject: str | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        hops: int = 0,
    ) -> builtins.list[Fact]:
        """Facts of every state, oldest first; of one subject and what is `hops` away, or of a moment, if asked."""
        return await self._core.run(lookup.facts, self._core, subject, timeview.View(as_of, known_at), hops)

    # -- contradictions ---------------------------------------------------------------------------------

    async def conflicts(self) -> builtins.list[Conflict]:
        """What contradicts each other and waits for the person, the oldest first."""
        return await self._core.run(conflicts.open_conflicts, self._core.store)

    async def conflicting(self, ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each of these memories that is in dispute, the ids of those that contradict it."""
        return await self._core.run(conflicts.conflicting, self._core.store, ids)

    async def resolve(self, reference: str, keep: Sequence[str]) -> Resolution:
        """Decide a conflict (named by its id, a fact's or a memory's): `keep` stays. Raises NotFound, InvalidInput."""
        return await self._owner.run(conflicts.resolve, self._owner.store, reference, keep)

    # -- conversations ----------------------------------------------------------------------------------

    async def begin(self, conversation: str | None = None, *, name: str | None = None) -> Conversation:
        """A new conversation, or one resumed by its id. Raises NotFound."""
        begun = await self._talk.begin(conversation, name)
        self._known[begun.id] = begun
        return begun

    async def say(
        self,
        conversation: str,
        *,
        role: Role,
        speaker: str,
        text: str,
        complete: bool = True,
        recalled: bool = False,
    ) -> Turn:
        """Add a turn; durable, secrets masked, recallable at once. Raises InvalidInput, NotFound, HomeError."""
        known = self._known.get(conversation) or await self.begin(conversation)
        said = Utterance(role, speaker, text, complete, recalled)
        if self._core.guest:
            return await self._core.run(editing.say_as_guest, self._core, known, said)
        return await self._talk.say(known, said)

    async def end(self, conversation: str) -> TaskReport:
        """Encode what is pending and merge the conversation's task; queued if the model is away."""
        known = self._known.pop(conversation, None)
        if self._core.guest:
            return TaskReport(known.task.id if known else conversation, 0, 0, 0, 0, queued=True)
        return await self._talk.end(conversation)

    # -- tasks ------------------------------------------------------------------------------------------

    async def start_task(self, name: str) -> Task:
        """A fresh scratch pad. Raises InvalidInput for an empty name."""
        if not name.strip():
            raise InvalidInput("A task needs a name; write `weave task start NAME`.")
        return await self._owner.run(self._owner.pads.create, mask(name.strip()), self._settings.clock())

    async def tasks(self) -> builtins.list[Task]:
        """The open pads with how many memories each holds, oldest first."""
        return await self._core.run(lookup.tasks, self._core)

    async def end_task(self, task: str) -> TaskReport:
        """Consolidate a pad into the global scope; a conversation in it goes on in its own. Raises NotFound."""
        await self._owner.run(self._owner.pads.get, task)
        report = await self._talk.endings.end(task)
        await self._back_from(task)
        return report

    async def discard_task(self, task: str) -> Task:
        """Throw a pad away with all it holds and all that was said in it, in every store. Raises NotFound."""
        if self._maintenance is not None and not self.guest:
            await self._maintenance.take_inbox()
        gone = await self._owner.run(discard.discard, self._owner, task)
        self._talk.endings.left.discard(task)
        await self._back_from(task)
        await purging.finish(self._owner)
        return gone

    async def _back_from(self, task: str) -> None:
        """Live conversations that were in a task go on in their own."""
        for one in in_task(list(self._known.values()), task):
            self._known[one.id] = await self._talk.without(one, task)

    async def change_task(self, conversation: str, name: str | None) -> Conversation:
        """What is said from now on belongs to the task of this id or name, begun if there is none; None: its own.

        Returns the conversation as it is then. Raises InvalidInput for an empty name, NotFound, HomeError.
        """
        self._owner  # noqa: B018  a guest has no pads
        known = self._known.get(conversation) or await self.begin(conversation)
        changed = self._known[conversation] = await self._talk.change(known, name)
        return changed

    async def reports(self) -> builtins.list[TaskReport]:
        """What the last ends of tasks did, also those that a crash had cut off; the latest first."""
        return await self._core.run(endings.reports, self._core.catalogue)

    # -- bulk and upkeep --------------------------------------------------------------------------------

    async def ingest(self, turns: Iterable[Turn], *, progress: Progress | None = None) -> IngestReport:
        """Past turns through the Scribe, durable when it returns; safe to repeat. A guest's wait. Raises HomeError."""
        return await upkeep.ingest(self._core, self._talk, turns, progress)

    async def settle(self, timeout: float | None = None, progress: Progress | None = None) -> bool:
        """Wait until nothing waits to be indexed; False when the seconds ran out. Failing backends are left."""
        return await upkeep.settle(self._core, timeout, progress)

    async def reindex(self, progress: Progress | None = None) -> ReindexReport:
        """Rebuild the catalogue and every backend from the markdown; interrupted, it goes on at the next start."""
        return await upkeep.reindex(self._owner, progress)

    async def checkup(self) -> Checkup:
        """How every part is, what waits, what failed and the next step."""
        return await self._core.run(checkup.examine, self._core)

    def status(self) -> Status:
        """A glance for the status line."""
        if (afar := self._afar) is not None:
            return afar.status
        return checkup.glance(self._core, self._talk.scribing.pending, self._talk.scribing.last_error)

    def seen(self) -> Glance | None:
        """What others that this process serves can see at any moment; None while it is not open here."""
        core = self._core_or_none
        return None if core is None else Glance(self.status(), self.library.settled)

    async def identity(self) -> str:
        """Who Avery is: the text of identity.md, written from the default at first. Raises HomeError."""
        return await self.identities.text()
