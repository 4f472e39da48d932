"""What comes in from elsewhere and goes out again, as the facade offers it: import, its list, its undoing, export."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from weave.conversations import Conversations
from weave.core import Core
from weave.errors import InvalidInput, NotFound
from weave.porting import container, readers
from weave.porting.ledger import Ledger, Record
from weave.porting.model import Batch, Exported, Imported, Kind, Restored, Undone
from weave.ports import Progress


class Porting:
    """The ways into and out of one open home. A guest is refused in words."""

    def __init__(self, core: Callable[[], Core], talk: Callable[[], Conversations]) -> None:
        self._open, self._talk = core, talk

    async def bring(
        self,
        kind: Kind,
        path: Path,
        *,
        dry_run: bool = False,
        again: bool = False,
        progress: Progress | None = None,
    ) -> Imported:
        """Take an export in, or tell what would come. Safe to repeat, also after it was cut off.

        `again`: also what came before and was undone; what was forgotten one by one stays so.
        `Kind.AUTO` is told by the files. Raises InvalidInput for what is no such export, HomeBusy, HomeError.
        """
        from weave.porting.taking import Import

        core = self._open().owned()
        with ExitStack() as held:
            source = await asyncio.to_thread(held.enter_context, container.opened(path, core.place.zone))
            chosen = await asyncio.to_thread(readers.chosen, source, kind)
            if chosen is Kind.WEAVE:
                raise InvalidInput(f"{source.name} is an archive of Weave; use `weave import weave`.")
            ledger = await asyncio.to_thread(Ledger, core.place.home, again=again)
            return await Import(core, self._talk(), source, chosen, dry_run, ledger, progress).run()

    async def list(self) -> builtins.list[Batch]:
        """Past imports, the oldest first."""
        core = self._open()
        ledger = await asyncio.to_thread(Ledger, core.place.home)
        return [record.batch() for record in ledger.records.values()]

    async def undo(self, reference: str, *, purge: bool = False, progress: Progress | None = None) -> Undone:
        """Take back what one import brought: all of it goes to the trash, or with `purge` leaves no trace.

        What a person changed since stays, but for a purge. Raises NotFound, InvalidInput when several are meant, HomeBusy, HomeError.
        """
        from weave.porting.undoing import Undoing

        core = self._open().owned()
        ledger = await asyncio.to_thread(Ledger, core.place.home)
        return await Undoing(core, ledger, _found(ledger, reference), purge, progress).run()

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
