"""A process that works on a home until it is killed, and the check of what it left.

The worker says `do OPERATION ID` before and `ok OPERATION ID` after each step, on standard output; what it said is
all that a person could know. Run as a program it is the worker: `python -m tests.support.crash HOME SEED`.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from tests.support.claims import claim
from tests.support.homes import NOW, bare
from weave import late, markdown, plans
from weave.drafts import in_scope
from weave.model import GLOBAL, MemoryType, Role, State, Task, Turn
from weave.weave import Weave

STEPS = (
    "remember",
    "remember",
    "ingest",
    "task",
    "facts",
    "discard",
    "forget",
    "restore",
    "move",
    "purge",
    "say",
)


@dataclass
class Ledger:
    """What must be true of a home, from what the workers said of all its runs."""

    live: set[str] = field(default_factory=set)
    trashed: set[str] = field(default_factory=set)
    purged: set[str] = field(default_factory=set)
    turns: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    """Words of steps that were under way: they may have happened or not, but not by halves."""

    def take(self, lines: Iterable[str]) -> None:
        """Read what one run said; of what the run before left half-way nothing is known any more."""
        for place in (self.live, self.trashed, self.purged, self.turns):
            place.difference_update(self.unsure)
        self.unsure.clear()
        for line in lines:
            verb, step, word = line.split(" ", 2)
            if verb == "do":
                self.unsure.add(word)
                continue
            self.unsure.discard(word)
            self._done(step, word)

    def _done(self, step: str, word: str) -> None:
        places = (self.live, self.trashed, self.purged)
        for place in places:
            place.discard(word)
        if step == "say":
            self.turns.add(word)
        else:
            gone = {"forget": self.trashed, "purge": self.purged, "discard": self.purged}
            gone.get(step, self.live).add(word)


def worker(home: Path, seed: int, moment: random.Random) -> list[str]:
    """Start one, kill it at a random moment after it began its first step, or ended it; what it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.crash", str(home), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first == "ready\n", "the worker did not start"
    rest = ""
    while not rest.startswith("ok" if seed % 4 else "do"):  # however long a busy machine takes for it
        line = process.stdout.readline()
        assert line, "the worker ended by itself"
        first, rest = first + line, line
    time.sleep(moment.uniform(0.0, 0.35))
    process.kill()
    rest = process.stdout.read()
    process.wait()
    process.stdout.close()
    whole = (first + rest).split("\n")[:-1]
    return [line for line in whole if line != "ready"]


async def check(home: Path, ledger: Ledger) -> None:
    """Open the home and compare it with the ledger. AssertionError says what is wrong."""
    async with bare(home) as weave:
        end = time.monotonic() + 10
        while _over(home, await weave.tasks()) or _unheard(weave):
            assert time.monotonic() < end, "a pad whose end was due was not taken up"
            await asyncio.sleep(0.02)
        found = await weave.list()
        trash = {memory.id for memory, _ in weave._core.store.trash.all()}
        journal = weave._core.journal
        said = {turn.text for name in journal.ids() for turn in journal.read(name).turns}
    ids = [memory.id for memory in found]
    sections = Counter(
        section.id
        for file in home.glob("[mt]*/**/*.md")
        if "trash" not in file.parts
        for section in markdown.parse(file.read_bytes()).sections
    )
    assert all(count == 1 for count in sections.values()), "an id stands in two places"
    assert set(sections) == set(ids), f"the catalogue and the files differ: {set(sections) ^ set(ids)}"
    assert not trash & set(ids), "a memory is in force and in the trash"
    texts = Counter(memory.text for memory in found)
    merged = Counter(memory.text for memory in found if memory.scope == GLOBAL)
    doubled = [text for text, count in merged.items() if count > 1]
    assert not doubled, f"written twice: {doubled[:3]}"
    _compare(ledger, texts, home, said)


def _over(home: Path, tasks: Iterable[Task]) -> bool:
    """Whether a pad is open that a crash left, or whose end had begun."""
    return any(task.conversation or plans.exists(home / "tasks" / task.id) for task in tasks)


def _unheard(weave: Weave) -> bool:
    """Whether turns of an open pad wait for the Scribe, who is about to write."""
    journal, pads = weave._core.journal, weave._core.pads
    waiting = [turn for name in journal.ids() for turn in journal.read(name).pending]
    return any(turn.task and pads.is_open(turn.task) for turn in waiting)


