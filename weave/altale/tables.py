"""What recall looks things up in, held in memory: built from the catalogue when it is first asked for.

A command that only lists or shows builds neither, nor loads numpy; a process that goes on has both from the start.
What is written before that is in the catalogue already; afterwards whoever writes says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import RLock
from typing import TYPE_CHECKING

from weave.catalogue import Catalogue
from weave.model import Memory

if TYPE_CHECKING:
    from weave.altale.figures import Figures
    from weave.backends.words import WordTable


class Tables:
    """The figures and the words of all memories. Safe to use from several threads."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._lock = RLock()
        self._figures: Figures | None = None
        self._words: WordTable | None = None

    @property
    def figures(self) -> Figures:
        """What ranking needs of each memory."""
        from weave.altale.figures import Figures

        with self._lock:
            if self._figures is None:
                self._figures = Figures(self._catalogue.each())
            return self._figures

    def words(self) -> WordTable:
        """The words of each memory."""
        from weave.backends.words import WordTable

        with self._lock:
            if self._words is None:
                table = WordTable()
                table.load(self._catalogue.words())
                self._words = table
            return self._words

    def change(self, put: Sequence[Memory], gone: Sequence[str]) -> None:
        """The catalogue was changed so; what is not built yet will read it there."""
        with self._lock:
            if self._words is not None:
                self._words.put(put)
                self._words.drop(gone)
            if self._figures is not None:
                self._figures.put(put)
                self._figures.drop(gone)

    def renew(self) -> None:
        """The catalogue was changed by another process: a guest reads its figures anew."""
        with self._lock:
            if self._figures is not None:
                self._figures.clear()
                self._figures.put(self._catalogue.each())
