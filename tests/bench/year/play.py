"""Plays the year in a real home under an accelerated clock: conversations, questions, the cycles of its sleep.

What is said goes through `weave.say` and `weave.end`, turn by turn, at the time at which it was said; a cycle is
looked for every six hours of that time; a question is a recall that counts, as a person's would. Nothing is told to
the memory but the words.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path

from tests.bench.year.judging import Judge
from tests.bench.year.matching import answered
from tests.bench.year.model import Question, Turn, Year
from weave.config import Config, FalkorConfig, QdrantConfig, SleepConfig
from weave.model import Recall, Role
from weave.ports import Models
from weave.sleep.model import Report
from weave.weave import Weave

PERIOD = timedelta(hours=6)
K = 10
"""Memories that a question looks at."""
EARLY = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """The time of the simulated year; never goes back."""

    def __init__(self) -> None:
        self.now = EARLY

    def __call__(self) -> datetime:
        return self.now

    def to(self, moment: datetime) -> None:
        """Let time pass."""
        self.now = max(self.now, moment)


@dataclass(slots=True)
class Told:
    """What came of the playing so far."""

    turns: int = 0
    asked: list[tuple[Question, bool]] = field(default_factory=list)
    """Each question put along the way, and whether the answer was among the first ten."""
    cycles: int = 0
    approved: int = 0
    """Cycles that waited for a word, which the person gave."""
    said: dict[str, str] = field(default_factory=dict)
    """The year's turn, by the id that the memory gave it."""
    reports: list[Report] = field(default_factory=list)


def config(*, vectors: bool) -> Config:
    """A home as a person has it; the graph is left out, and cycles come when the playing says so."""
    return Config(
        timezone="Europe/Berlin",
        qdrant=QdrantConfig(enabled=vectors),
        falkordb=FalkorConfig(enabled=False),
        sleep=SleepConfig(enabled=False),
    )


@dataclass(slots=True)
class Play:
    """One year in one home."""

    year: Year
    weave: Weave
    clock: Clock
    judge: Judge
    told: Told = field(default_factory=Told)
    _next: datetime = EARLY

    async def month(self, month: int, until: datetime | None = None) -> None:
        """All that happens in a month, in its order; `until`: it ends then, not with its last day."""
        for moment, event in self._events(month):
            await self._until(moment)
            if isinstance(event, Question):
                await self._ask(event)
            else:
                await self._talk(event)
        await self._until(until or _first(month + 1))

    def _events(self, month: int) -> Iterator[tuple[datetime, Question | Sequence[Turn]]]:
        turns = [turn for turn in self.year.turns if when(turn.time).month == month]
        talks = [list(talk) for _, talk in groupby(turns, key=lambda turn: turn.session)]
        events: list[tuple[datetime, Question | Sequence[Turn]]] = [
            *((when(talk[0].time), talk) for talk in talks),
            *((when(q.ask_at), q) for q in self.year.questions if when(q.ask_at).month == month),
        ]
        yield from sorted(events, key=lambda event: event[0])

    async def _talk(self, turns: Sequence[Turn]) -> None:
        conversation = await self.weave.begin()
        for turn in turns:
            self.clock.to(when(turn.time))
            role = Role(turn.role)
            said = await self.weave.say(conversation.id, role=role, speaker=turn.speaker, text=turn.text)
            self.told.said[said.id] = turn.id
            self.told.turns += 1
        await self.weave.end(conversation.id)

    async def _ask(self, question: Question) -> None:
        result = await self.weave.recall(question.text, k=K)
        self.judge.recalled(one.memory.id for one in result.memories if one.memory.id in result.passage)
        if question.answers and question.kind != "count":
            self.told.asked.append((question, found(question, result)))

    async def _until(self, moment: datetime) -> None:
        """Every six hours the memory may sleep."""
        while self._next <= moment:
            self.clock.to(self._next)
            self._next += PERIOD
            report = await self.weave.sleeping.run_if_due()
            if report is not None:
                await self._slept(report)
        self.clock.to(moment)

    async def _slept(self, report: Report) -> None:
        self.told.cycles += 1
        await self.judge.look(self.weave, report)
        if report.waiting:
            self.told.approved += 1
            await self.judge.look(self.weave, await self.weave.sleeping.run(approved=True))


@asynccontextmanager
async def opened(
    year: Year, home: Path, *, vectors: bool = False, models: Models | None = None
) -> AsyncIterator[Play]:
    """The year before its first day."""
    clock = Clock()
    given = config(vectors=vectors)
    async with Weave.open(home, config=given, clock=clock, models=models) as weave:
        yield Play(year, weave, clock, Judge())


def found(question: Question, result: Recall) -> bool:
    """Whether the answer stands among the results."""
    return any(answered(question, one.memory.text) for one in result.memories)


def when(time: str) -> datetime:
    """A moment as the year writes it."""
    return datetime.fromisoformat(time)


def _first(month: int) -> datetime:
    return datetime(2026 + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC)
