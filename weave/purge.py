"""`forget --purge`: no byte of a memory stays in any file of the home.

Besides the memory itself go its source turns with the replies to them, whatever else was made from those turns
or from it, and every turn or memory that repeats or echoes its words; then each store rewrites its files and
logs. What is named goes last, so that a purge that was cut off can be asked for again; what is still to be
rewritten is noted before anything is removed.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from weave import conflicts, doomed, durable, joint_writes, plans, unsent
from weave.archive import Archive
from weave.backends.vector_text import pieces_of
from weave.core import Core
from weave.documents.channel import NAME as LIBRARY
from weave.documents.channel import DocumentChannel
from weave.documents.reading import TREES
from weave.doomed import Doomed
from weave.errors import InvalidInput, NotFound, WeaveError
from weave.guest import Inbox
from weave.indexer import Lane, scrub_key
from weave.model import Memory
from weave.periods import covered
from weave.reminders import keeper as reminders
from weave.sleep import drafts as thoughts
from weave.sleep import places
from weave.sleep.compression import renewing
from weave.traces import Words

log = logging.getLogger(__name__)
CATALOGUE = "catalogue"
FINISH_SECONDS = 30.0


def named(core: Core, references: Sequence[str]) -> list[Memory]:
    """The memories to purge, in force or in the trash. Raises NotFound before anything is changed."""
    found = [_named(core, reference) for reference in references]
    if not found:
        raise InvalidInput("Name the memories by their ids; `weave list` shows them.")
    return list({memory.id: memory for memory in found}.values())


def _named(core: Core, reference: str) -> Memory:
    try:
        return core.store.current(reference)
    except NotFound:
        buried = core.store.trash.find(reference)
        if buried is not None:
            return buried
        archived = Archive(core.place.home).find(reference)
        if archived is None:
            raise
        return archived.memory


def purge(core: Core, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Remove every trace; returns all memories that had to go. Raises HomeError; asking again goes on."""
    core.store.catch_up()
    transcripts = {id_: core.journal.read(id_).turns for id_ in core.journal.ids()}
    memories = renewing.widened(core, memories)
    pool = [*core.catalogue.each(), *(memory for memory, _ in core.store.trash.all())]
    pool = [*filter(_no_summary, pool), *renewing.in_archive(core)]
    gone = doomed.closure(memories, pool, transcripts)
    made = renewing.renewal(core, [memory.id for memory in gone.memories], gone.words)
    summaries = [memory for memory in made.old if memory.id not in {one.id for one in gone.memories}]
    gone = replace(gone, memories=(*gone.memories, *summaries))
    conflicts.release(core.store, gone.memories)
    with alone(core):
        _remove(core, memories, gone, made)
        scrub(core, gone.memories)
    return gone.memories


@contextmanager
def alone(core: Core) -> Iterator[None]:
    """No lane, and not the library's, may write of it again before it is out of the files."""
    with ExitStack() as held:
        for lane in core.indexer.lanes:
            held.enter_context(lane.exclusively())
        if core.documents is not None:
            held.enter_context(core.documents.exclusively(urgent=True))
        yield


def _no_summary(memory: Memory) -> bool:
    """A summary tells many things: it is made anew without what goes, and takes nothing with it."""
    return covered(memory) is None


def _remove(core: Core, memories: Sequence[Memory], gone: Doomed, made: renewing.Renewal) -> None:
    note_due(core)
    _erase_turns(core, gone)
    first = {memory.id for memory in memories}
    ids = [memory.id for memory in gone.memories]
    Inbox(core.place.home).erase(ids, [text for text in gone.said if text.strip()])
    unsent.erase(core.place.home, lambda text: text in gone.said or gone.words.repeated_in(text))
    thoughts.erase(core.place.home, ids, gone.words.repeated_in)
    places.erase(core.place.home, ids, gone.words.repeated_in)
    reminders.purge(core, ids, [turn for _, turn in gone.turns], gone.words)
    _rename_pads(core, gone)
    joint_writes.finish(core.store)
    for pad in core.pads.all():
        plans.remove(core.pads.folder(pad.task.id))
    renewing.put(core, made)
    _drop(core, [id_ for id_ in ids if id_ not in first])
    _sweep_files(core, ids, gone.words)
    _drop(core, [id_ for id_ in ids if id_ in first])


def _drop(core: Core, ids: Sequence[str]) -> None:
    core.store.trash.remove(ids)
    Archive(core.place.home).remove(ids)
    core.store.drop(list(core.catalogue.get_many(ids)))


def note_due(core: Core) -> None:
    """Before anything is removed: every store is to be rewritten, and a crash must not make that forgotten."""
    with core.catalogue.transaction():
        core.catalogue.set_meta(scrub_key(CATALOGUE), "due")
        core.catalogue.set_meta(scrub_key(LIBRARY), "due")
        for lane in core.indexer.lanes:
            core.catalogue.set_meta(scrub_key(lane.backend.name), "due")


