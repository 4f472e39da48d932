"""Two clocks: what held at a moment (`as_of`), and what was known at a moment (`known_at`). Pure.

`as_of` looks with today's knowledge at the past: a fact that was superseded since was in force then, one that
was never true was not. `known_at` looks as if nothing later had been learned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from weave.model import Fact, Memory, State

Learned = Callable[[str], datetime | None]
"""When the memory or fact with this id was learned; None if it is not known."""


@dataclass(frozen=True, slots=True)
class View:
    """A way of looking at memories and facts; both moments None is the present."""

    as_of: datetime | None = None
    known_at: datetime | None = None

    @property
    def present(self) -> bool:
        """Whether this is simply now."""
        return self.as_of is None and self.known_at is None

    def memory(self, memory: Memory, learned: Learned) -> Memory | None:
        """The memory as this view shows it; None when it was not there yet."""
        if self.known_at is not None:
            if memory.created > self.known_at:
                return None
            return self._unlearn(memory, learned)
        if self.as_of is None:
            return memory
        return self._then(memory, self.as_of)

    def _unlearn(self, memory: Memory, learned: Learned) -> Memory:
        since = learned(memory.superseded_by) if memory.superseded_by else None
        if since is None or self.known_at is None or since <= self.known_at:
            return memory
        facts = tuple(_in_force(fact, memory.state) for fact in memory.facts)
        return replace(memory, state=State.ACTIVE, superseded_by=None, facts=facts)

    def _then(self, memory: Memory, moment: datetime) -> Memory | None:
        if not memory.facts:
            return memory if (memory.occurred or memory.created) <= moment else None
        facts = tuple(then for fact in memory.facts if (then := self.fact(fact, memory, lambda _: None)))
        if not facts:
            return None
        return replace(memory, facts=facts, state=_strongest(facts))

    def fact(self, fact: Fact, memory: Memory, learned: Learned) -> Fact | None:
        """The fact as this view shows it; None when it did not hold, or was not known."""
        if self.known_at is not None:
            seen = self.memory(memory, learned)
            return next((f for f in seen.facts if f.id == fact.id), None) if seen else None
        if self.as_of is None:
            return fact
        begins = fact.valid_from or memory.occurred or memory.created
        if begins > self.as_of or (fact.valid_to is not None and fact.valid_to <= self.as_of):
            return None
        return replace(fact, state=State.ACTIVE) if fact.state is State.OUTDATED else fact


def _in_force(fact: Fact, state: State) -> Fact:
    return replace(fact, state=State.ACTIVE, superseded_by=None) if fact.state is state else fact


def _strongest(facts: tuple[Fact, ...]) -> State:
    return max((fact.state for fact in facts), key=lambda state: state.weight)


def facts_in_view(memories: Mapping[str, Memory], facts: list[Fact], view: View) -> list[Fact]:
    """Those facts that the view shows, in their order; `memories` holds what each rests on, by id."""

    def learned(id_: str) -> datetime | None:
        known = memories.get(id_)
        return known.created if known else None

    shown = []
    for fact in facts:
        memory = memories.get(fact.memories[0]) if fact.memories else None
        seen = view.fact(fact, memory, learned) if memory else None
        if seen is not None:
            shown.append(seen)
    return shown
