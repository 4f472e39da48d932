"""What a person changes by hand, recorded with all that follows from it, and put back. On the core's thread.

Undo is exact because it does not reason: every memory that a deed touched, also by its consequences, is written back
as it was, unless somebody has changed it again since.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from weave import cascade, editing, tickets
from weave.browsing.model import Changed, Deed, Undone
from weave.conflicts import release
from weave.consolidation import meet
from weave.core import Core
from weave.drafts import in_scope, in_state
from weave.errors import InvalidInput
from weave.lineage import set_by_hand
from weave.model import GLOBAL, Change, Memory, Provenance, State
from weave.plans import bare


@dataclass(slots=True)
class Record:
    """What changed while it was open."""

    before: dict[str, Memory | None] = field(default_factory=dict)
    changes: tuple[Changed, ...] = ()


@contextlib.contextmanager
def recording(core: Core) -> Iterator[Record]:
    """Take down each memory as it was before its first change; what came of it when all is done, or failed."""
    record = Record()

    def note(ids: Sequence[str]) -> None:
        fresh = [id_ for id_ in ids if id_ not in record.before]
        known = core.catalogue.get_many(fresh)
        record.before.update((id_, known.get(id_)) for id_ in fresh)

    before, core.store.changing = core.store.changing, note
    try:
        yield record
    finally:
        core.store.changing = before
        now = core.catalogue.get_many(list(record.before))
        found = (Changed(id_, was, now.get(id_)) for id_, was in record.before.items())
        record.changes = tuple(one for one in found if one.was != one.since)


def change(core: Core, ids: Sequence[str], values: Mapping[str, str]) -> Deed:
    """Set metadata of several memories. Raises NotFound, InvalidInput before anything is changed."""
    with recording(core) as record:
        after = editing.change_all(core, ids, values)
    words = ", ".join(_told(key, value) for key, value in values.items())
    return Deed(words, tuple(m.id for m in after), record.changes)


def _told(key: str, value: str) -> str:
    if key in ("pinned", "private"):
        return key if value == "true" else f"no longer {key}"
    return f"now {key} {value}"


def reword(core: Core, id_: str, title: str | None, text: str | None) -> Deed:
    """Other words for a memory."""
    with recording(core) as record:
        after = editing.reword(core, id_, title, text)
    return Deed("reworded", (after.id,), record.changes)


def forget(core: Core, ids: Sequence[str]) -> Deed:
    """Into the trash."""
    with recording(core) as record:
        gone = editing.forget(core, ids)
    return Deed("forgotten", tuple(m.id for m in gone), record.changes)


def correct(core: Core, id_: str, text: str) -> Deed:
    """The memory was never true: a new one says what is, and the old one is deprecated and points to it."""
    old = core.store.find(id_) if tickets.again() else core.store.current(id_)
    task = None if old.scope == GLOBAL else old.scope.removeprefix("task:")
    wish = editing.Wish(
        text, old.type, importance=old.importance, provenance=Provenance.USER, task=task, pin=old.pinned
    )
    new = replace(editing.compose(core, wish), private=old.private, occurred=old.occurred)
    if tickets.again() and old.superseded_by == new.id:
        return Deed("corrected", (new.id,), ())
    if new.text == old.text:
        raise InvalidInput("The words are the same; write what is true instead.")
    new = replace(new, facts=tuple(replace(fact, change=Change.CORRECTION) for fact in new.facts))
    with recording(core) as record:
        new = editing.remember(core, new)
        now = core.store.find(old.id)
        fallen = set_by_hand(replace(in_state(now, State.DEPRECATED), superseded_by=new.id))
        core.store.update([fallen])
        release(core.store, [now], [fallen])
        cascade.follow(core.store, [fallen])
    return Deed("corrected", (new.id,), record.changes)


def move(core: Core, ids: Sequence[str], scope: str) -> Deed:
    """Into the global scope, where they meet what is known, or into an open task's pad. Raises NotFound."""
    if scope != GLOBAL:
        core.pads.get(scope.removeprefix("task:"))
    going = [memory for memory in editing.find_all(core, ids) if memory.scope != scope]
    if not going:
        raise InvalidInput("It is there already; nothing was moved.")
    with recording(core) as record:
        after = [_placed(memory, scope) for memory in going]
        if scope == GLOBAL:
            merged = meet(core.store, after)
            met = {memory.id: memory for memory in merged.kept}
            after = [met.get(memory.id, memory) for memory in after]
            core.store.update(list(merged.revised))
        core.store.move(after)
        if scope != GLOBAL:
            release(core.store, going, after)
        cascade.follow(core.store, after)
    where = "known everywhere" if scope == GLOBAL else "moved to the task"
    return Deed(where, tuple(m.id for m in after), record.changes)


def _placed(memory: Memory, scope: str) -> Memory:
    """In its new scope: in force once it is global, volatile in a pad."""
    moved = in_scope(memory, scope)
    if scope == GLOBAL and memory.state is State.VOLATILE:
        return in_state(moved, State.ACTIVE)
    if scope != GLOBAL and memory.state in (State.ACTIVE, State.CONTESTED):
        return in_state(moved, State.VOLATILE)
    return moved


def undo(core: Core, deed: Deed) -> Undone:
    """Every memory that the deed touched as it was; what was changed again since stays, and is counted."""
    now = core.catalogue.get_many([one.id for one in deed.changes])
    due = [one for one in deed.changes if _same(now.get(one.id), one.since)]
    made = [one.since for one in due if one.was is None and one.since is not None]
    gone = [one.was for one in due if one.since is None and one.was is not None]
    if made:
        core.store.forget(made)
    if gone:
        core.store.revive(gone)
        core.store.trash.remove([memory.id for memory in gone])
    there = core.catalogue.get_many([one.id for one in due])
    back = [
        replace(was, accessed=there[was.id].accessed, access_count=there[was.id].access_count)
        for was in (one.was for one in due)
        if was is not None and was.id in there and core.store.is_open(was.scope)
    ]
    core.store.move(back)
    cascade.follow(core.store, back)
    stay = [one for one in deed.changes if not _same(now.get(one.id), one.since)]
    return Undone(deed, sum(not _same(now.get(one.id), one.was) for one in stay))


def joined(deeds: Sequence[Deed]) -> Deed:
    """Pieces of one bulk as one deed: each memory as it was before the first, and is after the last."""
    found: dict[str, Changed] = {}
    for one in (one for deed in deeds for one in deed.changes):
        found[one.id] = replace(one, was=found[one.id].was) if one.id in found else one
    return Deed(deeds[0].words, tuple(id_ for deed in deeds for id_ in deed.ids), tuple(found.values()))


def _same(now: Memory | None, since: Memory | None) -> bool:
    if now is None or since is None:
        return now is since
    return bare(now) == bare(since)
