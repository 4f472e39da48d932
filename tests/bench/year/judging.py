"""Judges each cycle on its own: whatever it took away must have been due by the rule as it is written, not as it is
built. Nothing of `weave.sleep.rules` is used here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from weave import markdown
from weave.model import Memory, MemoryType, State
from weave.sleep.model import Report, StepName
from weave.weave import Weave


@dataclass(frozen=True, slots=True)
class Gone:
    """A memory that a cycle took, and which step did."""

    memory: Memory
    step: StepName
    at: datetime


@dataclass(slots=True)
class Judge:
    """Holds what was recalled, and what is gone."""

    gone: dict[str, Gone] = field(default_factory=dict)
    unlawful: list[str] = field(default_factory=list)
    """A sentence for each memory that should have stayed."""
    _recalled: set[str] = field(default_factory=set)

    def recalled(self, ids: Iterable[str]) -> None:
        """A person was shown these."""
        self._recalled |= set(ids)

    def counts(self) -> Counter[StepName]:
        """How many each step has taken."""
        return Counter(one.step for one in self.gone.values())

    async def look(self, weave: Weave, report: Report) -> None:
        """At what a cycle has just taken, as it lies in the trash."""
        for outcome in report.outcomes:
            if not outcome.step.restorable or not outcome.ids:
                continue
            buried = await weave._core.run(_latest, weave.home)
            for id_ in outcome.ids:
                if id_ not in buried:
                    self.unlawful.append(f"{id_} went by {outcome.step} and is not in the trash")
                    continue
                one = Gone(buried[id_], outcome.step, report.now)
                self.gone[id_] = one
                if reason := self._objection(one):
                    self.unlawful.append(f"{id_} went by {one.step}: {reason} ({one.memory.title})")

    def _objection(self, one: Gone) -> str:
        """Why it should have stayed; empty when it was due."""
        memory, age = one.memory, one.at - one.memory.created
        if memory.pinned:
            return "it is pinned"
        if one.step is StepName.PURGE:
            lawful = memory.state is State.TRANSIENT and age > timedelta(hours=24)
            return "" if lawful else f"it is {memory.state} and {age} old"
        if memory.state is State.CONTESTED:
            return "it waits for the person"
        if one.step is StepName.FORGET:
            return self._unforgettable(memory, age)
        if one.step is StepName.COMPRESS:
            return _incompressible(memory, one.at)
        return "it matters" if memory.importance >= 0.7 else ""

    def _unforgettable(self, memory: Memory, age: timedelta) -> str:
        if not memory.importance < 0.3:
            return f"its importance is {memory.importance}"
        if memory.id in self._recalled or memory.access_count or memory.accessed is not None:
            return "it was recalled"
        return "" if age > timedelta(days=7) else f"it is {age} old"


def _latest(home: Path) -> dict[str, Memory]:
    """What lies in the latest files of the trash; a cycle writes into the last one, or begins another."""
    files = sorted((home / "trash").glob("*.md"))[-2:]
    return {s.memory.id: s.memory for path in files for s in markdown.parse(path.read_bytes()).sections}


def _incompressible(memory: Memory, at: datetime) -> str:
    if memory.type not in (MemoryType.EPISODIC, MemoryType.ERROR):
        return f"it is {memory.type}"
    if memory.importance >= 0.7:
        return f"its importance is {memory.importance}"
    last = memory.created.date() + timedelta(days=6 - memory.created.weekday())
    return "" if at.date() - last > timedelta(days=13) else f"its week ended on {last}"
