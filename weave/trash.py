"""What was forgotten: trash/<day of forgetting>.md, in the format of a day's file, restorable for 30 days."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from weave import markdown
from weave.clock import iso
from weave.durable import append_bytes, replace_bytes
from weave.model import Memory

FOLDER = "trash"
_FORGOTTEN = "forgotten"
_FROM = "from"


class Trash:
    """The trash of one home."""

    def __init__(self, home: Path, zone: tzinfo) -> None:
        self._folder = home / FOLDER
        self._zone = zone

    def put(self, memories: Sequence[tuple[Memory, str]], now: datetime) -> None:
        """Add memories with the file each came from, fsynced. Raises HomeError."""
        data = b"".join(
            markdown.serialise(replace(memory, extra=(*memory.extra, (_FORGOTTEN, iso(now)), (_FROM, path))))
            for memory, path in memories
        )
        append_bytes(self._folder / f"{now.astimezone(self._zone):%Y-%m-%d}.md", data, own_line=True)

    def all(self) -> Iterator[tuple[Memory, Path]]:
        """Every forgotten memory with the trash file it lies in, the latest last."""
        for path in sorted(self._folder.glob("*.md")):
            for section in markdown.parse(path.read_bytes()).sections:
                if section.id:
                    yield section.memory, path

    def find(self, reference: str) -> Memory | None:
        """The memory with this id (or the one whose id begins so), as it was before it was forgotten."""
        wanted = reference.strip().upper()
        near = [memory for memory, _ in self.all() if memory.id.startswith(wanted)]
        if not wanted or len({memory.id for memory in near}) != 1:
            return None
        return _as_it_was(near[-1])

    def among(self, ids: Collection[str]) -> dict[str, Memory]:
        """Those of these ids that lie in the trash, as they were."""
        if not ids or not any(self._folder.glob("*.md")):
            return {}
        return {memory.id: _as_it_was(memory) for memory, _ in self.all() if memory.id in ids}

    def remove(self, gone: Sequence[str]) -> int:
        """Take memories out for good; a file that is left empty goes too. Returns how many there were."""
        wanted, removed = set(gone), 0
        for path in list(self._folder.glob("*.md")):
            data = path.read_bytes()
            left, taken = markdown.remove_section(data, wanted)
            if not taken:
                continue
            removed += len(taken)
            if left.strip():
                replace_bytes(path, left)
            else:
                path.unlink()
        return removed


def _as_it_was(memory: Memory) -> Memory:
    extra = tuple(pair for pair in memory.extra if pair[0] not in (_FORGOTTEN, _FROM))
    return replace(memory, extra=extra)
