"""Opening a home: lock, catalogue, backends, sync; and closing it. Runs on the core's thread."""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from weave import discard, durable, joint_writes, mending, purge, sync
from weave import home as homes
from weave.accesses import Accesses
from weave.altale import recall
from weave.altale.tables import Tables
from weave.backends.physical import PhysicalMemory
from weave.catalogue import Catalogue, OtherVersion
from weave.clock import Attentive, Clock, system_clock, zone_named
from weave.config import Config
from weave.consolidation import pass_time
from weave.core import Core
from weave.documents.channel import DocumentChannel
from weave.documents.lane import DocumentLane
from weave.documents.library import Library
from weave.documents.limits import Limits
from weave.documents.reading import PARTS, TREES
from weave.embedding.cache import EmbeddingCache
from weave.embedding.cached import CachedEmbedder
from weave.errors import HomeBusy, HomeError
from weave.identity import operations as identities
from weave.indexer import Indexer
from weave.journal import Journal
from weave.keys import Keys
from weave.library import quotations
from weave.library.forgotten import Graveyard
from weave.llm.meter import Meter, Price
from weave.llm.usage import Metered
from weave.lock import OwnerLock
from weave.model import Memory
from weave.ports import Backend, Embedder, Models
from weave.recalls import RecallLog
from weave.store import Listener, Place, Store
from weave.talks import deleting, withdrawing
from weave.tasks import Pads

log = logging.getLogger(__name__)

