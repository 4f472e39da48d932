"""The library as the facade offers it: add, list, outline, read, search, remove, refresh. A guest reads alone."""

from __future__ import annotations

import asyncio
import builtins
import contextlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from weave.core import Core
from weave.documents import summaries
from weave.documents.channel import DocumentChannel
from weave.documents.lane import Following
from weave.documents.model import Span
from weave.documents.store_rows import Entry
from weave.errors import InvalidInput, ModelUnavailable
from weave.library import intake, shelf
from weave.library.forgotten import Graveyard
from weave.library.model import Added, Found, Item, Kind, Outline, Reading, Refused, Report
from weave.library.sight import Sight
from weave.markdown import clean
from weave.ports import Progress

Result = TypeVar("Result")
Stop = Callable[[], bool]
"""Asked now and then, from another thread; true ends the work soon."""
_OFF = "The library is switched off; set documents.enabled = true in config.toml."
_NO_MODEL = "There is no model to think about it; run `avery setup`, or search by words."


class Settled(Protocol):
    """What is seen of a library that another process has."""

    @property
    def settled(self) -> bool:
        """Whether nothing waits that could be read."""


class Holdings:
    """What the library of one open home holds. `progress` and `stop` are called from another thread."""

    def __init__(self, core: Callable[[], Core], afar: Callable[[], Settled | None] = lambda: None) -> None:
        self._open = core
        self._afar = afar

    # -- reading ----------------------------------------------------------------------------------------

    async def list(self) -> builtins.list[Item]:
        """Every document, conversation and archive, also those that could not be read; by file. Raises BackendError."""
        channel = self._channel
        return await asyncio.to_thread(lambda: [shelf.item_of(e) for e in channel.library.store.entries()])

    async def outline(self, reference: str) -> Outline:
        """A document's tree of contents. `reference`: an id, its beginning, or a path in the home.

        Raises NotFound; InvalidInput when several are meant or it could not be read; BackendError.
        """
        return await asyncio.to_thread(shelf.outline, self._channel.library, reference)

    async def read(self, reference: str, node: str = "") -> Reading:
        """A section's text, or the whole document's. Raises NotFound, InvalidInput, BackendError."""
        return await asyncio.to_thread(shelf.read, self._channel.library, reference, node)

    async def search(self, query: str, k: int = 10, *, think: bool = False) -> Found:
        """The k best places, best first, also in conversations whose memories were forgotten: a person asked.

        `think`: a model reads the tables of contents; the words' result stands where there is none, it fails, or
        it has nothing to decide. Raises InvalidInput for an empty question, BackendError.
        """
        question = clean(query).strip()
        if not question:
            raise InvalidInput("Ask something: an empty question finds nothing.")
        if k < 1:
            raise InvalidInput(f"-k must be at least 1, not {k}.")
        channel, core = self._channel, self._open()
        if think and core.models.chat is not None:
            sight = Sight(core.catalogue, Graveyard(core.place.home))
            searched = await channel.trees.search(
                question, core.models.chat, k, may_see=sight, describe=not core.guest
            )
            return Found(searched.spans, searched.by_model, searched.reasoning)
        return Found(tuple(await asyncio.to_thread(self._by_words, channel, question, k)))

    def _by_words(self, channel: DocumentChannel, question: str, k: int) -> builtins.list[Span]:
        return channel.library.words.search(question, k)

    @property
    def following(self) -> Following | None:
        """What the lane in the background is at; None for a guest, or where the library is switched off."""
        if self._afar() is not None:
            return None
        shelving = self._open().shelving
        return None if shelving is None else shelving.state

    @property
    def settled(self) -> bool:
        """Whether nothing waits that the owner of the home could read by itself."""
        if (afar := self._afar()) is not None:
            return afar.settled
        shelving = self._open().shelving
        return shelving is None or shelving.idle

    # -- changing ---------------------------------------------------------------------------------------

    async def add(
        self, paths: Sequence[Path | str], progress: Progress | None = None, stop: Stop | None = None
    ) -> Added:
        """Copy files, and what is in folders, under documents/, and index them; what cannot be read is not kept.

        Stopped, it takes back what was not indexed by then. Raises HomeBusy for a guest, HomeError, BackendError.
        """
        core, channel = self._open().owned(), self._channel
        return await _stoppable(lambda ended: _add(core, channel, list(paths), progress, ended), stop)

    async def remove(self, reference: str) -> Item:
        """Take a document out; its file goes to trash/documents. Raises NotFound, InvalidInput, HomeBusy, HomeError."""
        core, channel = self._open().owned(), self._channel
        return await asyncio.to_thread(_remove, core, channel, reference)

    async def refresh(self, progress: Progress | None = None, stop: Stop | None = None) -> Report:
        """Take in now what was dropped, changed or removed. Raises HomeBusy for a guest, BackendError."""
        self._open().owned()
        channel = self._channel
        return await _stoppable(lambda ended: channel.refresh(progress, ended), stop)

    async def summarise(self, reference: str, most: int | None = None) -> summaries.Summarised:
        """Have a model describe up to `most` sections that have no summary yet, the highest first; kept by their text.

        Raises NotFound, InvalidInput, HomeBusy, ModelError, BackendError.
        """
        core, channel = self._open().owned(), self._channel
        if core.models.chat is None:
            raise ModelUnavailable(_NO_MODEL)
        entry = await asyncio.to_thread(shelf.readable, channel.library, reference)
        return await summaries.summarise(channel.library.store, entry, core.models.chat, most=most)

    @property
    def _channel(self) -> DocumentChannel:
        channel = self._open().documents
        if channel is None:
            raise InvalidInput(_OFF)
        return channel


