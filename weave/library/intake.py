"""Files on their way into documents/: found below what a person named, given a legal name, copied whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePath

from weave.documents import sandbox
from weave.documents.limits import Limits
from weave.documents.model import Refused
from weave.documents.naming import file_name
from weave.documents.parsers.registry import format_by_name
from weave.documents.reading import ARCHIVE, DOCUMENTS
from weave.documents.refusal import Refusal
from weave.durable import explain, make_folder, sync_folder

_ADDRESS = re.compile(r"(?i)(?:https?|ftp|file)://|www\.[^/\s]+\.[a-z]{2,}(?:/|\Z)")
_MOST = 20_000
"""Files of one call; more is a disk and no library."""
_DEPTH = 20
_DEEP = f"This folder lies more than {_DEPTH} folders deep, and nothing of it was added; add it by itself."
_OURS = (PurePath(ARCHIVE).name,)
"""What lies there is read as memories: no folder of somebody else's may pass for it."""
Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Door:
    """Where files go in: into which home, how large they may be, at what time."""

    home: Path
    limits: Limits
    now: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to be added."""

    path: Path
    folder: tuple[str, ...] = ()
    """Folders of the library to put it in, the outermost first."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A file that lies in the library now."""

    file: str
    """Path in the home."""
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Intake:
    """What came of it: copies, files whose content the library had, refusals."""

    placed: tuple[Placed, ...]
    known: tuple[str, ...]
    refused: tuple[Refused, ...]
    stopped: bool = False


def wanted(paths: Sequence[str | Path], home: Path) -> tuple[list[Wanted], list[Refused]]:
    """The files that these paths mean, folders gone through; and a sentence for each path that means none.

    What the home keeps beside documents/ is none: a copy of a memory would outlive its forgetting.
    """
    files: list[Wanted] = []
    refused: list[Refused] = []
    for given in paths:
        try:
            files += _meant(given, home.resolve(), refused)
        except Refusal as refusal:
            refused.append(Refused(str(given), str(refusal)))
    return files, refused


def _meant(given: str | Path, home: Path, refused: list[Refused]) -> list[Wanted]:
    text = str(given)
    if _ADDRESS.match(text):
        raise Refusal(
            f"{text} is an address, and Weave fetches nothing by itself; save the page in your browser and add the file."
        )
    if not text.strip():
        raise Refusal("The path is empty; name a file or a folder.")
    if "\0" in text:
        raise Refusal(f"{text!r} is no name of a file; name a file or a folder.")
    try:
        there = Path(text).expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise Refusal(f"There is no file {text}; check the name.") from error
    if there.is_relative_to(home) and not there.is_relative_to(home / DOCUMENTS):
        raise Refusal(
            f"{text} belongs to the memory itself; copy it elsewhere first if you want it as a document."
        )
    if not there.is_dir():
        return [Wanted(there)]
    deep: list[Refused] = []
    found = list(_below(there, home, deep))
    refused += deep
    if not found and not deep:
        raise Refusal(f"The folder {text} holds no document that can be read.")
    return found


def _below(top: Path, home: Path, deep: list[Refused]) -> Iterator[Wanted]:
    """The documents of a folder by name; hidden ones, links and what no parser reads left out, as the home.

    Folders that lie too deep are told of in `deep`. Raises Refusal.
    """
    number = 0
    for folder, folders, names in os.walk(top):
        inner = PurePath(folder).relative_to(top).parts
        open_ = (name for name in folders if not name.startswith(".") and Path(folder, name) != home)
        folders[:] = sorted(open_)
        if len(inner) >= _DEPTH:
            deep += [Refused(str(Path(folder, name)), _DEEP) for name in folders]
            folders.clear()
        for name in sorted(names):
            path = Path(folder) / name
            if name.startswith((".", "~$")) or format_by_name(name) is None or path.is_symlink():
                continue
            number += 1
            if number > _MOST:
                raise Refusal(f"{top.name} holds more than {_MOST:,} documents; add it in parts.")
            yield Wanted(path, (top.name, *inner))


def take(door: Door, files: Sequence[Wanted], known: Mapping[str, str], stop: Stop | None = None) -> Intake:
    """Copy the files under documents/. `known`: by the hash of their bytes, what is in the library already.

    Raises HomeError when the home takes no more.
    """
    there = dict(known)
    placed: list[Placed] = []
    again: list[str] = []
    refused: list[Refused] = []
    for one in files:
        if stop is not None and stop():
            return Intake(tuple(placed), tuple(again), tuple(refused), stopped=True)
        try:
            file, hash_ = _copied(door, one, there)
        except Refusal as refusal:
            refused.append(Refused(str(one.path), str(refusal)))
            continue
        if hash_ in there:
            again.append(there[hash_])
        else:
            there[hash_] = file
            placed.append(Placed(file, one))
    return Intake(tuple(placed), tuple(dict.fromkeys(again)), tuple(refused))


def _copied(door: Door, one: Wanted, known: Mapping[str, str]) -> tuple[str, str]:
    """(path in the home, hash) of the copy; no copy is made of what is known."""
    if format_by_name(one.path.name) is None:
        raise Refusal(
            f"No parser reads files that end in {one.path.suffix or 'nothing'}; save {one.path.name} as PDF, DOCX, HTML or text."
        )
    opened = sandbox.open_file(one.path, door.limits)
    try:
        hash_ = sandbox.hash_of(opened.handle, one.path.name)
        if hash_ in known:
            return known[hash_], hash_
        target = _copy(opened.handle, _folder(door.home, one), one.path, door.now)
    finally:
        os.close(opened.handle)
    return target.relative_to(door.home).as_posix(), hash_


def _folder(home: Path, one: Wanted) -> Path:
    """Where in the library it is put; folders have legal names too."""
    folder = home / DOCUMENTS
    for depth, name in enumerate(one.folder):
        folder /= file_name(name, "", () if depth else _OURS)
    make_folder(folder)
    return folder


def _copy(handle: int, folder: Path, source: Path, now: datetime) -> Path:
    """A durable copy under a name of its own; its time is that of the adding. Raises Refusal, HomeError."""
    temporary = Path()
    try:
        copy, name = tempfile.mkstemp(prefix=".adding.", suffix=".tmp", dir=folder)
        temporary = Path(name)
        _fill(copy, handle, source.name)
        os.utime(temporary, (now.timestamp(), now.timestamp()))
        target = _named(temporary, folder, source)
    except OSError as error:
        raise explain(error, folder / source.name) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    sync_folder(folder)
    return target


def _fill(copy: int, handle: int, name: str) -> None:
    with os.fdopen(copy, "wb") as file:
        os.lseek(handle, 0, os.SEEK_SET)
        for piece in sandbox.pieces_of(handle, name):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def _named(temporary: Path, folder: Path, source: Path) -> Path:
    """Give it a free name, never that of a file which came in this moment."""
    while True:
        taken = [entry.name for entry in folder.iterdir()]
        target = folder / file_name(source.stem, source.suffix.lower(), taken)
        try:
            os.link(temporary, target)
            return target
        except FileExistsError:
            continue
        except OSError:  # a disk without hard links
            temporary.replace(target)
            return target
