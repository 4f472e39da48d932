"""imports/<id>.jsonl: what each import brought, a line for each thing, written after the thing itself is durable.

It holds ids and digests and no words. By it an import is repeated without harm: what it names and is here no more was
forgotten, what the source says otherwise than then was changed there, and all that one import brought can be listed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from weave.clock import iso
from weave.durable import append_bytes
from weave.porting.model import Batch, Kind

FOLDER = "imports"


@dataclass(frozen=True, slots=True)
class Taken:
    """A note or document that was taken in: what the source said (a digest), and what was made of it."""

    key: str
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
    talks: set[str] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    papers: set[str] = field(default_factory=set)

    def batch(self) -> Batch:
        """As it is listed."""
        counts = len(self.talks), len(self.notes), len(self.papers)
        return Batch(self.id, self.kind, self.source, self.started, self.finished, *counts, self.undone)


class Ledger:
    """The imports of one home, read once."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER
        self.records: dict[str, Record] = {}
        self.notes: dict[str, Taken] = {}
        self.papers: dict[str, Taken] = {}
        self.alike: set[str] = set()
        """What was taken from any source, by its place in it and its words."""
        self.turns: dict[str, set[str]] = {}
        """Of each conversation, the turns that were taken."""
        self.selves: set[str] = set()
        for path in sorted(self._folder.glob("*.jsonl")):
            for line in path.read_bytes().splitlines():
                self._read(path.stem, line)

    def _read(self, id_: str, line: bytes) -> None:
        try:
            value = json.loads(line)
            self._take(id_, value)
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # a line that a crash cut short: what it tells of is found by its id again

    def _take(self, id_: str, value: dict[str, str | list[str]]) -> None:
        if "import" in value:
            started = datetime.fromisoformat(str(value["started"]))
            self.records[id_] = Record(id_, Kind(str(value["kind"])), str(value["source"]), started)
            return
        record = self.records[id_]
        if "talk" in value:
            record.talks.add(str(value["talk"]))
            self.turns.setdefault(str(value["talk"]), set()).update(value["turns"])
        for name, known, made in (("note", self.notes, record.notes), ("paper", self.papers, record.papers)):
            if name in value:
                one = Taken(*(str(value[key]) for key in (name, "said", "made", "written")))
                known[one.key] = one
                made.add(one.made)
                self.alike.add(alike(one.key, one.said))
        if "self" in value:
            self.selves.add(str(value["self"]))
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
            [{name: one.key, "said": one.said, "made": one.made, "written": one.written} for one in taken],
        )

    def proposed(self, id_: str, key: str) -> None:
        """Another agent's identity was put before the person."""
        self._write(id_, [{"self": key}])

    def finish(self, id_: str, now: datetime, word: str = "finished") -> None:
        """It was read to its end; or `undone`."""
        self._write(id_, [{word: iso(now)}])

    def _write(self, id_: str, lines: Sequence[dict[str, str | list[str]]]) -> None:
        if not lines:
            return
        data = b"".join(json.dumps(one, separators=(",", ":")).encode("ascii") + b"\n" for one in lines)
        append_bytes(self._folder / f"{id_}.jsonl", data, own_line=True)
        for one in lines:
            self._take(id_, one)


def alike(key: str, said: str) -> str:
    """A note's place in its source and its words, wherever the source lay. A key is `kind:source:place`."""
    kind, _, rest = key.partition(":")
    return f"{kind}:{rest.partition(':')[2]}:{said}"
