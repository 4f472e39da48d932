"""Long work: ingest, waiting for the indexes, rebuilding."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass

from weave import sync
from weave.conversations import Conversations
from weave.core import Core
from weave.guest import Inbox
from weave.ingest import Group, Ingest, IngestReport, groups
from weave.journal import Transcript
from weave.model import Turn
from weave.ports import Progress


@dataclass(frozen=True, slots=True)
class ReindexReport:
    """What a reindex found."""

    memories: int
    files: int


async def ingest(
    core: Core, talk: Conversations, turns: Iterable[Turn], progress: Progress | None
) -> IngestReport:
    """Group by group: durable, encoded, merged. Between two groups other work may run."""
    report = IngestReport()
    done = 0
    work = Ingest(core.store, core.journal, core.pads, person=core.person)
    stream = groups(turns)
    while group := await core.run(lambda: next(stream, None)):
        report = report.plus(await _take(core, talk, work, group))
        done += group.size
        if progress:
            progress("turns", done, 0)
    return report


async def _take(core: Core, talk: Conversations, work: Ingest, group: Group) -> IngestReport:
    if core.guest:
        await core.run(Inbox(core.place.home).put_turns, group.turns)
        return IngestReport(turns=group.size, queued=group.size)
    transcripts, written = await core.run(work.journal, group)
    if core.models.chat is None:
        return written.plus(await core.run(work.by_rule, transcripts))
    named = await core.run(work.named_pads, transcripts)
    report = written.plus(await core.run(work.queue, transcripts))
    for transcript in transcripts:
        goes_on = transcript.id in named  # whoever began its task will end it
        report = report.plus(await (_encoded if goes_on else _merged)(talk, transcript))
    return report


async def _encoded(talk: Conversations, transcript: Transcript) -> IngestReport:
    seen = await talk.scribing.encode(transcript.id)
    return IngestReport(queued=-len(transcript.pending) if seen else 0)


async def _merged(talk: Conversations, transcript: Transcript) -> IngestReport:
    ended = await talk.end(transcript.id)
    waiting = 0 if ended.queued else -len(transcript.pending)
    return IngestReport(memories=ended.transferred, facts=ended.facts, queued=waiting)


async def settle(core: Core, timeout: float | None, progress: Progress | None) -> bool:
    """Until nothing waits that could be done, or the time has run out."""
    deadline = None if timeout is None else time.monotonic() + timeout
    most = 0
    core.indexer.wake()
    if core.shelving is not None:
        core.shelving.wake()
    while not await asyncio.to_thread(_settled, core):
        left = sum(core.catalogue.outbox.counts().values())
        left += core.shelving.state.waiting if core.shelving is not None else 0
        most = max(most, left)
        if progress:
            progress("indexing", most - left, most)
        if deadline is not None and time.monotonic() >= deadline:
            return False
        await asyncio.to_thread(core.indexer.wait, 0.2)
    if progress and most:
        progress("indexing", most, most)
    return True


def _settled(core: Core) -> bool:
    return core.indexer.settled() and (core.shelving is None or core.shelving.idle)


async def reindex(core: Core, progress: Progress | None) -> ReindexReport:
    """Read every file again and queue every memory for every backend.

    What is embedded already comes from the cache. Interrupted, the outbox goes on where it stopped.
    """
    report = await core.run(_reread, core)
    if progress:
        progress("files", report.files, report.files)
    await settle(core, None, progress)
    return report


def _reread(core: Core) -> ReindexReport:
    store = core.store
    files = [file.path for file in store.physical.scan()]
    store.unsee()
    sync.sync(store)
    for lane in core.indexer.lanes:
        core.catalogue.outbox.enqueue_all(lane.backend.name)
        lane.retry()
    if core.documents is not None:
        with core.documents.exclusively(urgent=True):
            core.documents.library.store.file.renew()
    return ReindexReport(core.catalogue.count(), len(files))
