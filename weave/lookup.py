"""Reading: recall in a view of time, facts, tasks; and the counting of what was recalled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from weave.altale.recall import Exclusion
from weave.checkup import switched
from weave.core import Core
from weave.errors import InvalidInput
from weave.markdown import clean
from weave.model import Degraded, Fact, Memory, Recall, Task
from weave.sameness import key
from weave.timeview import View, facts_in_view


async def recall(
    core: Core,
    query: str,
    *,
    k: int | None,
    scopes: tuple[str, ...],
    view: View,
    budget: int | None,
    exclude: Collection[str] = (),
) -> Recall:
    """Altale's answer, seen through `view`. Raises InvalidInput for an empty question."""
    question = clean(query).strip()
    if not question:
        raise InvalidInput("Ask something: an empty question recalls nothing.")
    if k is not None and k < 1:
        raise InvalidInput(f"-k must be at least 1, not {k}.")

    def learned(id_: str) -> datetime | None:
        known = core.catalogue.get_many([id_]).get(id_)
        return known.created if known else None

    def seen(memory: Memory) -> Memory | None:
        return view.memory(memory, learned)

    result = await core.altale.recall(
        question,
        k=k or core.config.recall.k,
        scopes=scopes,
        now=view.as_of or view.known_at or core.place.clock(),
        budget=budget or core.config.recall.budget_tokens,
        exclude=Exclusion(ids=frozenset(exclude), turns=frozenset(exclude)),
        view=None if view.present else seen,
    )
    return replace(result, degraded=(*result.degraded, *_held_by_owner(core)))


def _held_by_owner(core: Core) -> tuple[Degraded, ...]:
    """What takes no part in a guest's recall."""
    if not core.guest:
        return ()
    reason = f"Another Avery (pid {core.owner_pid}) holds it; found by words alone."
    return tuple(Degraded(name, reason) for name, on in switched(core.config).items() if on)


def count_access(core: Core, result: Recall, task: str | None) -> None:
    """Count what entered the passage, once a task; without one, the recall is a task of its own."""
    shown = [recalled.memory.id for recalled in result.memories if recalled.memory.id in result.passage]
    fresh = shown if task is None else core.accesses.fresh(task, shown)
    if fresh:
        core.catalogue.touch(fresh, core.place.clock())
        core.figures.put(core.catalogue.get_many(fresh).values())


def facts(core: Core, subject: str | None, view: View) -> list[Fact]:
    """Facts through a view of time. A subject is named in full, or by words of its name ("Maribel")."""
    found = core.catalogue.facts(subject)
    if subject is not None and not found:
        asked = set(key(subject).split())
        found = [fact for fact in core.catalogue.facts() if asked and asked <= _words(fact.subject)]
    if view.present:
        return found
    wanted = {memory for fact in found for memory in fact.memories}
    memories = core.catalogue.get_many(sorted(wanted))
    later = [m.superseded_by for m in memories.values() if m.superseded_by]
    return facts_in_view(core.catalogue.get_many(later) | memories, found, view)


def _words(name: str) -> set[str]:
    return set(key(name).replace("'s ", " ").split())


def tasks(core: Core) -> list[Task]:
    """The open pads with their sizes."""
    return [replace(pad.task, memories=core.catalogue.count(pad.task.scope)) for pad in core.pads.all()]
