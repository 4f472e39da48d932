"""From a byte offset to the memory it lies in: the entries of each file, kept as long as the file is the same."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from weave import lexical
from weave.markdown import decode, parse

IGNORED_SUFFIXES = ("~", ".tmp", ".swp", ".swx", ".bak", ".part", ".crdownload")
_HEADING = re.compile(rb"^##(?=[ \t\r\n])", re.MULTILINE)
_COMMENT = re.compile(rb"##[^\n]*\n[ \t]*<!-- weave id=([0-7][0-9A-HJKMNP-TV-Z]{25}) [^\n]*?-->")
_NOT_DENSE = bytes(b for b in range(256) if not 0xE3 <= b <= 0xED)
_SPECIAL = (b"```", b"~~~", b"\r", b"\0")


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory in the text that rg searches; offsets in bytes, the comment's range left out of the search."""

    start: int
    end: int
    id: str
    tokens: int
    """About how many terms it has; a measure of length, for BM25."""
    comment_start: int = 0
    comment_end: int = 0


@dataclass(frozen=True, slots=True)
class FileSignature:
    """A markdown file of the home, and what tells that it changed. `path` is relative, with slashes."""

    path: str
    mtime_ns: int
    size: int


class Locator(Protocol):
    """Knows the entries of every file."""

    def refresh(self, folders: Sequence[str]) -> None:
        """Take note of what changed in these folders."""

    def entries(self, path: str) -> Sequence[Entry]:
        """The file's entries by their start; none when it is gone."""

    def stale(self, paths: Iterable[str]) -> bool:
        """Whether one of these files was changed since the last refresh."""

    def totals(self, folders: Sequence[str]) -> tuple[int, float]:
        """(entries, average tokens) under these folders."""

    def forms(self, term: str) -> Collection[bytes]:
        """The words with letters outside ASCII, as they stand in any file, that hold a term."""


def is_memory_file(name: str) -> bool:
    """Whether a file name is one of ours or a person's, not an editor's or our own temporary file."""
    return name.endswith(".md") and not name.startswith(".") and not name.endswith(IGNORED_SUFFIXES)


def walk(home: Path, folder: str) -> Iterator[FileSignature]:
    """The markdown files under a folder of the home, in no order."""
    try:
        with os.scandir(home / folder) as found:
            for item in found:
                if item.name.startswith("."):
                    continue
                path = f"{folder}/{item.name}"
                if item.is_dir(follow_symlinks=False):
                    yield from walk(home, path)
                elif is_memory_file(item.name) and item.is_file(follow_symlinks=False):
                    status = item.stat(follow_symlinks=False)
                    yield FileSignature(path, status.st_mtime_ns, status.st_size)
    except OSError:  # a folder or file taken away meanwhile, or not ours to read
        return


def _tokens(piece: bytes) -> int:
    return 1 + piece.count(b" ") + piece.count(b"\n") + len(piece.translate(None, _NOT_DENSE))


def entries_of(data: bytes) -> tuple[Entry, ...]:
    """The entries of a file's bytes. Files as Weave writes them take a short way, all others the parser."""
    if data.startswith(b"## ") and not any(mark in data for mark in _SPECIAL):
        quick = _quick(data)
        if quick is not None:
            return quick
    return _parsed(data)


def _quick(data: bytes) -> tuple[Entry, ...] | None:
    """None when a comment is not as Weave writes it."""
    entries = list[Entry]()
    for start, end in pairwise([*(found.start() for found in _HEADING.finditer(data)), len(data)]):
        found = _COMMENT.match(data, start, end)
        if found is not None:
            open_ = data.index(b"<!--", start)
            size = _tokens(data[start:open_]) + _tokens(data[found.end() : end])
            entries.append(Entry(start, end, found[1].decode(), size, open_, found.end()))
        elif b"weave" in data[start:end]:
            return None
    return tuple(entries)  # a section added by hand has no id yet to be found by


def _parsed(data: bytes) -> tuple[Entry, ...]:
    entries = list[Entry]()
    for section in parse(data).sections:
        if not section.id:
            continue
        before = len((section.parts.heading + section.parts.gap).encode("utf-8", "surrogateescape"))
        comment = len(section.parts.comment.encode("utf-8", "surrogateescape"))
        start = section.searched.start
        size = _tokens(f"{section.title} {section.text}".encode("utf-8", "replace"))
        entries.append(
            Entry(start, section.searched.end, section.id, size, start + before, start + before + comment)
        )
    return tuple(entries)


@dataclass(frozen=True, slots=True)
class _Known:
    signature: tuple[int, int]
    entries: tuple[Entry, ...]
    tokens: int


class FileLocator:
    """Reads files on demand: needs no index, so that a guest and a home without one find everything."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._known: dict[str, _Known] = {}
        self._words: set[str] = set()
        self._forms: dict[str, set[bytes]] = {}
        self._lock = threading.Lock()

    def refresh(self, folders: Sequence[str]) -> None:
        """Read what is new or changed under these folders, drop what is gone."""
        with self._lock:
            seen = set[str]()
            for folder in folders:
                for file in walk(self._home, folder):
                    seen.add(file.path)
                    known = self._known.get(file.path)
                    if known is None or known.signature != (file.mtime_ns, file.size):
                        self._read(file)
            gone = [p for p in self._known if p not in seen and _under(p, folders)]
            for path in gone:
                del self._known[path]

    def _read(self, file: FileSignature) -> None:
        try:
            data = (self._home / file.path).read_bytes()
        except OSError:
            self._known.pop(file.path, None)
            return
        if not data.isascii():
            self._learn(decode(data)[0])
        entries = entries_of(data)
        self._known[file.path] = _Known(
            (file.mtime_ns, file.size), entries, sum(entry.tokens for entry in entries)
        )

    def _learn(self, text: str) -> None:
        """Words are never unlearned: one that stands nowhere any more costs a literal that matches nothing."""
        chunks = {chunk for chunk in set(text.split()) if not chunk.isascii()}
        for word in {word for chunk in chunks for word in lexical.FOREIGN.findall(chunk)} - self._words:
            self._words.add(word)
            for term in lexical.terms(word):
                self._forms.setdefault(term, set()).add(word.encode("utf-8", "surrogateescape"))

    def forms(self, term: str) -> Collection[bytes]:
        """The words that hold a term, as of the last refresh."""
        with self._lock:
            return tuple(self._forms.get(term, ()))

    def entries(self, path: str) -> Sequence[Entry]:
        """The file's entries as of the last refresh."""
        known = self._known.get(path)
        return known.entries if known else ()

    def stale(self, paths: Iterable[str]) -> bool:
        """Whether one of these files was changed since the last refresh."""
        for path in paths:
            known = self._known.get(path)
            try:
                status = (self._home / path).stat()
            except OSError:
                return True
            if known is None or known.signature != (status.st_mtime_ns, status.st_size):
                return True
        return False

    def totals(self, folders: Sequence[str]) -> tuple[int, float]:
        """(entries, average tokens) as of the last refresh."""
        with self._lock:
            known = [k for path, k in self._known.items() if _under(path, folders)]
        count = sum(len(k.entries) for k in known)
        return count, sum(k.tokens for k in known) / count if count else 0.0


def _under(path: str, folders: Sequence[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)
