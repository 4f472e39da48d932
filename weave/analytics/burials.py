"""What is not remembered any more, from where it went: the trash, the archive, and the reports of the cycles.

The comment of a section is enough here: parsing all that was forgotten in a month would take seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from weave import archive, ids, trash
from weave.sleep.model import Report, StepName

_HEAD = re.compile(rb"(?m)^## [^\n]*\n<!-- weave ([^\n]*?)-->")
_ID = re.compile(rb'(?:^|\s)id="?([0-7][0-9A-HJKMNP-TV-Z]{25})\b')
_CREATED = re.compile(rb'(?:^|\s)created="?([0-9T:.+Z-]+)')
_BY = re.compile(rb"(?:^|\s)forgotten_by=")

_FADING = (StepName.FORGET, StepName.DROP)


@dataclass(frozen=True, slots=True)
class Grave:
    """A section that was moved out of the memory. `learned` in seconds since 1970, `bytes` of the whole section."""

    id: str
    learned: float
    bytes: int
    faded: bool
    """A cycle took it; False when it was withdrawn."""


@dataclass(frozen=True, slots=True)
class Burials:
    """What a home holds of what it forgot."""

    trash: Mapping[str, Grave]
    archive: Mapping[str, Grave]
    by_step: Mapping[str, frozenset[str]]
    """Ids that the cycles removed and that were not taken back, by step."""

    def explain(self, id_: str) -> bool:
        """Whether it is known where a memory that is not there has gone."""
        return id_ in self.trash or id_ in self.archive or any(id_ in gone for gone in self.by_step.values())

    def learned(self, id_: str) -> float | None:
        """When it was learned: as its section says, else as its id does."""
        grave = self.trash.get(id_) or self.archive.get(id_)
        return grave.learned if grave else ids.made_at(id_)

    def size(self, id_: str) -> int:
        """Bytes of its section, where that can still be seen; else 0."""
        grave = self.archive.get(id_) or self.trash.get(id_)
        return grave.bytes if grave else 0

    def archived(self) -> set[str]:
        """The ids of what was compressed or archived."""
        return {*self.archive, *self.by_step.get(StepName.COMPRESS, ())}

    def faded(self) -> set[str]:
        """The ids of what time took; the raw buffer is left out, it was never meant to stay."""
        buffer = self.by_step.get(StepName.PURGE, frozenset())
        stepped = {id_ for step in _FADING for id_ in self.by_step.get(step, ())}
        buried = {grave.id for grave in self.trash.values() if grave.faded}
        return (stepped | buried) - buffer - self.archived()


def exhume(home: Path, reports: Iterator[Report]) -> Burials:
    """Read what was forgotten in a home. Reads files only; one that cannot be read is passed."""
    by_step: dict[str, set[str]] = {}
    for report in reports:
        for outcome in report.outcomes:
            if outcome.step.restorable or outcome.step is StepName.EMPTY:
                by_step.setdefault(outcome.step.value, set()).update(filter(ids.is_ulid, outcome.ids))
    return Burials(
        trash={grave.id: grave for grave in graves(home / trash.FOLDER)},
        archive={grave.id: grave for grave in graves(home / archive.FOLDER)},
        by_step={step: frozenset(gone) for step, gone in by_step.items()},
    )


def graves(folder: Path) -> Iterator[Grave]:
    """Every section of the markdown files of a folder, at any depth."""
    for path in sorted(folder.rglob("*.md")):
        try:
            data = path.read_bytes()
        except OSError:
            continue
        yield from sections(data)


def sections(data: bytes) -> Iterator[Grave]:
    """The sections of one file by their headings and comments; each reaches to the next."""
    heads = [head for head in _HEAD.finditer(data)]  # noqa: C416  `list` would let no other thread run meanwhile
    ends = [*(head.start() for head in heads[1:]), len(data)][: len(heads)]  # a document has none
    for head, end in zip(heads, ends, strict=True):
        fields = head.group(1)
        if name := _ID.search(fields):
            id_ = name.group(1).decode()
            yield Grave(id_, _learned(fields, id_), end - head.start(), _BY.search(fields) is not None)


def _learned(fields: bytes, id_: str) -> float:
    said = _CREATED.search(fields)
    try:
        moment = datetime.fromisoformat(said.group(1).decode()) if said else None
        if moment is not None and moment.tzinfo is not None:
            return moment.timestamp()
    except (ValueError, OverflowError):
        pass
    return ids.made_at(id_) or 0.0
