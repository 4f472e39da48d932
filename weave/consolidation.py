"""The end of a task: what its pad holds goes to the global scope, once, and meets what is known there.

First a plan, which reads and touches nothing: every contradiction is found before the global scope changes. The
plan is written into the pad, then carried out: what was known is changed, the new is written in its place, what
repeats it is dropped. The pad itself goes last. Cut off anywhere, doing it again ends the same, with the same
report and without asking the model again; what a person edited meanwhile makes a new plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weave import cascade, plans, resolution, revision
from weave.contradiction import ANY_PREDICATE as ANY
from weave.contradiction import Candidate, Verdict, topic_of
from weave.drafts import in_scope, in_state
from weave.echoes import moved
from weave.joint_writes import write_together
from weave.model import GLOBAL, Memory, State, TaskReport
from weave.plans import Pair, Plan, Step, bare, fingerprint, unwound
from weave.repetition import repeated
from weave.store import Store
from weave.topic import may_be_due

NO_VERDICTS: Mapping[Pair, Verdict] = {}


class Ground:
    """What is known, as a meeting asks about it; notes what was asked and what answered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked: dict[tuple[str, ...], None] = {}
        self.consulted: dict[str, Memory] = {}

    def about(self, subject: str, *predicate: str) -> list[Memory]:
        """The memories of the global scope that state facts about a subject, and a predicate of it if named.

        With the subject `ANY`, what is named is a value, of whatever.
        """
        self.asked[subject, *predicate] = None
        catalogue = self._store.catalogue
        facts = catalogue.holding(*predicate) if subject == ANY else catalogue.facts(subject, *predicate)
        ids = [memory for fact in facts if fact.scope == GLOBAL for memory in fact.memories]
        found = self._store.catalogue.get_many(ids)
        self.consulted |= found
        return list(found.values())

    def beside(self, memory: Memory) -> list[Memory]:
        """Those of the global scope that were made from the same turns."""
        return [one for one in self._store.catalogue.of_turns(memory.source) if one.scope == GLOBAL]


@dataclass(frozen=True, slots=True)
class Merged:
    """New memories after they met what is known."""

    kept: tuple[Memory, ...]
    """To be written, in the states that the meeting gave them."""
    revised: tuple[Memory, ...]
    """Known ones to be rewritten."""
    repeated: tuple[str, ...]
    """Ids of new ones that say nothing new."""
    merged: int = 0
    """Names that turned out to be other names of what is known."""
    doubtful: tuple[Candidate, ...] = ()
    """Pairs about which a model could say more than the rules."""

    @property
    def contested(self) -> int:
        """Memories that contradict each other until a person decides."""
        return sum(memory.state is State.CONTESTED for memory in (*self.kept, *self.revised))

    @property
    def superseded(self) -> int:
        """Known memories that are not in force any more."""
        return sum(memory.state.gone for memory in self.revised)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a model is to be asked before the task can end."""

    candidates: tuple[Candidate, ...]
    memories: Mapping[str, Memory]
    """The memory that states each fact, by the fact's id."""


def settle(memory: Memory) -> Memory:
    """A pad's memory as the global scope takes it in: volatile becomes active, the raw buffer stays raw."""
    moved = in_scope(memory, GLOBAL)
    return in_state(moved, State.ACTIVE) if moved.state is State.VOLATILE else moved


def meet(
    store: Store,
    memories: Sequence[Memory],
    verdicts: Mapping[Pair, Verdict] = NO_VERDICTS,
    ground: Ground | None = None,
) -> Merged:
    """What these memories of the global scope do to it, and it to them; nothing is written."""
    ground = ground or Ground(store)
    resolved = resolution.resolve(store, memories)
    met = revision.Revision(resolved.through(ground.about), ground.beside, store.place.clock(), verdicts)
    kept = met.admit(resolved.memories)
    revised = resolved.also(met.revised)
    return Merged(
        kept=tuple(kept),
        revised=revised,
        repeated=tuple(sorted(met.repeated)),
        merged=len(resolved.merged),
        doubtful=tuple(met.doubtful),
    )


def take_in(store: Store, memories: Sequence[Memory]) -> Merged:
    """Write new memories of the global scope, and what meeting them does to what is known. Raises HomeError."""
    merged = meet(store, memories)
    write_together(store, merged.kept, merged.revised)
    return merged


# -- the plan ---------------------------------------------------------------------------------------------------


def draft(store: Store, task: str, verdicts: Mapping[Pair, Verdict] = NO_VERDICTS) -> tuple[Plan, Doubt]:
    """What ending the task would do, and what a model could be asked about it; nothing is written."""
    pad = {memory.id: memory for memory in sorted(store.catalogue.all(f"task:{task}"), key=_age)}
    again = _said_again(store, list(pad.values()))
    ground = Ground(store)
    fresh = [_resting(settle(memory), again) for memory in pad.values() if memory.id not in again]
    merged = meet(store, fresh, verdicts, ground)
    known = store.catalogue.get_many([memory.id for memory in merged.revised])
    gone = sorted({*again, *merged.repeated})
    plan = Plan(
        report=TaskReport(
            task=task,
            encoded=len(pad),
            transferred=len(merged.kept),
            duplicates=len(gone),
            facts=sum(len(memory.facts) for memory in merged.kept),
            contested=merged.contested,
            superseded=merged.superseded,
            merged=merged.merged,
        ),
        moved=tuple(Step(pad[memory.id], memory) for memory in merged.kept),
        revised=tuple(Step(known[memory.id], memory) for memory in merged.revised),
        repeated=tuple(pad[id_] for id_ in gone),
        asked=tuple(ground.asked),
        consulted={id_: fingerprint(memory) for id_, memory in ground.consulted.items()},
        verdicts=verdicts,
    )
    stating = {fact.id: memory for memory in (*ground.consulted.values(), *fresh) for fact in memory.facts}
    return plan, Doubt(merged.doubtful, stating)


