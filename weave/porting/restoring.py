"""An archive put back into a home: what is missing to the byte, into what is here without losing or doubling anything.

Nothing that was forgotten here comes back, and nothing that gives power comes along: keys, tokens and grants are never in
an archive, config.toml is laid beside for a person to look at, and an identity that differs is proposed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from weave import markdown, sync
from weave.core import Core
from weave.documents.naming import file_name
from weave.durable import append_bytes, make_folder, replace_bytes, replacing
from weave.errors import InvalidInput
from weave.identity.model import Kind as Told
from weave.identity.operations import Identities, keeper_of, recover
from weave.library.operations import Holdings
from weave.porting.archive_format import CONFIG, HISTORY, IDENTITY, MANIFEST, VERSION, safe
from weave.porting.container import Source
from weave.porting.container import read as whole
from weave.porting.model import Restored
from weave.porting.shelving import digest_of
from weave.ports import Progress

_MOST = 1 << 30
_PIECE = 1 << 20
_AT_ONCE = 8
"""Files of memories after which the catalogue takes in what came."""
_ID = re.compile(rb"\bid=([0-7][0-9A-HJKMNP-TV-Z]{25})\b")
_SECTION = re.compile(rb"^## ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Listed:
    """A file as the manifest names it."""

    name: str
    sha256: str
    mtime_ns: int


@dataclass(slots=True)
class Restoring:
    """One archive on its way into one home."""

    core: Core
    source: Source
    dry: bool
    progress: Progress | None = None
    report: Restored = field(default_factory=Restored)
    _placed: int = 0
    _fresh: bool = False
    """Whether the home was empty when this began."""

    async def run(self) -> Restored:
        """Put all of it back. Raises InvalidInput for an archive that is not whole, HomeError."""
        self._fresh = await self.core.run(_untouched, self.core)
        listed = manifest(whole(self.source, MANIFEST, _MOST))
        selves = [one for one in listed if one.name in (IDENTITY, HISTORY)]
        for number, one in enumerate([one for one in listed if one not in selves], 1):
            await self._file(one)
            if self.progress:
                self.progress("files", number, len(listed))
        await self._take_in()
        await self._selves(selves)
        if self.core.documents is not None and not self.dry:
            await Holdings(lambda: self.core).refresh(self.progress)
        return self.report

    def _count(self, **more: int) -> None:
        self.report = replace(
            self.report, **{key: getattr(self.report, key) + value for key, value in more.items()}
        )

    def _tell(self, sentence: str) -> None:
        self.report = replace(self.report, notices=(*self.report.notices, sentence))

    async def _take_in(self) -> None:
        self._placed = 0
        if not self.dry:
            await self.core.run(sync.sync, self.core.store)

    async def _file(self, one: Listed) -> None:
        if not safe(one.name):
            self._tell(f"{one.name} was left out: an archive may not bring such a file.")
        elif one.name.startswith("documents/") and not one.name.startswith("documents/archive/"):
            await asyncio.to_thread(self._document, one)
        else:
            data = await asyncio.to_thread(self._bytes, one)
            if data is not None:
                await self.core.run(self._put, one, data)
        if self._placed >= _AT_ONCE:
            await self._take_in()

    def _bytes(self, one: Listed) -> bytes | None:
        try:
            data = whole(self.source, one.name, _MOST)
        except InvalidInput as error:
            self._tell(f"{one.name} was left out: {error}")
            return None
        if hashlib.sha256(data).hexdigest() != one.sha256:
            self._tell(f"{one.name} was left out: it is damaged in the archive.")
            return None
        return data

    # -- one file ---------------------------------------------------------------------------------------

    def _put(self, one: Listed, data: bytes) -> None:
        """On the core's thread: in its place if that is free, else merged with what is there."""
        path = self.core.place.home / one.name
        there = path.read_bytes() if path.is_file() else None
        top = PurePosixPath(one.name).parts[0]
        memories = top in ("memories", "tasks") and one.name.endswith(".md")
        if one.name == CONFIG:
            self._config(data, there)
        elif there == data:
            self._count(known=1)
        elif memories and (there is not None or self._met(data)):
            self._merge_memories(data)
        elif one.name.endswith(".md") and top in ("trash", "documents"):
            self._merge_sections(path, data, there or b"", one.mtime_ns)
        elif there is None:
            self._place(path, data, one.mtime_ns)
            self._placed += memories
        elif one.name.endswith((".jsonl", ".txt")):
            self._merge_lines(path, data, there)
        elif one.name.endswith(".md"):
            self._merge_sections(path, data, there, one.mtime_ns)
        else:
            self._count(known=1)

    def _place(self, path: Path, data: bytes, mtime_ns: int) -> None:
        self._count(files=1)
        if not self.dry:
            replace_bytes(path, data)
            os.utime(path, ns=(mtime_ns, mtime_ns))

    def _config(self, data: bytes, there: bytes | None) -> None:
        if there == data:
            self._count(known=1)
            return
        beside = self.core.place.home / "config.restored.toml"
        if not self.dry:
            replace_bytes(beside, data)
        self._tell(f"The settings lie in {beside.name}: look at them, and rename it to {CONFIG} to use them.")

    def _met(self, data: bytes) -> bool:
        """Whether any memory of a file is known here, in force or forgotten."""
        ids = [found.decode() for found in _ID.findall(data)]
        return bool(self.core.catalogue.get_many(ids)) or bool(self.core.store.trash.among(ids))

    def _merge_memories(self, data: bytes) -> None:
        core = self.core
        found = {one.id: one.memory for one in markdown.parse(data).sections if one.id}
        there = core.catalogue.get_many(list(found))
        buried = core.store.trash.among([id_ for id_ in found if id_ not in there])
        fresh = [memory for id_, memory in found.items() if id_ not in there and id_ not in buried]
        self._count(memories=len(fresh), known=len(there), forgotten=len(buried))
        if not self.dry and fresh:
            core.store.revive(fresh)

    def _merge_sections(self, path: Path, data: bytes, there: bytes, time_ns: int) -> None:
        """Sections that this file lacks, at its end; in the trash none of what is in force."""
        ids = [found.decode() for found in _ID.findall(data)]
        known = {found.decode() for found in _ID.findall(there)}
        if path.parent == self.core.place.home / "trash":
            known |= set(self.core.catalogue.get_many(ids)) | set(self.core.store.trash.among(ids))
        starts = [found.start() for found in _SECTION.finditer(data)]
        pieces = [data[a:b] for a, b in zip(starts, [*starts[1:], len(data)], strict=True)]
        new = [one for one in pieces if not any(found.decode() in known for found in _ID.findall(one)[:1])]
        if not there and len(new) == len(pieces):
            self._place(path, data, time_ns)
            return
        self._count(memories=len(new), known=len(pieces) - len(new))
        if new and not self.dry:
            append_bytes(path, b"".join(one.rstrip(b"\n") + b"\n\n" for one in new), own_line=True)

    def _merge_lines(self, path: Path, data: bytes, there: bytes) -> None:
        known = set(there.splitlines()) | {turn for line in there.splitlines() if (turn := _turn(line))}
        new = [
            line
            for line in data.splitlines()
            if line.strip() and line not in known and _turn(line) not in known
        ]
        new = [line for line in new if not line.startswith(b'{"kind":"conversation"')]
        self._count(lines=len(new), known=len(data.splitlines()) - len(new))
        if new and not self.dry:
            append_bytes(path, b"".join(line + b"\n" for line in new), own_line=True)

    def _document(self, one: Listed) -> None:
        """A person's file: streamed, and checked before it gets its name."""
        home = self.core.place.home
        path, taken = home / one.name, list[str]()
        stem, suffix = path.stem, path.suffix
        while path.exists():
            if path.is_file() and digest_of(path) == one.sha256:
                self._count(known=1)
                return
            taken.append(path.name)
            path = path.with_name(file_name(stem, suffix, taken))
        if self.dry:
            self._count(files=1)
            return
        make_folder(path.parent)
        try:
            with (
                replacing(path, mtime_ns=one.mtime_ns) as file,
                self.source.open(one.name) as stream,
            ):
                made = hashlib.sha256()
                while piece := stream.read(_PIECE):
                    made.update(piece)
                    file.write(piece)
                if made.hexdigest() != one.sha256:
                    raise InvalidInput("it is damaged in the archive.")
            self._count(files=1)
        except InvalidInput as error:
            self._tell(f"{one.name} was left out: {error}")

    # -- who Avery is -----------------------------------------------------------------------------------

    async def _selves(self, listed: list[Listed]) -> None:
        """Both files as they were, into a home where nothing was decided yet; else the other self is proposed."""
        found = {
            one.name: data
            for one in listed
            if (data := await asyncio.to_thread(self._bytes, one)) is not None
        }
        home = self.core.place.home
        if not found or all(
            (home / name).is_file() and (home / name).read_bytes() == data for name, data in found.items()
        ):
            self._count(known=len(found))
            return
        identities = Identities(lambda: self.core)
        if self._fresh:
            self._count(files=len(found))
            if not self.dry:
                await self.core.run(_put_selves, self.core, found)
            return
        text = found.get(IDENTITY, b"").decode("utf-8", "replace")
        if text and not self.dry and text.strip() != (await identities.text()).strip():
            entry = await identities.propose(text, reason="from an archive of another home", confidence=0.5)
            self._tell(f"Your identity stays; the archive's was {entry.verdict} (`weave identity pending`).")


