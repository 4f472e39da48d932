"""Which turns and archived memories were forgotten, so that the exact words do not bring them back unasked.

Read off the files that hold what was forgotten, each once for as long as it stays as it is: trash/<day>.md, and
trash/emptied.txt for what has left the trash since. The raw buffer that sleep clears away is no forgetting, nor is
the original that a summary took the place of, as long as that summary is not forgotten itself.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from weave.archive import Archive
from weave.markdown import comment
from weave.model import MemoryType, State
from weave.trash import BY, FOLDER, emptied

Said = tuple[str, str]
"""(conversation, turn)."""
_COMMENT = re.compile(r"^<!-- weave (.*?)-->\s*$", re.MULTILINE)
_Signature = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Grave:
    """What is known of one forgotten memory."""

    id: str
    turns: tuple[Said, ...]
    sources: tuple[str, ...] = ()
    """What it was a summary of."""
    cleared: bool = False
    """Taken away by sleep as part of the raw buffer."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Everything that recall leaves alone."""

    ids: frozenset[str] = frozenset()
    turns: frozenset[Said] = frozenset()


class Graveyard:
    """What was forgotten in one home; safe to ask from several threads."""

    def __init__(self, home: Path) -> None:
        self._trash = home / FOLDER
        self.archive = Archive(home)
        self._home = home
        self._lock = threading.Lock()
        self._read: dict[str, tuple[tuple[int, int], tuple[Grave, ...]]] = {}
        self._known: tuple[_Signature, Forgotten] = ((), Forgotten())

    def forgotten(self) -> Forgotten:
        """As the files are now; they are looked at every time and read when they changed."""
        with self._lock:
            files = [
                *sorted(self._trash.glob("*.md")),
                *([path] if (path := emptied(self._home)).exists() else []),
            ]
            signature = _signature([*files, *(self._home / name for name in self.archive.files())])
            if signature != self._known[0]:
                self._known = signature, self._all(files)
            return self._known[1]

    def _all(self, files: Iterable[Path]) -> Forgotten:
        graves = {grave.id: grave for file in files for grave in self._graves(file)}
        archived = self.archive.among(list(graves)).keys() if graves else set()
        real = [one for one in graves.values() if not one.cleared and one.id not in archived]
        ids = {one.id for one in real}
        turns = {said for one in real for said in one.turns}
        below = {source for one in real for source in one.sources} - ids
        while below:  # a month's summary was made from weeks', and these from days
            found = self.archive.among(below)
            ids |= below
            turns |= {
                (one.memory.source.conversation or "", turn)
                for one in found.values()
                for turn in one.memory.source.turns
            }
            below = {
                s for one in found.values() for s in _summed(one.memory.type, one.memory.derived_from)
            } - ids
        return Forgotten(frozenset(ids), frozenset(turns))

    def _graves(self, file: Path) -> tuple[Grave, ...]:
        try:
            status = file.stat()
            known = self._read.get(file.name)
            if known is not None and known[0] == (status.st_mtime_ns, status.st_size):
                return known[1]
            text = file.read_bytes().decode("utf-8", "replace")
        except OSError:
            return ()
        found = tuple(_told(text))
        self._read[file.name] = ((status.st_mtime_ns, status.st_size), found)
        return found


def _told(text: str) -> Iterable[Grave]:
    """The comments of memories alone: what they say is of no matter here, and there may be thousands."""
    for found in _COMMENT.finditer(text):
        pairs = dict(comment.read(found[1])[0])
        if pairs.get("id"):
            yield grave_of(pairs)


def grave_of(pairs: Mapping[str, str]) -> Grave:
    """What a memory's comment says about it."""
    conversation = pairs.get("conversation", "")
    turns = tuple((conversation, turn) for turn in comment.split(pairs.get("turns", "")))
    sources = comment.split(pairs.get("derived_from", ""))
    cleared = pairs.get("state") == State.TRANSIENT and bool(pairs.get(BY))
    return Grave(pairs["id"].upper(), turns, _summed(pairs.get("type", ""), sources), cleared)


def _summed(type_: str, sources: tuple[str, ...]) -> tuple[str, ...]:
    """An episode made from others is their summary; knowledge made from them leaves them as they are."""
    return sources if type_ == MemoryType.EPISODIC else ()


def _signature(files: Iterable[Path]) -> _Signature:
    found = []
    for file in files:
        try:
            status = file.stat()
        except OSError:
            continue
        found.append((file.as_posix(), status.st_mtime_ns, status.st_size))
    return tuple(found)
