"""The library: the files under documents/, kept true in the trees under index/trees. Synchronous; call it from a thread.

A pass compares every file with what is known of it, parses what is new or changed in a process apart, follows
renames by the hash of the bytes, and forgets what is gone. It can be stopped between two files and inside one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from weave.documents import sandbox
from weave.documents.limits import Limits
from weave.documents.parsers.registry import ENDINGS
from weave.documents.refusal import Refusal
from weave.documents.sandbox import Cancelled
from weave.documents.search import WordSearch
from weave.documents.store import TreeStore
from weave.documents.store_rows import Entry, Signature
from weave.ports import Progress

_DEPTH = 30
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not read, and the sentence that says why."""

    file: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a pass did; files by their path in the library."""

    indexed: tuple[str, ...] = ()
    refused: tuple[Refused, ...] = ()
    moved: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unchanged: int = 0
    pages: int = 0
    """Pages of what was indexed; a document without pages counts one per 3,000 characters."""
    stopped: bool = False


@dataclass(slots=True)
class _Pass:
    indexed: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    unchanged: int = 0
    pages: int = 0
    stopped: bool = False


class Library:
    """The files below `parts` of a folder, and the trees that are derived from them.

    A home is `Library(home, home / "index" / "trees", parts=("documents", "conversations"))`: files are named by
    their path in the home, so that a transcript and a document of one name stay apart.
    """

    def __init__(
        self, folder: Path, trees: Path, limits: Limits | None = None, parts: Sequence[str] = ("",)
    ) -> None:
        self.folder = folder
        self.parts = tuple(parts)
        self.limits = limits or Limits()
        self.store = TreeStore(trees)
        self.words = WordSearch(self.store)

    def refresh(self, progress: Progress | None = None, stop: Callable[[], bool] | None = None) -> Report:
        """Bring the trees up to date with the files. Raises BackendError when they cannot be written."""
        files = dict(self.files())
        known = {entry.file: entry for entry in self.store.entries()}
        gone = {entry.hash: entry for name, entry in known.items() if name not in files and not entry.refusal}
        work = [name for name, found in files.items() if name not in known or known[name].signature != found]
        done = _Pass(unchanged=len(files) - len(work))
        for number, name in enumerate(work):
            if stop is not None and stop():
                done.stopped = True
                break
            if progress:
                progress(name, number, len(work))
            self._take(name, known.get(name), gone, done, stop)
            if done.stopped:
                break
        if progress:
            progress("", len(done.indexed) + len(done.refused) + len(done.moved), len(work))
        left = set(known) - set(files) - set(done.moved)
        removed = () if done.stopped else self._forget(left, gone)
        return Report(
            tuple(done.indexed),
            tuple(done.refused),
            tuple(done.moved),
            removed,
            done.unchanged,
            done.pages,
            done.stopped,
        )

    def _forget(self, left: set[str], gone: dict[str, Entry]) -> tuple[str, ...]:
        taken = {entry.file for entry in gone.values()}
        removed = tuple(sorted(name for name in left if name in taken or self.store.entry(name)))
        if removed:
            self.store.remove(removed)
        return removed

    def files(self) -> Iterator[tuple[str, Signature]]:
        """(path in the library, signature) of each file that can be read, by name; hidden ones and links left out."""
        for part in self.parts:
            yield from self._walk(self.folder / part)

    def _walk(self, top: Path) -> Iterator[tuple[str, Signature]]:
        for folder, folders, names in os.walk(top) if top.is_dir() else ():
            inner = PurePath(folder).relative_to(self.folder)
            folders[:] = (
                sorted(f for f in folders if not f.startswith(".")) if len(inner.parts) < _DEPTH else []
            )
            for name in sorted(names):
                path = Path(folder) / name
                if name.startswith((".", "~$")) or path.suffix.lower() not in ENDINGS:
                    continue
                try:
                    found = path.lstat()
                except OSError:
                    continue
                yield (inner / name).as_posix(), Signature(found.st_size, found.st_mtime_ns, found.st_ino)

    def _take(
        self,
        name: str,
        known: Entry | None,
        gone: dict[str, Entry],
        done: _Pass,
        stop: Callable[[], bool] | None,
    ) -> None:
        path = self.folder / name
        found = path.lstat() if os.path.lexists(path) else None
        if found is None:
            return
        signature, hash_ = Signature(found.st_size, found.st_mtime_ns, found.st_ino), ""
        try:
            opened = sandbox.open_file(path, self.limits, self._part_of(name))
            try:
                signature = Signature(opened.size, opened.modified_ns, opened.inode)
                hash_ = _hash(opened.handle)
                if known and known.hash == hash_:
                    self.store.touch(name, signature)
                    done.unchanged += 1
                elif hash_ in gone:
                    self.store.move(gone.pop(hash_).file, name, signature)
                    done.moved.append(name)
                else:
                    self._parse(opened.handle, name, (signature, hash_), done, stop)
            finally:
                os.close(opened.handle)
        except Cancelled:
            done.stopped = True
        except Refusal as refusal:
            self.store.refuse(name, signature, hash_, str(refusal))
            done.refused.append(Refused(name, str(refusal)))

    def _part_of(self, name: str) -> Path:
        """The folder that a file may not lead out of."""
        return self.folder / next(part for part in self.parts if PurePath(name).is_relative_to(part))

    def _parse(
        self,
        handle: int,
        name: str,
        file: tuple[Signature, str],
        done: _Pass,
        stop: Callable[[], bool] | None,
    ) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        digest = sandbox.digest_handle(handle, PurePath(name).name, self.limits, stop)
        if not digest.document.title:
            titled = replace(digest.tree.nodes[0], title=digest.tree.nodes[0].title or PurePath(name).stem)
            tree = replace(digest.tree, nodes=(titled, *digest.tree.nodes[1:]))
            digest = replace(digest, document=replace(digest.document, title=titled.title), tree=tree)
        self.store.put(name, *file, digest)
        done.indexed.append(name)
        done.pages += len(digest.document.pages) or len(digest.document.text) // 3_000 + 1

    def close(self) -> None:
        """Release the trees; idempotent, never raises."""
        self.store.file.close()


def _hash(handle: int) -> str:
    os.lseek(handle, 0, os.SEEK_SET)
    digest = hashlib.sha256()
    while piece := os.read(handle, _CHUNK):
        digest.update(piece)
    return digest.hexdigest()
