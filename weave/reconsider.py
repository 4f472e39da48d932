"""A memory that a person has reworded, or written by hand, meets what is known, as if it were said now.

It is in the store already, as written; its facts are judged against the other memories' (a correction corrects, a
flat claim is contested), and the verbatim words of the turn that it was made from go with the value that is gone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from weave.consolidation import meet
from weave.joint_writes import write_together
from weave.model import GLOBAL, Fact, Memory, MemoryType, Polarity, State
from weave.sameness import folded, key
from weave.store import Store

_DUE = "reworded"


def reconsider(store: Store, before: Iterable[Memory], edited: Sequence[Memory]) -> tuple[Memory, ...]:
    """Judge memories that say something else now; `before` are they as they were, of those that were there.

    Returns everything that was rewritten for it, the edited ones among it if their states changed. Raises HomeError.
    """
    mine = {memory.id: memory for memory in edited if memory.scope == GLOBAL and _judgeable(memory)}
    was = {memory.id: memory for memory in before}
    said_now = [replace(memory, created=store.place.clock()) for memory in mine.values()]
    merged = meet(store, said_now) if said_now else None
    kept = [replace(memory, created=mine[memory.id].created) for memory in merged.kept] if merged else []
    revised = [memory for memory in merged.revised if memory.id not in mine] if merged else []
    changed = [memory for memory in kept if memory != mine[memory.id]] + revised
    touched = {memory.id: memory for memory in changed}
    changed += [
        echo
        for memory in edited
        for echo in _unsaid(store, was.get(memory.id), touched.get(memory.id, memory))
        if echo.id not in touched
    ]
    write_together(store, (), changed)
    if edited:
        judged = {memory.id for memory in edited}
        announce(store, [id_ for id_ in announced(store) if id_ not in judged])
    return tuple(changed)


def announce(store: Store, ids: Iterable[str]) -> None:
    """Before reworded memories are written: that they are to be judged, also after a crash."""
    store.catalogue.set_meta(_DUE, json.dumps(list(dict.fromkeys(ids))))


def announced(store: Store) -> list[str]:
    """Ids of those that are still to be judged, whether they have come into the catalogue or not."""
    try:
        return [str(id_) for id_ in json.loads(store.catalogue.meta(_DUE) or "[]")]
    except (ValueError, TypeError):
        return []


def due(store: Store) -> list[Memory]:
    """Those that a crash kept from being judged."""
    return list(store.catalogue.get_many(announced(store)).values())


def _judgeable(memory: Memory) -> bool:
    """Whether it states something as holding; what a person has set aside is not brought up again."""
    return bool(memory.facts) and memory.state in (State.ACTIVE, State.VOLATILE)


def _unsaid(store: Store, before: Memory | None, after: Memory) -> list[Memory]:
    """The verbatim episodes of the same turn that still say what the memory, since it was edited, does not."""
    if before is None or len(after.source.turns) != 1 or after.scope != GLOBAL:
        return []
    left = {key(fact.object) for fact in after.facts if fact.polarity is Polarity.AFFIRMED}
    gone = [fact for fact in before.facts if fact.object and key(fact.object) not in left]
    return [
        replace(episode, state=State.DEPRECATED, superseded_by=after.id)
        for episode in store.catalogue.of_turns(after.source)
        if episode.id != after.id
        and episode.type is MemoryType.EPISODIC
        and not episode.facts
        and episode.scope == GLOBAL
        and episode.state is State.ACTIVE
        and any(_says(episode, fact) for fact in gone)
    ]


def _says(episode: Memory, fact: Fact) -> bool:
    return f" {key(fact.object)} " in f" {' '.join(_plain(episode.text))} "


def _plain(text: str) -> list[str]:
    return [word.strip(".,;:!?\"'()[]“”’") for word in folded(text).split()]
