"""Steps of sleep that think, small enough to be followed by eye, with everything that a draft may hold.

`Merging` replaces the parts of a topic by one memory, with an archive file and a known memory that changes; `Musing`
concludes something from them and takes nothing away. Both ask the model when there is one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tests.support.homes import NOW
from tests.support.memories import memory
from weave import archive, ids
from weave.core import Core
from weave.model import Memory, MemoryType, Provenance, State
from weave.ports import Message
from weave.sleep.model import Action, Budget, Draft, Original, StepName
from weave.sleep.steps import STEPS, Step, Thinking

PART = "Part of "
INDEX = "Index of "
TOKENS = 70


def topic(name: str, parts: int = 4, days: float = 20) -> list[Memory]:
    """A topic's index and its parts."""
    old = {"importance": 0.5, "created": NOW - timedelta(days=days), "type": MemoryType.EPISODIC}
    texts = [(f"{INDEX}{name}", f"{name} has {parts} parts.")]
    texts += [(f"{PART}{name}", f"{name} number {n}: jar {n} holds plums. 一二 🐈") for n in range(parts)]
    return [replace(memory(text, title=title), **old) for title, text in texts]  # type: ignore[arg-type]


@dataclass
class Merging:
    """The parts of each topic, as one."""

    name: StepName = StepName.COMPRESS
    asked: list[str] = field(default_factory=list)
    meanwhile: Callable[[], Awaitable[object]] | None = None
    """What others do while it thinks."""

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Every topic that has parts."""
        for name, parts in _topics(core.catalogue.each(), PART).items():
            places = core.catalogue.paths_of([one.id for one in parts])
            yield Action(
                f"merge:{name}",
                f"memories/episodic/{now:%Y-%m-%d}.md",
                name,
                f"{len(parts)} parts",
                tuple(Original.of(one, places[one.id]) for one in parts),
            )

    async def think(self, core: Core, action: Action, now: datetime, budget: Budget) -> Draft | None:
        """One memory, the archive of the parts, and an index that says so."""
        self.asked.append(action.id)
        budget.need(TOKENS)
        found = await core.run(core.catalogue.get_many, [one.id for one in action.originals])
        parts = [found[id_] for id_, _ in action.basis]
        said = await _said(core, budget, "\n".join(one.text for one in parts))
        if self.meanwhile is not None:
            await self.meanwhile()
        name = action.id.partition(":")[2]
        index = _topics(await core.run(lambda: list(core.catalogue.each())), INDEX)[name][0]
        basis = (*action.basis, (index.id, Original.of(index).digest))
        return Draft(
            action.id,
            basis,
            files=((f"documents/archive/weekly/{name}.md", archive.composed(name, parts)),),
            writes=(_whole(name, parts, said, now), replace(index, text=f"{name} is one whole.")),
            removes=tuple(one.id for one in parts),
            note="merged",
        )


@dataclass
class Musing:
    """What each topic's parts come to; nothing is taken away."""

    name: StepName = StepName.REPLAY
    asked: list[str] = field(default_factory=list)

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Every topic that has parts."""
        for name, parts in _topics(core.catalogue.each(), PART).items():
            yield Action(f"muse:{name}", "", name, "it recurs", tuple(map(Original.of, parts)))

    async def think(self, core: Core, action: Action, now: datetime, budget: Budget) -> Draft | None:
        """An inferred memory."""
        self.asked.append(action.id)
        found = await core.run(core.catalogue.get_many, [one.id for one in action.originals])
        said = await _said(core, budget, action.id)
        name = action.id.partition(":")[2]
        whole = _whole(name, list(found.values()), f"{name} recurs. {said}", now)
        return Draft(action.id, action.basis, writes=(_inferred(whole),))


def steps(*thinking: Thinking) -> tuple[Step | Thinking, ...]:
    """A cycle's own steps, and these in their places."""
    order = list(StepName)
    plain = [one for one in STEPS if not isinstance(one, Thinking)]
    return tuple(sorted([*plain, *thinking], key=lambda one: order.index(one.name)))


def _topics(memories: Iterator[Memory] | Sequence[Memory], mark: str) -> dict[str, list[Memory]]:
    found: dict[str, list[Memory]] = {}
    for one in sorted(memories, key=lambda one: one.id):
        if one.title.startswith(mark):
            found.setdefault(one.title.removeprefix(mark), []).append(one)
    return found


async def _said(core: Core, budget: Budget, text: str) -> str:
    """The model's word, or the text itself."""
    if core.models.chat is None:
        return text
    reply = await core.models.chat.structured("weekly_summary", [Message("user", text)])
    budget.spend(TOKENS)
    return str(reply["text"])


def _whole(name: str, parts: Sequence[Memory], said: str, now: datetime) -> Memory:
    sources = tuple(sorted(one.id for one in parts))
    return Memory(
        id=ids.derived(now, 0, "whole", name, *sources),
        type=MemoryType.EPISODIC,
        title=f"Whole of {name}",
        text=said,
        state=State.ACTIVE,
        importance=0.6,
        provenance=Provenance.USER,
        created=now,
        derived_from=sources,
    )


def _inferred(one: Memory) -> Memory:
    return replace(one, id=ids.derived(one.created, 1, one.id), type=MemoryType.SEMANTIC, title="Mused")
