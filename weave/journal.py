"""The transcripts: conversations/<id>.jsonl, one JSON object a line, written before any model is asked.

Line kinds: the head `{"kind": "conversation", …}`, turns (no `kind`), and events: `encoded`, `ended`, `resumed`
(the conversation goes on, with a new task of its own), `task` (from here on its turns belong to a named task, or
with null to its own again), `title` (it is called so from here on), `withdrawn` (the person has sent these turns
anew: they stay, and count as not said). Events make the transcript alone tell what still waits for the Scribe, and into which
pad, so that `index/` may be lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from weave.clock import iso
from weave.durable import Append, append_bytes, append_group, replace_bytes, sync_folder
from weave.errors import InvalidInput
from weave.model import Role, Turn

FOLDER = "conversations"
TITLE_LENGTH = 60
NO_TITLES: Mapping[str, str] = {}
Told = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A conversation as its file tells it."""

    id: str
    title: str
    started: datetime | None
    task: str | None
    """The task that the conversation is in."""
    turns: tuple[Turn, ...]
    encoded: frozenset[str]
    ended: bool
    damaged: int = 0
    """Lines that could not be read; they stay in the file."""
    own: str | None = None
    """The conversation's own task, in which it is unless the person named another."""

    @property
    def pending(self) -> tuple[Turn, ...]:
        """The turns the Scribe has not seen: complete, and not a quotation of memories."""
        return tuple(t for t in self.turns if t.complete and not t.recalled and t.id not in self.encoded)


@dataclass(frozen=True, slots=True)
class ConversationInfo:
    """A row in the list of conversations."""

    id: str
    title: str
    started: datetime | None
    updated: datetime | None
    turns: int


def turn_line(turn: Turn) -> dict[str, object]:
    """A turn as its line holds it."""
    line: dict[str, object] = {
        "id": turn.id,
        "time": iso(turn.time),
        "role": turn.role.value,
        "speaker": turn.speaker,
        "text": turn.text,
    }
    if turn.session is not None:
        line["session"] = turn.session
    if not turn.complete:
        line["complete"] = False
    if turn.recalled:
        line["recalled"] = True
    return line


def _turn(line: dict[str, object], conversation: str, task: str | None) -> Turn:
    session = line.get("session")
    return Turn(
        id=str(line["id"]),
        role=Role(str(line["role"])),
        speaker=str(line.get("speaker", "")),
        text=str(line["text"]),
        time=datetime.fromisoformat(str(line["time"])),
        conversation=conversation,
        task=task,
        session=None if session is None else str(session),
        complete=line.get("complete", True) is True,
        recalled=line.get("recalled", False) is True,
    )


def _encode(lines: Iterable[dict[str, object]]) -> bytes:
    return b"".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
        for line in lines
    )


def _head(conversation: str, task: str | None, title: str, now: datetime) -> dict[str, object]:
    head: dict[str, object] = {"kind": "conversation", "id": conversation, "started": iso(now)}
    head |= {"title": title} if title else {}
    return head | ({"task": task} if task else {})