def _untouched(core: Core) -> bool:
    """Whether nothing is remembered yet, and nothing but the identity that was found at first is in the history."""
    home = core.place.home
    if core.catalogue.count() or core.journal.ids():
        return False
    if not (home / IDENTITY).exists() and not (home / HISTORY).exists():
        return True
    return all(entry.kind is Told.FOUND for entry in keeper_of(core).story().entries)


def _put_selves(core: Core, found: dict[str, bytes]) -> None:
    for name in (HISTORY, IDENTITY):
        if name in found:
            replace_bytes(core.place.home / name, found[name])
    recover(core)


def manifest(data: bytes) -> list[Listed]:
    """The files of an archive. Raises InvalidInput for another version, or what is no manifest."""
    try:
        table = json.loads(data)
        version = int(table["version"])
        listed = [Listed(str(o["name"]), str(o["sha256"]), int(o["mtime_ns"])) for o in table["files"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidInput("The archive's manifest cannot be read; export it again.") from error
    if version > VERSION:
        raise InvalidInput("The archive is of a later version of Weave; update this one and try again.")
    return listed


def _turn(line: bytes) -> bytes:
    """The id of the turn that a line of a conversation holds."""
    found = re.match(rb'\{"id":"([^"]+)"', line)
    return found[1] if found else b""
