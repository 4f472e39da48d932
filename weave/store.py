"""The write path: markdown first, acknowledged after its fsync; then the catalogue and its outbox.

Runs on one thread (the core's); every public method is one whole change that a crash can at worst repeat.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path

from weave import markdown
from weave.backends.physical import PhysicalMemory
from weave.catalogue import Catalogue
from weave.clock import Clock
from weave.drafts import in_scope
from weave.errors import HomeError, InvalidInput, NotFound
from weave.markdown import Layout
from weave.model import GLOBAL, Memory
from weave.trash import Trash

log = logging.getLogger(__name__)

Listener = Callable[[Sequence[Memory], Sequence[str]], None]
"""Told after each change: (memories put, ids removed)."""

SHORTEST_PREFIX = 6


_AT_ONCE = 4


def _together(paths: Collection[str], work: Callable[[str], object]) -> None:
    """Write several files, waiting for the disk once for all rather than for each; raises what the first raised."""
    if len(paths) < 2:
        for path in paths:
            work(path)
        return
    with ThreadPoolExecutor(min(_AT_ONCE, len(paths)), thread_name_prefix="weave-files") as pool:
        for done in [pool.submit(work, path) for path in paths]:
            done.result()


@dataclass(frozen=True, slots=True)
class Place:
    """The home's zone and clock, handed down."""

    home: Path
    zone: tzinfo
    clock: Clock


