"""What was forgotten: trash/<day of forgetting>.md, in the format of a day's file, restorable for 30 days."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path

from weave import markdown
from weave.clock import iso
from weave.durable import append_bytes, replace_bytes
from weave.markdown import comment
from weave.model import Memory, State
from weave.named_ids import NamedIds

FOLDER = "trash"
_FORGOTTEN = "forgotten"
_FROM = "from"
BY = "forgotten_by"
"""Who forgot it, where it was no person."""


def emptied(home: Path) -> Path:
    """Where is kept, in the form of the comments of memories, what has left the trash for good: ids, and no words."""
    return home / FOLDER / "emptied.txt"


class Trash:
    """The trash of one home."""

    def __init__(self, home: Path, zone: tzinfo) -> None:
        self._folder = home / FOLDER
        self._zone = zone
        self._named = NamedIds()

    def put(self, memories: Sequence[tuple[Memory, str]], now: datetime, by: str = "") -> None:
        """Add memories with the file each came from, fsynced; `by`: who did it, if no person. Raises HomeError."""
        why = ((BY, by),) if by else ()
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
        return {memory.id: _as_it_was(memory) for memory in self._holding(ids)}

    def _holding(self, ids: Collection[str]) -> Iterator[Memory]:
        """The memories of these ids; a file is parsed only when it names one of them."""
        wanted = set(ids)
        for path in sorted(self._folder.glob("*.md")) if wanted else ():
            if here := wanted & self._named.ids(path):
                for section in markdown.parse(path.read_bytes(), only=here).sections:
                    if section.id in here:
                        yield section.memory

    def withdrawn(self, ids: Collection[str]) -> set[str]:
        """Those of these ids that lie in the trash because they fell, not because they faded."""
        return {m.id for m in self._holding(ids) if not any(key == BY for key, _ in m.extra)}

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
        self._note_emptied([memory for memory, _ in self.expired(before)])
        for path, ids in old.items():
            self._remove_from(path, set(ids))
        self._empty_files(before)

    def _empty_files(self, before: datetime) -> None:
        """Documents taken out of the library, chats deleted; the time of the file is that of its coming here."""
        for path in [*(self._folder / "documents").glob("*"), *(self._folder / "conversations").glob("*")]:
            if path.is_file() and path.lstat().st_mtime < before.timestamp():
                path.unlink(missing_ok=True)

    def _note_emptied(self, memories: Sequence[Memory]) -> None:
        """What was said there is not to come back by the transcript, so its ids stay when its words go."""
        lines = [comment.write(pairs) for memory in memories if (pairs := _traces(memory))]
        if lines:
            data = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
            append_bytes(emptied(self._folder.parent), data, own_line=True)

    def remove(self, gone: Sequence[str]) -> int:
        """Take memories out for good; a file that is left empty goes too. Returns how many there were."""
        wanted = set(gone)
        self._forget_emptied(wanted)
        return sum(self._remove_from(path, wanted) for path in list(self._folder.glob("*.md")))

    def _forget_emptied(self, gone: Collection[str]) -> None:
        path = emptied(self._folder.parent)
        lines = path.read_bytes().splitlines(keepends=True) if gone and path.exists() else []
        kept = [line for line in lines if not any(f"id={id_} ".encode() in line for id_ in gone)]
        if len(kept) < len(lines):
            replace_bytes(path, b"".join(kept))

    def _remove_from(self, path: Path, wanted: Collection[str]) -> int:
        left, taken = markdown.remove_section(path.read_bytes(), wanted)
        if taken and left.strip():
            replace_bytes(path, left)
        elif taken:
            path.unlink()
        return len(taken)


def _traces(memory: Memory) -> tuple[tuple[str, str], ...]:
    """What tells later where its words stood; nothing for what was never more than the raw buffer."""
    by = next((value for key, value in memory.extra if key == BY), "")
    if (memory.state is State.TRANSIENT and by) or not (memory.source.turns or memory.derived_from):
        return ()
    return (
        ("id", memory.id),
        ("type", memory.type.value),
        ("state", memory.state.value),
        ("conversation", memory.source.conversation or ""),
        ("turns", comment.join(memory.source.turns)),
        ("derived_from", comment.join(memory.derived_from)),
    )


def _forgotten_before(memory: Memory, moment: datetime) -> bool:
    said = next((value for key, value in memory.extra if key == _FORGOTTEN), "")
    try:
        when = datetime.fromisoformat(said)
    except ValueError:
        return False
    return when.tzinfo is not None and when < moment


def _as_it_was(memory: Memory) -> Memory:
    extra = tuple(pair for pair in memory.extra if pair[0] not in (_FORGOTTEN, _FROM, BY))
    return replace(memory, extra=extra)
