"""The parts of an open home, wired, and the one thread on which everything that writes runs."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from weave.accesses import Accesses
from weave.altale.tables import Tables
from weave.backends.physical import PhysicalMemory
from weave.catalogue import Catalogue
from weave.config import Config
from weave.documents.channel import DocumentChannel
from weave.documents.lane import DocumentLane
from weave.embedding.cache import EmbeddingCache
from weave.errors import HomeBusy
from weave.indexer import Indexer
from weave.journal import Journal
from weave.llm.meter import Meter
from weave.lock import OwnerLock
from weave.ports import Embedder, Models
from weave.recalls import RecallLog
from weave.store import Place, Store
from weave.tasks import Pads

if TYPE_CHECKING:
    from weave.altale.recall import Altale

Given = ParamSpec("Given")
Result = TypeVar("Result")


@dataclass(slots=True)
class Core:
    """What an owner of a home holds. A guest holds the same, with a catalogue it may only read."""

    place: Place
    config: Config
    models: Models
    embedder: Embedder | None
    catalogue: Catalogue
    physical: PhysicalMemory
    store: Store
    journal: Journal
    pads: Pads
    indexer: Indexer
    altale: Callable[[], Altale]
    """Made when something is first recalled."""
    tables: Tables
    accesses: Accesses
    recalls: RecallLog
    meter: Meter
    """What the model has cost."""
    cache: EmbeddingCache | None
    lock: OwnerLock | None
    owner_pid: int | None
    executor: ThreadPoolExecutor
    notes: list[str] = field(default_factory=list)
    """What happened at opening that the person should know, a sentence each."""
    documents: DocumentChannel | None = None
    """The library; None where it is switched off."""
    shelving: DocumentLane | None = None
    """What keeps the library true to its files; a guest has none."""
    ending: dict[str, Callable[[], Awaitable[None]]] = field(default_factory=dict)
    """What goes on for longer, and how each is brought to an end before the parts are closed."""
    seen_version: int = 0
    """The catalogue's version that a guest's figures were read from."""

    @property
    def guest(self) -> bool:
        """Whether another process owns the home."""
        return self.lock is None

    def owned(self, what: str = "") -> Core:
        """This core, for what only the owner of a home can do. Raises HomeBusy for a guest, naming the owner."""
        if self.guest:
            raise HomeBusy(
                f"Another Avery (pid {self.owner_pid}) owns this home{what}; close it or do this there.",
                self.owner_pid,
            )
        return self

    async def run(
        self, function: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """Run on the core's thread; changes never overlap."""
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()  # the time and the ticket of whoever is served
        return await loop.run_in_executor(self.executor, lambda: context.run(function, *args, **kwargs))

    def person(self) -> str | None:
        """The person's own name, if a fact about them says it."""
        names = [fact.object for fact in self.catalogue.facts("user", "name") if fact.state.in_force]
        return names[-1] if names else None
