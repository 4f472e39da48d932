"""The library as recall sees it: a channel beside vectors and graph, with the verbs of a backend.

It indexes files and not memories, so it has no `upsert`: `refresh` is its work in the background. What it finds
are spans; `as_memory` gives recall the shape it ranks, with the origin in fields that text cannot reach.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from datetime import datetime

from weave import ids
from weave.documents.library import Library, Report
from weave.documents.model import Span
from weave.documents.quoting import breadcrumb
from weave.errors import BackendError
from weave.model import Memory, MemoryType, Provenance, Source, State
from weave.ports import Health, Progress, Query

MOST = 30
"""Spans for one recall: each is read, unpacked and ranked."""
IMPORTANCE = 0.5
"""Of every span: documents are not weighed against each other before they are read."""


class DocumentChannel:
    """Satisfies what `weave.ports.Backend` asks beyond `upsert` and `delete`; safe to use from several threads."""

    name = "documents"

    def __init__(self, library: Library) -> None:
        self.library = library
        self._stop = threading.Event()

    def open(self) -> None:
        """Open the trees; idempotent. Raises BackendUnavailable."""
        self.library.store.file.open()

    def refresh(self, progress: Progress | None = None, stop: Callable[[], bool] | None = None) -> Report:
        """Take in what changed in the folder; `interrupt` ends it soon. Raises BackendError."""
        self._stop.clear()
        return self.library.refresh(progress, lambda: self._stop.is_set() or (stop is not None and stop()))

    def search(self, query: Query, among: Collection[int] | None = None) -> list[Span]:
        """The best spans, best first, at most `query.limit` and never more than are worth fusing. Raises BackendError."""
        return self.library.words.search(query.text, min(query.limit, MOST), among)

    def count(self) -> int:
        """Documents with a tree."""
        return self.library.store.count()

    def clear(self) -> None:
        """Drop every tree; the files stay and `refresh` brings them back."""
        self.library.store.remove([entry.file for entry in self.library.store.entries()])

    def scrub(self) -> None:
        """No byte of what was removed stays in the trees."""
        self.library.store.file.scrub()

    def interrupt(self) -> None:
        """Make a running `refresh` stop soon; never blocks, never raises."""
        self._stop.set()

    def health(self) -> Health:
        """Never raises."""
        try:
            entries = self.library.store.entries()
        except BackendError as error:
            return Health(False, str(error))
        refused = [entry for entry in entries if entry.refusal]
        told = f"{len(entries) - len(refused)} documents have a tree of contents"
        if refused:
            told += f", {len(refused)} could not be read ({refused[0].file}: {refused[0].refusal})"
        return Health(True, told.rstrip(".") + ".", len(entries) - len(refused))

    def close(self) -> None:
        """Release everything; idempotent, never raises."""
        self.interrupt()
        self.library.close()


def as_memory(span: Span, added: datetime) -> Memory:
    """A span as recall ranks it: observed in a file, never in a conversation, never a fact about anybody.

    `added` is when the document came into the library; the id is the same for the same place, always.
    """
    return Memory(
        id=ids.derived(added, span.start, span.document, span.node, str(span.start)),
        type=MemoryType.SEMANTIC,
        title=breadcrumb(span.breadcrumb),
        text=span.text,
        state=State.ACTIVE,
        importance=IMPORTANCE,
        provenance=Provenance.OBSERVED,
        created=added,
        source=Source(file=span.file),
        extra=(
            ("document", span.document),
            ("node", span.node),
            ("page", str(span.page)),
            ("line", str(span.line)),
        ),
    )