def _age(memory: Memory) -> str:
    return memory.id


def _said_again(store: Store, pad: Sequence[Memory]) -> dict[str, str]:
    """The pad's repetitions, of itself and of what is known, with the memory that stays of each."""
    texts = [memory.text for memory in pad if not memory.facts]
    known = store.catalogue.get_many(store.catalogue.saying(texts))
    return repeated(pad, [memory for _, memory in sorted(known.items()) if memory.scope == GLOBAL])


def _resting(memory: Memory, again: Mapping[str, str]) -> Memory:
    """Made from a repetition is made from what it repeats."""
    sources = tuple(dict.fromkeys(again.get(source, source) for source in memory.derived_from))
    return replace(memory, derived_from=sources)


def stands(store: Store, plan: Plan) -> bool:
    """Whether a plan still fits: nobody changed what it moves, what it changes, or what it looked at."""
    steps = {step.before.id: step for step in (*plan.moved, *plan.revised)}
    gone = {memory.id: memory for memory in plan.repeated}
    pad = {memory.id: memory for memory in store.catalogue.all(f"task:{plan.report.task}")}
    if not pad.keys() <= steps.keys() | gone.keys():
        return False
    now = store.catalogue.get_many([*steps])
    if now.keys() != steps.keys() or not all(_fits(now[id_], step) for id_, step in steps.items()):
        return False
    if any(id_ in pad and bare(pad[id_]) != bare(memory) for id_, memory in gone.items()):
        return False
    ground = Ground(store)
    for question in plan.asked:
        ground.about(*question)
    return all(
        id_ in steps or plan.consulted.get(id_) == fingerprint(memory)
        for id_, memory in ground.consulted.items()
    ) and all(id_ in ground.consulted for id_ in plan.consulted)


def _fits(now: Memory, step: Step) -> bool:
    return bare(now) in (bare(step.before), bare(step.after))


# -- carrying it out ----------------------------------------------------------------------------------------------


def consolidate(
    store: Store,
    folder: Path,
    task: str,
    verdicts: Mapping[Pair, Verdict] | None = None,
    *,
    ask: bool = False,
) -> TaskReport | Doubt:
    """Merge the pad of `task`, which lies in `folder`, into the global scope; the pad is left for the caller.

    A plan that was begun there is finished. With `ask`, and no `verdicts` yet, nothing is done when there are
    facts that a model should see first: they are returned. Raises HomeError.
    """
    store.catch_up()
    plan = plans.read(folder)
    if plan is not None and plan.report.task != task:
        plan = None  # copied here from elsewhere: nothing of it was done for this task
    if plan is None or not stands(store, plan):
        if plan is not None:
            take_back(store, plan)
            verdicts = {**plan.verdicts, **(verdicts or {})}
        fresh, doubt = draft(store, task, verdicts or NO_VERDICTS)
        if ask and verdicts is None and doubt.candidates:
            return doubt
        plan = fresh
        if plan.report.encoded:
            plans.write(folder, plan)
    carry_out(store, plan)
    return plan.report


def carry_out(store: Store, plan: Plan) -> None:
    """Do what the plan says, or the rest of it. Raises HomeError."""
    steps = (*plan.revised, *plan.moved)
    now = store.catalogue.get_many([*(s.after.id for s in steps), *(m.id for m in plan.repeated)])
    store.update([_counted(step.after, now) for step in plan.revised if step.after.id in now])
    store.move([_counted(step.after, now) for step in plan.moved if step.after.id in now])
    store.drop([memory.id for memory in plan.repeated if memory.id in now])
    cascade.follow(store, [step.after for step in steps])


def _counted(memory: Memory, now: Mapping[str, Memory]) -> Memory:
    """With its accesses as they are by now."""
    current = now[memory.id]
    return replace(memory, accessed=current.accessed, access_count=current.access_count)


def take_back(store: Store, plan: Plan) -> None:
    """Undo what was carried out of a plan that fits no longer; what another hand changed meanwhile stays."""
    now = store.catalogue.get_many([step.after.id for step in (*plan.revised, *plan.moved)])
    store.update([unwound(now[step.after.id], step) for step in plan.revised if step.after.id in now])
    store.move([unwound(now[step.after.id], step) for step in plan.moved if step.after.id in now])
    ids = [memory.id for memory in plan.repeated]
    there = store.catalogue.get_many(ids).keys() | store.trash.among(ids).keys()
    store.add([memory for memory in plan.repeated if memory.id not in there])


def pass_time(store: Store) -> int:
    """Let plans come into force and bounds expire, as the clock says; returns how many memories changed."""
    now = store.place.clock()
    due = [fact for fact in store.catalogue.bounded_facts() if fact.scope == GLOBAL and may_be_due(fact, now)]
    topics = {topic_of(fact): fact for fact in due}
    ground = Ground(store)
    memories = {m.id: m for fact in topics.values() for m in ground.about(fact.subject, fact.predicate)}
    changed = revision.aged(list(memories.values()), now)
    aging = {memory.id: memory for memory in changed}
    turns = {memory.source: memory for memory in changed if len(memory.source.turns) == 1}
    beside = [[aging.get(one.id, one) for one in ground.beside(memory)] for memory in turns.values()]
    changed += [echo for together in beside for echo in moved(together)]
    store.update(changed)
    cascade.follow(store, changed)
    return len(changed)
