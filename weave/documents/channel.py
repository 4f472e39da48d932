"""The library of an open home: searched by many, changed by one at a time, whoever asks.

The lane in the background goes through the folder whenever nobody else does; who adds a file or purges one comes
first, and the lane goes on afterwards. It has no `upsert`: what it indexes are files, and not memories.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from weave.documents import reasoning
from weave.documents.cleaning import one_line
from weave.documents.library import Later, Library
from weave.documents.model import Report, Span
from weave.documents.reading import ARCHIVE, CONVERSATIONS
from weave.errors import BackendError
from weave.ports import Health, Progress, Query

MOST = 30
"""Spans for one recall: each is read, unpacked and ranked."""
QUOTES = 6
"""Spans of conversations, and of all else, that are looked at for one recall: it shows two or three."""
GIVE_WAY_SECONDS = 0.02
NAME = "documents"


class DocumentChannel:
    """Satisfies what `weave.ports.Backend` asks beyond `upsert` and `delete`; safe to use from several threads."""

    name = NAME

    def __init__(self, library: Library) -> None:
        self.library = library
        self._closing = threading.Event()
        self._hold = threading.RLock()
        self._waiting = [0, 0]
        self._count = threading.Lock()
        self.copying = threading.Lock()
        """Held while files are put into the folder: two that come at once must not take one name."""

    @cached_property
    def trees(self) -> reasoning.TreeSearch:
        """The search that asks a model to descend the trees."""
        return reasoning.TreeSearch(self.library.store, self.library.words)

    def open(self) -> None:
        """Open the trees; idempotent. Raises BackendUnavailable."""
        self._closing.clear()
        self.library.store.file.open()

    @contextlib.contextmanager
    def exclusively(self, *, urgent: bool = False) -> Iterator[None]:
        """Nobody else changes the trees meanwhile; the lane in the background lets go at once, every pass if `urgent`."""
        with self._count:
            self._waiting[urgent] += 1
        self._hold.acquire()
        with self._count:
            self._waiting[urgent] -= 1
        try:
            yield
        finally:
            self._hold.release()

    def refresh(
        self,
        progress: Progress | None = None,
        stop: Callable[[], bool] | None = None,
        *,
        only: Collection[str] | None = None,
    ) -> Report:
        """Take in what changed in the folder, or these files; `interrupt` ends it soon. Raises BackendError.

        Whatever is urgent comes between two files, and this goes on afterwards.
        """

        def ended() -> bool:
            return self._closing.is_set() or (stop is not None and stop())

        done = Report()
        while True:
            with self.exclusively():
                report = self.library.refresh(progress, lambda: ended() or self._waiting[True] > 0, only=only)
            done = done.then(report)
            if not report.stopped or ended():
                return done
            time.sleep(GIVE_WAY_SECONDS)

    def follow(self, progress: Progress | None, stop: Callable[[], bool], later: Later) -> Report:
        """The lane's pass: gives way to whoever waits, and says so by `stopped`. Raises BackendError."""
        with self._hold:
            return self.library.refresh(
                progress, lambda: self._closing.is_set() or any(self._waiting) or stop(), later=later
            )

    def drop_changed(self) -> tuple[str, ...]:
        """Take out what is known of transcripts and archives that were written anew; they are read again later.

        For a purge, whose words must not stay in the trees until then. Raises BackendError.
        """
        changed = (*self.library.changed(CONVERSATIONS), *self.library.changed(ARCHIVE))
        if changed:
            self.library.store.remove(changed)
        return changed

    def search(self, query: Query, among: Collection[int] | None = None) -> list[Span]:
        """The best spans, best first, at most `query.limit` and never more than are worth fusing. Raises BackendError."""
        return self.library.words.search(query.text, min(query.limit, MOST), among)

    def quotes(self, query: Query) -> list[Span]:
        """What recall may quote: the best of past conversations, then the best of all else. Raises BackendError."""
        return self.library.words.search_apart(query.text, QUOTES, CONVERSATIONS)

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
        """Make a running `refresh` stop soon, and every later one at once; never blocks, never raises."""
        self._closing.set()

    def health(self) -> Health:
        """Never raises."""
        try:
            entries = self.library.store.entries()
        except BackendError as error:
            return Health(False, str(error))
        refused = [entry for entry in entries if entry.refusal]
        told = f"{len(entries) - len(refused)} documents have a tree of contents"
        if refused:
            told += f", {len(refused)} could not be read ({one_line(refused[0].file)}: {refused[0].refusal})"
        return Health(True, told.rstrip(".") + ".", len(entries) - len(refused))

    def close(self) -> None:
        """Release everything; idempotent, never raises."""
        self.interrupt()
        self.library.close()
