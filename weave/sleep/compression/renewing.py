"""What a purge does to summaries: each that was made from something purged is made anew from what is left, by rule.

A sentence of a summary does not say which original it came from, least of all when a model wrote it. So nothing of it
stays: the summary goes with the rest, and another one, under another id, is extracted from the originals that stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo

from weave import markdown
from weave.archive import Archive, Archived
from weave.core import Core
from weave.model import Memory
from weave.periods import WEEKLY, covered
from weave.sleep.compression.extract import extract
from weave.sleep.compression.making import summary_memory
from weave.sleep.compression.months import month
from weave.sleep.compression.originals import originals
from weave.traces import Words


@dataclass(frozen=True, slots=True)
class Renewal:
    """Summaries that go, and what comes in their place."""

    old: tuple[Memory, ...] = ()
    new: tuple[Memory, ...] = ()
    """Those that are remembered."""
    archived: tuple[tuple[str, Memory], ...] = ()
    """(file, summary) of those that stand in the archive, since a month took their place."""
    heirs: tuple[tuple[str, str], ...] = ()
    """(old id, new id): what else was made from a summary rests on the new one."""


def widened(core: Core, named: Sequence[Memory]) -> list[Memory]:
    """With a summary go the originals that it stands for."""
    found = {memory.id: memory for memory in named}
    step = list(named)
    while step:
        ids = [id_ for memory in step if covered(memory) for id_ in memory.derived_from if id_ not in found]
        step = [one.memory for one in Archive(core.place.home).among(ids).values()]
        found |= {memory.id: memory for memory in step}
    return list(found.values())


def in_archive(core: Core) -> list[Memory]:
    """The archived originals, without the summaries among them."""
    return [one.memory for one in Archive(core.place.home).each() if covered(one.memory) is None]


def renewal(core: Core, gone: Collection[str], words: Words) -> Renewal:
    """What becomes of the summaries when these memories go. Reads only; reads the whole archive."""
    archived = {one.memory.id: one for one in Archive(core.place.home).each()}
    remembered = [memory for memory in core.catalogue.under("memories/") if covered(memory)]
    buried = [memory for memory, _ in core.store.trash.all() if covered(memory) and memory.id not in archived]
    return _Renewing(core.place.zone, set(gone), words, archived, core).of(remembered, buried)


@dataclass(slots=True)
class _Renewing:
    zone: tzinfo | None
    gone: set[str]
    words: Words
    archived: dict[str, Archived]
    core: Core

    def of(self, remembered: Sequence[Memory], buried: Sequence[Memory]) -> Renewal:
        shelved = [one.memory for one in self.archived.values() if covered(one.memory)]
        everyone = {memory.id: memory for memory in (*shelved, *buried, *remembered)}
        standing = {memory.id for memory in remembered}
        heirs: dict[str, Memory | None] = {}
        weekly = [memory for memory in everyone.values() if _is_weekly(memory)]
        monthly = [memory for memory in everyone.values() if not _is_weekly(memory)]
        for memory in (*weekly, *monthly):
            if memory.id in self.gone or self._tells(memory):
                heirs[memory.id] = None if memory.id in self.gone else self._renewed(memory, heirs)
                self.gone.add(memory.id)
        new = [(old, heir) for old, heir in heirs.items() if heir is not None]
        return Renewal(
            tuple(everyone[id_] for id_ in heirs),
            tuple(heir for old, heir in new if old in standing),
            tuple((self.archived[old].path, heir) for old, heir in new if old in self.archived),
            tuple((old, heir.id) for old, heir in new),
        )

    def _tells(self, memory: Memory) -> bool:
        return not self.gone.isdisjoint(memory.derived_from) or self.words.repeated_in(memory.text)

    def _renewed(self, old: Memory, heirs: dict[str, Memory | None]) -> Memory | None:
        period = covered(old)
        left = list(self._left(old, heirs))
        if period is None or not left:
            return None
        summary = month(left, self.zone) if not _is_weekly(old) else extract(originals(left, self.zone))
        fresh = summary_memory(period, summary, left, old.source.file or "")
        return replace(
            old,
            id=fresh.id,
            title=fresh.title,
            text=fresh.text,
            derived_from=fresh.derived_from,
            created=fresh.created,
            provenance=fresh.provenance,
        )

    def _left(self, old: Memory, heirs: dict[str, Memory | None]) -> Iterator[Memory]:
        alive = self.core.catalogue.get_many([id_ for id_ in old.derived_from if id_ not in self.archived])
        for id_ in old.derived_from:
            if id_ in heirs:
                heir = heirs[id_]
                yield from [heir] if heir is not None else []
            elif id_ not in self.gone:
                source = self.archived[id_].memory if id_ in self.archived else alive.get(id_)
                yield from [source] if source is not None else []


def _is_weekly(memory: Memory) -> bool:
    period = covered(memory)
    return period is not None and period.kind == WEEKLY


def put(core: Core, made: Renewal) -> None:
    """Write what comes in the place of the summaries; they themselves go with the rest. Raises HomeError."""
    core.store.add(list(made.new))
    heirs = dict(made.heirs)
    resting = core.catalogue.resting_on(list(heirs))
    others = core.catalogue.get_many([id_ for ids in resting.values() for id_ in ids])
    kept = [one for one in others.values() if covered(one) is None]
    core.store.update(
        [replace(one, derived_from=tuple(heirs.get(i, i) for i in one.derived_from)) for one in kept]
    )
    archive = Archive(core.place.home)
    by_path: dict[str, list[Memory]] = {}
    for path, memory in made.archived:
        by_path.setdefault(path, []).append(memory)
    for path, memories in by_path.items():
        data = (core.place.home / path).read_bytes()
        there = {section.id for section in markdown.parse(data).sections}
        archive.rewrite(path, markdown.append_section(data, *_absent(memories, there)))


def _absent(memories: Iterable[Memory], there: Collection[str]) -> list[Memory]:
    return [memory for memory in memories if memory.id not in there]


def unneeded(core: Core, back: Collection[str]) -> None:
    """After an undo: summaries that were made anew since, of originals that are all remembered again, go as well."""
    archive = Archive(core.place.home)
    shelved = [one.memory for one in archive.each() if covered(one.memory)]
    standing = [memory for memory in core.catalogue.under("memories/") if covered(memory)]
    gone: set[str] = set()
    for memory in sorted((*shelved, *standing), key=lambda one: not _is_weekly(one)):
        sources = set(memory.derived_from) - gone
        if memory.derived_from and sources <= core.catalogue.get_many(list(sources)).keys() & set(back):
            gone.add(memory.id)
    core.store.drop([memory.id for memory in standing if memory.id in gone])
    archive.remove(gone)
