"""How a draft becomes a memory, and how a memory goes into another state or scope, its facts with it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from weave import ids
from weave.model import Draft, Fact, FactDraft, Memory, Source, State


def facts_of(drafts: Iterable[FactDraft], memory: Memory) -> tuple[Fact, ...]:
    """A memory's facts, with ids of their own, in the state of the memory that states them."""
    made = []
    for place, draft in enumerate(drafts):
        triple = (draft.subject, draft.predicate, draft.object, draft.polarity.value)
        made.append(
            Fact(
                id=ids.derived(memory.created, place, memory.id, *triple),
                subject=draft.subject,
                predicate=draft.predicate,
                object=draft.object,
                polarity=draft.polarity,
                state=memory.state,
                valid_from=draft.valid_from,
                valid_to=draft.valid_to,
                provenance=memory.provenance,
                importance=memory.importance,
                scope=memory.scope,
                single_valued=draft.single_valued,
                change=draft.change,
                memories=(memory.id,),
            )
        )
    return tuple(made)


def memory_of_draft(
    draft: Draft, *, id_: str, scope: str, state: State, created: datetime, conversation: str | None
) -> Memory:
    """The memory that a draft becomes."""
    memory = Memory(
        id=id_,
        type=draft.type,
        title=draft.title,
        text=draft.text,
        state=state,
        importance=draft.importance,
        importance_raw=draft.importance_raw,
        provenance=draft.provenance,
        created=created,
        scope=scope,
        occurred=draft.occurred,
        source=Source(conversation, draft.turns),
    )
    return replace(memory, facts=facts_of(draft.facts, memory))


def in_state(memory: Memory, state: State) -> Memory:
    """The memory in another state, and with it the facts that shared its old one."""
    facts = tuple(replace(f, state=state) if f.state is memory.state else f for f in memory.facts)
    return replace(memory, state=state, facts=facts)


def in_scope(memory: Memory, scope: str) -> Memory:
    """The memory, with its facts, in another scope."""
    return replace(memory, scope=scope, facts=tuple(replace(f, scope=scope) for f in memory.facts))
