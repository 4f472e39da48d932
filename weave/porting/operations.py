"""What comes in from elsewhere and goes out again, as the facade offers it: import, its list, its undoing, export."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from weave import editing
from weave import purge as purging
from weave.conversations import Conversations
from weave.core import Core
from weave.errors import InvalidInput, NotFound
from weave.library.operations import Holdings
from weave.porting import container, readers
from weave.porting.ledger import Ledger, Record
from weave.porting.model import Batch, Exported, Imported, Kind, Restored, Undone
from weave.ports import Progress

_AT_ONCE = 100


class Porting:
    """The ways into and out of one open home. A guest is refused in words."""

    def __init__(self, core: Callable[[], Core], talk: Callable[[], Conversations]) -> None:
        self._open, self._talk = core, talk

    async def bring(
        self, kind: Kind, path: Path, *, dry_run: bool = False, progress: Progress | None = None
    ) -> Imported:
        """Take an export in, or tell what would come. Safe to repeat, also after it was cut off.

        `Kind.AUTO` is told by the files. Raises InvalidInput for what is no such export, HomeBusy, HomeError.
        """
        from weave.porting.taking import Import

        core = self._open().owned()
        with ExitStack() as held:
            source = await asyncio.to_thread(held.enter_context, container.opened(path, core.place.zone))
            chosen = await asyncio.to_thread(readers.chosen, source, kind)
            if chosen is Kind.WEAVE:
                raise InvalidInput(f"{source.name} is an archive of Weave; use `weave import weave`.")
            ledger = await core.run(Ledger, core.place.home)
            return await Import(core, self._talk(), source, chosen, dry_run, ledger, progress).run()

    async def list(self) -> builtins.list[Batch]:
        """Past imports, the oldest first."""
        core = self._open()
        ledger = await core.run(Ledger, core.place.home)
        return [record.batch() for record in ledger.records.values()]

    async def undo(self, reference: str, *, purge: bool = False, progress: Progress | None = None) -> Undone:
        """Forget what one import brought: memories and documents go to the trash, or with `purge` leave no trace.

        What a person changed since stays. Raises NotFound, InvalidInput when several are meant, HomeBusy, HomeError.
        """
        core = self._open().owned()
        ledger = await core.run(Ledger, core.place.home)
        record = _found(ledger, reference)
        ids = await core.run(_brought, core, record)
        for start in range(0, len(ids), _AT_ONCE):
            part = ids[start : start + _AT_ONCE]
            there = [*(await core.run(core.catalogue.get_many, part))]
            if there and purge:
                await core.run(lambda named: purging.purge(core, purging.named(core, named)), there)
            elif there:
                await core.run(editing.forget, core, there)
            if progress:
                progress("memories", start + len(part), len(ids))
        if purge and ids:
            await purging.finish(core)
        documents = await self._remove(core, record)
        await core.run(ledger.finish, record.id, core.place.clock(), "undone")
        return Undone(record.id, len(ids), documents)

    async def _remove(self, core: Core, record: Record) -> int:
        library, gone = Holdings(lambda: core), 0
        for file in sorted(record.papers) if core.documents is not None else ():
            try:
                await library.remove(file)
                gone += 1
            except (NotFound, InvalidInput):
                continue
        return gone

    async def export(
        self, path: Path, *, jsonl: bool = False, overwrite: bool = False, progress: Progress | None = None
    ) -> Exported:
        """Write one archive of everything, or every memory, fact and turn as a line of JSON; nothing else is changed.

        Raises InvalidInput for a file that is there or lies in the home, HomeBusy, HomeError.
        """
        from weave.porting import archiving, lines

        core = self._open().owned()
        target = await asyncio.to_thread(archiving.target, core.place.home, path, overwrite)
        if jsonl:
            return await lines.export(core, target, progress)
        return await archiving.export(core, target, progress)

    async def restore(
        self, path: Path, *, dry_run: bool = False, progress: Progress | None = None
    ) -> Restored:
        """Put an archive back: what is missing to the byte, into what is here already without losing or doubling.

        Raises InvalidInput for what is no whole archive, HomeBusy, HomeError.
        """
        from weave.porting.restoring import Restoring

        core = self._open().owned()
        with ExitStack() as held:
            source = await asyncio.to_thread(held.enter_context, container.opened(path, core.place.zone))
            await asyncio.to_thread(readers.chosen, source, Kind.WEAVE)
            return await Restoring(core, source, dry_run, progress).run()


def _found(ledger: Ledger, reference: str) -> Record:
    wanted = reference.strip().upper()
    near = [one for id_, one in ledger.records.items() if wanted and id_.startswith(wanted)]
    if not near:
        raise NotFound(f"There is no import {reference!r}; `weave import list` shows them.")
    if len(near) > 1:
        raise InvalidInput(f"{reference} begins the ids of several imports; write more of it.")
    return near[0]


def _brought(core: Core, record: Record) -> builtins.list[str]:
    """The ids of what is remembered of an import, those made of its conversations first."""
    made = [m.id for talk in sorted(record.talks) for m in core.catalogue.of_conversation(talk)]
    notes = core.catalogue.get_many(sorted(record.notes))
    return list(dict.fromkeys([*made, *notes]))
