"""An import from its first thing to its last: read in a thread, stored piece by piece, each piece noted when it is durable.

Cut off anywhere it is repeated without harm. What an export says is data throughout: conversations go through the Scribe
like any others, notes keep whose words they are, and who another agent was is only ever proposed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import PurePath

from weave import tickets
from weave.conversations import Conversations
from weave.core import Core
from weave.identity.model import Verdict
from weave.identity.operations import Identities
from weave.library.operations import Holdings
from weave.markdown import clean_line
from weave.model import Turn
from weave.porting import noting, readers, talking
from weave.porting.container import Source
from weave.porting.ledger import Ledger, Taken
from weave.porting.model import Found, Imported, Kind, Note, Paper, Self, Skipped, Talk
from weave.porting.names import digest
from weave.porting.shelving import Shelf
from weave.ports import Progress
from weave.secrets import mask
from weave.talks import deleting

_TURNS, _NOTES, _PAPERS = 200, 40, 50
"""So many are stored together."""
_AT_ONCE = 25
_FILES = (Kind.OPENCLAW, Kind.OBSIDIAN, Kind.BASIC_MEMORY, Kind.MARKDOWN)
"""Kinds whose things are called by where they lie, so that two sources may have the same names."""
_CONFIDENCE = 0.5


@dataclass(slots=True)
class Import:
    """One import at work."""

    core: Core
    talk: Conversations
    source: Source
    kind: Kind
    dry: bool
    ledger: Ledger
    progress: Progress | None = None
    id: str = ""
    report: Imported = field(default_factory=lambda: Imported(Kind.AUTO, ""))
    _skipped: dict[tuple[str, str], int] = field(default_factory=dict)
    _talks: list[Talk] = field(default_factory=list)
    _notes: list[tuple[str, Note]] = field(default_factory=list)
    _papers: list[tuple[str, Paper]] = field(default_factory=list)
    _shelved: bool = False

    async def run(self) -> Imported:
        """Take all of it in. Raises InvalidInput for what cannot be read, HomeError."""
        now = self.core.place.clock()
        self.report = Imported(self.kind, self.source.name, dry_run=self.dry)
        found = readers.read(self.source, self.kind, self._zone, now)
        while batch := await asyncio.to_thread(_next, found):
            for one in batch:
                await self._sort(one)
            self._tell()
        await self._flush(all_=True)
        if self._shelved and not self.dry:
            await self._read_in()
        if self.id and not self.dry:
            await self.core.run(self.ledger.finish, self.id, now)
        skipped = tuple(Skipped(what, why, count) for (what, why), count in self._skipped.items())
        return replace(self.report, id=self.id, skipped=skipped)

    async def _read_in(self) -> None:
        """What cannot be read is kept, since it is the person's, but it is not found: so it is told."""
        library = Holdings(lambda: self.core)
        await library.refresh(self.progress)
        ours = self.ledger.records[self.id].papers
        for one in await library.list():  # the lane may have read some of them
            if one.refusal and one.file in ours:
                self._skip(Skipped(PurePath(one.file).name, f"kept, but not searched: {one.refusal}"))

    @property
    def _zone(self) -> tzinfo:
        return self.core.place.zone

    def _tell(self) -> None:
        if self.progress:
            report = self.report
            self.progress(self.source.name, report.turns + report.notes + report.documents + report.known, 0)

    def _key(self, key: str) -> str:
        """What a thing is called in the ledger: of a kind, of a source where names alone say too little."""
        scope = digest(str(self.source.path.resolve())) if self.kind in _FILES else ""
        return f"{self.kind}:{scope}:{key}"

    async def _sort(self, one: Found) -> None:
        if isinstance(one, Skipped):
            self._skip(one)
        elif isinstance(one, Talk):
            self._talks.append(one)
        elif isinstance(one, Note):
            self._notes.append((self._key(one.key), one))
        elif isinstance(one, Paper):
            self._papers.append((self._key(one.key), one))
        else:
            await self._propose(one)
        await self._flush()

    def _skip(self, one: Skipped) -> None:
        self._skipped[one.what, one.why] = self._skipped.get((one.what, one.why), 0) + one.count

    async def _flush(self, *, all_: bool = False) -> None:
        if self._talks and (all_ or sum(len(one.turns) for one in self._talks) >= _TURNS):
            talks, self._talks = self._talks, []
            await self._take_talks(talks)
        if self._notes and (all_ or len(self._notes) >= _NOTES):
            notes, self._notes = list(dict(self._notes).items()), []
            await self._take_notes(notes)
        if self._papers and (all_ or len(self._papers) >= _PAPERS):
            papers, self._papers = self._papers, []
            await self._take_papers(papers)

    async def _begun(self) -> str:
        """The import's record, begun when there is something to tell in it."""
        if not self.id:
            now = self.core.place.clock()
            id_ = tickets.new_id(now, "import")
            self.id = await self.core.run(self.ledger.begin, id_, self.kind, self._name, now)
        return self.id

    @property
    def _name(self) -> str:
        return clean_line(self.source.name)

    def _span(self, *times: datetime | None) -> None:
        known = [time for time in (self.report.first, self.report.last, *times) if time is not None]
        if known:
            self.report = replace(self.report, first=min(known), last=max(known))

    # -- conversations ----------------------------------------------------------------------------------

    async def _take_talks(self, talks: list[Talk]) -> None:
        new = [await self.core.run(self._new_turns, talk) for talk in talks]
        fresh = [(talk, turns) for talk, turns in zip(talks, new, strict=True) if turns]
        turns = [turn for _, spoken in fresh for turn in spoken]
        self._span(*(turn.time for turn in turns))
        for _, spoken in fresh:
            asked = await asyncio.to_thread(talking.cost, self.core, spoken)
            calls, tokens = self.report.calls + asked.calls, self.report.tokens + asked.tokens
            self.report = replace(self.report, calls=calls, tokens=tokens)
        if not self.dry:
            await self._store_talks(fresh, turns)
        self.report = replace(
            self.report,
            conversations=self.report.conversations + len(fresh),
            turns=self.report.turns + len(turns),
        )

    def _new_turns(self, talk: Talk) -> list[Turn]:
        """Those that are not here, and were not: what an import took and is gone was forgotten."""
        journal = self.core.journal
        here = {turn.id for turn in journal.read(talk.id).turns} if journal.exists(talk.id) else set()
        once = self.ledger.turns.get(talk.id, set())
        found = {turn.id: turn for turn in talk.turns}
        gone = sum(id_ not in here and id_ in once for id_ in found)
        fresh = [turn for id_, turn in found.items() if id_ not in here and id_ not in once]
        known = len(found) - gone - len(fresh)
        self.report = replace(
            self.report, known=self.report.known + known, forgotten=self.report.forgotten + gone
        )
        return fresh

    async def _store_talks(self, fresh: list[tuple[Talk, list[Turn]]], turns: list[Turn]) -> None:
        if not fresh:
            return
        id_ = await self._begun()
        for talk, _ in fresh if self.ledger.forgot else ():
            await self.core.run(self._bring_back, talk.id)
        titles = {talk.id: mask(clean_line(talk.title)) for talk, _ in fresh}
        done = await talking.store(self.core, self.talk, turns, titles)
        self.report = replace(
            self.report,
            memories=self.report.memories + done.memories,
            queued=self.report.queued + done.queued,
        )
        told = [(talk.id, [turn.id for turn in spoken]) for talk, spoken in fresh]
        await self.core.run(self.ledger.talks, id_, told)

    def _bring_back(self, talk: str) -> None:
        """A conversation that an undoing put into the trash, with what was remembered of it."""
        if deleting.buried(self.core.place.home).exists(talk) and not self.core.journal.exists(talk):
            back = deleting.restore(self.core, talk)
            self.report = replace(self.report, memories=self.report.memories + len(back))

    # -- notes and documents ----------------------------------------------------------------------------

    async def _take_notes(self, notes: list[tuple[str, Note]]) -> None:
        done = await self.core.run(noting.take, self.core, self.ledger, notes, self.kind.value, dry=self.dry)
        if not self.dry and (written := (*done.added, *done.updated, *done.found)):
            id_ = await self._begun()
            await self.core.run(self.ledger.note, id_, written)
        added = {one.key for one in done.added}
        self._span(*(note.occurred or note.created for key, note in notes if key in added))
        report = self.report
        self.report = replace(
            report,
            notes=report.notes + len(done.added),
            memories=report.memories + len(done.added),
            updated=report.updated + len(done.updated),
            known=report.known + done.known,
            forgotten=report.forgotten + done.forgotten,
        )

    async def _take_papers(self, papers: list[tuple[str, Paper]]) -> None:
        if self.core.documents is None:
            self._skip(Skipped("documents", "the library is switched off (documents.enabled)", len(papers)))
            return
        most = self.core.documents.library.limits.file_bytes
        folder = (self.kind.value, *((PurePath(self._name).stem,) if self.kind in _FILES else ()))
        shelf = Shelf(self.core.place.home, self.ledger, self.source, folder, most, self.dry)
        done = await asyncio.to_thread(shelf.take, papers)
        written: tuple[Taken, ...] = (*done.added, *done.updated)
        if written and not self.dry:
            self._shelved = True
            id_ = await self._begun()
            await self.core.run(self.ledger.note, id_, written, "paper")
        for one in done.skipped:
            self._skip(one)
        added = {one.key for one in done.added}
        self._span(*(paper.changed for key, paper in papers if key in added))
        self.report = replace(
            self.report,
            documents=self.report.documents + len(done.added),
            updated=self.report.updated + len(done.updated),
            known=self.report.known + done.known,
            forgotten=self.report.forgotten + done.forgotten,
        )

    # -- who another agent was --------------------------------------------------------------------------

    async def _propose(self, one: Self) -> None:
        key = self._key(one.key)
        if self.ledger.knows_self(key):
            self.report = replace(self.report, known=self.report.known + 1)
            return
        if self.dry:
            self.report = replace(
                self.report, proposal="It would be proposed to you, and never applied by itself."
            )
            return
        identities = Identities(lambda: self.core)
        current = await identities.text()
        wanted = f"{current.rstrip()}\n\n## From another agent\n{_demoted(one.text)}\n"
        entry = await identities.propose(
            wanted, reason=f"imported from {self._name}", confidence=_CONFIDENCE, tainted=()
        )
        told = (
            "It was rejected"
            if entry.verdict is Verdict.REJECTED
            else "It waits for you: `weave identity pending`"
        )
        grounds = f" ({entry.grounds[0].rstrip('.')})" if entry.grounds else ""
        self.report = replace(self.report, proposal=f"{told}{grounds}.")
        id_ = await self._begun()
        await self.core.run(self.ledger.proposed, id_, key, entry.id)


def _demoted(text: str) -> str:
    """Without its headings: it is put under one, and a heading may pass for a mark that begins another part."""
    return "\n".join(line for line in text.strip().split("\n") if not line.startswith("#")).strip()


def _next(found: Iterator[Found]) -> list[Found]:
    return list(islice(found, _AT_ONCE))
