"""How tasks end: what was said is encoded, the pad is consolidated, the report is kept, the pad goes.

A pad whose end a crash cut off, or that waits for the Scribe's model, is ended at the next start or when the model
is back; until then it is recalled as if it were merged.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace

from weave import plans
from weave.catalogue import Catalogue
from weave.consolidation import Doubt, consolidate
from weave.contradiction import Verdict
from weave.core import Core
from weave.errors import NotFound, WeaveError
from weave.identity.growth import Growth
from weave.journal import Transcript
from weave.judgement import judge
from weave.model import State, TaskReport
from weave.plans import Pair
from weave.scribing import Scribing
from weave.tasks import Pad, id_of

log = logging.getLogger(__name__)

REPORTS_KEPT = 20
_REPORTS = "reports"
_ROUNDS = 4
"""How often the end waits for what is said while a model is thinking; what comes later opens the pad anew."""


class Endings:
    """Ends pads. Lives on the event loop; work runs on the core."""

    def __init__(self, core: Core, scribing: Scribing) -> None:
        self._core = core
        self._scribing = scribing
        self._growth = Growth(core)
        self._busy: dict[str, asyncio.Lock] = {}
        self.left: set[str] = set()
        """Tasks that are over but not merged yet, by a crash or an absent model: recalled as if they were."""
        self.live: set[str] = set()
        """Conversations that were begun in this process: whoever leads them ends their pads."""

    async def end(self, task: str) -> TaskReport:
        """Encode what is pending and consolidate; queued if the model is away. Raises NotFound, HomeError."""
        async with self._busy.setdefault(task, asyncio.Lock()):
            return await self._end(task)

    async def _end(self, task: str) -> TaskReport:
        verdicts: Mapping[Pair, Verdict] | None = None
        left = _ROUNDS
        while True:
            left -= 1
            pad = await self._core.run(self._core.pads.get, task)
            self.left.add(task)  # a model may take its time, and what was said is recallable all the while
            if not await self._encoded(pad):
                await self._core.run(self._core.pads.mark_ended, task)
                return TaskReport(task, 0, 0, 0, 0, queued=True)
            outcome = await self._core.run(self._close, pad, verdicts, left <= 0)
            if isinstance(outcome, TaskReport):
                self.left.discard(task)
                self._growth.nudge()
                return outcome
            if outcome is not None and self._core.models.chat is not None:
                verdicts = await judge(self._core.models.chat, outcome.candidates, outcome.memories.get)

    async def _encoded(self, pad: Pad) -> bool:
        for conversation in await self._core.run(self.talks, pad):
            if not await self._scribing.encode(conversation):
                return False
        return True

    def talks(self, pad: Pad) -> list[str]:
        """The conversations whose turns lie in a pad's raw buffer, that which opened it first."""
        memories = self._core.catalogue.all(pad.task.scope)
        raw = [memory.source.conversation for memory in memories if memory.state is State.TRANSIENT]
        owner = pad.task.conversation
        told = sorted({one for one in raw if one} - {owner or ""})
        return [owner, *told] if owner else told

    def _close(
        self, pad: Pad, verdicts: Mapping[Pair, Verdict] | None, last: bool
    ) -> TaskReport | Doubt | None:
        """The pad's end; or what a model is to be asked first; or None when more was said meanwhile."""
        core, task = self._core, pad.task.id
        if not core.pads.is_open(task):
            raise NotFound(f"The task {task} was discarded meanwhile; `weave task list` shows the open ones.")
        owner = core.journal.read(pad.task.conversation) if pad.task.conversation else None
        if not last and owner is not None and self._unheard(owner, task):
            return None
        ask = core.models.chat is not None and not last
        outcome = consolidate(core.store, core.pads.folder(task), task, verdicts, ask=ask)
        if isinstance(outcome, TaskReport):
            if owner is not None and id_of(owner.own or owner.id) == task:
                self._mark(owner)
            keep_report(core.catalogue, outcome)
            core.pads.remove(task)
        return outcome

    def _mark(self, owner: Transcript) -> None:
        if not owner.ended and self._core.journal.exists(owner.id):
            self._core.journal.mark_ended(owner.id, self._core.place.clock())

    def _unheard(self, transcript: Transcript, task: str) -> bool:
        return any(self._scribing.pad_of(transcript, turn) == task for turn in transcript.pending)

    # -- what was left ----------------------------------------------------------------------------------

    async def take_up(self, resume: str | None) -> None:
        """End what a crash or an absent model left open, but for the conversation that is gone on with."""
        self.live |= {resume} if resume else set()
        pads = await self._core.run(lambda: list(self._core.pads.all()))
        due = [pad for pad in pads if self._is_over(pad)]
        self.left |= {pad.task.id for pad in due}
        for pad in pads:
            if pad in due:
                await self._guarded(pad)
            elif pad.task.conversation is None:
                for conversation, waiting in (await self._core.run(self._waiting, pad)).items():
                    self._scribing.expect(conversation, waiting)

    def _waiting(self, pad: Pad) -> dict[str, int]:
        """How many turns of each conversation wait for the Scribe, in a pad that somebody else will end.

        By the transcripts, since a crash may have come before the raw buffer knew of a turn.
        """
        journal = self._core.journal
        names = {*self.talks(pad), *journal.naming(pad.task.id)}
        waiting = {name: len(journal.read(name).pending) for name in sorted(names)}
        return {name: count for name, count in waiting.items() if count}

    def _is_over(self, pad: Pad) -> bool:
        conversation = pad.task.conversation
        if pad.ended or not pad.readable or plans.exists(self._core.pads.folder(pad.task.id)):
            return True
        return not (conversation is None or conversation in self.live)

    async def _guarded(self, pad: Pad) -> None:
        """One pad that cannot be ended must not keep the others open."""
        if not self._is_over(pad):  # somebody went on with it meanwhile
            self.left.discard(pad.task.id)
            return
        try:
            report = await self.end(pad.task.id)
            if not report.queued and pad.task.conversation:
                self._scribing.done(pad.task.conversation)
        except NotFound:
            self.left.discard(pad.task.id)
        except WeaveError as error:
            log.warning("The task %s is ended later: %s", pad.task.id, error)

    async def retry_queued(self) -> None:
        """End the tasks that waited only for the model, once it may be back."""
        now = time.monotonic()
        for pad in await self._core.run(lambda: list(self._core.pads.all())):
            if pad.ended and now >= self._scribing.retry_at(await self._core.run(self.talks, pad)):
                await self._guarded(pad)


