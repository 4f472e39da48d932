"""`weave export`: one zip with everything in the home, as it stood in one moment, while Avery goes on writing.

Every file gets a second name, and in one short step on the core's thread its size is noted, and those that are new by
then get theirs: what is appended later lies beyond that size, and what is written anew gets a file of its own. From
these the archive is streamed, in a thread, into a file of the owner's alone, which gets its name when it is whole.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import shutil
import uuid
import zipfile
from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from weave.clock import iso
from weave.core import Core
from weave.durable import make_folder, replacing
from weave.errors import HomeError, InvalidInput
from weave.porting.archive_format import MANIFEST, SECRET, VERSION, wanted
from weave.porting.model import Exported
from weave.ports import Progress

_PIECE = 1 << 20
_LEVEL = 4
_COUNTS = 200
"""Access counts written down together."""
_STANDING = "index/export-"
_AT_WORK: set[Path] = set()
"""Folders of exports that are being written: no other process writes any, since it would have to own the home."""
_LARGE = "documents/"
"""Files of a person: large, many, and written once; they are read where they lie."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file as it stood: its name in the home, where it is read from, and as far as it counts."""

    name: str
    path: Path
    size: int
    mtime_ns: int


def target(home: Path, path: Path, overwrite: bool) -> Path:
    """Where the export goes. Raises InvalidInput for a file that is there, in the home, or in no folder."""
    path = path.expanduser().absolute()
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; name a file in it with --output.")
    if path.exists() and not overwrite:
        raise InvalidInput(f"{path} is there already; name another file, or add --overwrite.")
    if not path.parent.is_dir():
        raise InvalidInput(f"There is no folder {path.parent}; make it, or name another file.")
    if path.resolve().is_relative_to(home.resolve()):
        raise InvalidInput(
            "An archive in the home would be archived with it; name a file elsewhere with --output."
        )
    return path


async def export(core: Core, path: Path, progress: Progress | None) -> Exported:
    """Write the archive. Raises HomeError when it cannot be written."""
    await _counts_down(core)
    home = core.place.home
    standing = home / f"{_STANDING}{uuid.uuid4().hex}"
    _AT_WORK.add(standing)
    try:
        names = await asyncio.to_thread(_named, home, standing)
        files = await core.run(_stand, home, standing, names)
        stopped: list[bool] = []
        try:
            return await asyncio.to_thread(_write, path, files, core.place.clock(), progress, stopped)
        except asyncio.CancelledError:
            stopped.append(True)
            raise
    finally:
        await asyncio.to_thread(shutil.rmtree, standing, True)
        _AT_WORK.discard(standing)


async def _counts_down(core: Core) -> None:
    """How often each memory was recalled, and what was asked, is written down only now and then."""
    await asyncio.to_thread(core.recalls.flush)
    ids = [id_ for id_, _ in await core.run(core.catalogue.counted)]
    for start in range(0, len(ids), _COUNTS):
        part = ids[start : start + _COUNTS]
        await core.run(
            lambda part: core.store.write_counts(list(core.catalogue.get_many(part).values())), part
        )


Names = dict[str, tuple[Path, int]]
"""By a file's name in the home: its second name, and the inode that this stands for."""


def _named(home: Path, standing: Path) -> Names:
    """A second name for every file, whatever is written meanwhile; where a disk knows none, nothing."""
    for left in set(home.glob(f"{_STANDING}*")) - _AT_WORK:  # by one that was killed
        shutil.rmtree(left, ignore_errors=True)
    make_folder(standing)
    names: Names = {}
    for name, entry in files_of(home):
        place = standing / str(len(names))
        with contextlib.suppress(OSError):  # gone meanwhile, or no links here
            if not name.startswith(_LARGE):
                os.link(entry.path, place)
                names[name] = place, place.stat().st_ino
    return names


def _stand(home: Path, standing: Path, names: Names) -> list[Kept]:
    """How every file stands now; what has no second name, or was written anew since, gets one or is copied."""
    found: list[Kept] = []
    for name, entry in files_of(home, names):
        status = entry.stat(follow_symlinks=False)
        place, inode = names.get(name, (Path(entry.path), 0))
        if inode != status.st_ino and not name.startswith(_LARGE):
            place = standing / f"late-{len(found)}"
            try:
                os.link(entry.path, place)
            except OSError:
                shutil.copyfile(entry.path, place)
        found.append(Kept(name, place, status.st_size, status.st_mtime_ns))
    return found


def files_of(
    home: Path, known: Container[str] = (), inner: str = ""
) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file that belongs into an archive, by name; links are not followed. `known`: names that surely do."""
    with os.scandir(home / inner) as entries:
        here = sorted(entries, key=lambda one: one.name)
    for entry in here:
        name = f"{inner}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            if wanted(f"{name}/x"):
                yield from files_of(home, known, f"{name}/")
        elif entry.is_file(follow_symlinks=False) and (name in known or wanted(name)):
            yield name, entry


def _write(
    path: Path, files: list[Kept], now: datetime, progress: Progress | None, stopped: list[bool]
) -> Exported:
    with replacing(path) as raw:
        listed = _fill(raw, files, now, progress, stopped)
    return Exported(str(path), len(listed), path.stat().st_size, left_out=("index", *SECRET))


def _fill(
    raw: BinaryIO, files: list[Kept], now: datetime, progress: Progress | None, stopped: list[bool]
) -> list[dict[str, object]]:
    listed: list[dict[str, object]] = []
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for number, kept in enumerate(files, 1):
            if stopped:
                raise HomeError("The export was stopped; nothing was written.")
            try:
                listed.append(_member(archive, kept))
            except FileNotFoundError:
                if not kept.name.startswith(_LARGE):
                    raise
                continue  # a person took it away meanwhile
            if progress:
                progress("files", number, len(files))
        table = {"format": "weave", "version": VERSION, "created": iso(now), "files": listed}
        info = _info(MANIFEST, now)
        archive.writestr(info, json.dumps(table, ensure_ascii=True, indent=1))
    return listed


def _info(name: str, time: datetime) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, max((1980, 1, 1, 0, 0, 0), time.timetuple()[:6]))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _member(archive: zipfile.ZipFile, kept: Kept) -> dict[str, object]:
    made, left = hashlib.sha256(), kept.size
    with kept.path.open("rb") as source:
        time = datetime.fromtimestamp(kept.mtime_ns / 1e9)
        with archive.open(_info(kept.name, time), "w", force_zip64=True) as member:
            while left and (piece := source.read(min(_PIECE, left))):
                left -= len(piece)
                made.update(piece)
                member.write(piece)
    size = kept.size - left
    return {"name": kept.name, "bytes": size, "sha256": made.hexdigest(), "mtime_ns": kept.mtime_ns}
