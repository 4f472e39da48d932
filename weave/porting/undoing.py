"""What one import brought, taken back: conversations, memories and files into the trash, or without a trace.

What a person put their own hand to since stays: a note they edited, a file they changed, a conversation they went on
with keeps its transcript. Without a trace nothing is spared.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from weave import editing
from weave import purge as purging
from weave.core import Core
from weave.errors import InvalidInput, NotFound
from weave.identity.operations import Identities
from weave.journal import Journal
from weave.library import shelf
from weave.library.operations import Holdings
from weave.model import Memory, State
from weave.porting.ledger import Ledger, Record, Taken
from weave.porting.model import Undone
from weave.porting.names import digest
from weave.porting.shelving import digest_of
from weave.ports import Progress
from weave.talks import deleting

_AT_ONCE = 100
_FEW = 20
"""Single steps on the core's thread are short: what is said meanwhile waits behind one."""


@dataclass(slots=True)
class Undoing:
    """One import on its way out."""

    core: Core
    ledger: Ledger
    record: Record
    purge: bool
    progress: Progress | None = None
    report: Undone = field(default_factory=lambda: Undone("", 0, 0))
    _done: int = 0

    async def run(self) -> Undone:
        """Take all of it back; asking again goes on with what was cut off. Raises HomeError."""
        self.report = replace(self.report, id=self.record.id)
        await (self._purge() if self.purge else self._forget())
        for file in sorted(self.record.papers):
            await self._paper(self.record.papers[file])
        if self.purge and self.record.papers:
            await asyncio.to_thread(self._empty_trash)
            if self.core.documents is not None:
                await Holdings(lambda: self.core).refresh()
            await self.core.run(purging.scrub, self.core, [])
        await self._withdraw()
        now = self.core.place.clock()
        if self.purge:
            await purging.finish(self.core)
            await self.core.run(self.ledger.strip, self.record.id, now)
        else:
            await self.core.run(self.ledger.finish, self.record.id, now, "undone")
        return self.report

    def _count(self, **more: int) -> None:
        self.report = replace(
            self.report, **{key: getattr(self.report, key) + value for key, value in more.items()}
        )

    def _tell(self, count: int) -> None:
        self._done += count
        if self.progress:
            self.progress("undoing", self._done, len(self.record.talks) + len(self.record.notes))

    # -- into the trash ---------------------------------------------------------------------------------

    async def _forget(self) -> None:
        for talk in sorted(self.record.talks):
            await self.core.run(self._talk, talk)
            self._tell(1)
        notes = list(self.record.notes.values())
        for start in range(0, len(notes), _FEW):
            await self.core.run(self._notes, notes[start : start + _FEW])
            self._tell(_FEW)

    def _talk(self, talk: str) -> None:
        core, own = self.core, self.record.talks[talk]
        if not core.journal.exists(talk):
            return
        if all(turn.id in own for turn in core.journal.read(talk).turns):
            self._note([talk])
            gone = deleting.delete(core, talk, purged=False)
            self._count(conversations=1, memories=len(gone.memories))
            return
        made = self._made_of(talk)
        if made:
            ids = [memory.id for memory in made]
            self._note(ids)
            editing.forget(core, ids)
        self._count(memories=len(made), kept=1)

    def _note(self, made: Sequence[str]) -> None:
        self.ledger.forgetting(self.record.id, made)

    def _made_of(self, talk: str) -> list[Memory]:
        """What is remembered of the turns that came, and of no others."""
        own = self.record.talks[talk]
        found = self.core.catalogue.of_conversation(talk)
        return [one for one in found if one.state is not State.TRANSIENT and own.issuperset(one.source.turns)]

    def _notes(self, notes: Sequence[Taken]) -> None:
        there = self.core.catalogue.get_many([one.made for one in notes])
        gone = [
            one.made for one in notes if one.made in there and digest(there[one.made].text) == one.written
        ]
        if gone:
            self._note(gone)
            editing.forget(self.core, gone)
        self._count(memories=len(gone), kept=len(there) - len(gone))

    # -- without a trace --------------------------------------------------------------------------------

    async def _purge(self) -> None:
        before = await self.core.run(self._standing)
        ids = await self.core.run(self._all_ids)
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            self._count(memories=await self.core.run(self._purge_some, part))
            self._tell(len(part))
        for journal in (self.core.journal, deleting.buried(self.core.place.home)):
            await self.core.run(self._erase, journal)
        await self.core.run(self._drop_pads)
        self._count(conversations=before - await self.core.run(self._standing))

    def _all_ids(self) -> list[str]:
        """Of what came of it and is in force, or in the trash."""
        talks, notes = self.record.talks, self.record.notes
        made = [m.id for talk in sorted(talks) for m in self.core.catalogue.of_conversation(talk)]
        made = [m.id for m in self.core.catalogue.get_many(made).values() if self._from(m)]
        buried = [m.id for m, _ in self.core.store.trash.all() if self._from(m) or m.id in notes]
        return list(dict.fromkeys([*made, *self.core.catalogue.get_many(sorted(notes)), *buried]))

    def _from(self, memory: Memory) -> bool:
        own = self.record.talks.get(memory.source.conversation or "")
        return own is not None and bool(own.intersection(memory.source.turns))

    def _purge_some(self, ids: Sequence[str]) -> int:
        """A memory may have gone with one before it."""
        core = self.core
        left = [*core.catalogue.get_many(ids), *core.store.trash.among(ids)]
        if left:
            purging.purge(core, purging.named(core, list(dict.fromkeys(left))))
        return len(left)

    def _standing(self) -> int:
        return sum(map(self.core.journal.exists, self.record.talks))

    def _erase(self, journal: Journal) -> None:
        """What no memory was made of, out of the transcripts in force or in the trash."""
        there = [talk for talk in sorted(self.record.talks) if journal.exists(talk)]
        if there:
            deleting.without_trace(self.core, journal, {talk: self.record.talks[talk] for talk in there})

    def _drop_pads(self) -> None:
        """Pads in which its turns waited for a model: they carry the conversations' titles."""
        core = self.core
        for pad in list(core.pads.all()):
            talk = pad.task.conversation
            if (
                talk in self.record.talks
                and not core.journal.exists(talk)
                and not core.catalogue.all(pad.task.scope)
            ):
                core.pads.remove(pad.task.id, without_trace=True)

    def _empty_trash(self) -> None:
        """Copies of its files that were removed before, known by what is in them."""
        written = {one.written for one in self.record.papers.values()}
        for path in sorted((self.core.place.home / shelf.TRASH).glob("*")):
            if path.is_file() and digest_of(path) in written:
                path.unlink()

    # -- files, and who another agent was ---------------------------------------------------------------

    async def _paper(self, paper: Taken) -> None:
        path = self.core.place.home / paper.made
        if not path.is_file():
            return
        if not self.purge:
            found = await asyncio.to_thread(digest_of, path)
            if not self.ledger.is_as_written(paper.made, found):
                self._count(kept=1)
                return
            await self.core.run(self._note, [paper.made])
            await self._into_trash(paper.made, path)
        # with folders that nothing else is in
        await asyncio.to_thread(shelf.discard, self.core.place.home, [paper.made])
        self._count(documents=1)

    async def _into_trash(self, file: str, path: Path) -> None:
        with contextlib.suppress(NotFound, InvalidInput):  # not read yet, or refused
            if self.core.documents is not None:
                await Holdings(lambda: self.core).remove(file)
        if path.is_file():  # so it is when the library did not know it, or is switched off
            place = self.core.place
            await asyncio.to_thread(shelf.into_trash, place.home, file, place.clock())

    async def _withdraw(self) -> None:
        """A proposal that still waits is closed; the history of the identity keeps it, being only appended to."""
        identities = Identities(lambda: self.core)
        waiting = {one.entry.id for one in await identities.pending()} if self.record.selves else set()
        for entry in sorted(self.record.selves & waiting):
            await identities.reject(entry, "the import that brought it was undone")
        self.report = replace(self.report, proposals=len(self.record.selves))
