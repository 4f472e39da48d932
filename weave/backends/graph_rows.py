"""What a memory becomes in the graph: rows of plain values, made without asking the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weave import entities
from weave.clock import iso
from weave.model import Fact, Memory

RowValue = str | None
RowMap = Mapping[str, RowValue]
STUB = 3
"""Letters that a misspelt name is expected to share with the right one."""


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
    words = key.split()
    person = 2 <= len(words) <= 4 and all(
        word[:1].isupper() for word in (name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1])
    )
    return {
        "key": key,
        "name": name[:200],
        "group": group,
        "first": words[0] if person else None,
        "last": words[-1] if person else None,
        "stub": key[:STUB],
    }


def relation(key: str, predicate: str) -> str:
    """One property for "this entity, this predicate": what an index of edges can answer about a hub."""
    return f"{key}\n{predicate}"


def _fact(fact: Fact, memory: str, group: str) -> RowMap | None:
    subject, target = entities.key(fact.subject), entities.key(fact.object)
    if not subject or not target:
        return None
    predicate = " ".join(entities.clean(fact.predicate).split())[:120]
    return {
        "id": fact.id,
        "subject": subject,
        "object": target,
        "predicate": predicate,
        "relation": relation(subject, predicate),
        "inverse": relation(target, predicate),
        "polarity": fact.polarity.value,
        "state": fact.state.value,
        "group": group,
        "memory": memory,
        "valid_from": iso(fact.valid_from) if fact.valid_from else None,
        "valid_to": iso(fact.valid_to) if fact.valid_to else None,
    }