async def _stoppable(work: Callable[[Stop], Result], stop: Stop | None) -> Result:
    """Run in a thread; whoever cancels the wait ends the work as well, and waits until it has put things right."""
    cancelled = threading.Event()

    def ended() -> bool:
        return cancelled.is_set() or (stop is not None and stop())

    running = asyncio.create_task(asyncio.to_thread(work, ended))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        cancelled.set()
        with contextlib.suppress(Exception):
            await running
        raise


def _add(
    core: Core,
    channel: DocumentChannel,
    paths: Sequence[Path | str],
    progress: Progress | None,
    stop: Stop,
) -> Added:
    library, home = channel.library, core.place.home
    files, refused = intake.wanted(paths, home)
    with channel.copying:
        known = {e.hash: e.file for e in library.store.entries() if _lies_there(core, e)}
        taken = intake.take(intake.Door(home, library.limits, core.place.clock()), files, known, stop)
    copies = {one.file: one for one in taken.placed}
    try:
        report = channel.refresh(progress, stop, only=set(copies))
    except BaseException:
        shelf.discard(home, copies)
        raise
    entries = {file: library.store.entry(file) for file in copies}  # the lane may have read some of them
    read = {file: entry for file, entry in entries.items() if entry is not None and not entry.refusal}
    sentences = {one.file: one.sentence for one in report.refused}
    sentences |= {file: entry.refusal for file, entry in entries.items() if entry and entry.refusal}
    shelf.discard(home, copies.keys() - read.keys())
    library.store.remove(sentences)
    refused += taken.refused
    refused += [Refused(str(copies[file].wanted.path), why) for file, why in sentences.items()]
    there = [entry for file in taken.known if (entry := library.store.entry(file))]
    return Added(
        tuple(map(shelf.item_of, read.values())),
        tuple(map(shelf.item_of, there)),
        tuple(refused),
        taken.stopped or report.stopped,
    )


def _lies_there(core: Core, entry: Entry) -> bool:
    """Whether a document that a person sees has this content, so that a copy would be a second one."""
    seen = not entry.refusal and shelf.kind_of(entry.file) is Kind.DOCUMENT
    return seen and (core.place.home / entry.file).is_file()


def _remove(core: Core, channel: DocumentChannel, reference: str) -> Item:
    with channel.exclusively():
        entry = shelf.find(channel.library, reference)
        if shelf.kind_of(entry.file) is Kind.CONVERSATION:
            raise InvalidInput(
                "A conversation is no document; `weave forget --purge ID` takes out what was said, with every trace."
            )
        if shelf.kind_of(entry.file) is Kind.ARCHIVE:
            raise InvalidInput(
                "The archive holds memories; `weave forget --purge ID` takes one out of it, with every trace."
            )
        shelf.into_trash(core.place.home, entry.file, core.place.clock())
        channel.library.store.remove([entry.file])
    return shelf.item_of(entry)
