"""imports/<id>.jsonl: what each import brought, a line for each thing, written after the thing itself is durable.

It holds ids, digests and the places of files in the home, no words. By it an import is repeated without harm: what it
names and is here no more was forgotten, what the source says otherwise than then was changed there, and all that one
import brought can be listed and undone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from weave.clock import iso
from weave.durable import append_bytes, replace_bytes
from weave.porting.model import Batch, Kind
from weave.porting.names import digest

FOLDER = "imports"
Line = dict[str, str | list[str]]


@dataclass(frozen=True, slots=True)
class Taken:
    """A note or document that was taken in: what the source said (a digest), and what was made of it."""

    key: str
    """The source's name for it; read back from the file, its digest."""
    said: str
    made: str
    """A memory's id, or a file's path in the home."""
    written: str
    """Digest of what was written, to see whether a person changed it since."""


@dataclass(slots=True)
class Record:
    """One import, as its file tells."""

    id: str
    kind: Kind
    source: str
    started: datetime
    finished: bool = False
    undone: bool = False
    talks: dict[str, set[str]] = field(default_factory=dict)
    """Of each conversation, the turns that it brought."""
    notes: dict[str, Taken] = field(default_factory=dict)
    papers: dict[str, Taken] = field(default_factory=dict)
    """By what was made of them, as it was written last."""
    selves: set[str] = field(default_factory=set)
    """The proposals, by their entries in the identity's history."""

    def batch(self) -> Batch:
        """As it is listed."""
        counts = len(self.talks), len(self.notes), len(self.papers)
        return Batch(self.id, self.kind, self.source, self.started, self.finished, *counts, self.undone)