BATCHES = {"vector": 8, "graph": 256}
"""Memories a lane carries at once; a purge waits for the batch at hand, and vectors are slow to make."""
CLOSE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What a home is opened with, handed down by the root."""

    home: Path
    config: Config
    clock: Attentive
    models: Models
    keys: Keys
    still: bool = False
    """Opened to look something up: no backend is started before it is asked or something is written."""

    @classmethod
    def of(
        cls,
        home: Path,
        config: Config | None,
        clock: Clock | None,
        models: Models | None,
        keys: Keys | None,
        *,
        still: bool,
    ) -> Settings:
        """The same with what is usual in the place of what is not given. Raises InvalidInput for an unknown zone."""
        chosen = config or Config()
        zone = zone_named(chosen.timezone) if chosen.timezone else None
        heeding = Attentive(clock or system_clock(zone))
        return cls(home, chosen, heeding, models or Models(), keys or Keys(), still)


@dataclass(frozen=True, slots=True)
class Claim:
    """A home that is to be opened: with the lock of its owner, or without, and then who has it."""

    home: Path
    lock: OwnerLock | None
    owner: int | None


def claim(home: Path) -> Claim:
    """Own the home if nobody does. Raises HomeError when the folder cannot be used."""
    place = homes.prepare(home)
    try:
        return Claim(place, OwnerLock.acquire(place), None)
    except HomeBusy as busy:
        return Claim(place, None, busy.pid)


def open_core(settings: Settings, executor: ThreadPoolExecutor, claimed: Claim) -> Core:
    """Everything an open home needs. Files, catalogue and vectors answer at once; the lanes open the rest.

    Raises HomeError when the folder cannot be used; the lock is free again then.
    """
    try:
        return _assemble(settings, executor, claimed)
    except BaseException:
        if claimed.lock is not None:
            claimed.lock.release()
        raise


def _assemble(settings: Settings, executor: ThreadPoolExecutor, claimed: Claim) -> Core:
    config, models = settings.config, settings.models
    place = Place(claimed.home, zone_named(config.timezone), settings.clock)
    guest = claimed.lock is None
    cache, embedder = _embedder(place.home, config, models, guest)
    backends = [] if guest else make_backends(place.home, config, settings.keys, embedder)
    notes: list[str] = []
    catalogue, crashed = _catalogue(place.home, [backend.name for backend in backends], guest, notes)
    tables = Tables(catalogue)
    physical = PhysicalMemory(place.home, place.zone, words=None if guest else tables.words)
    indexer = Indexer(backends, catalogue, BATCHES)
    store = Store(place, physical, catalogue, _listener(tables, indexer))
    store.catch_up = lambda: sync.sync(store)
    if guest and not catalogue.read_only:
        _read_files(store)
    if not guest:
        notes += _take_in(store, crashed)
    documents, pads = make_documents(place.home, config, guest), Pads(place.home)
    core = Core(
        place=place,
        config=config,
        models=models,
        embedder=embedder,
        catalogue=catalogue,
        physical=physical,
        store=store,
        journal=Journal(place.home),
        pads=pads,
        indexer=indexer,
        altale=functools.cache(lambda: _altale(core)),
        tables=tables,
        accesses=Accesses(),
        recalls=RecallLog(place.home, settings.clock, read_only=guest),
        meter=_meter(place, config, models, guest),
        cache=cache,
        lock=claimed.lock,
        owner_pid=claimed.owner,
        executor=executor,
        notes=notes,
        documents=documents,
        shelving=None if guest or documents is None else DocumentLane(documents),
    )
    if not settings.still:  # it goes on, and the first question should not wait
        core.altale()
        if not guest:
            tables.words()
    if not guest:
        discard.resume(core)
        purge.resume(core)
        withdrawing.resume(core)
        deleting.resume(core)
        identities.recover(core)
    waits = bool(catalogue.outbox.counts()) or purge.due(core)
    if settings.still and not waits:
        indexer.rest()
    else:
        indexer.start()
    if core.shelving is not None and not settings.still:
        core.shelving.start()
    return core


def _altale(core: Core) -> recall.Altale:
    """Recall over the stores of this home."""
    place, documents = core.place, core.documents
    return recall.Altale(
        core.physical,
        [lane.backend for lane in core.indexer.lanes],
        core.catalogue,
        core.tables.figures,
        core.config.recall,
        embedder=core.embedder,
        chat=core.models.chat if core.config.model.synthesis else None,
        zone=place.zone,
        facts=core.catalogue if core.owner_pid is None else None,
        library=None
        if documents is None
        else quotations.Quotations(documents, core.catalogue, core.pads, Graveyard(place.home), place.zone),
    )


def _listener(tables: Tables, indexer: Indexer) -> Listener:
    """Keeps what is searched in memory true to the store, and wakes the lanes."""

    def changed(put: Sequence[Memory], gone: Sequence[str]) -> None:
        tables.change(put, gone)
        indexer.wake()

    return changed


def _take_in(store: Store, crashed: bool) -> list[str]:
    """What happened while nothing ran: hand edits, time, a crash; with a sentence on the edits."""
    store.unclean = crashed
    report = sync.sync(store)
    store.unclean = False
    if crashed:
        _tidy(store)
    joint_writes.finish(store)
    pass_time(store)
    if crashed:
        mending.mend(store)
    if not (report.adopted or report.forgotten):
        return []
    return [
        f"Edited by hand while nothing ran: {report.adopted} added, {report.forgotten} removed "
        "(removed ones are in trash/; `weave restore ID` brings one back)."
    ]


def _meter(place: Place, config: Config, models: Models, guest: bool) -> Meter:
    """The account of what the model costs, which hears of every request from now on."""
    price = Price(config.model.input_price, config.model.output_price)
    meter = Meter(
        place.home, lambda: place.clock().astimezone(place.zone), price, guest=os.getpid() if guest else None
    )
    if isinstance(models.chat, Metered):
        models.chat.listener = meter.record
    return meter


def visiting_meter(home: Path, settings: Settings) -> Meter:
    """The account of a process that is served: what its own models cost, beside the owner's."""
    place = Place(home, zone_named(settings.config.timezone), settings.clock)
    return _meter(place, settings.config, settings.models, guest=True)


def _embedder(
    home: Path, config: Config, models: Models, guest: bool
) -> tuple[EmbeddingCache | None, Embedder | None]:
    if guest or not config.qdrant.enabled or config.embedding.kind == "none":
        return None, None
    inner = models.embedder
    if inner is None:
        from weave.embedding.local import LocalEmbedder

        inner = LocalEmbedder()
    cache = EmbeddingCache(home / "index" / "embeddings.sqlite")
    return cache, CachedEmbedder(inner, cache)