def _erase_turns(core: Core, gone: Doomed) -> None:
    by_conversation: dict[str, set[str]] = {}
    for conversation, turn in gone.turns:
        by_conversation.setdefault(conversation, set()).add(turn)
    for conversation in core.journal.ids():
        turns = frozenset(by_conversation.get(conversation, ()))
        core.journal.erase(conversation, turns, gone.mentioned)


def _rename_pads(core: Core, gone: Doomed) -> None:
    """A pad that got its name from the first words of a turn loses it."""
    for pad in core.pads.all():
        if pad.readable and gone.mentioned(pad.task.name.rstrip("…")):
            core.pads.rename(pad.task.id, pad.task.id)


def _sweep_files(core: Core, ids: Sequence[str], words: Words) -> None:
    """What no index knows: sync clients' copies, repeated sections, files set aside, halves of files."""
    for leftover in durable.leftovers(core.place.home):
        leftover.unlink(missing_ok=True)
    for path in doomed.unindexed_sections(core.physical, core.catalogue.paths_of, ids, words):
        ours = core.store.untouched([path.name])
        path.write(core.place.home)
        core.store.saw(ours)
        core.catalogue.note(path.name, [])
    for file in sorted((core.place.home / "trash").rglob("*")):
        if file.is_file() and doomed.damaged_holds(file, ids, words):
            file.unlink(missing_ok=True)


def scrub(core: Core, gone: Sequence[Memory]) -> None:
    """Delete from every backend now, and let each rewrite what it holds on disk; one that is away does so later."""
    ids = [memory.id for memory in gone]
    note_due(core)
    with ExitStack() as held:
        for lane in core.indexer.lanes:
            held.enter_context(lane.exclusively())
            _scrub_lane(core, lane, gone, ids)
        if core.cache is not None:
            core.cache.forget([piece for memory in gone for piece in pieces_of(memory)])
            core.cache.scrub()
    _scrub_library(core)
    core.catalogue.set_meta(scrub_key(CATALOGUE), "done")
    core.catalogue.scrub()


def _scrub_library(core: Core) -> None:
    """The trees of transcripts and archives that were written anew go at once, and are made again by and by."""
    if core.documents is None:  # switched off, but it may have been on
        shutil.rmtree(core.place.home / TREES, ignore_errors=True)
    elif not _scrubbed(core.documents):
        return
    core.catalogue.set_meta(scrub_key(LIBRARY), "done")
    if core.shelving is not None:
        core.shelving.wake()


def _scrubbed(library: DocumentChannel) -> bool:
    """Whether no byte is left; where that cannot be had otherwise, all trees are thrown away, which are derived."""
    with library.exclusively(urgent=True):
        try:
            library.drop_changed()
            library.scrub()
            return True
        except WeaveError as error:
            log.warning("The trees of the library are made anew: %s", error)
        try:
            library.library.store.file.renew()
            return True
        except WeaveError as error:
            log.warning("The trees of the library are scrubbed at the next start: %s", error)
            return False


def _scrub_lane(core: Core, lane: Lane, gone: Sequence[Memory], ids: Sequence[str]) -> None:
    backend = lane.backend
    if not lane.state.ready:
        lane.wake()
        return
    try:
        remove = getattr(backend, "purge", None)
        if remove is not None:
            remove(gone)
        else:
            backend.delete(ids)
        backend.scrub()
    except WeaveError as error:
        log.warning("%s is rewritten later: %s", backend.name, error)
        lane.wake()
        return
    core.catalogue.outbox.finish_deletions(backend.name, ids)
    core.catalogue.set_meta(scrub_key(backend.name), "done")


def due(core: Core) -> list[str]:
    """The backends that still hold what was purged, because they were away."""
    names = [lane.backend.name for lane in core.indexer.lanes] + [LIBRARY]
    return [name for name in names if core.catalogue.meta(scrub_key(name)) == "due"]


async def finish(core: Core, seconds: float = FINISH_SECONDS) -> None:
    """Wait for stores that were only just starting; one that is away rewrites its files when it is back."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        waiting = await core.run(due, core)
        if not any(_coming(core.indexer.lane(name)) for name in waiting):
            break
        await asyncio.sleep(0.05)
    else:
        waiting = await core.run(due, core)
    for name in waiting:
        note = f"{name} was not reachable for the purge; it is rewritten as soon as it is back."
        if note not in core.notes:
            core.notes.append(note)


def _coming(lane: Lane | None) -> bool:
    return lane is not None and lane.is_alive() and not lane.state.error


def resume(core: Core) -> None:
    """What a crash cut off: the catalogue is rewritten; the lanes see to their own stores."""
    if core.catalogue.meta(scrub_key(LIBRARY)) == "due":
        _scrub_library(core)
    if core.catalogue.meta(scrub_key(CATALOGUE)) == "due":
        core.catalogue.set_meta(scrub_key(CATALOGUE), "done")
        core.catalogue.scrub()
        if core.cache is not None:
            core.cache.scrub()
