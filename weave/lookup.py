"""Reading: recall in a view of time, facts, tasks; and the counting of what was recalled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from weave.altale import recall as altale
from weave.bonds import ALIAS
from weave.catalogue import Catalogue
from weave.checkup import switched
from weave.contradiction import topic_of
from weave.core import Core
from weave.documents.channel import NAME as LIBRARY
from weave.errors import InvalidInput
from weave.markdown import clean
from weave.model import Degraded, Fact, Memory, Recall, Task
from weave.picture import bonded_name, called
from weave.sameness import key
from weave.sleep.compression import reviving
from weave.timeview import View, facts_in_view, joined

_MOST_NAMES = 5_000


def find(core: Core, reference: str) -> Memory:
    """The memory of this name, or the original in the archive. Raises NotFound, InvalidInput."""
    return reviving.found(core, reference)


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

    def seen(memory: Memory) -> Memory | None:
        told = [m for m in core.catalogue.of_turns(memory.source) if m.facts] if not memory.facts else []
        return view.episode(memory, told, lambda fact: _around(core, [fact]))

    result = await core.altale().recall(
        question,
        k=k or core.config.recall.k,
        scopes=scopes,
        now=view.as_of or view.known_at or core.place.clock(),
        budget=budget or core.config.recall.budget_tokens,
        exclude=altale.Exclusion(ids=frozenset(exclude), turns=frozenset(exclude)),
        view=None if view.present else seen,
    )
    return replace(result, degraded=(*result.degraded, *_held_by_owner(core)))


def _held_by_owner(core: Core) -> tuple[Degraded, ...]:
    """What takes no part in a guest's recall; the library it reads like the files."""
    if not core.guest:
        return ()
    reason = f"Another Avery (pid {core.owner_pid}) holds it; found by words alone."
    held = [name for name, on in switched(core.config).items() if on and name != LIBRARY]
    return tuple(Degraded(name, reason) for name in held)


def count_access(core: Core, result: Recall, task: str | None) -> None:
    """Count what entered the passage, once a task; without one, the recall is a task of its own."""
    core.recalls.note(result)
    shown = [r.memory.id for r in result.memories if r.place is None and r.memory.id in result.passage]
    fresh = shown if task is None else core.accesses.fresh(task, shown)
    if fresh:
        core.catalogue.touch(fresh, core.place.clock())
        core.tables.change(list(core.catalogue.get_many(fresh).values()), ())


def facts(core: Core, subject: str | None, view: View, hops: int = 0) -> list[Fact]:
    """Facts through a view of time. A subject is named in full, or by words of its name ("Maribel").

    With `hops`, also those of what lies within so many steps of it, for a picture.
    """
    found = core.catalogue.facts() if subject is None else _about(core.catalogue, subject)
    if subject is not None and hops:
        found = _within(core.catalogue, [key(fact.subject) for fact in found] or [key(subject)], hops)
    if not view.present:
        found = facts_in_view({memory.id: memory for memory in _around(core, found)}, found, view)
    return joined(found)


def _around(core: Core, facts: Iterable[Fact]) -> list[Memory]:
    """The memories that state anything about the topics of these facts, in the same scopes."""
    topics = {(*topic_of(fact), fact.scope): fact for fact in facts}
    near = [
        one
        for fact in topics.values()
        for one in core.catalogue.facts(fact.subject, fact.predicate)
        if one.scope == fact.scope
    ]
    return list(core.catalogue.get_many(list({id_ for one in near for id_ in one.memories})).values())


def _about(catalogue: Catalogue, subject: str) -> list[Fact]:
    """Facts about what is called so: by its name, by words of it, and by another name of it."""
    if not key(subject):
        return []
    found = catalogue.facts(subject)
    if not found:
        names = [name for name in _sharing(catalogue, subject) if called(subject, name)]
        found = [fact for name in names for fact in catalogue.facts(name)]
    if not found:  # names of a pad have no words in the catalogue
        found = [fact for fact in catalogue.in_pads() if called(subject, fact.subject)]
    meant = {
        key(fact.object): fact.object for fact in found if fact.predicate == ALIAS and fact.state.in_force
    }
    also = [fact for name in meant.values() for fact in catalogue.facts(name)]
    every = {fact.id: fact for fact in (*found, *also)}.values()
    return sorted(every, key=lambda fact: fact.memories)


def _within(catalogue: Catalogue, names: Sequence[str], hops: int) -> list[Fact]:
    """Facts that lie within `hops` steps of these names, along the arrows or against them."""
    found: dict[str, Fact] = {}
    seen: set[str] = set()
    step = [name for name in names if name]
    for _ in range(hops):
        seen.update(step)
        # whose what somebody is stands in the fact about the other, under the bare name
        bare = [" ".join(words[at:]) for words in map(str.split, step) for at in range(1, len(words))]
        near = catalogue.touching([*step, *bare])
        near = [f for f in near if seen & {key(f.subject), key(f.object), bonded_name(f)}]
        found |= {fact.id: fact for fact in near}
        ends = (name for f in near for name in (key(f.subject), key(f.object), bonded_name(f)))
        step = [name for name in dict.fromkeys(ends) if name and name not in seen]
    return sorted(found.values(), key=lambda fact: fact.memories)


def _sharing(catalogue: Catalogue, subject: str) -> list[str]:
    """Keys of known names that share the rarest word of this one."""
    words = key(subject).replace("'s ", " ").split()
    return min((catalogue.named([word], _MOST_NAMES) for word in words), key=len, default=[])


def tasks(core: Core) -> list[Task]:
    """The open pads with their sizes."""
    return [replace(pad.task, memories=core.catalogue.count(pad.task.scope)) for pad in core.pads.all()]
