"""Memories that state one fact each, for tests of what contradicts what."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.support.homes import NOW
from weave import ids
from weave.disputes import Stated
from weave.model import Fact, Memory, MemoryType, Polarity, Provenance, Source, State


def claim(
    object_: str,
    *,
    subject: str = "Maribel",
    predicate: str = "home_city",
    days: int = 10,
    state: State = State.CONTESTED,
    negated: bool = False,
    single: bool = True,
    derived_from: tuple[str, ...] = (),
    turn: str | None = None,
) -> Memory:
    """A memory, learned `days` ago, that says `subject predicate object`."""
    created = NOW - timedelta(days=days)
    words = f"{subject} {'not ' if negated else ''}{predicate} {object_}"
    id_ = ids.derived(created, 0, words)
    fact = Fact(
        id=ids.derived(created, 1, words),
        subject=subject,
        predicate=predicate,
        object=object_,
        polarity=Polarity.NEGATED if negated else Polarity.AFFIRMED,
        state=state,
        single_valued=single,
        memories=(id_,),
    )
    return Memory(
        id=id_,
        type=MemoryType.SEMANTIC,
        title=words,
        text=words + ".",
        state=state,
        importance=0.5,
        provenance=Provenance.USER,
        created=created,
        source=Source("talk", (turn,)) if turn else Source(),
        derived_from=derived_from,
        facts=(fact,),
    )


def stated(*memories: Memory) -> list[Stated]:
    """Their facts, each with its memory."""
    return [Stated(fact, memory) for memory in memories for fact in memory.facts]


def holding(memory: Memory, **changes: object) -> Memory:
    """The memory with its only fact changed."""
    return replace(memory, facts=(replace(memory.facts[0], **changes),))  # type: ignore[arg-type]
