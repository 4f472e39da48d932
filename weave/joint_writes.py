"""New memories and what they do to what is known, written as one change.

It is written down before it is done, like the end of a task (`weave.plans`): a kill, or a full disk, between a new
value and the retirement of the old one would leave a topic with neither, or with both.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weave import cascade, plans
from weave.errors import HomeError
from weave.model import Memory, TaskReport
from weave.plans import Plan, Step, bare
from weave.store import Store

_NOBODY = ""
"""The plan is of no task."""


def _folder(store: Store) -> Path:
    return store.place.home / "memories"


def write_together(store: Store, kept: Sequence[Memory], revised: Sequence[Memory]) -> tuple[Memory, ...]:
    """Write new memories of the global scope and the known ones that change with them: all, or at the next start.

    Returns what rested on these and changed for it, as `cascade.follow` has it.
    Raises HomeError; then nothing was written, or what is missing follows when there is space again.
    """
    finish(store)
    if not revised:
        store.add(kept)
        return ()
    known = store.catalogue.get_many([memory.id for memory in revised])
    plan = Plan(
        TaskReport(_NOBODY, 0, len(kept), 0, 0),
        moved=tuple(Step(memory, memory) for memory in kept),
        revised=tuple(Step(known[memory.id], memory) for memory in revised),
    )
    plans.write(_folder(store), plan)
    try:
        store.add(kept)
    except HomeError:
        plans.remove(_folder(store))
        raise
    return _carry_out(store, plan)


def finish(store: Store) -> None:
    """Carry out what a crash or a full disk cut off. Raises HomeError."""
    if not plans.exists(_folder(store)):
        return
    plan = plans.read(_folder(store))
    if plan is not None:
        _carry_out(store, plan)
    else:  # damaged: it says nothing that could be done
        plans.remove(_folder(store))


def _carry_out(store: Store, plan: Plan) -> tuple[Memory, ...]:
    """The rest of it; what a person edited or forgot meanwhile stays as they left it."""
    new = [step.after for step in plan.moved]
    there = store.catalogue.get_many([memory.id for memory in new])
    buried = store.trash.among([memory.id for memory in new])
    store.add([memory for memory in new if memory.id not in there and memory.id not in buried])
    now = store.catalogue.get_many([step.after.id for step in plan.revised])
    due = [s.after for s in plan.revised if s.after.id in now and bare(now[s.after.id]) == bare(s.before)]
    store.update(due)
    followed = cascade.follow(store, [step.after for step in plan.revised if step.after.id in now])
    plans.remove(_folder(store))
    return followed
