"""Files of a source on their way into the library: streamed, whole or not at all, with the date that they had."""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from weave.documents.naming import file_name
from weave.documents.reading import DOCUMENTS
from weave.durable import make_folder, replacing
from weave.errors import InvalidInput
from weave.porting.container import Source
from weave.porting.ledger import Ledger, Taken
from weave.porting.model import Paper, Skipped
from weave.porting.names import legal

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Shelved:
    """What became of some files."""

    added: tuple[Taken, ...] = ()
    updated: tuple[Taken, ...] = ()
    known: int = 0
    forgotten: int = 0
    skipped: tuple[Skipped, ...] = ()


@dataclass(slots=True)
class Shelf:
    """Puts files of one source under `documents/<folder>`."""

    home: Path
    ledger: Ledger
    source: Source
    folder: tuple[str, ...]
    most: int
    """Bytes of a file that the library takes."""
    dry: bool = False

    def take(self, papers: Sequence[tuple[str, Paper]]) -> Shelved:
        """Each that is new, or was changed in the source and nowhere else. Raises HomeError."""
        total = Shelved()
        for key, paper in papers:
            try:
                one = self._one(key, paper)
            except InvalidInput as error:
                one = Shelved(skipped=(Skipped(paper.member or "/".join(paper.path), str(error)),))
            total = Shelved(
                total.added + one.added,
                total.updated + one.updated,
                total.known + one.known,
                total.forgotten + one.forgotten,
                total.skipped + one.skipped,
            )
        return total

    def _one(self, key: str, paper: Paper) -> Shelved:
        said = self._digest(paper)
        old = self.ledger.paper_of(key)
        if old is None and self.ledger.has_alike(key, said):
            return Shelved(known=1)
        if old is not None:
            path = self.home / old.made
            if not path.is_file():
                return Shelved(forgotten=1)
            if old.said == said or digest_of(path) != old.written:
                return Shelved(known=1)
            return Shelved(updated=(self._put(key, paper, said, path),))
        found = self._place(paper, said)
        if found.is_file():
            return Shelved(known=1) if self.dry else Shelved(known=1, added=(self._taken(key, said, found),))
        return Shelved(added=(self._put(key, paper, said, found),))

    def _place(self, paper: Paper, said: str) -> Path:
        """Where it goes: under its own name, beside another file of that name under a numbered one."""
        *folders, name = legal((*self.folder, *paper.path))
        folder = self.home / DOCUMENTS / Path(*folders)
        target, taken = folder / name, list[str]()
        while target.exists() and not (target.is_file() and digest_of(target) == said):
            taken.append(target.name)
            target = folder / file_name(Path(name).stem, Path(name).suffix, taken)
        return target

    def _put(self, key: str, paper: Paper, said: str, target: Path) -> Taken:
        if not self.dry:
            make_folder(target.parent)
            self._write(paper, target)
        return self._taken(key, said, target)

    def _taken(self, key: str, said: str, target: Path) -> Taken:
        return Taken(key, said, target.relative_to(self.home).as_posix(), said)

    def _write(self, paper: Paper, target: Path) -> None:
        changed = None if paper.changed is None else int(paper.changed.timestamp() * 1e9)
        with replacing(target, mtime_ns=changed) as file, self._stream(paper) as stream:
            shutil.copyfileobj(stream, file, _PIECE)

    def _stream(self, paper: Paper) -> BinaryIO:
        if paper.member:
            return self.source.open(paper.member)
        return io.BytesIO(paper.text.encode("utf-8", "replace"))

    def _digest(self, paper: Paper) -> str:
        with self._stream(paper) as stream:
            return _digest(stream, self.most, paper.member or paper.path[-1])


def digest_of(path: Path) -> str:
    """SHA-256 of a file, hexadecimal; "" for one that cannot be read."""
    try:
        with path.open("rb") as stream:
            return _digest(stream)
    except OSError:
        return ""


def _digest(stream: BinaryIO, most: int = 0, name: str = "") -> str:
    """SHA-256, hexadecimal. Raises InvalidInput for more than `most` bytes, or what cannot be unpacked."""
    made, size = hashlib.sha256(), 0
    try:
        while piece := stream.read(_PIECE):
            size += len(piece)
            if most and size > most:
                raise InvalidInput(f"{name} is larger than the {most >> 20} MB that the library takes.")
            made.update(piece)
    except (OSError, ValueError, EOFError) as error:
        raise InvalidInput(f"{name} cannot be read ({error}); export it again.") from error
    return made.hexdigest()