class Ledger:
    """The imports of one home, read once. `again`: what an undoing took away counts as if it had never come."""

    def __init__(self, home: Path, *, again: bool = False) -> None:
        self._folder = home / FOLDER
        self.records: dict[str, Record] = {}
        self._notes: dict[str, Taken] = {}
        self._papers: dict[str, Taken] = {}
        self._alike: set[str] = set()
        """What was taken from any source, by its place in it and its words."""
        self.turns: dict[str, set[str]] = {}
        """Of each conversation, the turns that were taken."""
        self._selves: set[str] = set()
        self._written: dict[str, str] = {}
        self.forgot: set[str] = set()
        """With `again`: the memories, files and conversations that an undoing took away."""
        for path in sorted(self._folder.glob("*.jsonl")):
            lines = [one for line in path.read_bytes().splitlines() if (one := _line(line)) is not None]
            undone = _undone(lines) if again else None
            self.forgot |= undone or set()
            for one in lines:
                self._read(path.stem, one, undone is None or not _went(one, undone))

    def note_of(self, key: str) -> Taken | None:
        """What became of the note that a source calls so."""
        return self._notes.get(digest(key))

    def paper_of(self, key: str) -> Taken | None:
        """What became of the file that a source calls so."""
        return self._papers.get(digest(key))

    def is_as_written(self, made: str, found: str) -> bool:
        """Whether a memory or file has the digest that the last import to touch it left."""
        return self._written.get(made) == found

    def has_alike(self, key: str, said: str) -> bool:
        """Whether the same words came from the same place of a source that lay elsewhere."""
        return _alike(key, said) in self._alike

    def knows_self(self, key: str) -> bool:
        """Whether this identity was proposed already."""
        return digest(key) in self._selves

    def _read(self, id_: str, value: Line, counts: bool) -> None:
        try:
            self._take(id_, value, counts)
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # a line that a crash cut short: what it tells of is found by its id again

    def _take(self, id_: str, value: Line, counts: bool = True) -> None:
        if "import" in value:
            started = datetime.fromisoformat(str(value["started"]))
            self.records[id_] = Record(id_, Kind(str(value["kind"])), str(value["source"]), started)
            return
        record = self.records[id_]
        if "talk" in value:
            record.talks.setdefault(str(value["talk"]), set()).update(value["turns"])
            if counts:
                self.turns.setdefault(str(value["talk"]), set()).update(value["turns"])
        for name, known, made in (
            ("note", self._notes, record.notes),
            ("paper", self._papers, record.papers),
        ):
            if name in value:
                one = Taken(*(str(value[key]) for key in (name, "said", "made", "written")))
                made[one.made] = one
                self._written[one.made] = one.written
                if counts:
                    known[one.key] = one
                    self._alike.add(str(value["alike"]))
        if "self" in value:
            record.selves.add(str(value["entry"]))
            if counts:
                self._selves.add(str(value["self"]))
        record.finished = record.finished or "finished" in value
        record.undone = record.undone or "undone" in value

    # -- writing ----------------------------------------------------------------------------------------

    def begin(self, id_: str, kind: Kind, source: str, now: datetime) -> str:
        """The id of the import: that of one that was cut off, if it was of the same source."""
        for record in reversed(self.records.values()):
            if (record.kind, record.source) == (kind, source) and not record.finished and not record.undone:
                return record.id
        self._write(id_, [{"import": id_, "kind": kind.value, "source": source, "started": iso(now)}])
        return id_

    def talks(self, id_: str, spoken: Iterable[tuple[str, Sequence[str]]]) -> None:
        """These turns of these conversations were taken."""
        self._write(id_, [{"talk": talk, "turns": list(turns)} for talk, turns in spoken])

    def note(self, id_: str, taken: Iterable[Taken], name: str = "note") -> None:
        """These notes were taken; `name`: "paper" for documents."""
        self._write(
            id_,
            [
                {
                    name: digest(one.key),
                    "alike": _alike(one.key, one.said),
                    "said": one.said,
                    "made": one.made,
                    "written": one.written,
                }
                for one in taken
            ],
        )

    def proposed(self, id_: str, key: str, entry: str) -> None:
        """Another agent's identity was put before the person, as this entry of the history."""
        self._write(id_, [{"self": digest(key), "entry": entry}])

    def finish(self, id_: str, now: datetime, word: str = "finished") -> None:
        """It was read to its end; or `undone`."""
        self._write(id_, [{word: iso(now)}])

    def forgetting(self, id_: str, made: Sequence[str]) -> None:
        """An undoing is about to take these memories, files or conversations away."""
        self._write(id_, [{"forgot": list(made)}])

    def strip(self, id_: str, now: datetime) -> None:
        """It was undone without a trace: ids and digests stay, no name of a file or source."""
        record, kept = self.records[id_], list[Line]()
        kept.append({"import": id_, "kind": record.kind.value, "source": "", "started": iso(record.started)})
        for line in (self._folder / f"{id_}.jsonl").read_bytes().splitlines():
            value = _line(line)
            if value is not None and not {"import", "forgot"} & value.keys():
                kept.append(value | ({"made": digest(str(value["made"]))} if "paper" in value else {}))
        kept.append({"undone": iso(now), "purged": iso(now)})
        replace_bytes(self._folder / f"{id_}.jsonl", b"".join(map(_encoded, kept)))
        record.source, record.undone = "", True

    def _write(self, id_: str, lines: Sequence[Line]) -> None:
        if not lines:
            return
        append_bytes(self._folder / f"{id_}.jsonl", b"".join(map(_encoded, lines)), own_line=True)
        for one in lines:
            self._take(id_, one)


def _undone(lines: Sequence[Line]) -> set[str] | None:
    """What an undoing took away, "*" for all of it; None for an import that stands."""
    if not any("undone" in one for one in lines):
        return None
    named = {id_ for one in lines if "forgot" in one for id_ in one["forgot"]}
    return named | ({"*"} if any("purged" in one for one in lines) else set())


def _went(line: Line, undone: set[str]) -> bool:
    return "*" in undone or "self" in line or line.get("made", line.get("talk")) in undone


def _encoded(line: Line) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"


def _line(data: bytes) -> Line | None:
    try:
        value = json.loads(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _alike(key: str, said: str) -> str:
    """A note's place in its source and its words, wherever the source lay. A key is `kind:source:place`."""
    kind, _, rest = key.partition(":")
    return digest(f"{kind}:{rest.partition(':')[2]}:{said}")
