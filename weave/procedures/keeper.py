"""Outcomes recorded, and what follows: a procedure that keeps failing is withdrawn, its lesson kept. On the core's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weave import cascade, conflicts, joint_writes, tickets
from weave.core import Core
from weave.drafts import in_state
from weave.errors import InvalidInput
from weave.lineage import LESSON, set_by_hand
from weave.markdown import clean_line, cleaned
from weave.model import GLOBAL, Memory, MemoryType, Provenance, State, least_trusted
from weave.procedures import trials
from weave.procedures.model import Outcome, Recorded, Trial
from weave.procedures.wording import lesson_text, lesson_title
from weave.secrets import mask

_LESSON = "lesson"
_IMPORTANCE = 0.6
"""Of a lesson: what failed three times is worth knowing, and is summed up with its week in the end."""


@dataclass(frozen=True, slots=True)
class Told:
    """An outcome as it was told."""

    outcome: Outcome
    note: str = ""
    by: Provenance = Provenance.USER
    task: str = ""


def record(core: Core, reference: str, told: Told) -> Recorded:
    """Write down what came of it. Raises NotFound, InvalidInput for what is no procedure, HomeError."""
    was = _found(core, reference)
    at = tickets.moment(core.place.clock())
    trial = Trial(at, told.outcome, told.by, told.task, mask(clean_line(told.note)))
    if tickets.again() and trials.stands(was, trial):
        return _recorded_before(core, was, told.outcome)
    before = trials.before_in(was, told.task)
    if before is not None and before.by is Provenance.USER is not told.by:
        raise InvalidInput("The person has said already how it went in this task; it stays as they said.")
    now = trials.tried(was, trial)
    failing = trials.keeps_failing(trials.trials_of(now))
    replaced = before.outcome if before else None
    if not failing:
        now = _worked_again(trials.flagged(now, waits=False), told)
        _write(core, was, now)
        return Recorded(trials.procedure_of(now), told.outcome, replaced)
    if trials.guarded(now) or not now.state.in_force:
        now = trials.flagged(now, waits=now.state.in_force)
        _write(core, was, now)
        return Recorded(trials.procedure_of(now), told.outcome, replaced)
    now, lesson = _withdrawn(core, was, now)
    return Recorded(trials.procedure_of(now), told.outcome, replaced, deprecated=True, lesson=lesson.id)


def retire(core: Core, reference: str) -> Recorded:
    """The person withdraws it, whatever guards it; the lesson is kept. Raises NotFound, InvalidInput, HomeError."""
    was = _found(core, reference)
    if was.state is State.DEPRECATED:
        if tickets.again():
            return _recorded_before(core, was, Outcome.FAILED)
        raise InvalidInput(
            "This procedure is withdrawn already; `weave procedures revive ID` brings it back."
        )
    now, lesson = _withdrawn(core, was, set_by_hand(trials.flagged(was, waits=False)))
    return Recorded(trials.procedure_of(now), Outcome.FAILED, deprecated=True, lesson=lesson.id)


def revive(core: Core, reference: str) -> Memory:
    """The person puts it in force again: it is not withdrawn by itself any more. Raises as `retire`."""
    was = _found(core, reference)
    if was.state.in_force and not trials.procedure_of(was).waits:
        if tickets.again():
            return was
        raise InvalidInput("This procedure is in force; there is nothing to bring back.")
    now = set_by_hand(trials.flagged(in_state(was, _in_force(was)), waits=False))
    _write(core, was, now)
    return now


def _recorded_before(core: Core, now: Memory, outcome: Outcome) -> Recorded:
    """What a call came to that was cut off before it could say so."""
    cascade.follow(core.store, [now])
    lesson = tickets.new_id(core.place.clock(), _LESSON)
    learned = lesson if lesson in core.catalogue.get_many([lesson]) else None
    return Recorded(trials.procedure_of(now), outcome, deprecated=learned is not None, lesson=learned)


def _found(core: Core, reference: str) -> Memory:
    found = core.store.current(reference)
    if found.type is not MemoryType.PROCEDURAL:
        raise InvalidInput(f"This memory is {found.type}, no procedure; `weave procedures list` shows them.")
    return found


def _in_force(memory: Memory) -> State:
    return State.ACTIVE if memory.scope == GLOBAL else State.VOLATILE


def _worked_again(memory: Memory, told: Told) -> Memory:
    """What the person says works is in force again."""
    revived = (
        memory.state is State.DEPRECATED and told.outcome is Outcome.WORKED and told.by is Provenance.USER
    )
    return set_by_hand(in_state(memory, _in_force(memory))) if revived else memory


def _write(core: Core, was: Memory, now: Memory) -> None:
    core.store.update([now])
    if now.state is not was.state:
        cascade.follow(core.store, [now])


def _withdrawn(core: Core, was: Memory, now: Memory) -> tuple[Memory, Memory]:
    """Deprecated, and its lesson beside it: both or, after a crash, both at the next start."""
    fallen = in_state(now, State.DEPRECATED)
    lesson = _lesson(core, fallen)
    if was.scope == GLOBAL:
        joint_writes.write_together(core.store, [lesson], [fallen])
    else:
        if not core.catalogue.get_many([lesson.id]):
            core.store.add([lesson])
        core.store.update([fallen])
    conflicts.release(core.store, [was], [fallen])
    cascade.follow(core.store, [fallen])
    return fallen, lesson


def _lesson(core: Core, memory: Memory) -> Memory:
    now = core.place.clock()
    failures = _last_failures(trials.trials_of(memory))
    trust = [memory.provenance, *(trial.by for trial in failures)]
    return cleaned(
        Memory(
            id=tickets.new_id(now, _LESSON),
            type=MemoryType.ERROR,
            title=lesson_title(memory.title),
            text=lesson_text(memory.title, failures, core.place.zone),
            state=_in_force(memory),
            importance=_IMPORTANCE,
            provenance=least_trusted(trust),
            created=now,
            scope=memory.scope,
            derived_from=(memory.id,),
            private=memory.private,
            extra=(LESSON,),
        )
    )


def _last_failures(told: Sequence[Trial]) -> list[Trial]:
    """The failures since it last worked, oldest first."""
    found: list[Trial] = []
    for trial in reversed(told):
        if trial.outcome is Outcome.WORKED:
            break
        found += [trial] if trial.outcome is Outcome.FAILED else []
    return found[::-1]
