"""The library: the files under documents/, kept true in the trees under index/trees. Synchronous; call it from a thread.

A pass compares every file with what is known of it, parses what is new or changed in a process apart, follows
renames by the hash of the bytes, and forgets what is gone. It can be stopped between two files and inside one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePath

from weave.documents import reading, sandbox, search
from weave.documents.cleaning import one_line
from weave.documents.limits import Limits
from weave.documents.model import Refused, Report
from weave.documents.parsers.registry import format_by_name
from weave.documents.refusal import Hindrance, Overtime, Refusal
from weave.documents.sandbox import Cancelled
from weave.documents.store import TreeStore
from weave.documents.store_rows import Entry, Signature
from weave.documents.together import Together
from weave.ports import Progress

_DEPTH = 30
MISREAD = "\N{REPLACEMENT CHARACTER}"
_AGAIN = Signature(0, 0, 0)
"""Of no file: whatever bears it is looked at with every pass."""
_NAMELESS = "The name {name} holds bytes that are no letters (UTF-8), so that nothing can refer to it; rename the file."
_TRIES, _WAIT_SECONDS, _LONGER = 3, 300.0, 6
"""How often a file is tried over which the clock runs out, and how much longer it waits each time."""
_DEEP = (
    f"This folder lies more than {_DEPTH} folders deep, and what it holds is not read; move it further up."
)
Stop = Callable[[], bool]
Later = Callable[[str, Signature], bool]
"""Whether a file that changed is better looked at in a later pass."""


@dataclass(slots=True)
class _Pass:
    stop: Stop | None
    indexed: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    unchanged: int = 0
    pages: int = 0
    stopped: bool = False
    waiting: int = 0
    together: Together | None = None

    def report(self, removed: tuple[str, ...]) -> Report:
        return Report(
            tuple(self.indexed),
            tuple(self.refused),
            tuple(self.moved),
            removed,
            self.unchanged,
            self.pages,
            self.stopped,
            self.waiting,
        )


class Library:
    """The files below `parts` of a folder, and the trees that are derived from them.

    A home is `Library(home, home / "index" / "trees", parts=reading.PARTS)`: files are named by their path in the
    home, so that a transcript and a document of one name stay apart.
    """

    def __init__(
        self,
        folder: Path,
        trees: Path,
        limits: Limits | None = None,
        parts: Sequence[str] = ("",),
        *,
        read_only: bool = False,
    ) -> None:
        self.folder = folder
        self.parts = tuple(parts)
        self.limits = limits or Limits()
        self.store = TreeStore(trees, read_only=read_only)
        self._due: dict[tuple[str, Signature], float] = {}
        """When a file, as it was, is looked at again over which the clock ran out (monotonic seconds)."""

    @cached_property
    def words(self) -> search.WordSearch:
        """The search by words."""
        return search.WordSearch(self.store)

    def refresh(
        self,
        progress: Progress | None = None,
        stop: Stop | None = None,
        *,
        only: Collection[str] | None = None,
        later: Later | None = None,
    ) -> Report:
        """Bring the trees up to date with the files, or with some of them. Raises BackendError."""
        files = dict(self.files())
        known = {entry.file: entry for entry in self.store.entries()}
        gone = {entry.hash: entry for name, entry in known.items() if name not in files and not entry.refusal}
        work = [name for name, found in files.items() if self._asks(name, found, known.get(name))]
        done = _Pass(stop)
        if later is not None:
            put_off = {name for name in work if later(name, files[name])}
            work = [name for name in work if name not in put_off]
            done.waiting = len(put_off)
        work = work if only is None else [name for name in work if name in only]
        done.unchanged = len(files) - len(work)
        self._work({name: files[name] for name in work}, known, gone, done, progress)
        done.waiting += (
            len(work) - len(done.indexed) - len(done.refused) - len(done.moved) if done.stopped else 0
        )
        left = set(known) - set(files) - set(done.moved)
        removed = () if done.stopped or only is not None else self._forget(left, gone)
        return done.report(removed)

    def _asks(self, name: str, found: Signature, known: Entry | None) -> bool:
        """Whether a file is to be looked at: new, changed, refused by other limits; not while it waits its turn."""
        if time.monotonic() < self._due.get((name, found), 0.0):
            return False
        return known is None or known.signature != found or self._is_open(known)

    def _is_open(self, known: Entry) -> bool:
        """Whether a refusal is not the last word on the same bytes."""
        return bool(known.refusal) and known.limits != self.limits.digest

    def _work(
        self,
        work: Mapping[str, Signature],
        known: dict[str, Entry],
        gone: dict[str, Entry],
        done: _Pass,
        progress: Progress | None,
    ) -> None:
        hashes = {entry.hash for entry in known.values() if not entry.refusal}
        done.together = Together(list(work), self._opened, hashes, self.limits)
        for number, (name, found) in enumerate(work.items()):
            if done.stop is not None and done.stop():
                done.stopped = True
                break
            if progress:
                progress(name, number, len(work))
            self._take((name, found), known.get(name), gone, done)
            if done.stopped:
                break
        if progress:
            progress("", len(done.indexed) + len(done.refused) + len(done.moved), len(work))

    def _forget(self, left: set[str], gone: dict[str, Entry]) -> tuple[str, ...]:
        taken = {entry.file for entry in gone.values()}
        removed = tuple(sorted(name for name in left if name in taken or self.store.entry(name)))
        if removed:
            self.store.remove(removed)
        return removed

    def changed(self, part: str) -> tuple[str, ...]:
        """Known files below `part` that are not as they were when they were read, or are gone."""
        files = dict(self._walk(self.folder / part))
        known = {e.file: e for e in self.store.entries() if PurePath(e.file).is_relative_to(part)}
        return tuple(name for name, entry in known.items() if files.get(name) != entry.signature)

    def files(self) -> Iterator[tuple[str, Signature]]:
        """(path in the library, signature) of each file that can be read, by name; hidden ones and links left out."""
        for part in self.parts:
            yield from self._walk(self.folder / part)

    def _walk(self, top: Path) -> Iterator[tuple[str, Signature]]:
        for folder, folders, names in os.walk(top) if os.path.isdir(top) else ():  # noqa: PTH112 - never raises
            inner = PurePath(folder).relative_to(self.folder)
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            if len(inner.parts) >= _DEPTH:
                yield from self._too_deep(inner, folders)
                folders.clear()
            for name in sorted(names):
                path = Path(folder) / name
                if name.startswith((".", "~$")) or format_by_name(name) is None:
                    continue
                try:
                    found = path.lstat()
                except OSError:
                    continue
                yield (
                    encodable((inner / name).as_posix()),
                    Signature(found.st_size, found.st_mtime_ns, found.st_ino),
                )

    def _too_deep(self, inner: PurePath, folders: Sequence[str]) -> Iterator[tuple[str, Signature]]:
        """The folders that are not gone through and hold something to read, each as one that is refused."""
        for name in folders:
            path = self.folder / inner / name
            below = (one for _, _, names in os.walk(path) for one in names)
            if any(format_by_name(one) for one in below if not one.startswith((".", "~$"))):
                with contextlib.suppress(OSError):
                    found = path.lstat()
                    yield encodable((inner / name).as_posix()), Signature(0, found.st_mtime_ns, found.st_ino)

    def _take(
        self, file: tuple[str, Signature], known: Entry | None, gone: dict[str, Entry], done: _Pass
    ) -> None:
        """One file, as the walk found it. Whatever is wrong with it, the pass goes on."""
        name, found = file
        path = self.folder / name
        signature, hash_ = found, ""
        try:
            if not os.path.lexists(path):
                if MISREAD in name:
                    raise Refusal(_NAMELESS.format(name=path.name))
                return
            signature = _signature(path)
            if len(PurePath(name).parts) > _DEPTH and path.is_dir() and not path.is_symlink():
                signature = found
                raise Refusal(_DEEP)
            opened = self._opened(name)
            try:
                signature = Signature(opened.size, opened.modified_ns, opened.inode)
                hash_ = sandbox.hash_of(opened.handle, path.name)
                if known and known.hash == hash_ and not self._is_open(known):
                    self.store.touch(name, signature)
                    done.unchanged += 1
                elif hash_ in gone:
                    self.store.move(gone.pop(hash_).file, name, signature)
                    done.moved.append(name)
                else:
                    self._parse(opened.handle, name, (signature, hash_), done)
            finally:
                os.close(opened.handle)
        except Cancelled:
            done.stopped = True
        except Overtime as late:
            tries = known.tries + 1 if known and known.hash == hash_ else 1
            self._put_off((name, found), signature, hash_, str(late), tries)
            done.refused.append(Refused(name, str(late)))
        except Hindrance as hindrance:
            if known is None or known.refusal not in ("", str(hindrance)):
                self.store.refuse(name, _AGAIN, "", str(hindrance))  # so that a list tells of it
            done.refused.append(Refused(name, str(hindrance)))
        except Refusal as refusal:
            self.store.refuse(name, signature, hash_, str(refusal), limits=self.limits.digest)
            done.refused.append(Refused(name, str(refusal)))

    def _put_off(
        self, file: tuple[str, Signature], signature: Signature, hash_: str, sentence: str, tries: int
    ) -> None:
        """Tried again after a while, each time a longer one; after the last time it rests until it changes."""
        if tries < _TRIES:
            self._due[file] = time.monotonic() + _WAIT_SECONDS * _LONGER ** (tries - 1)
            self.store.refuse(file[0], _AGAIN, hash_, sentence, tries=tries)
        else:
            self.store.refuse(file[0], signature, hash_, sentence, limits=self.limits.digest, tries=tries)

    def _opened(self, name: str) -> sandbox.Opened:
        return sandbox.open_file(self.folder / name, self.limits, self._part_of(name))

    def _part_of(self, name: str) -> Path:
        """The folder that a file may not lead out of."""
        return self.folder / next(part for part in self.parts if PurePath(name).is_relative_to(part))

    def _parse(self, handle: int, name: str, file: tuple[Signature, str], done: _Pass) -> None:
        digest = done.together.digest(name, file[1], done.stop) if done.together else None
        digest = digest or reading.digest(handle, name, file[0].size, self.limits, done.stop)
        if not digest.document.title:
            title = digest.tree.nodes[0].title or one_line(PurePath(name).stem)
            titled = replace(digest.tree.nodes[0], title=title)
            tree = replace(digest.tree, nodes=(titled, *digest.tree.nodes[1:]))
            digest = replace(digest, document=replace(digest.document, title=titled.title), tree=tree)
        self.store.put(name, *file, digest)
        done.indexed.append(name)
        done.pages += len(digest.document.pages) or len(digest.document.text) // 3_000 + 1

    def close(self) -> None:
        """Release the trees; idempotent, never raises."""
        self.store.file.close()


def _signature(path: Path) -> Signature:
    """As the folder has it; of a link its own."""
    try:
        found = path.lstat()
    except OSError as error:
        raise sandbox.unreadable(path.name, error) from error
    return Signature(found.st_size, found.st_mtime_ns, found.st_ino)


def encodable(name: str) -> str:
    """A path with a sign in place of each byte that no letter stands for: such a name can be kept, shown, and refused."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