def _compare(ledger: Ledger, texts: Counter[str], home: Path, said: set[str]) -> None:
    whole = "\n".join(texts)
    buried = "\n".join(path.read_text() for path in home.glob("trash/*.md"))
    everywhere = whole + "".join(path.read_text() for path in home.glob("conversations/*"))
    for word in ledger.live - ledger.unsure:
        assert word in whole, f"{word} was acknowledged and is lost"
    for word in ledger.trashed - ledger.unsure:
        assert word in buried and word not in whole, f"{word} was forgotten and is not in the trash alone"
    for word in ledger.purged - ledger.unsure:
        assert word not in everywhere + buried, f"{word} was purged and is still there"
    for word in ledger.turns - ledger.unsure:
        assert any(word in text for text in said), f"the turn {word} was acknowledged and is lost"
        assert word in whole, f"the turn {word} is not recalled"


class _Worker:
    def __init__(self, weave: Weave, seed: int) -> None:
        self.weave = weave
        self.seed = seed
        self.random = random.Random(seed)
        self.number = 0
        self.kept: list[str] = []
        self.gone: list[str] = []

    def word(self) -> str:
        """A word that stands in one memory only; memories are found by it."""
        self.number += 1
        return f"jar{self.seed}x{self.number}z"

    def tell(self, verb: str, step: str, word: str) -> None:
        sys.stdout.write(f"{verb} {step} {word}\n")
        sys.stdout.flush()

    async def id_of(self, word: str) -> str:
        return next(memory.id for memory in await self.weave.list() if word in memory.text)

    async def step(self, step: str) -> None:
        if step in ("forget", "move", "purge") and not self.kept:
            return
        if step == "restore" and not self.gone:
            return
        old = {"restore": self.gone}.get(step, self.kept)
        fresh = step in ("remember", "ingest", "task", "facts", "discard", "say")
        word = self.word() if fresh else old.pop(0)
        self.tell("do", step, word)
        await getattr(self, step)(word)
        self.tell("ok", step, word)
        if step == "forget":
            self.gone.append(word)
        elif step not in ("purge", "discard", "say"):
            self.kept.append(word)

    async def remember(self, word: str) -> None:
        await self.weave.remember(f"Plum jam stands in {word} on the shelf.")

    async def ingest(self, word: str) -> None:
        turns = [
            Turn(
                f"{word}-{n}",
                Role.USER,
                "user",
                f"{word} got its lid number {n}.",
                NOW - timedelta(days=n),
                word,
            )
            for n in range(20)
        ]
        await self.weave.ingest(turns)

    async def task(self, word: str) -> None:
        task = await self.weave.start_task(f"jars of {word}")
        await self.weave.remember(f"In the pad stands {word} alone.", task=task.id)
        await self.weave.end_task(task.id)

    async def facts(self, word: str) -> None:
        """A pad that changes what the one before said, repeats itself, and says something of its own."""
        task = await self.weave.start_task(f"jars of {word}")
        store = self.weave._core.store
        made = [
            claim(
                word, subject="Maribel", predicate="favourite_jar", days=self.number % 9, state=State.VOLATILE
            ),
            claim(f"lid of {word}", subject=word, predicate="has", single=False, state=State.VOLATILE),
        ]
        notes = [await self.weave.remember(f"Twice stands {word}.", task=task.id) for _ in range(2)]
        assert notes[0].id != notes[1].id
        await self.weave._core.run(store.add, [in_scope(one, task.scope) for one in made])
        await self.weave.end_task(task.id)

    async def discard(self, word: str) -> None:
        task = await self.weave.start_task(f"jars of {word}")
        await self.weave.remember(f"In a pad to be thrown away stands {word}.", task=task.id)
        talk = await self.weave.begin()
        await self.weave.change_task(talk.id, task.id)
        await self.weave.say(talk.id, role=Role.USER, speaker="user", text=f"My jar {word} is not wanted.")
        await self.weave.discard_task(task.id)

    async def say(self, word: str) -> None:
        talk = await self.weave.begin()
        await self.weave.say(talk.id, role=Role.USER, speaker="user", text=f"My jar {word} is empty.")

    async def forget(self, word: str) -> None:
        await self.weave.forget([m.id for m in await self.weave.list() if word in m.text])

    async def restore(self, word: str) -> None:
        trash = self.weave._core.store.trash
        for id_ in {memory.id for memory, _ in trash.all() if word in memory.text}:
            await self.weave.restore(id_)

    async def move(self, word: str) -> None:
        kind = self.random.choice([kind.value for kind in MemoryType])
        await self.weave.set(await self.id_of(word), {"type": kind})

    async def purge(self, word: str) -> None:
        await self.weave.forget([m.id for m in await self.weave.list() if word in m.text], purge=True)


async def _main(home: Path, seed: int) -> None:
    late.finish()  # it is the steps that are to be cut off, not the loading of what they need
    async with bare(home) as weave:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        worker_ = _Worker(weave, seed)
        while True:
            await worker_.step(worker_.random.choice(STEPS))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
