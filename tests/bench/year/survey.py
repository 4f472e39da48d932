"""Looks at the home at a month's end: every question of the past once more, every gold, every memory that mattered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.year.figures import HIGH, LOW, Answerable, Month, Share
from tests.bench.year.matching import answered
from tests.bench.year.model import Detail, Gold, Question
from tests.bench.year.play import K, Play, found, when
from weave.model import Memory, State
from weave.sleep.model import StepName

IMPORTANT = 0.7


@dataclass(slots=True)
class Survey:
    """The surveys of one year."""

    play: Play
    important: dict[str, Memory] = field(default_factory=dict)
    """All memories that were ever worth 0.7 or more."""
    made: set[str] = field(default_factory=set)
    months: list[Month] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """A sentence for each thing that ought to be there and is not, from the last survey."""
    _asked: int = 0

    async def notice(self) -> None:
        """Look at what is new; often enough that nothing comes and goes between two looks."""
        for memory in await self.play.weave.list():
            if memory.state is not State.TRANSIENT:
                self.made.add(memory.id)
                if memory.importance >= IMPORTANT:
                    self.important[memory.id] = memory

    async def look(self, month: int) -> Month:
        """The figures of the month that has just ended."""
        await self.notice()
        play = self.play
        await play.weave.library.refresh()
        self.missing.clear()
        memories = [m for m in await play.weave.list() if m.state is not State.TRANSIENT]
        archive = _texts(play.weave.home / "documents" / "archive")
        past = [q for q in play.year.questions if _findable(q) and when(q.ask_at) <= play.clock.now]
        counts = play.judge.counts()
        said = "\n".join(f"{memory.title}\n{memory.text}" for memory in memories)
        fresh, self._asked = play.told.asked[self._asked :], len(play.told.asked)
        golds = [g for g in play.year.golds if self._told(g)]
        found_ = Month(
            month=month,
            turns=play.told.turns,
            made=len(
                self.made | {id_ for id_, one in play.judge.gone.items() if one.step is not StepName.PURGE}
            ),
            memories=len(memories),
            types=tuple(sorted(Counter(memory.type.value for memory in memories).items())),
            bytes=sum(p.stat().st_size for p in (play.weave.home / "memories").rglob("*.md")),
            archive_bytes=len(archive.encode("utf-8", "replace")),
            forgotten=counts[StepName.FORGET],
            compressed=counts[StepName.COMPRESS],
            purged=counts[StepName.PURGE],
            waited=play.told.approved,
            asked=_split((q.importance, good) for q, good in fresh),
            high=await self._answerable([q for q in past if q.importance == HIGH]),
            low=await self._answerable([q for q in past if q.importance == LOW]),
            golds=_split((g.importance, _all_in(g.details, said)) for g in golds),
            kept_golds=_split((g.importance, _all_in(g.details, said + archive)) for g in golds),
            important=self._important({memory.id for memory in memories}),
            details=self._details(said + archive),
            health=await _health(play),
        )
        self.months.append(found_)
        return found_

    def _told(self, gold: Gold) -> bool:
        return set(gold.turns) <= set(self.play.told.said.values())

    async def _answerable(self, questions: Sequence[Question]) -> Answerable:
        rows = []
        for question in questions:
            weave = self.play.weave
            recalled = found(question, await weave.recall(question.text, k=K, count=False))
            spans = (await weave.library.search(question.text, K)).spans
            rows.append((recalled, any(answered(question, span.text) for span in spans)))
        return Answerable(
            Share.count(one for one, _ in rows),
            Share.count(two for _, two in rows),
            Share.count(one or two for one, two in rows),
        )

    def _important(self, there: set[str]) -> Share:
        lost = [one for id_, one in self.important.items() if id_ not in there]
        self.missing += [f"{one.id} was worth {one.importance} and is gone: {one.title}" for one in lost]
        return Share(len(self.important) - len(lost), len(self.important))

    def _details(self, text: str) -> Share:
        """Of the gold details that stood in what weeks were compressed from."""
        gone = [g.memory for g in self.play.judge.gone.values() if g.step is StepName.COMPRESS]
        turns = {self.play.told.said.get(turn) for memory in gone for turn in memory.source.turns}
        details = [d for g in self.play.year.golds for d in g.details if d.turn in turns]
        lost = [detail for detail in details if detail.text not in text]
        self.missing += [f"{one.text!r} of {one.turn} is in no summary and no archive" for one in lost]
        return Share(len(details) - len(lost), len(details))

    async def unfindable(self) -> Share:
        """Whether each memory that was ever worth 0.7, or what else says its turns, is among the first ten for its words."""
        good = 0
        for memory in self.important.values():
            words = " ".join(f"{memory.title} {memory.text}".split())[:200]
            result = await self.play.weave.recall(words, k=K, count=False)
            if any(_same(one.memory, memory) for one in result.memories):
                good += 1
            else:
                self.missing.append(f"{memory.id} is not found by its own words: {memory.title}")
        return Share(good, len(self.important))

    async def recoverable(self) -> Share:
        """Whether each gold detail of a compressed week is found by who searches with the words that were said."""
        gone = [g.memory for g in self.play.judge.gone.values() if g.step is StepName.COMPRESS]
        turns = {self.play.told.said.get(turn) for memory in gone for turn in memory.source.turns}
        texts = {turn.id: turn.text for turn in self.play.year.turns}
        rows = [(g, d) for g in self.play.year.golds for d in g.details if d.turn in turns]
        good = 0
        for gold, detail in rows:
            words = f"{gold.title} {texts[detail.turn]}"[:200]
            spans = (await self.play.weave.library.search(words, K)).spans
            recalled = await self.play.weave.recall(words, k=K, count=False)
            seen = [*(span.text for span in spans), *(one.memory.text for one in recalled.memories)]
            if any(detail.text in text for text in seen):
                good += 1
            else:
                self.missing.append(f"{detail.text!r} of {detail.turn} is not found by its own words")
        return Share(good, len(rows))


def _same(one: Memory, other: Memory) -> bool:
    """Whether the one says what the other does: it is it, or was made of the same turns, or holds all its words."""
    turns = set(other.source.turns)
    return (
        one.id == other.id or (bool(turns) and turns <= set(one.source.turns)) or _words(other) <= _words(one)
    )


def _words(memory: Memory) -> set[str]:
    return set(re.findall(r"\w+", memory.text.casefold()))


def _findable(question: Question) -> bool:
    """A count is no memory, and what was never said has no answer."""
    return bool(question.answers) and question.kind != "count"


def _split(rows: Iterable[tuple[str, bool]]) -> tuple[Share, Share]:
    kept = list(rows)
    return (
        Share.count(good for importance, good in kept if importance == HIGH),
        Share.count(good for importance, good in kept if importance == LOW),
    )


def _all_in(details: Sequence[Detail], text: str) -> bool:
    return all(detail.text in text for detail in details)


def _texts(folder: Path) -> str:
    return "\n".join(path.read_text("utf-8", "replace") for path in sorted(folder.rglob("*.md")))


async def _health(play: Play) -> float:
    """The memory's own score of its health, 0..1."""
    return (await play.weave.analytics.stats()).health.value / 100


def secrets_left(play: Play) -> list[str]:
    """Pasted secrets that stand in any file of the home. Empty is well."""
    told = set(play.told.said.values())
    secrets = [s for s in play.year.secrets if s.turn in told]
    files = [path for path in play.weave.home.rglob("*") if path.is_file()]
    contents = [path.read_bytes() for path in files]
    return [s.turn for s in secrets if any(s.text.encode() in content for content in contents)]
