"""documents/archive/: the originals that summaries took the place of, as sections of ordinary files.

They are documents now: found by the search over documents, never adopted as memories. A file is written once, by the
cycle that compressed; after that only a restoring or a purge takes single sections out, byte for byte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave import markdown
from weave.durable import replace_bytes, sync_folder
from weave.model import Memory
from weave.named_ids import NamedIds
from weave.periods import Period

FOLDER = "documents/archive"


@dataclass(frozen=True, slots=True)
class Archived:
    """An original, and the file that it lies in, relative to the home."""

    memory: Memory
    path: str


class Archive:
    """The archive of one home."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._named = NamedIds()

    def files(self) -> list[str]:
        """Its files, relative to the home, in order."""
        folder = self._home / FOLDER
        found = [file for file in folder.rglob("*.md") if file.is_file()]
        return sorted(file.relative_to(self._home).as_posix() for file in found)

    def free(self, period: Period) -> str:
        """A path for a new file of this period: its name, with a number from the second one on."""
        stem = f"{FOLDER}/{period.kind}/{period.name}"
        number = 1
        while (self._home / _numbered(stem, number)).exists():
            number += 1
        return _numbered(stem, number)

    def sections(self, path: str) -> list[Archived]:
        """The originals in one file; none when it is not there or cannot be read."""
        data = self._bytes(path)
        return [Archived(one.memory, path) for one in markdown.parse(data).sections if one.id]

    def each(self) -> Iterator[Archived]:
        """Every original of every file."""
        for path in self.files():
            yield from self.sections(path)

    def among(self, ids: Collection[str]) -> dict[str, Archived]:
        """Those of these ids that lie in the archive; only files that name one are parsed."""
        wanted = set(ids)
        found: dict[str, Archived] = {}
        for path in self.files() if wanted else ():
            if here := wanted & self._named.ids(self._home / path):
                for section in markdown.parse(self._bytes(path), only=here).sections:
                    if section.id in here:
                        found[section.id] = Archived(section.memory, path)
        return found

    def find(self, reference: str) -> Archived | None:
        """The original with this id, or with the one id that begins so (6 characters at least)."""
        wanted = reference.strip().upper()
        if len(wanted) < SHORTEST:
            return None
        named = {id_ for path in self.files() for id_ in self._named.ids(self._home / path)}
        near = self.among([id_ for id_ in named if id_.startswith(wanted)])
        return next(iter(near.values())) if len(near) == 1 else None

    def remove(self, ids: Collection[str]) -> list[str]:
        """Take originals out of their files; a file left without any goes. Returns the files that were changed.

        Raises HomeError.
        """
        by_path: dict[str, list[str]] = {}
        for id_, one in self.among(ids).items():
            by_path.setdefault(one.path, []).append(id_)
        for path, gone in by_path.items():
            left, _ = markdown.remove_section((self._home / path).read_bytes(), gone)
            self.rewrite(path, left)
        return sorted(by_path)

    def rewrite(self, path: str, data: bytes) -> None:
        """Put a file's new bytes in place; without any section left it goes. Raises HomeError."""
        file = self._home / path
        if any(section.id for section in markdown.parse(data).sections):
            replace_bytes(file, data)
        else:
            self.discard(path)

    def discard(self, path: str) -> None:
        """Take a whole file away, and its folder with the last one. Raises HomeError."""
        file = self._home / path
        file.unlink(missing_ok=True)
        try:
            file.parent.rmdir()
        except OSError:  # other files stand there
            sync_folder(file.parent)

    def _bytes(self, path: str) -> bytes:
        try:
            return (self._home / path).read_bytes()
        except OSError:
            return b""


SHORTEST = 6
"""Characters of the beginning of an id that are enough."""


def _numbered(stem: str, number: int) -> str:
    return f"{stem}.md" if number == 1 else f"{stem}-{number}.md"


def composed(title: str, memories: Sequence[Memory]) -> str:
    """The whole text of a new archive file."""
    sections = "".join(markdown.section_text(memory) for memory in memories)
    return f"# {markdown.clean_line(title)}\n\n{sections}"
