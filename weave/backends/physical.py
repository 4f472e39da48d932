"""Physical Memory: one markdown file per day and type, the truth that all else is rebuilt from.

Appending is the commit point: one write and one fsync per file, however many memories come at once. Every other
change reads the file, writes a temporary one and renames it, and starts over when the file was changed by
another hand meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, time, tzinfo
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from weave import durable, markdown
from weave.backends import bm25 as ranking
from weave.backends import physical_search
from weave.backends.locator import FileLocator, FileSignature, Locator, walk
from weave.clock import day
from weave.errors import HomeError, InvalidInput, NotFound, WeaveError
from weave.markdown import Charset, Defaults, Document, Layout
from weave.model import GLOBAL, Memory, MemoryType
from weave.periods import covered
from weave.ports import Health, Hit, Query
from weave.rg import find_rg

if TYPE_CHECKING:
    from weave.backends.words import WordTable

_TASK = re.compile(r"[\w][\w.-]{0,199}")
_COMMENT_ID = re.compile(rb"^[ \t]*<!-- weave id=([0-7][0-9A-HJKMNP-TV-Z]{25}) ", re.MULTILINE)
_ID = re.compile(rb"(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])")
_HEAD, _TAIL = 4096, 16
_TRIES = 20
_HANDS = 8
"""Files written at the same time: the disk syncs them together, and waiting for one by one takes ten times as long."""
_TIMEOUT = 10.0
_Change = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a memory's section stands: path relative to the home, with slashes; bytes, `end` excluded."""

    path: str
    start: int
    end: int