# -- the reports ------------------------------------------------------------------------------------------------


def reports(catalogue: Catalogue) -> list[TaskReport]:
    """What the last ends of tasks did, the latest first; the index holds them, so that they may be lost."""
    try:
        return [TaskReport(**one) for one in json.loads(catalogue.meta(_REPORTS) or "[]")]
    except (ValueError, TypeError):
        return []


def keep_report(catalogue: Catalogue, report: TaskReport) -> None:
    """Remember what an end did; one that was carried out twice counts once."""
    if report.encoded:
        _put(catalogue, [report, *(one for one in reports(catalogue) if one.task != report.task)])


def drop_report(catalogue: Catalogue, task: str) -> None:
    """Forget it."""
    _put(catalogue, [one for one in reports(catalogue) if one.task != task])


def _put(catalogue: Catalogue, kept: Sequence[TaskReport]) -> None:
    catalogue.set_meta(_REPORTS, json.dumps([asdict(one) for one in kept[:REPORTS_KEPT]]))


def together(task: str, parts: Sequence[TaskReport]) -> TaskReport:
    """The ends of several pads as one report, under the name of `task`."""
    total = TaskReport(task, 0, 0, 0, 0)
    for part in parts:
        total = replace(
            total,
            encoded=total.encoded + part.encoded,
            transferred=total.transferred + part.transferred,
            duplicates=total.duplicates + part.duplicates,
            facts=total.facts + part.facts,
            contested=total.contested + part.contested,
            superseded=total.superseded + part.superseded,
            merged=total.merged + part.merged,
            queued=total.queued or part.queued,
        )
    return total
