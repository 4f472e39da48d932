"""What a memory becomes in the graph: rows of plain values, made without asking the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weave import bonds, entities
from weave.clock import iso
from weave.model import Fact, Memory
from weave.naming import read
from weave.sameness import plain

RowValue = str | None
RowMap = Mapping[str, RowValue]
SCHEMA = 2
"""Raised when nodes and edges change; a graph of another schema is built anew."""
_STUB = 3
"""Letters that a misspelt name is expected to share with the right one."""
_SOUND = 6


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of one batch, by what they make."""

    memories: tuple[RowMap, ...]
    entities: tuple[RowMap, ...]
    mentions: tuple[RowMap, ...]
    facts: tuple[RowMap, ...]


def rows_of(memories: Sequence[Memory]) -> Rows:
    """The rows of these memories; of two with one id the last counts."""
    latest = {memory.id: memory for memory in memories}
    found: dict[tuple[str, str], RowMap] = {}
    mentions: list[RowMap] = []
    facts: list[RowMap] = []
    for memory in latest.values():
        group = entities.clean(memory.scope)
        for name in entities.of_memory(memory):
            key = entities.key(name)
            found.setdefault((key, group), _entity(name, key, group))
            mentions.append({"memory": memory.id, "key": key, "group": group})
        facts += [row for fact in memory.facts if (row := _fact(fact, memory.id, group)) is not None]
    return Rows(
        tuple(_memory(memory) for memory in latest.values()),
        tuple(found.values()),
        tuple(mentions),
        tuple(facts),
    )


def _memory(memory: Memory) -> RowMap:
    return {
        "id": memory.id,
        "group": entities.clean(memory.scope),
        "state": memory.state.value,
        "type": memory.type.value,
    }


def _entity(name: str, key: str, group: str) -> RowMap:
    naming = read(name)
    parts = (
        naming.words if not naming.thing and (len(naming.words) > 1 or naming.bond or naming.titles) else ()
    )
    called = naming.words[0] if naming.words and not naming.thing else plain(key)
    return {
        "key": key,
        "name": name[:200],
        "group": group,
        "first": parts[0] if parts else None,
        "last": parts[-1] if parts else None,
        "role": bond(naming.owner, naming.role) if naming.bond else None,
        "stub": stub_of(called),
        "sound": sound_of(called),
    }


def stub_of(word: str) -> str:
    """The first letters of a name, which a misspelling mostly leaves alone."""
    return plain(word)[:_STUB]


def sound_of(word: str) -> str:
    """A name without its vowels and doubled letters: what is left of it in most misspellings."""
    letters = plain(word).split(" ")[0]
    bare = [c for c in letters if c not in "aeiouyhw"]
    return "".join(c for at, c in enumerate(bare) if at == 0 or c != bare[at - 1])[:_SOUND] or letters


def bond(owner: str, role: str) -> str:
    """One property for "this one's sister": what the indexes of names and of facts can answer."""
    return f"{owner}\n{role}"


def relation(key: str, predicate: str) -> str:
    """One property for "this entity, this predicate": what an index of edges can answer about a hub."""
    return f"{key}\n{predicate}"


def _fact(fact: Fact, memory: str, group: str) -> RowMap | None:
    subject, target = entities.key(fact.subject), entities.key(fact.object)
    if not subject or not target:
        return None
    predicate = " ".join(entities.clean(fact.predicate).split())[:120]
    bound = bonds.bond_of(fact)
    return {
        "id": fact.id,
        "subject": subject,
        "object": target,
        "predicate": predicate,
        "relation": relation(subject, predicate),
        "inverse": relation(target, predicate),
        "bond": bond(bound.owner, bound.role) if bound else None,
        "polarity": fact.polarity.value,
        "state": fact.state.value,
        "group": group,
        "memory": memory,
        "valid_from": iso(fact.valid_from) if fact.valid_from else None,
        "valid_to": iso(fact.valid_to) if fact.valid_to else None,
    }