class PhysicalMemory:
    """The markdown files of a home. Safe to call from several threads."""

    name = "physical"

    def __init__(
        self,
        home: Path,
        zone: tzinfo,
        *,
        words: Callable[[], WordTable] | None = None,
        locator: Locator | None = None,
        bm25: ranking.Bm25 | None = None,
    ) -> None:
        """With `words`, whose table is kept true by whoever writes, most questions need no scan; without, rg answers all."""
        self.home = home
        self._words = words
        self._zone = zone
        self._locator = locator or FileLocator(home)
        self._given = bm25
        self._locks: dict[str, threading.RLock] = {}
        self._locks_lock = threading.Lock()
        self._ids: dict[str, tuple[tuple[int, int], set[str]]] = {}

    # -- places -----------------------------------------------------------------------------------------

    def path_for(self, memory: Memory) -> str:
        """The file a memory belongs into, relative to the home: by its day, a summary's by what it covers.

        Raises InvalidInput for a scope that is none.
        """
        period = covered(memory) if memory.scope == GLOBAL and memory.extra else None
        if period is not None:
            return period.path
        name = day(memory.created, self._zone)
        return f"{self.folder_of(memory.scope)}/{memory.type.value}/{name}.md"

    def folder_of(self, scope: str) -> str:
        """The folder of a scope. Raises InvalidInput."""
        if scope == GLOBAL:
            return "memories"
        task = scope.removeprefix("task:")
        if task == scope or not _TASK.fullmatch(task):
            raise InvalidInput(f"The scope {scope!r} is none; it is global or task: and the id of a task.")
        return f"tasks/{task}"

    def defaults_for(self, path: str) -> Defaults:
        """What a section of this file is when its comment does not say."""
        parts = PurePosixPath(path).parts
        kinds = {kind.value: kind for kind in MemoryType} | {
            "weekly": MemoryType.EPISODIC,
            "monthly": MemoryType.EPISODIC,
        }
        kind = next((kinds[part] for part in reversed(parts[:-1]) if part in kinds), MemoryType.SEMANTIC)
        scope = f"task:{parts[1]}" if parts[0] == "tasks" and len(parts) > 2 else GLOBAL
        return Defaults(self._day_of(path), kind, scope, PurePosixPath(path).stem)

    def _day_of(self, path: str) -> datetime:
        try:
            written = datetime.fromtimestamp((self.home / path).stat().st_mtime, self._zone)
        except (OSError, OverflowError, ValueError):
            written = datetime(1970, 1, 1, tzinfo=self._zone)
        with contextlib.suppress(ValueError):
            named = datetime.fromisoformat(PurePosixPath(path).stem[:10]).date()
            return written if written.date() == named else datetime.combine(named, time(12), self._zone)
        return written

    def _lock(self, path: str) -> threading.RLock:
        with self._locks_lock:
            return self._locks.setdefault(path, threading.RLock())

    # -- writing ----------------------------------------------------------------------------------------

    def append(self, memories: Sequence[Memory]) -> list[Placement]:
        """Make memories durable; one whose id stands in its file already is not written again.

        Raises HomeError; then every file is left as it was.
        """
        by_path: dict[str, list[Memory]] = {}
        for memory in memories:
            by_path.setdefault(self.path_for(memory), []).append(memory)
        with contextlib.ExitStack() as held:
            # in one order for all, so that two appends can never wait for each other
            for path in sorted(by_path):
                held.enter_context(self._lock(path))
            placed = self._append_group(by_path)
        return [placed[memory.id] for memory in memories]

    def _append_group(self, by_path: dict[str, list[Memory]]) -> dict[str, Placement]:
        placed: dict[str, Placement] = {}
        parts: list[durable.Append] = []
        orders: list[list[str]] = []
        written: list[tuple[str, set[str], list[bytes], int]] = []
        for path, memories in by_path.items():
            known = self._known_ids(path)
            fresh = {m.id: m for m in reversed(memories) if m.id not in known}
            if old := [m.id for m in memories if m.id in known]:
                placed |= self._standing(path, old)
            if fresh:
                charset, joint = self._end_of(self.home / path)
                order = [i for i in dict.fromkeys(m.id for m in memories) if i in fresh]
                orders.append(order)
                pieces = [markdown.serialise(fresh[i], charset) for i in order]
                parts.append(durable.Append(self.home / path, joint + b"".join(pieces)))
                written.append((path, known, pieces, len(joint)))
        for part in parts:
            _make_folder(part.path.parent)
        offsets = durable.append_group(parts)
        for (path, known, pieces, joint_size), order, offset in zip(written, orders, offsets, strict=True):
            at = offset + joint_size
            for identifier, piece in zip(order, pieces, strict=True):
                placed[identifier] = Placement(path, at, at + len(piece))
                at += len(piece)
            known.update(order)
            self._ids[path] = (self._signature(self.home / path), known)
        return placed

    def _standing(self, path: str, ids: Sequence[str]) -> dict[str, Placement]:
        document = markdown.parse((self.home / path).read_bytes())
        spans = {s.id: s.span for s in reversed(document.sections)}
        return {i: Placement(path, spans[i].start, spans[i].end) for i in ids}

    def _end_of(self, file: Path) -> tuple[Charset, bytes]:
        """The charset of a file, and what must come between its end and a new section."""
        try:
            with file.open("rb") as handle:
                head = handle.read(_HEAD)
                size = handle.seek(0, os.SEEK_END)
                handle.seek(max(0, size - _TAIL))
                tail = handle.read()
        except FileNotFoundError:
            return Charset(), b""
        except OSError as error:
            raise durable.explain(error, file) from error
        charset = markdown.charset_of(head)
        return charset, markdown.joint(tail, size, charset)

    def _known_ids(self, path: str) -> set[str]:
        """Ids in a file: kept while only we write it, else found anew."""
        file = self.home / path
        signature = self._signature(file)
        known = self._ids.get(path)
        if known and known[0] == signature:
            return known[1]
        if signature == (0, -1):
            return set()
        data = self.read_bytes(path)
        plausible = {found.decode() for found in _COMMENT_ID.findall(data)}
        if (
            plausible or not markdown.charset_of(data[:_HEAD]).plain
        ):  # a quoted comment is no section: ask the parser
            plausible = {s.id for s in markdown.parse(data).sections if s.id}
        self._ids[path] = (signature, plausible)
        return plausible

    @staticmethod
    def _signature(file: Path) -> tuple[int, int]:
        try:
            status = file.stat()
        except OSError:
            return 0, -1
        return status.st_mtime_ns, status.st_size

    def replace(self, memory: Memory, path: str) -> None:
        """Write a memory's section anew where it stands. Raises NotFound, HomeError."""
        self._rewrite(path, lambda data: markdown.replace_section(data, memory))

    def replace_all(self, memories: Sequence[Memory], path: str) -> None:
        """Write the sections of several memories of one file anew, in one write. Raises NotFound, HomeError."""
        self._rewrite(path, lambda data: markdown.replace_many(data, memories))

    def replace_in(self, changes: Mapping[str, Sequence[Memory]]) -> dict[str, WeaveError]:
        """Write sections of several files anew, as many at once as the disk syncs together.

        Returns what failed, by file; the others are written.
        """

        def one(path: str) -> WeaveError | None:
            try:
                self.replace_all(changes[path], path)
            except WeaveError as error:
                return error
            return None

        if len(changes) < 2:
            failed = [one(path) for path in changes]
        else:
            with ThreadPoolExecutor(min(_HANDS, len(changes)), "weave-files") as hands:
                failed = list(hands.map(one, changes))
        return {path: error for path, error in zip(changes, failed, strict=True) if error is not None}

    def rewrite(self, path: str, changes: Mapping[int, tuple[str, Memory]]) -> None:
        """Write sections anew by the byte at which each begins; with each memory the id that stands there now.

        One write for all of them. Raises NotFound when the file was changed meanwhile, HomeError.
        """
        self._rewrite(path, lambda data: markdown.replace_sections(data, changes))

    def remove(self, ids: Sequence[str], path: str) -> list[bytes]:
        """Take sections out of a file; returns their bytes. A file left blank is deleted. Raises HomeError."""
        removed: list[bytes] = []

        def without(data: bytes) -> bytes:
            left, taken = markdown.remove_section(data, frozenset(ids))
            removed[:] = taken
            return left

        try:
            self._rewrite(path, without)
        except NotFound:
            return []
        return removed

    def put_back(self, memories: Sequence[Memory], path: str, layout: Layout) -> None:
        """Sections that were taken out of a file return to their places, durably. Raises HomeError."""
        with self._lock(path):
            try:
                self._rewrite(path, lambda data: markdown.put_back(data, memories, layout))
            except NotFound:
                _make_folder((self.home / path).parent)
                durable.replace_bytes(self.home / path, markdown.put_back(b"", memories, layout))

    def close_up(self, path: str, layout: Layout) -> None:
        """What was added at the end of a file is gone: with it goes what had parted it from the rest."""
        with contextlib.suppress(NotFound):
            self._rewrite(path, lambda data: markdown.without_joint(data, layout))

    def _rewrite(self, path: str, change: _Change) -> None:
        file = self.home / path
        with self._lock(path):
            for _ in range(_TRIES):
                signature = self._signature(file)
                try:
                    data = file.read_bytes()
                except FileNotFoundError as error:
                    raise NotFound(f"{path} is not there any more; run weave reindex.") from error
                except OSError as error:
                    raise durable.explain(error, file) from error
                new = change(data)
                if new == data:
                    return
                if self._signature(file) == signature and self._put(file, new):
                    return
        raise HomeError(f"{path} keeps being changed by another program; close it there and try again.")

    def _put(self, file: Path, new: bytes) -> bool:
        target = file.resolve()
        if not new.strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"):
            try:
                target.unlink()
            except OSError as error:
                raise durable.explain(error, file) from error
            durable.sync_folder(target.parent)
            return True
        mode = target.stat().st_mode & 0o777
        durable.replace_bytes(target, new)
        with contextlib.suppress(OSError):
            target.chmod(mode)
        return True

    # -- reading ----------------------------------------------------------------------------------------

    def read_bytes(self, path: str) -> bytes:
        """A file's bytes, none when it is gone. Raises HomeError when it cannot be read."""
        try:
            return (self.home / path).read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            reason = error.strerror or str(error)
            raise HomeError(
                f"{path} cannot be read ({reason}); give your user the right to read it."
            ) from error

    def read(self, path: str) -> Document:
        """A file's sections. Raises HomeError when it cannot be read."""
        return markdown.parse(self.read_bytes(path), self.defaults_for(path))

    def files_with(self, ids: Sequence[str]) -> list[str]:
        """The files whose bytes hold one of these ids, in whatever encoding."""
        wanted = {name.encode() for name in ids}
        found = []
        for file in self.scan() if wanted else ():
            with contextlib.suppress(OSError):
                data = (self.home / file.path).read_bytes()
                if not markdown.charset_of(data[:_HEAD]).plain:
                    data = data.replace(b"\0", b"")
                if not wanted.isdisjoint(_ID.findall(data)):
                    found.append(file.path)
        return found

    def scan(self) -> Iterator[FileSignature]:
        """Every markdown file of memories and pads; editors' and our own temporary files left out."""
        for folder in ("memories", "tasks"):
            yield from walk(self.home, folder)

    @cached_property
    def _bm25(self) -> ranking.Bm25:
        return self._given or ranking.Bm25()

    # -- searching --------------------------------------------------------------------------------------

    def search_detailed(self, query: Query) -> list[ranking.Match]:
        """The best `query.limit` memories that share a word with the question, with the reasons."""
        if self._words is not None and (known := self._words().search(query, self._bm25)) is not None:
            return known
        folders = tuple(dict.fromkeys(self.folder_of(scope) for scope in query.scopes))
        return physical_search.search(
            self.home,
            folders,
            query.text,
            self._locator,
            bm25=self._bm25,
            timeout=_TIMEOUT,
            limit=query.limit,
        )

    def search(self, query: Query) -> list[Hit]:
        """The same as plain hits: score is BM25, `detail` the terms that matched."""
        return [Hit(match.id, match.bm25, match.terms) for match in self.search_detailed(query)]

    def health(self) -> Health:
        """Never raises."""
        rg = find_rg()
        files = sum(1 for _ in self.scan())
        if rg is None:
            return Health(True, "Searched in Python, slower: install ripgrep and rg will be used.", None)
        counted = "1 markdown file" if files == 1 else f"{files:,} markdown files"
        return Health(True, f"{counted}, searched by {rg}.", None)


def _make_folder(folder: Path) -> None:
    """Each missing folder for its owner alone, and durable in its parent before a file of it is acknowledged."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        durable.make_folder(folder)
        durable.sync_folder(folder.parent)
