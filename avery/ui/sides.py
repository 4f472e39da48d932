"""The sides of a conflict as cards: what each says, since when, by whose word, and what would fall with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from textual.content import Content

from avery.telling import counted
from avery.ui.bars import brief_number
from avery.ui.plain import one_line, plain
from avery.ui.score import age
from weave.agents import agent_of
from weave.clock import day
from weave.disputes import by_claim, value_of
from weave.model import Conflict, Fact, Memory, Provenance, Side
from weave.picture import validity

_STATEMENTS = 3
"""Memories of one side that are shown in full; the others are counted."""
_DRAGGED = 3
_WORDING = 600
_LABEL = 9
WHOSE = {
    Provenance.OBSERVED: "seen by Avery itself",
    Provenance.AGENT: "told by somebody else",
    Provenance.USER: "your words",
    Provenance.INFERRED: "concluded, not told",
}


@dataclass(frozen=True, slots=True)
class Card:
    """One side: all statements of one value, the oldest first."""

    sides: tuple[Side, ...]

    @property
    def value(self) -> str:
        """What this side holds to be so, in one line."""
        return value(self.sides[0].fact)

    @property
    def facts(self) -> tuple[str, ...]:
        """The ids that stand when this side is kept."""
        return tuple(side.fact.id for side in self.sides)

    @property
    def dragged(self) -> tuple[Memory, ...]:
        """What would lose its ground with this side."""
        found = {memory.id: memory for side in self.sides for memory in side.dependents}
        return tuple(found.values())


def value(fact: Fact) -> str:
    """The value of a fact, with its polarity."""
    return one_line(value_of(fact), 120)


def cards(conflict: Conflict) -> tuple[Card, ...]:
    """The sides of a conflict; what says the same is one side."""
    return tuple(Card(claim) for claim in by_claim(conflict.sides))


def body(card: Card, now: datetime, zone: tzinfo | None) -> Content:
    """A card's text."""
    lines = [Content.styled(card.value, "bold $foreground"), Content("")]
    for side in card.sides[:_STATEMENTS]:
        lines += [*_statement(side, now, zone), Content("")]
    if len(card.sides) > _STATEMENTS:
        lines += [Content.styled(f"{len(card.sides) - _STATEMENTS} more say the same", "$muted"), Content("")]
    return Content("\n").join([*lines, *_dragged(card.dragged)])


def _statement(side: Side, now: datetime, zone: tzinfo | None) -> list[Content]:
    memory = side.memory
    wording = " ".join(plain((memory.text or memory.title)[: 2 * _WORDING]).split())
    if len(wording) > _WORDING:
        wording = wording[: _WORDING - 1].rstrip() + "…"
    learned = f"{day(memory.created, zone)}, {age(memory.created, now)}"
    trust = f"{brief_number(memory.provenance.trust)}, {WHOSE[memory.provenance]}"
    return [
        Content.styled(f"“{wording}”", "$foreground"),
        _row("held", held(side.fact, zone)),
        _row("learned", learned if learned.endswith("now") else f"{learned} ago"),
        _row("trust", trust),
        _row("from", origin(memory)),
    ]


def _row(label: str, words: str) -> Content:
    return Content.assemble((f"{label:<{_LABEL}}", "$muted"), (words, "$foreground"))


def held(fact: Fact, zone: tzinfo | None) -> str:
    """When a fact is said to have held."""
    return validity(fact, zone) or "not said when"


def origin(memory: Memory) -> str:
    """Where a memory comes from, in a few words."""
    source = memory.source
    if source.conversation is not None:
        count = len(source.turns)
        return "a talk" if count < 2 else f"{count} turns of a talk"
    if agent := agent_of(source):
        return f"another agent, {one_line(agent, 60)}"
    return one_line(source.file, 80) if source.file else "a note of yours"


def _dragged(memories: Sequence[Memory]) -> list[Content]:
    if not memories:
        return [Content.styled("Nothing else rests on it.", "$muted")]
    count = len(memories)
    head = f"{counted(count, 'memory rests', 'memories rest')} on it:"
    shown = [f"  {one_line(memory.title or memory.text, 100)}" for memory in memories[:_DRAGGED]]
    more = [f"  and {count - _DRAGGED:,} more"] if count > _DRAGGED else []
    return [Content.styled(head, "$warning"), *(Content.styled(line, "$muted") for line in [*shown, *more])]
