"""A cycle: the plan, which only reads; the run, in batches that may be cut off anywhere; the report.

Each batch is one piece of work on the core's thread, so that whatever else is asked of the memory gets its turn
between two of them. Before a batch is carried out its memories are judged once more as they are now, and what is
still due is noted; so nothing that was written, recalled or pinned meanwhile is lost, and a cycle that was cut off
knows what it may have done.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave.core import Core
from weave.errors import NotFound
from weave.model import State
from weave.sleep import rules
from weave.sleep.model import Action, Outcome, Plan, Progress, Report, Size, Stage, StepName
from weave.sleep.records import Journal, Records, Spared
from weave.sleep.replay.step import MOST_GROUPS, RECURS
from weave.sleep.steps import STEPS, Step, Thinking
from weave.sleep.thinker import Thinker
from weave.sleep.tried import Tried
from weave.sleep.watch import Stopped, Watch

log = logging.getLogger(__name__)

BATCH = 200
FILES = 8
"""Memories, and files, of one batch: they are written together, so that the disk is waited for once."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The cycles of one open home."""

    core: Core
    records: Records
    tried: Tried
    watch: Watch
    steps: Sequence[Step | Thinking] = STEPS

    # -- the plan ---------------------------------------------------------------------------------------

    def plan(self, now: datetime, *, approved: bool) -> Plan:
        """What there is to do, by what is known now. Reads only; may be called from any thread."""
        spared = self.records.spared()
        stages = [_stage(step, tuple(self._actions(step, now, spared))) for step in self.steps]
        if not approved:
            stages = list(self._bounded(stages))
        return Plan(now, measured(self.core), tuple(stages))

    def _actions(self, step: Step | Thinking, now: datetime, spared: Spared) -> Iterator[Action]:
        for action in step.plan(self.core, now):
            rests = isinstance(step, Thinking) and self.tried.resting(step.name, action, now)
            if not rests and not spared.spares(step.name, action):
                yield action

    def _bounded(self, stages: Sequence[Stage]) -> Iterator[Stage]:
        """The raw buffer does not count: however much was said lately, it is no memory that could be lost."""
        going = sum(len(stage.actions) for stage in stages if stage.step.needs_approval)
        memories = self.core.catalogue.count() - self.core.catalogue.count_in(State.TRANSIENT)
        share = self.core.config.sleep.forget_share
        held = rules.too_many(going, memories, share)
        for stage in stages:
            if stage.step.replaces:
                yield from _portions(stage, 0 if held else going, memories, share)
            else:
                yield replace(stage, held=held and stage.step.needs_approval)

    # -- the run ----------------------------------------------------------------------------------------

    async def run(self, plan: Plan) -> Report:
        """Carry a plan out. Raises HomeError; what is left then goes on with the next cycle."""
        if not plan.due:
            return Report("", plan.now, plan.size, plan.size, waiting=plan.waiting)
        journal = await asyncio.to_thread(self.records.begin, plan)
        return await self._carry_out(journal, resumed=False)

    async def resume(self) -> Report | None:
        """Carry out what is left of a cycle that was cut off. Raises HomeError."""
        journal = await asyncio.to_thread(self.records.unfinished)
        if journal is None:
            return None
        await self.core.run(self._clear_doubles, journal)
        return await self._carry_out(journal, resumed=True)

    def _clear_doubles(self, journal: Journal) -> None:
        """What was on its way to the trash when the cycle was cut off, and is still remembered."""
        begun = [id_ for step, ids in journal.begun.items() if step.restorable for id_ in ids]
        if alive := list(self.core.catalogue.paths_of(begun)):
            self.core.store.trash.remove(alive)

    async def _carry_out(self, journal: Journal, *, resumed: bool) -> Report:
        start = time.monotonic()
        seconds: dict[StepName, float] = {}
        thinker = Thinker(self.core, self.records, journal, self.tried, self.watch)
        self.watch.begin()
        try:
            for stage in journal.plan.due:
                begun = time.monotonic()
                await self._take(journal, stage, thinker)
                seconds[stage.step] = time.monotonic() - begun
        except Stopped:
            report = await asyncio.to_thread(self._report, journal, seconds)
            return replace(report, seconds=time.monotonic() - start, resumed=resumed, stopped=True)
        else:
            report = await asyncio.to_thread(self._report, journal, seconds)
            await self._clear_repeats(report.removed)
            report = await self._analyse(report)
        finally:
            self.watch.end()
        report = replace(report, seconds=time.monotonic() - start, resumed=resumed)
        await asyncio.to_thread(self._finish, report)
        return report

    def _finish(self, report: Report) -> None:
        self.records.finish(report)
        self.records.expire(report.now, self.core.config.sleep.trash_days)
        self.tried.tidy()

    async def _take(self, journal: Journal, stage: Stage, thinker: Thinker) -> None:
        step = next((one for one in self.steps if one.name is stage.step), None)
        if step is None:  # of a journal that a later version wrote
            return
        self.watch.step(stage.step, len(stage.actions))
        if isinstance(step, Thinking):
            await thinker.take(step, stage)
            return
        for batch in _runs(stage.actions):
            await self.core.run(self._batch, journal, step, batch)
            await asyncio.sleep(0)
            self.watch.advance(len(batch))

    def _batch(self, journal: Journal, step: Step, batch: Sequence[Action]) -> None:
        now = journal.plan.now
        try:
            if ids := step.due(self.core, batch, now):
                if step.name.restorable:
                    paths = self.core.catalogue.paths_of(ids)
                    known = self.core.catalogue.get_many(ids)
                    self.records.place(journal, self.core.physical, paths.values(), paths, known)
                self.records.intend(journal, step.name, ids)
                step.apply(self.core, ids, now)
        except NotFound as error:  # another hand took it out of its file at this very moment
            log.warning("Left as it is in this cycle: %s", error)

    # -- the report -------------------------------------------------------------------------------------

    def _report(self, journal: Journal, seconds: dict[StepName, float]) -> Report:
        plan = journal.plan
        outcomes = tuple(self._outcome(journal, stage, seconds) for stage in plan.due)
        most = self.core.config.sleep.max_tokens
        size = measured(self.core)
        left = sum(len(stage.later) for stage in plan.stages)
        return Report(
            journal.cycle, plan.now, plan.size, size, outcomes, journal.waiting, max_tokens=most, left=left
        )

    def _outcome(self, journal: Journal, stage: Stage, seconds: dict[StepName, float]) -> Outcome:
        begun = list(journal.begun.get(stage.step, ()))
        alive = self.core.catalogue.paths_of(begun) if stage.step.restorable else {}
        ids = tuple(id_ for id_ in begun if id_ not in alive)
        answers = tuple(answer for (step, _), answer in journal.answers.items() if step is stage.step)
        skipped = 0 if stage.step.thinks else len(stage.actions) - len(ids)
        return Outcome(stage.step, ids, skipped, seconds.get(stage.step, 0.0), answers)

    async def _analyse(self, report: Report) -> Report:
        """What the memory is like now, kept beside the cycle; figures that cannot be had hold up no cycle."""
        from weave.analytics.snapshots import snapshot  # its arrays take a while to import

        start = time.monotonic()
        self.watch.show(Progress(StepName.ANALYSE, 0, 1))
        try:
            await asyncio.to_thread(snapshot, self.core, report.now, report)
        except Exception:
            log.exception("The figures of cycle %s could not be kept.", report.cycle)
        taken = Outcome(StepName.ANALYSE, (), seconds=time.monotonic() - start)
        return replace(report, outcomes=(*report.outcomes, taken))

    async def _clear_repeats(self, ids: Sequence[str]) -> None:
        """Files that repeat what went would bring it back; all are looked through, while others get their turn."""
        if await asyncio.to_thread(self.core.physical.files_with, ids):
            await self.core.run(self.core.store.clear_repeats, ids)


