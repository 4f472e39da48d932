"""What a second process writes: durable files in `inbox/`, taken up by the process that owns the home.

One file for each write, named `<ULID>-<digest>.json`: sorted by name is in order of time, and writing the same
thing twice writes one file. The owner removes it only after its own commit, so that taking an item up twice
must do no harm: memories and turns carry the ids they will keep.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weave import ids
from weave.durable import explain, make_folder, replace_bytes, sync_folder
from weave.guest_codec import Item, decode, encode
from weave.model import Memory, Turn

FOLDER = "inbox"
REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One write of a guest: a memory or some turns."""

    name: str
    memory: Memory | None = None
    turns: tuple[Turn, ...] = ()


class Inbox:
    """The inbox of one home; guests put, the owner drains."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def put_memory(self, memory: Memory) -> None:
        """Make a guest's memory durable. Raises HomeError."""
        self._put(
            memory.id if ids.is_ulid(memory.id) else ids.derived(memory.created, 0, memory.id), memory, ()
        )

    def put_turns(self, turns: Sequence[Turn]) -> None:
        """Make a guest's turns durable, all in one file. Raises HomeError."""
        if turns:
            first = turns[0]
            name = (
                first.id
                if ids.is_ulid(first.id)
                else ids.derived(first.time, 0, first.conversation, first.id)
            )
            self._put(name, None, tuple(turns))

    def drain(self) -> Iterator[InboxItem]:
        """What waits, oldest first; call `done` on an item once it is committed.

        What cannot be read is moved to `inbox/rejected/` with a note, and stops nothing.
        """
        for path in self._waiting():
            try:
                data = path.read_bytes()
            except OSError:  # taken up meanwhile, or not ours to read
                continue
            try:
                item = decode(data)
            except ValueError as error:
                self._reject(path, str(error))
            else:
                yield InboxItem(path.name, item.memory, item.turns)

    def done(self, item: InboxItem) -> None:
        """The owner has committed this one."""
        path = self._folder / item.name
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise explain(error, path) from error
        sync_folder(self._folder)

    def reject(self, item: InboxItem, reason: str) -> None:
        """Set aside what can never be committed."""
        self._reject(self._folder / item.name, reason)

    def waiting(self) -> int:
        """How many writes wait for the owner."""
        return len(self._waiting())

    def rejected(self) -> list[Path]:
        """What could not be read; beside each lies a note that says why."""
        with contextlib.suppress(OSError):
            return sorted((self._folder / REJECTED).glob("*.json"))
        return []

    def erase(self, ids: Collection[str], words: Collection[str]) -> int:
        """Remove without a trace what has one of these ids or contains one of these texts; how many writes.

        Of a file with several turns only those go that must.
        """
        names, texts = frozenset(ids), tuple(text for text in words if text.strip())
        return sum(self._erase(path, names, texts) for path in [*self._waiting(), *self._leftovers()])

    # -- files -----------------------------------------------------------------------------------------------

    def _put(self, ulid: str, memory: Memory | None, turns: tuple[Turn, ...]) -> None:
        data = encode(Item(memory, turns))
        digest = hashlib.sha256(data).hexdigest()[:10]
        replace_bytes(self._folder / f"{ulid}-{digest}.json", data)

    def _waiting(self) -> list[Path]:
        with contextlib.suppress(OSError):
            return sorted(path for path in self._folder.glob("[!.]*.json") if path.is_file())
        return []

    def _leftovers(self) -> list[Path]:
        """Files that only a purge looks into: rejected ones, and those that a crash left half-written."""
        with contextlib.suppress(OSError):
            return [*(self._folder / REJECTED).glob("*"), *self._folder.glob(".*.tmp")]
        return []

    def _reject(self, path: Path, reason: str) -> None:
        aside = self._folder / REJECTED
        make_folder(aside)
        note = f"{path.name} could not be taken up: {reason}\nMend it and move it back to {FOLDER}/, or delete it.\n"
        try:
            replace_bytes(aside / f"{path.name}.txt", note.encode("utf-8", "replace"))
            path.replace(aside / path.name)
        except OSError as error:
            raise explain(error, path) from error

    def _erase(self, path: Path, names: frozenset[str], texts: tuple[str, ...]) -> int:
        try:
            data = path.read_bytes()
        except OSError:
            return 0
        try:
            item = decode(data)
        except ValueError:
            return self._remove(path) if _mentions(data, names, texts) else 0
        if item.memory is not None and _doomed(item.memory.id, item.memory.text, names, texts):
            return self._remove(path)
        kept = tuple(turn for turn in item.turns if not _doomed(turn.id, turn.text, names, texts))
        if len(kept) == len(item.turns):
            return 0
        if not kept:
            return self._remove(path)
        replace_bytes(path, encode(replace(item, turns=kept)))
        return 1

    def _remove(self, path: Path) -> int:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise explain(error, path) from error
        sync_folder(path.parent)
        return 1


def _doomed(id_: str, text: str, names: frozenset[str], texts: tuple[str, ...]) -> bool:
    return id_ in names or any(words in text for words in texts)


def _mentions(data: bytes, names: frozenset[str], texts: tuple[str, ...]) -> bool:
    """Whether bytes that cannot be parsed hold any of it, escaped or not."""
    forms = [*names]
    for words in texts:
        forms += [words, json.dumps(words)[1:-1], json.dumps(words, ensure_ascii=False)[1:-1]]
    return any(form.encode("utf-8", "surrogatepass") in data for form in forms)