def make_backends(home: Path, config: Config, keys: Keys, embedder: Embedder | None) -> list[Backend]:
    """The backends that are switched on; none is opened or imported further than its own module yet."""
    backends: list[Backend] = []
    if config.qdrant.enabled and embedder is not None:
        from weave.backends.vector import VectorMemory
        from weave.backends.vector_store import VectorStore

        store: VectorStore
        if config.qdrant.url:
            from weave.backends.vector_server import ServerStore

            store = ServerStore(config.qdrant.url, key=keys.qdrant, collection=config.qdrant.collection)
        else:
            from weave.backends.vector_edge import EdgeStore

            store = EdgeStore(home / "index" / "qdrant")
        backends.append(VectorMemory(store, embedder))
    if config.falkordb.enabled:
        from weave.backends.graph import GraphMemory

        settings = config.falkordb
        backends.append(GraphMemory.build(home, settings, keys.falkordb.reveal() if keys.falkordb else None))
    return backends


def make_documents(home: Path, config: Config, guest: bool) -> DocumentChannel | None:
    """The library of a home, if it is switched on; opened by the first call."""
    if not config.documents.enabled:
        return None
    library = Library(home, home / TREES, Limits.of(config.documents), PARTS, read_only=guest)
    return DocumentChannel(library)


def _catalogue(home: Path, backends: Sequence[str], guest: bool, notes: list[str]) -> tuple[Catalogue, bool]:
    """The catalogue, and whether the last owner did not close it."""
    path = home / "index" / "catalogue.sqlite"
    if guest:
        try:
            catalogue = Catalogue(path, (), read_only=True)
            catalogue.count()
            return catalogue, False
        except sqlite3.Error:
            return Catalogue(None, ()), False
    try:
        return _owned(path, backends, notes)
    except (sqlite3.OperationalError, HomeError) as error:
        log.warning("The catalogue cannot be written: %s", error)
        notes.append(
            f"The catalogue in index/ cannot be written ({error}); the memory works from its files alone until "
            "there is room on the disk and Avery is started again."
        )
        return Catalogue(None, backends), True


def _owned(path: Path, backends: Sequence[str], notes: list[str]) -> tuple[Catalogue, bool]:
    crashed = True
    try:
        catalogue = Catalogue(path, backends)
        crashed = catalogue.meta("clean") != "yes"
        if crashed:
            catalogue.check()
    except OtherVersion:
        _set_aside(path)
        catalogue = Catalogue(path, backends)
    except sqlite3.DatabaseError as error:
        if _unwritable(error):
            raise
        log.warning("The catalogue is damaged and is built anew: %s", error)
        notes.append("The catalogue was damaged and has been built anew from the markdown; nothing was lost.")
        _set_aside(path)
        catalogue = Catalogue(path, backends)
    catalogue.set_meta("clean", "no")
    return catalogue, crashed


def _unwritable(error: sqlite3.DatabaseError) -> bool:
    """Whether the place is at fault and not the file: then nothing of it is taken away."""
    return any(word in str(error) for word in ("full", "readonly", "unable to open", "locked"))


def _tidy(store: Store) -> None:
    """After a crash: halves of temporary files go, and what was on its way to the trash, or back, is not in both."""
    for leftover in durable.leftovers(store.place.home):
        with contextlib.suppress(OSError):
            leftover.unlink()
    buried = [memory.id for memory, _ in store.trash.all()]
    alive = store.catalogue.get_many(buried)
    if alive:
        store.trash.remove(list(alive))


def _read_files(store: Store) -> None:
    """What a guest knows without a catalogue: every section that has an id; nothing is written."""
    for file in store.physical.scan():
        document = store.physical.read(file.path)
        store.catalogue.put([(s.memory, file.path) for s in document.sections if s.id], index=False)


def refresh(core: Core) -> None:
    """Let a guest see what the owner has written since."""
    version = core.catalogue.version()
    if version != core.seen_version:
        core.seen_version = version
        core.tables.renew()


def _set_aside(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def close_core(core: Core) -> None:
    """Stop the lanes, close the stores, let go of the home. Never raises."""
    core.indexer.stop(CLOSE_SECONDS)
    if core.shelving is not None:
        core.shelving.stop(CLOSE_SECONDS)
    if core.documents is not None:
        core.documents.close()
    core.recalls.flush()
    if not core.guest:
        with contextlib.suppress(Exception):
            core.catalogue.set_meta("clean", "yes")
    core.catalogue.close()
    if core.cache is not None:
        core.cache.close()
    if core.lock is not None:
        core.lock.release()
