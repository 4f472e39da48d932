"""Which ids a file names, without reading again what was read: a file that only grew is read from where it ended."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

_ID = re.compile(rb"(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])")
_OVERLAP = 64
"""Bytes before the old end: they must still be there, and may be the first half of an id."""


_PIECE = 1 << 17


@dataclass(slots=True)
class _Read:
    inode: int
    size: int
    mtime_ns: int
    end: bytes
    ids: set[str]


@dataclass(slots=True)
class NamedIds:
    """The ids that files name anywhere, in whatever encoding; more than they hold, never fewer."""

    _read: dict[Path, _Read] = field(default_factory=dict)

    def ids(self, path: Path) -> set[str]:
        """Those of one file; none when it is not there."""
        try:
            with path.open("rb") as file:
                status = os.fstat(file.fileno())
                known = self._read.get(path)
                if known and (known.inode, known.size, known.mtime_ns) == _signature(status):
                    return known.ids
                found, start = (
                    (known.ids, known.size) if known and known.inode == status.st_ino else (set[str](), 0)
                )
                start = max(0, start - _OVERLAP)
                file.seek(start)
                data = file.read()
                if known and start and not data.startswith(known.end):
                    found = set()
                    file.seek(0)
                    data = file.read()
        except OSError:
            self._read.pop(path, None)
            return set()
        found |= _ids(data)
        self._read[path] = _Read(*_signature(status), data[-_OVERLAP:], found)
        return found


def _signature(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_ino, status.st_size, status.st_mtime_ns


def _ids(data: bytes) -> set[str]:
    """In pieces: one search through a large file would keep every other thread waiting all the while."""
    text = data if b"\0" not in data else data.replace(b"\0", b"")
    pieces = (text[max(0, at - _OVERLAP) : at + _PIECE] for at in range(0, len(text), _PIECE))
    return {found.decode() for piece in pieces for found in _ID.findall(piece)}