def _stage(step: Step | Thinking, actions: tuple[Action, ...]) -> Stage:
    """What a step has to do now; of what recurs no more than one cycle asks about."""
    if step.name is not StepName.REPLAY:
        return Stage(step.name, actions)
    asked = [action for action in actions if action.id.startswith(RECURS)]
    later = set(asked[MOST_GROUPS:])
    return Stage(
        step.name,
        tuple(one for one in actions if one not in later),
        later=tuple(one for one in asked if one in later),
    )


def _portions(stage: Stage, going: int, memories: int, share: float) -> Iterator[Stage]:
    """What is done now, with what later cycles do, and what is asked for."""
    sizes = [len(action.originals) for action in stage.actions]
    parts = rules.portion(sizes, going, memories, share)
    now, later, asked = (
        tuple(stage.actions[place] for place in places) for places in (parts.now, parts.later, parts.asked)
    )
    yield replace(stage, actions=now, later=later)
    if asked:
        yield Stage(stage.step, asked, held=True)


def _runs(actions: Sequence[Action]) -> Iterator[Sequence[Action]]:
    """In order, in runs of bounded length that touch few files."""
    run: list[Action] = []
    files: set[str] = set()
    for action in actions:
        if run and (len(run) >= BATCH or (action.path not in files and len(files) >= FILES)):
            yield run
            run, files = [], set()
        run.append(action)
        files.add(action.path)
    if run:
        yield run


def measured(core: Core) -> Size:
    """How large the memory is now, by the figures of its files as they were last seen."""
    return Size(core.catalogue.count(), sum(size for _, size in core.catalogue.files().values()))
