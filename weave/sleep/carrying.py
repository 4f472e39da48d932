"""Carrying out a draft, and taking it back: in small pieces on the core's thread, each of which may be repeated.

Files come first, then what is written, then what goes: at every moment the originals or what stands for them is found
(field case 109), so that before the first original goes, the backends are given time to take in what replaces it.
Nothing is overwritten that another hand changed since the step looked at it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from weave import cascade, plans
from weave.archive import FOLDER as ARCHIVE
from weave.archive import Archive
from weave.batches import batches
from weave.core import Core
from weave.durable import replace_bytes
from weave.errors import NotFound
from weave.model import Memory
from weave.sleep import rules
from weave.sleep.codec import Thought
from weave.sleep.compression.stating import handed_on, whole
from weave.sleep.model import Draft, digest
from weave.sleep.records import Journal, Records
from weave.sleep.steps import FADED

log = logging.getLogger(__name__)

PIECE = 50
"""Memories, and digests, of one piece of work on the core's thread."""
INDEX_SECONDS = 120.0
"""How long the backends that work are waited for before originals go."""
_GLANCE = 0.1
DOCUMENTS = "documents"
"""The only folder into which a draft may put files."""

Hold = Callable[[Awaitable[None]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Carrier:
    """Carries out the drafts of one cycle."""

    core: Core
    records: Records
    journal: Journal

    async def carry(self, thought: Thought, hold: Hold) -> Thought | None:
        """Do it, or what is left of it; None when it is void. `hold` waits, unless the cycle is stopped.

        Raises HomeError, Stopped; either way it goes on later.
        """
        if thought.before is None:
            begun = await self._begin(thought)
            if begun is None:
                return None
            thought = begun
        for path, text in thought.draft.files:
            await self.core.run(self._file, thought.draft, path, text)
        await self._write(thought)
        if thought.draft.removes:
            await hold(indexed(self.core, [memory.id for memory in thought.draft.writes]))
        await self._remove(thought)
        return thought

    # -- whether it still fits --------------------------------------------------------------------------

    async def _begin(self, thought: Thought) -> Thought | None:
        draft = thought.draft
        if not _whole(draft) or not await self.fits(draft.basis):
            return None
        before = await self.core.run(self._before, draft)
        if before is None:
            return None
        begun = Thought(thought.step, draft, before)
        await self.core.run(self.records.carry, self.journal, begun)
        return begun

    async def fits(self, basis: Sequence[tuple[str, str]]) -> bool:
        """Whether all of it is as it was looked at."""
        for batch in batches(basis, PIECE):
            if not await self.core.run(holds, self.core, batch):
                return False
        return True

    def _before(self, draft: Draft) -> tuple[Memory, ...] | None:
        """What the known ones among its writes are now; None when it would overwrite, or bring back what went."""
        ids = [memory.id for memory in draft.writes]
        there = self.core.catalogue.get_many(ids)
        seen = {id_ for id_, _ in draft.basis}
        if there.keys() - seen or self.core.store.trash.among(set(ids) - there.keys()):
            return None
        if any(not self._free(path, text) for path, text in draft.files):
            return None
        return tuple(there[id_] for id_ in ids if id_ in there)

    def _free(self, path: str, text: str) -> bool:
        if PurePosixPath(path).is_absolute() or PurePosixPath(path).parts[:1] != (DOCUMENTS,):
            return False
        file = self.core.place.home / path
        return ".." not in PurePosixPath(path).parts and (not file.exists() or _says(self.core, path, text))

    # -- doing it ---------------------------------------------------------------------------------------

    def _file(self, draft: Draft, path: str, text: str) -> None:
        file = self.core.place.home / path
        if not file.exists() and not _purged(self.core, draft.basis):
            replace_bytes(file, _bytes(text))

    async def _write(self, thought: Thought) -> None:
        before = {memory.id: memory for memory in thought.before or ()}
        for batch in batches(thought.draft.writes, PIECE):
            await self.core.run(self._place, [one for one in batch if one.id not in before])
            await self.core.run(_write, self.core, thought.draft, batch, before)

    def _place(self, new: Sequence[Memory]) -> None:
        physical = self.core.physical
        self.records.place(self.journal, physical, [physical.path_for(one) for one in new])

    async def _remove(self, thought: Thought) -> None:
        spared = await asyncio.to_thread(self.records.spared)
        basis = {id_: seen for id_, seen in thought.draft.basis if id_ not in spared.ids}
        places = await self.core.run(self.core.catalogue.paths_of, list(thought.draft.removes))
        ids = sorted(places, key=lambda id_: (places[id_], id_))
        for batch in batches(ids, PIECE):
            await self.core.run(self._bury, thought, batch, basis)
        await self.core.run(_restate, self.core, thought.draft.writes)

    def _bury(self, thought: Thought, ids: Sequence[str], basis: dict[str, str]) -> None:
        self.core.store.freshen(ids)
        stated = handed_on(thought.draft.writes)
        there = [whole(m, stated.get(m.id, ())) for m in self.core.catalogue.get_many(ids).values()]
        going = [m for m in there if digest(m) == basis.get(m.id) and rules.replaceable(m)]
        if not going:
            return
        gone = [memory.id for memory in going]
        places = self.core.catalogue.paths_of(gone)
        self.records.place(self.journal, self.core.physical, places.values(), places)
        self.records.intend(self.journal, thought.step, gone)
        try:
            self.core.store.entomb(going, self.journal.plan.now, FADED)
        except NotFound as error:
            log.warning("Left as it is in this cycle: %s", error)


def holds(core: Core, basis: Sequence[tuple[str, str]]) -> bool:
    """Whether all these memories are as they were looked at, also in their files."""
    ids = [id_ for id_, _ in basis]
    core.store.freshen(ids)
    there = core.catalogue.get_many(ids)
    return all(id_ in there and digest(there[id_]) == seen for id_, seen in basis)


def _whole(draft: Draft) -> bool:
    """Whether it takes away only what it looked at."""
    return {id_ for id_, _ in draft.basis}.issuperset(draft.removes)


def _purged(core: Core, basis: Sequence[tuple[str, str]]) -> bool:
    """Whether something of it is neither remembered nor in the trash: then its words may stand nowhere any more."""
    ids = {id_ for id_, _ in basis}
    gone = ids - core.catalogue.get_many(list(ids)).keys()
    return bool(gone - core.store.trash.among(gone).keys())


def _write(core: Core, draft: Draft, memories: Sequence[Memory], before: dict[str, Memory]) -> None:
    if _purged(core, draft.basis):
        return
    ids = [memory.id for memory in memories]
    core.store.freshen(ids)
    there = core.catalogue.get_many(ids)
    new = [memory for memory in memories if memory.id not in there and memory.id not in before]
    buried = core.store.trash.among([memory.id for memory in new])
    core.store.add([memory for memory in new if memory.id not in buried])
    known = [m for m in memories if m.id in there and m.id in before]
    changed = [m for m in known if digest(there[m.id]) == digest(before[m.id]) != digest(m)]
    core.store.update([_counted(memory, there[memory.id]) for memory in changed])
    cascade.follow(core.store, known)


def _restate(core: Core, writes: Sequence[Memory]) -> None:
    """The facts of what went, where the catalogue lost them with it: it knows each with one memory only."""
    ids = [memory.id for memory in writes if memory.facts]
    there, places = core.catalogue.get_many(ids), core.catalogue.paths_of(ids)
    bare = [memory for memory in writes if memory.id in there and memory.facts and not there[memory.id].facts]
    core.store.put_indexed([(replace(there[one.id], facts=one.facts), places[one.id]) for one in bare])


def _counted(memory: Memory, now: Memory) -> Memory:
    """What was recalled while the step thought stays recalled."""
    return replace(memory, accessed=now.accessed, access_count=now.access_count)


async def indexed(core: Core, ids: Sequence[str], seconds: float = INDEX_SECONDS) -> None:
    """Until the backends that work hold these memories, so that they are found by meaning as well."""
    for _ in range(round(seconds / _GLANCE)):
        if not await core.run(_awaited, core, ids):
            return
        await asyncio.sleep(_GLANCE)


def _awaited(core: Core, ids: Sequence[str]) -> bool:
    """A backend that fails is not waited for."""
    lanes = (core.indexer.lane(name) for name in core.catalogue.outbox.holding(ids))
    return any(lane is not None and lane.is_alive() and not lane.state.error for lane in lanes)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _says(core: Core, path: str, text: str) -> bool:
    try:
        return (core.place.home / path).read_bytes() == _bytes(text)
    except OSError:
        return False


# -- the way back ------------------------------------------------------------------------------------------------


async def withdraw(core: Core, thoughts: Sequence[Thought]) -> tuple[int, int]:
    """Undo what drafts wrote, the last first; what they removed is brought back by whoever calls this.

    Returns how many memories went, and how many are as they were. What another hand changed since stays so, and an
    added memory that was edited goes into the trash. Raises HomeError.
    """
    gone = reverted = 0
    for thought in reversed([one for one in thoughts if one.before is not None]):
        before = {memory.id: memory for memory in thought.before or ()}
        for batch in batches([m for m in thought.draft.writes if m.id in before], PIECE):
            reverted += await core.run(_revert, core, batch, before)
        for batch in batches([m for m in thought.draft.writes if m.id not in before], PIECE):
            gone += await core.run(_take, core, batch)
        for path, text in thought.draft.files:
            await core.run(_unfile, core, path, text, thought.draft.removes)
    return gone, reverted


def _revert(core: Core, memories: Sequence[Memory], before: dict[str, Memory]) -> int:
    core.store.freshen([memory.id for memory in memories])
    there = core.catalogue.get_many([memory.id for memory in memories])
    back = [
        plans.unwound(there[memory.id], plans.Step(before[memory.id], memory))
        for memory in memories
        if memory.id in there
    ]
    core.store.update([one for one in back if digest(one) != digest(there[one.id])])
    cascade.follow(core.store, back)
    return len(back)


def _take(core: Core, memories: Sequence[Memory]) -> int:
    core.store.freshen([memory.id for memory in memories])
    there = core.catalogue.get_many([memory.id for memory in memories])
    same = [
        memory.id
        for memory in memories
        if memory.id in there and digest(whole(there[memory.id], memory.facts)) == digest(memory)
    ]
    edited = [there[memory.id] for memory in memories if memory.id in there and memory.id not in same]
    if edited:
        core.store.entomb(edited, core.place.clock())
    if same:
        core.store.drop(same)
    return len(same) + len(edited)


def _unfile(core: Core, path: str, text: str, removed: Sequence[str]) -> None:
    """A file that another hand changed since stays, without the memories that are back."""
    if _says(core, path, text) and path.startswith(f"{ARCHIVE}/"):
        Archive(core.place.home).discard(path)
    elif _says(core, path, text):
        (core.place.home / path).unlink(missing_ok=True)
    else:
        Archive(core.place.home).remove(removed)
