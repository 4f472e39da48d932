"""Single originals out of the archive: brought back by `weave restore`, or forgotten by a person.

What is brought back is marked, so that the next cycle does not archive it again; its facts are as they are by now.
What is forgotten goes into the trash like any memory, and every summary made from it is made anew without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weave.archive import Archive, Archived
from weave.clock import iso
from weave.core import Core
from weave.errors import InvalidInput, NotFound
from weave.model import Memory
from weave.sleep.compression import renewing, stating
from weave.sleep.compression.keeping import RESTORED
from weave.traces import Words

ARCHIVED = "archived"
"""Beside what is shown of an original that lies in the archive: its file. Never written."""


def archived(core: Core, reference: str) -> Archived | None:
    """The original of this id, or of the one id that begins so; None when the archive holds none."""
    return Archive(core.place.home).find(reference)


def only_archived(core: Core, reference: str) -> Archived | None:
    """The same, if nothing of this name is remembered."""
    try:
        core.store.find(reference)
    except NotFound:
        return archived(core, reference)
    except InvalidInput:
        return None
    return None


def found(core: Core, reference: str) -> Memory:
    """The memory of this name; an archived original says in which file it stands. Raises NotFound, InvalidInput."""
    try:
        return core.store.find(reference)
    except NotFound:
        original = archived(core, reference)
        if original is None:
            raise
        return replace(original.memory, extra=(*original.memory.extra, (ARCHIVED, original.path)))


def current(core: Core, reference: str) -> Memory:
    """The memory of this name as it stands, to be changed. Raises NotFound, which tells what the archive holds."""
    try:
        return core.store.current(reference)
    except NotFound as error:
        original = archived(core, reference)
        if original is None:
            raise
        raise _shelved(original.memory) from error


def changeable(memory: Memory) -> Memory:
    """A memory as `found` gives it, if it may be changed. Raises NotFound for one that lies in the archive."""
    if is_archived(memory):
        raise _shelved(memory)
    return memory


def is_archived(memory: Memory) -> bool:
    """Whether a memory as `found` gives it lies in the archive."""
    return any(key == ARCHIVED for key, _ in memory.extra)


def _shelved(memory: Memory) -> NotFound:
    return NotFound(
        f"{memory.id} lies in the archive since a summary took its place; `weave restore {memory.id}` brings it back,"
        " then it can be changed."
    )


def bring_back(core: Core, found: Archived) -> Memory:
    """Into the memory again, out of the archive and the trash. Cut off, it may be asked again. Raises HomeError."""
    id_ = found.memory.id
    alive = core.catalogue.get_many([id_]).get(id_)
    statement = _statement(core, id_)
    memory = alive or _marked(core, found.memory, statement)
    if alive is None:
        core.store.add([memory])
    if statement is not None:
        core.store.drop([statement.id])
        core.store.put_indexed([(memory, core.catalogue.paths_of([id_])[id_])])
    Archive(core.place.home).remove([id_])
    core.store.trash.remove([id_])
    return memory


def _marked(core: Core, original: Memory, statement: Memory | None) -> Memory:
    memory = stating.restored(original, statement) if statement else original
    return replace(memory, extra=(*memory.extra, (RESTORED, iso(core.place.clock()))))


def _statement(core: Core, id_: str) -> Memory | None:
    """The memory that goes on stating an original's facts."""
    resting = core.catalogue.get_many(list(core.catalogue.resting_on([id_]).get(id_, ())))
    return next((one for one in resting.values() if stating.states_for(one, id_)), None)


def forget(core: Core, gone: Sequence[Archived]) -> tuple[Memory, ...]:
    """Out of the archive into the trash; returns what else was made anew or went. Raises HomeError."""
    memories = [one.memory for one in gone]
    ids = [memory.id for memory in memories]
    statements = [one for id_ in ids if (one := _statement(core, id_)) is not None]
    made = renewing.renewal(core, ids, Words.of(memory.text for memory in memories))
    kept = core.store.trash.among(ids)
    core.store.trash.remove(list(kept))  # what the cycle laid there would come back with an undo
    core.store.trash.put([(one.memory, one.path) for one in gone], core.place.clock())
    renewing.put(core, made)
    old = [memory.id for memory in made.old]
    core.store.drop([*old, *(one.id for one in statements)])
    Archive(core.place.home).remove([*ids, *old])
    return (*made.new, *statements)