class Journal:
    """Appends to and reads the transcripts of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def path(self, conversation: str) -> Path:
        """The file of a conversation. Raises InvalidInput for an id that is no plain file name."""
        if not conversation or conversation.startswith(".") or set(conversation) & set('/\\:\0"<>|?*'):
            raise InvalidInput(f"{conversation!r} is not a conversation id; `weave list` shows them.")
        return self._folder / f"{conversation}.jsonl"

    def ids(self) -> list[str]:
        """All conversations, the most recently written first."""
        try:
            found = [(entry.stat().st_mtime_ns, entry.stem) for entry in self._folder.glob("*.jsonl")]
        except OSError:
            return []
        return [name for _, name in sorted(found, reverse=True)]

    def exists(self, conversation: str) -> bool:
        """Whether there is such a transcript."""
        return self.path(conversation).exists()

    def start(self, conversation: str, *, task: str | None, title: str, now: datetime) -> None:
        """Write the head of a new transcript; nothing if it is there already."""
        if not self.exists(conversation):
            append_bytes(self.path(conversation), _encode([_head(conversation, task, title, now)]))

    def append_all(self, talks: Mapping[str, Sequence[Turn]], titles: Mapping[str, str] = NO_TITLES) -> None:
        """Make turns of many conversations durable at once, each with its head, and its title, if it is new."""
        parts = []
        for conversation, turns in talks.items():
            lines = _in_tasks(turns)
            if not self.exists(conversation):
                title = titles.get(conversation, "")
                lines.insert(0, _head(conversation, turns[0].task, title, turns[0].time))
            parts.append(Append(self.path(conversation), _encode(lines), own_line=True))
        append_group(parts)

    def mark_all(self, marks: Mapping[str, tuple[Sequence[str], bool]], now: datetime) -> None:
        """For many conversations: the turns that were encoded, and whether the task has ended.

        Not synced: after a power cut the same turns are encoded again into the same ids.
        """
        parts = []
        for conversation, (turns, ended) in marks.items():
            lines: list[dict[str, object]] = []
            if turns:
                lines.append({"kind": "encoded", "turns": list(turns), "time": iso(now)})
            if ended:
                lines.append({"kind": "ended", "time": iso(now)})
            if lines:
                parts.append(Append(self.path(conversation), _encode(lines), own_line=True))
        append_group(parts, sync=False)

    def append(self, conversation: str, turns: Sequence[Turn]) -> None:
        """Make turns durable: one write and one fsync for all of them."""
        append_bytes(self.path(conversation), _encode(map(turn_line, turns)), own_line=True)

    def mark_encoded(self, conversation: str, turns: Sequence[str], now: datetime) -> None:
        """Record that the Scribe has made memories of these turns."""
        if turns:
            self._event(conversation, {"kind": "encoded", "turns": list(turns), "time": iso(now)})

    def mark_ended(self, conversation: str, now: datetime) -> None:
        """Record that the conversation's task was consolidated."""
        self._event(conversation, {"kind": "ended", "time": iso(now)})

    def reopen(self, conversation: str, task: str, now: datetime) -> None:
        """Record that an ended conversation goes on, with a new task."""
        self._event(conversation, {"kind": "resumed", "task": task, "time": iso(now)})

    def enter(self, conversation: str, task: str | None, now: datetime) -> None:
        """Record that from here on the turns belong to a named task; None: to the conversation's own again."""
        self._event(conversation, {"kind": "task", "task": task, "time": iso(now)})

    def rename(self, conversation: str, title: str, now: datetime) -> None:
        """Record what the conversation is called from here on; "" calls it by its first words again."""
        self._event(conversation, {"kind": "title", "title": title, "time": iso(now)})

    def withdraw(
        self, conversation: str, turns: Sequence[str], now: datetime, *, again: Sequence[str] = ()
    ) -> None:
        """Record that these turns were sent anew. `again`: turns that stay, and are to be encoded once more."""
        line: dict[str, object] = {"kind": "withdrawn", "turns": list(turns), "time": iso(now)}
        self._event(conversation, line | ({"again": list(again)} if again else {}))

    def naming(self, task: str) -> list[str]:
        """The conversations whose transcripts name a task."""
        needle = json.dumps(task, ensure_ascii=False).encode("utf-8", "replace")
        return [name for name in self.ids() if needle in _bytes(self.path(name))]

    def _event(self, conversation: str, line: dict[str, object]) -> None:
        append_bytes(self.path(conversation), _encode([line]), own_line=True)

    def read(self, conversation: str) -> Transcript:
        """The whole transcript; lines that cannot be read are counted and passed over."""
        try:
            data = self.path(conversation).read_bytes()
        except FileNotFoundError:
            data = b""
        return parse(conversation, data)

    def info(self, conversation: str) -> ConversationInfo:
        """A row for the list."""
        transcript = self.read(conversation)
        updated = transcript.turns[-1].time if transcript.turns else transcript.started
        return ConversationInfo(
            conversation, transcript.title, transcript.started, updated, len(transcript.turns)
        )

    def erase(
        self,
        conversation: str,
        turns: frozenset[str],
        told: Told = lambda _: False,
        *,
        tasks: Collection[str] = (),
    ) -> int:
        """Remove turns without a trace: rewrite the file. Returns how many lines were removed or changed.

        So are half-written lines and a title for which `told` holds, and the names of `tasks`. Raises HomeError.
        """
        path = self.path(conversation)
        try:
            lines = path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return 0
        kept = [_without(line, turns, told, tasks) for line in lines]
        changed = sum(new != old for new, old in zip(kept, lines, strict=True))
        if not changed:
            return 0
        left = [line for line in kept if line is not None]
        if any(_turn_id(line) is not None for line in left):
            replace_bytes(path, b"\n".join(left))
        else:
            path.unlink()
            sync_folder(path.parent)
        return changed


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _in_tasks(turns: Sequence[Turn]) -> list[dict[str, object]]:
    """The lines of turns that come at once, with a line wherever another task begins."""
    lines: list[dict[str, object]] = []
    for before, turn in zip((turns[0], *turns), turns, strict=False):
        if turn.task != before.task:
            lines.append({"kind": "task", "task": turn.task, "time": iso(turn.time)})
        lines.append(turn_line(turn))
    return lines


