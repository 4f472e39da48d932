"""A source as named members, whether it is a folder, a zip or one file. What a stranger packed is held within limits.

Members are read as streams, never unpacked to a place that their names choose: a path that leads out of the archive is
refused, and so is a member that is far larger than it was packed, or than it says.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Protocol

from weave.errors import InvalidInput

MOST_MEMBERS = 200_000
_RATIO = 200
"""So many times a member may grow when it is unpacked, beyond the first `_FREE` bytes."""
_FREE = 32 << 20
_DEEP = 24
WHOLE = 64 << 20
"""Bytes of a member that is read as a whole."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of the source: its path with forward slashes, bytes, and when it was last written."""

    name: str
    size: int
    changed: datetime

    @property
    def parts(self) -> tuple[str, ...]:
        """Folders and name."""
        return PurePosixPath(self.name).parts


class Source(Protocol):
    """What readers read from."""

    name: str
    path: Path

    def members(self) -> tuple[Member, ...]:
        """Every file, by name."""

    def open(self, name: str) -> BinaryIO:
        """A file's bytes as a stream. Raises InvalidInput."""

    @property
    def refused(self) -> tuple[str, ...]:
        """Names of members that no reader may see."""


def read(source: Source, name: str, most: int = WHOLE) -> bytes:
    """A whole member. Raises InvalidInput when it is larger than `most`, or unreadable."""
    with source.open(name) as stream:
        try:
            data = stream.read(most + 1)
        except OSError as error:
            raise InvalidInput(f"{name} cannot be read ({error}); export it again.") from error
    if len(data) > most:
        raise InvalidInput(f"{name} is larger than {most >> 20} MB; take it in by itself or split it.")
    return data


@contextmanager
def opened(path: Path, zone: tzinfo) -> Iterator[Source]:
    """The source at a path. Raises InvalidInput for what is not there, unreadable, or no sane archive."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"There is no file or folder {path}; check the name.") from error
    if stat.S_ISDIR(status.st_mode):
        yield _Folder(path, zone)
    elif not stat.S_ISREG(status.st_mode):
        raise InvalidInput(f"{path} is neither a file nor a folder; name an export.")
    elif zipfile.is_zipfile(path):
        try:
            archive = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
            raise InvalidInput(
                f"{path.name} is a damaged zip ({error}); download the export again."
            ) from error
        with archive:
            yield _Zip(path, archive, zone)
    else:
        yield _File(path, zone)


class _Folder:
    refused: tuple[str, ...] = ()

    def __init__(self, path: Path, zone: tzinfo) -> None:
        self.path, self.name, self._zone = path, path.resolve().name, zone

    def members(self) -> tuple[Member, ...]:
        found: list[Member] = []
        for folder, folders, names in os.walk(self.path):
            inner = Path(folder).relative_to(self.path)
            folders[:] = sorted(folders) if len(inner.parts) < _DEEP else []
            for name in sorted(names):
                file = Path(folder, name)
                if file.is_symlink() or not file.is_file():
                    continue
                status = file.stat()
                found.append(
                    Member(
                        (inner / name).as_posix(),
                        status.st_size,
                        datetime.fromtimestamp(status.st_mtime, self._zone),
                    )
                )
                if len(found) > MOST_MEMBERS:
                    raise InvalidInput(
                        f"{self.name} holds more than {MOST_MEMBERS:,} files; name a folder in it."
                    )
        return tuple(found)

    def open(self, name: str) -> BinaryIO:
        return _open(self.path / name)


class _File:
    refused: tuple[str, ...] = ()

    def __init__(self, path: Path, zone: tzinfo) -> None:
        self.path, self.name, self._zone = path, path.name, zone

    def members(self) -> tuple[Member, ...]:
        status = self.path.stat()
        return (Member(self.name, status.st_size, datetime.fromtimestamp(status.st_mtime, self._zone)),)

    def open(self, name: str) -> BinaryIO:
        return _open(self.path)


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read ({error.strerror}); mend its rights.") from error


class _Zip:
    def __init__(self, path: Path, archive: zipfile.ZipFile, zone: tzinfo) -> None:
        self.path, self.name, self._archive, self._zone = path, path.name, archive, zone
        self._infos = archive.infolist()
        if len(self._infos) > MOST_MEMBERS:
            raise InvalidInput(f"{self.name} holds more than {MOST_MEMBERS:,} files; that is no export.")
        self._kept = {_flat(info.filename): info for info in self._infos if not info.is_dir() and _sane(info)}
        self._prefix = _common(list(self._kept))

    @property
    def refused(self) -> tuple[str, ...]:
        return tuple(info.filename for info in self._infos if not info.is_dir() and not _sane(info))

    def members(self) -> tuple[Member, ...]:
        found = (
            Member(name.removeprefix(self._prefix), info.file_size, self._time(info))
            for name, info in self._kept.items()
        )
        return tuple(sorted(found, key=lambda one: one.name))

    def _time(self, info: zipfile.ZipInfo) -> datetime:
        try:
            return datetime(*info.date_time, tzinfo=self._zone)
        except ValueError:
            return datetime(1980, 1, 1, tzinfo=self._zone)

    def open(self, name: str) -> BinaryIO:
        info = self._kept.get(self._prefix + name)
        if info is None:
            raise InvalidInput(f"There is no {name} in {self.name}; export it again.")
        try:
            return io.BufferedReader(_Measured(self._archive.open(info), info))
        except (RuntimeError, NotImplementedError, zipfile.BadZipFile, OSError) as error:
            raise InvalidInput(f"{name} in {self.name} cannot be read ({error}); export it again.") from error


class _Measured(io.RawIOBase):
    """A member's bytes, as far as its packed size makes them credible. A damaged one raises InvalidInput."""

    def __init__(self, stream: IO[bytes], info: zipfile.ZipInfo) -> None:
        self._stream, self._name = stream, info.filename
        self._left = _FREE + _RATIO * info.compress_size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self._stream.read(len(buffer))
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise InvalidInput(f"{self._name} cannot be read ({error}); export it again.") from error
        self._left -= len(data)
        if self._left < 0:
            raise InvalidInput(
                f"{self._name} unpacks to far more than it is; that is no export, and was not read."
            )
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _flat(name: str) -> str:
    return name.replace("\\", "/").removeprefix("./")


def _sane(info: zipfile.ZipInfo) -> bool:
    """Not a path out of the archive, not a link, not encrypted, not a bomb by its own word."""
    name = _flat(info.filename)
    parts = name.split("/")
    link = stat.S_ISLNK(info.external_attr >> 16)
    outside = name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name or len(parts) > _DEEP
    return not (link or outside or info.flag_bits & 1 or info.file_size > _FREE + _RATIO * info.compress_size)


def _common(names: list[str]) -> str:
    """The one folder in which everything lies, with its slash; a packed folder's name says nothing."""
    firsts = {name.split("/", 1)[0] for name in names if "__MACOSX" not in name}
    only = next(iter(firsts)) + "/" if len(firsts) == 1 else ""
    return only if only and all(name.startswith(only) for name in names) else ""
