"""What a model may see of the library: no conversation and no archive that holds something private or forgotten."""

from __future__ import annotations

from pathlib import PurePath

from weave.catalogue import Catalogue
from weave.library.forgotten import Graveyard
from weave.library.model import Kind
from weave.library.shelf import kind_of


class Sight:
    """Asked for a file of the library; from any thread."""

    def __init__(self, catalogue: Catalogue, graveyard: Graveyard) -> None:
        self._catalogue = catalogue
        self._graveyard = graveyard
        self._known: dict[str, bool] = {}

    def __call__(self, file: str) -> bool:
        """Whether the whole of it may be shown to a model."""
        if file not in self._known:
            self._known[file] = self._may(file)
        return self._known[file]

    def _may(self, file: str) -> bool:
        kind = kind_of(file)
        if kind is Kind.DOCUMENT:
            return True
        gone = self._graveyard.forgotten()
        if kind is Kind.CONVERSATION:
            name = PurePath(file).stem
            forgotten = any(conversation == name for conversation, _ in gone.turns)
            return not forgotten and not any(m.private for m in self._catalogue.of_conversation(name))
        here = [one.memory for one in self._graveyard.archive.sections(file)]
        return not any(memory.private or memory.id in gone.ids for memory in here)
