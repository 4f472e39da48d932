"""Notes of a source as memories: composed, met with what is known, written once. Runs on the core's thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave import ids, lineage
from weave.consolidation import take_in
from weave.core import Core
from weave.drafts import facts_of
from weave.editing import restore, reword
from weave.identity.orders import order
from weave.markdown import clean, clean_line, cleaned
from weave.model import GLOBAL, Fact, Memory, MemoryType, Provenance, Role, Source, State
from weave.porting.ledger import Ledger, Taken
from weave.porting.model import Note
from weave.porting.names import digest
from weave.scribe.importance import estimate
from weave.scribe.rules import extract
from weave.scribe.titles import title_of
from weave.secrets import mask

_WORTH = 0.4
"""What was worth a note is worth this at least: above the 0.3 under which what nobody recalls is forgotten."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of some notes."""

    added: tuple[Taken, ...] = ()
    """Also what comes back from the trash, where that was asked for."""
    updated: tuple[Taken, ...] = ()
    found: tuple[Taken, ...] = ()
    """Here already, though no import says so: a crash came in between."""
    known: int = 0
    forgotten: int = 0


def take(
    core: Core, ledger: Ledger, notes: Sequence[tuple[str, Note]], kind: str, *, dry: bool = False
) -> Noted:
    """Write what is new of these notes, each with its key in the ledger. Raises HomeError."""
    fresh: list[tuple[Taken, Memory]] = []
    updated: list[Taken] = []
    found: list[Taken] = []
    back: list[Taken] = []
    known = forgotten = 0
    made = {key: _memory(core, note, key, kind) for key, note in notes}
    there = core.catalogue.get_many(
        [m.id for m in made.values()] + [t.made for k in made if (t := ledger.note_of(k))]
    )
    said_before = core.catalogue.get_many(core.catalogue.saying([memory.text for memory in made.values()]))
    alike_ = {_same(memory) for memory in said_before.values() if memory.scope == GLOBAL}
    buried = core.store.trash.among([m.id for m in made.values() if m.id not in there])
    for key, note in notes:
        memory, said, old = made[key], digest(note.text), ledger.note_of(key)
        one = Taken(key, said, memory.id, digest(memory.text))
        if not memory.text.strip():
            known += 1
        elif old is not None and old.made not in there:
            forgotten += 1
        elif old is not None:
            changed = old.said != said and digest(there[old.made].text) == old.written
            known += not changed
            updated += [replace(one, made=old.made)] if changed else []
        elif memory.id in buried and memory.id in ledger.forgot:
            back.append(one)
        elif memory.id in buried:
            forgotten += 1
        elif memory.id in there or _same(memory) in alike_:
            known += 1
            found += [one] if memory.id in there else []
        elif ledger.has_alike(key, said):
            known += 1
        else:
            fresh.append((one, memory))
    if not dry:
        take_in(core.store, list({memory.id: memory for _, memory in fresh}.values()))
        for one in updated:
            reword(core, one.made, None, made[one.key].text)
        for one in back:
            restore(core, one.made)
    return Noted((*(one for one, _ in fresh), *back), tuple(updated), tuple(found), known, forgotten)


def _same(memory: Memory) -> tuple[str, datetime | None]:
    """What makes two notes one: the words, and for what happened the day; it may happen again."""
    return memory.text, memory.occurred if memory.type is MemoryType.EPISODIC else None


def _memory(core: Core, note: Note, key: str, kind: str) -> Memory:
    """The memory that a note becomes. What gives orders is nobody's own note: it is kept as an agent's word."""
    words = mask(clean(note.text)).strip()
    now: datetime = core.place.clock()
    created = min(note.created or now, now)
    provenance = note.provenance
    if provenance is Provenance.USER and order("", words) is not None:
        provenance = Provenance.AGENT
    memory = Memory(
        id=ids.derived(created, 0, "import", key),
        type=note.type,
        title=mask(clean_line(note.title)) or title_of(words),
        text=words,
        state=State.ACTIVE,
        importance=max(
            _WORTH, estimate(words, Role.USER if provenance is Provenance.USER else Role.ASSISTANT)
        ),
        provenance=provenance,
        created=created,
        occurred=note.occurred,
        source=Source(file=f"{kind}:{clean_line(key.partition(':')[2].partition(':')[2])}"),
    )
    return cleaned(lineage.resting(replace(memory, facts=_facts(memory, note)), {}))


def _facts(memory: Memory, note: Note) -> tuple[Fact, ...]:
    """What the person's own note says about them; of anybody else's, the relations between things that it names."""
    if memory.provenance is Provenance.USER:
        told = extract(memory.text, speaker="user", role=Role.USER, time=note.occurred or memory.created)
        return facts_of(told, memory)
    return tuple(
        Fact(
            id=ids.derived(memory.created, place, memory.id, link.subject, link.predicate, link.object),
            subject=mask(clean_line(link.subject)),
            predicate=mask(clean_line(link.predicate)),
            object=mask(clean_line(link.object)),
            provenance=memory.provenance,
            importance=memory.importance,
            memories=(memory.id,),
        )
        for place, link in enumerate(note.links)
    )
