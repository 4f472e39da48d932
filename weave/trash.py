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
_BY = "forgotten_by"


class Trash:
    """The trash of one home."""

    def __init__(self, home: Path, zone: tzinfo) -> None:
        self._folder = home / FOLDER
        self._zone = zone

    def put(self, memories: Sequence[tuple[Memory, str]], now: datetime, by: str = "") -> None:
        """Add memories with the file each came from, fsynced; `by`: who did it, if no person. Raises HomeError."""
        why = ((_BY, by),) if by else ()
        data = b"".join(
            markdown.serialise(
                replace(memory, extra=(*memory.extra, (_FORGOTTEN, iso(now)), (_FROM, path), *why))
            )
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

    def withdrawn(self, ids: Collection[str]) -> set[str]:
        """Those of these ids that lie in the trash because they fell, not because they faded."""
        if not ids or not any(self._folder.glob("*.md")):
            return set()
        return {m.id for m, _ in self.all() if m.id in ids and not any(key == _BY for key, _ in m.extra)}

    def expired(self, before: datetime) -> Iterator[tuple[Memory, Path]]:
        """What was forgotten before this moment, with its file; what does not say when is kept."""
        for path in sorted(self._folder.glob("*.md")):
            # a file is named after the day on which it was begun, so later ones hold nothing that old
            if path.stem > f"{before.astimezone(self._zone):%Y-%m-%d}":
                continue
            for section in markdown.parse(path.read_bytes()).sections:
                if section.id and _forgotten_before(section.memory, before):
                    yield section.memory, path

    def empty(self, before: datetime) -> None:
        """Take out for good what was forgotten before this moment. Raises HomeError."""
        old: dict[Path, list[str]] = {}
        for memory, path in self.expired(before):
            old.setdefault(path, []).append(memory.id)
        for path, ids in old.items():
            self._remove_from(path, set(ids))

    def remove(self, gone: Sequence[str]) -> int:
        """Take memories out for good; a file that is left empty goes too. Returns how many there were."""
        wanted = set(gone)
        return sum(self._remove_from(path, wanted) for path in list(self._folder.glob("*.md")))

    def _remove_from(self, path: Path, wanted: Collection[str]) -> int:
        left, taken = markdown.remove_section(path.read_bytes(), wanted)
        if taken and left.strip():
            replace_bytes(path, left)
        elif taken:
            path.unlink()
        return len(taken)


def _forgotten_before(memory: Memory, moment: datetime) -> bool:
    said = next((value for key, value in memory.extra if key == _FORGOTTEN), "")
    try:
        when = datetime.fromisoformat(said)
    except ValueError:
        return False
    return when.tzinfo is not None and when < moment


def _as_it_was(memory: Memory) -> Memory:
    extra = tuple(pair for pair in memory.extra if pair[0] not in (_FORGOTTEN, _FROM, _BY))
    return replace(memory, extra=extra)