class Store:
    """Adds, changes, moves, forgets and restores memories."""

    def __init__(
        self, place: Place, physical: PhysicalMemory, catalogue: Catalogue, changed: Listener
    ) -> None:
        self.place = place
        self.physical = physical
        self.catalogue = catalogue
        self.trash = Trash(place.home, place.zone)
        self.catch_up: Callable[[], object] = lambda: None
        """Reads what another hand changed; set by whoever opens the home."""
        self.unclean = False
        """Whether a crash came before: then what differs in the files may be our own, not yet in the catalogue."""
        self.copies: dict[str, tuple[int, int] | None] = {}
        """Sync clients' conflict copies, as they were when they were last looked at."""
        self.changing: Callable[[Sequence[str]], object] = lambda ids: None
        """Told the ids of what is about to be changed or removed, while the catalogue still has it as it was."""
        self._changed = changed
        self._seen = catalogue.files()

    # -- file signatures --------------------------------------------------------------------------------

    def signature(self, path: str) -> tuple[int, int] | None:
        """A file's (mtime_ns, size) now; None when it is not there."""
        try:
            status = (self.place.home / path).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def untouched(self, paths: Iterable[str]) -> set[str]:
        """Those files that nobody changed since they were last read."""
        return {path for path in paths if self.signature(path) == self._seen.get(path)}

    def saw(self, paths: Iterable[str]) -> None:
        """Remember these files as they are now, so that sync passes over our own writes."""
        for path in paths:
            signature = self.signature(path)
            if signature == self._seen.get(path):
                continue
            self.catalogue.saw(path, signature)
            self.looked(path, signature)

    def looked(self, path: str, signature: tuple[int, int] | None) -> None:
        """Remember, until `keep`, that a file was read when it was so; None: it is to be read again."""
        if signature is None:
            self._seen.pop(path, None)
        else:
            self._seen[path] = signature

    def keep(self, paths: Iterable[str]) -> None:
        """Write down what `looked` remembered: what these files say is in the catalogue."""
        with self.catalogue.transaction():
            for path in paths:
                self.catalogue.saw(path, self._seen.get(path))

    def freshen(self, ids: Sequence[str]) -> None:
        """If another hand changed a file of these memories, read it before they are written over."""
        paths = set(self.catalogue.paths_of(ids).values())
        if len(self.untouched(paths)) < len(paths):
            self.catch_up()

    def seen(self) -> Mapping[str, tuple[int, int]]:
        """Every known file's signature."""
        return self._seen

    def unsee(self) -> None:
        """Forget every signature, so that each file is read again."""
        for path in list(self._seen):
            self.catalogue.saw(path, None)
        self._seen.clear()

    # -- changes ----------------------------------------------------------------------------------------

    def add(self, memories: Sequence[Memory]) -> None:
        """Make new memories durable: one write and one fsync per file they fall into.

        An id that is in its file already is not written twice. Raises HomeError.
        """
        if not memories:
            return
        memories = [markdown.cleaned(memory) for memory in memories]
        paths = [self.physical.path_for(memory) for memory in memories]
        ours = self.untouched(set(paths))
        self.physical.append(memories)
        self._record(memories, paths, ours)

    def _record(self, memories: Sequence[Memory], paths: Sequence[str], ours: Iterable[str]) -> None:
        """Into the catalogue what is durable already: if that fails, sync finds it in the files later."""
        self.changing([memory.id for memory in memories])
        try:
            with self.catalogue.transaction():
                self.catalogue.put(zip(memories, paths, strict=True))
                self.saw(ours)
        except HomeError as error:
            log.warning("Written, but not yet in the catalogue: %s", error)
            for path in paths:
                self.looked(path, None)
            return
        self._changed(memories, ())

    def update(self, memories: Sequence[Memory]) -> None:
        """Rewrite memories where they stand, one write a file. Raises NotFound, HomeError."""
        places = self.catalogue.paths_of([memory.id for memory in memories])
        by_path: dict[str, list[Memory]] = {}
        for memory in memories:
            path = places.get(memory.id) or self._path(memory.id)
            by_path.setdefault(path, []).append(markdown.cleaned(memory))
        ours = self.untouched(by_path)
        failed = self.physical.replace_in(by_path)
        written = [(memory, path) for path, here in by_path.items() if path not in failed for memory in here]
        if written:
            self._record([one for one, _ in written], [path for _, path in written], ours - failed.keys())
        for error in failed.values():
            raise error

    def move(self, memories: Sequence[Memory]) -> None:
        """Write memories (under their ids) where their scope and type now put them, then take the old away.

        A crash between the two leaves an id in two files; sync keeps the one outside the pad.
        """
        old = self.catalogue.paths_of([memory.id for memory in memories])
        stay = [m for m in memories if old.get(m.id) == self.physical.path_for(m)]
        go = [m for m in memories if old.get(m.id) != self.physical.path_for(m)]
        self.update(stay)
        if not go:
            return
        go = [markdown.cleaned(memory) for memory in go]
        targets = [self.physical.path_for(memory) for memory in go]
        ours = self.untouched(set(targets))
        self.physical.append(go)
        self._take_away([memory.id for memory in go], old)
        self._record(go, targets, ours)

    def _take_away(self, moved: Iterable[str], paths: Mapping[str, str]) -> None:
        by_path: dict[str, list[str]] = {}
        for id_ in moved:
            if id_ in paths:
                by_path.setdefault(paths[id_], []).append(id_)
        ours = self.untouched(by_path)
        _together(by_path, lambda path: self.physical.remove(by_path[path], path))
        with self.catalogue.transaction():
            self.saw(ours)

    def put_indexed(self, placed: Sequence[tuple[Memory, str]]) -> None:
        """Take into the catalogue what stands in a file already."""
        self.catalogue.put(placed)
        self._changed([memory for memory, _ in placed], ())

    def rewrite(self, path: str, changes: Mapping[int, tuple[str, Memory]]) -> None:
        """Write sections anew in a file that was just read. Raises NotFound when it was changed meanwhile."""
        ours = self.untouched([path])
        self.physical.rewrite(path, changes)
        for name in ours:
            self.looked(name, self.signature(name))

    def clear_away(self, ids: Sequence[str], path: str) -> None:
        """Take sections out of a file that was just read, because they stand elsewhere."""
        ours = self.untouched([path])
        self.physical.remove(ids, path)
        for name in ours:
            self.looked(name, self.signature(name))

    def forget(self, memories: Sequence[Memory]) -> None:
        """Move memories to the trash, from where `restore` brings them back."""
        paths = self.catalogue.paths_of([memory.id for memory in memories])
        self.trash.put([(memory, paths[memory.id]) for memory in memories], self.place.clock())
        ids = [memory.id for memory in memories]
        self.drop(ids)
        self.clear_repeats(ids)

    def bury(self, memories: Sequence[Memory]) -> None:
        """Into the trash what another hand took out of its file. No file is touched: it may be being written."""
        ids = [memory.id for memory in memories]
        paths = self.catalogue.paths_of(ids)
        self.trash.put([(memory, paths[memory.id]) for memory in memories], self.place.clock())
        self.catalogue.remove(ids)
        self._changed((), ids)

    def entomb(self, memories: Sequence[Memory], now: datetime, by: str = "") -> None:
        """Move memories to the trash, in bulk: `clear_repeats` is called once for all when the last are there.

        `by`: whoever forgot them, when it was no person.
        """
        paths = self.catalogue.paths_of([memory.id for memory in memories])
        self.trash.put([(memory, paths[memory.id]) for memory in memories], now, by)
        self.drop([memory.id for memory in memories])

    def write_counts(self, memories: Sequence[Memory]) -> None:
        """Write memories down as they are; no backend holds an access count, so nothing is queued."""
        places = self.catalogue.paths_of([memory.id for memory in memories])
        by_path: dict[str, list[Memory]] = {}
        for memory in memories:
            by_path.setdefault(places[memory.id], []).append(memory)
        ours = self.untouched(by_path)
        _together(by_path, lambda path: self.physical.replace_all(by_path[path], path))
        with self.catalogue.transaction():
            self.saw(ours)
            self.catalogue.written_down([memory.id for memory in memories])

    def clear_repeats(self, ids: Sequence[str]) -> None:
        """Out of every other file that repeats them, else they would come back with the next reindex."""
        for path in self.physical.files_with(ids):
            ours = self.untouched([path])
            self.physical.remove(ids, path)
            self.saw(ours)

    def drop(self, gone: Sequence[str]) -> None:
        """Take memories out of their files and every index, without a copy.

        Rows go first, and with them the word that their files were read: cut off in between, the memories are
        read again and are simply still there. The other way about, rows without a section would stay for ever.
        """
        places = self.catalogue.paths_of(gone)
        self.changing(gone)
        with self.catalogue.transaction():
            self.catalogue.remove(gone)
            for path in set(places.values()):
                self.catalogue.saw(path, None)
        try:
            self._take_away(gone, places)
        except HomeError:
            for path in places.values():
                self.looked(path, None)
            raise
        self._changed((), gone)

    def restore(self, id_: str) -> Memory:
        """Bring a memory back from the trash as it was. Raises NotFound."""
        memory = self.trash.find(id_)
        if memory is not None and (alive := self.catalogue.get_many([memory.id])):
            self.trash.remove([memory.id])
            return alive[memory.id]
        if memory is None:
            raise NotFound(f"{id_} is not in the trash; `weave list` shows what is remembered.")
        if not self.is_open(memory.scope):
            memory = in_scope(memory, GLOBAL)
        self.add([memory])
        self.trash.remove([memory.id])
        return memory

    def revive(self, memories: Sequence[Memory], layouts: Mapping[str, Layout] | None = None) -> None:
        """Bring memories of the trash back, in bulk; taking them out of it is left to whoever has called for all.

        `layouts`, by file: how those files were, so that each section returns to its place. Raises HomeError.
        """
        known = layouts or {}
        stood = {id_: path for path, layout in known.items() for id_ in layout.order}
        alive = self.catalogue.get_many([memory.id for memory in memories])
        gone = [memory for memory in memories if memory.id not in alive]
        placed = [memory for memory in gone if memory.id in stood and self.is_open(memory.scope)]
        others = [memory for memory in gone if memory.id not in stood or not self.is_open(memory.scope)]
        self._put_back([markdown.cleaned(memory) for memory in placed], stood, known)
        self.add([m if self.is_open(m.scope) else in_scope(m, GLOBAL) for m in others])

    def _put_back(
        self, memories: Sequence[Memory], stood: Mapping[str, str], layouts: Mapping[str, Layout]
    ) -> None:
        by_path: dict[str, list[Memory]] = {}
        for memory in memories:
            by_path.setdefault(stood[memory.id], []).append(memory)
        ours = self.untouched(by_path)
        for path, here in by_path.items():
            self.physical.put_back(here, path, layouts[path])
        if memories:
            self._record(memories, [stood[memory.id] for memory in memories], ours)

    def close_up(self, layouts: Mapping[str, Layout]) -> None:
        """Files out of which everything is gone again that was added to them end as they did. Raises HomeError."""
        ours = self.untouched(layouts)
        for path, layout in layouts.items():
            self.physical.close_up(path, layout)
        self.saw(ours)

    def is_open(self, scope: str) -> bool:
        """Whether memories may be written there: the global scope, or a pad that has not ended."""
        return scope == GLOBAL or (self.place.home / "tasks" / scope.removeprefix("task:")).is_dir()

    # -- finding ----------------------------------------------------------------------------------------

    def _path(self, id_: str) -> str:
        path = self.catalogue.paths_of([id_]).get(id_)
        if path is None:
            raise NotFound(f"There is no memory {id_}; `weave list` shows them all.")
        return path

    def current(self, reference: str) -> Memory:
        """`find`, with what another hand wrote a moment ago. For a memory that is about to be changed."""
        memory = self.find(reference)
        self.freshen([memory.id])
        return self.find(memory.id)

    def find(self, reference: str) -> Memory:
        """The memory with this id, or with the one id that begins so (6 characters at least).

        Raises NotFound, InvalidInput when several begin so.
        """
        wanted = reference.strip().upper()
        exact = self.catalogue.get_many([wanted]).get(wanted)
        if exact is not None:
            return exact
        near = self.catalogue.by_prefix(wanted) if len(wanted) >= SHORTEST_PREFIX else []
        if len(near) > 1:
            raise InvalidInput(f"{reference!r} begins more than one id ({', '.join(near)}); give more of it.")
        if not near:
            raise NotFound(f"There is no memory {reference!r}; `weave list` shows them all.")
        return self.catalogue.get_many(near)[near[0]]