def _without(line: bytes, turns: frozenset[str], told: Told, tasks: Collection[str]) -> bytes | None:
    """The line as it may stay; None when it may not."""
    value = _value(line)
    if value is None:
        return None if line.strip() and told(_scrap(line)) else line
    if "kind" not in value:
        return None if value.get("id") in turns else line
    title = value.get("title")
    changed = dict(value)
    if isinstance(title, str) and told(title.rstrip("…")):
        changed["title"] = ""
    if value.get("task") is not None and value["task"] in tasks:
        changed["task"] = None
    return line if changed == value else _encode([changed]).rstrip(b"\n")


def _scrap(line: bytes) -> str:
    """What a half-written line says: the text in it, if it got so far."""
    written = line.decode("utf-8", "replace")
    return written.partition('"text":"')[2].rstrip('"}') or written


def _value(line: bytes) -> dict[str, object] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _turn_id(line: bytes) -> str | None:
    value = _value(line)
    return str(value.get("id")) if value is not None and "kind" not in value else None


def parse(conversation: str, data: bytes) -> Transcript:
    """What a transcript's bytes say; pure."""
    title, started, ended, damaged = "", None, False, 0
    task: str | None = None
    own: str | None = None
    turns: dict[str, Turn] = {}
    encoded: set[str] = set()
    withdrawn: set[str] = set()
    for raw in data.split(b"\n"):
        if not raw.strip():
            continue
        try:
            line = json.loads(raw)
            kind = line.get("kind")
            if kind is None:
                turn = _turn(line, conversation, task)
                turns.setdefault(turn.id, turn)
                ended = False
            elif kind == "encoded":
                encoded.update(line["turns"])
            elif kind == "ended":
                ended = True
            elif kind == "title":
                title = str(line.get("title", ""))
            elif kind == "withdrawn":
                withdrawn.update(line["turns"])
                encoded.difference_update(line.get("again", ()))
            elif kind == "resumed":
                own = task = line.get("task")
                ended = False
            elif kind == "task":
                task = line.get("task") or own
            elif kind == "conversation":
                title = line.get("title", "")
                own = task = line.get("task")
                started = datetime.fromisoformat(line["started"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            damaged += 1
    ordered = tuple(
        replace(turn, complete=False, replaced=True) if turn.id in withdrawn else turn
        for turn in turns.values()
    )
    if not title:
        said = [turn for turn in ordered if turn.role is Role.USER]
        title = next((turn.text for turn in said if not turn.replaced), said[0].text if said else "")
    title = " ".join(title.split())
    short = title if len(title) <= TITLE_LENGTH else title[: TITLE_LENGTH - 1].rstrip() + "…"
    return Transcript(conversation, short, started, task, ordered, frozenset(encoded), ended, damaged, own)
