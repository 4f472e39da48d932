"""A life of statements, tasks, decisions and accidents, drawn from a seed: what is done to a home, one step at a time.

A step is first drawn against the home as it is and then concrete (`Step`), so that the same life can be told again in
a fresh home. Who reads the home is `tests.support.promises`; who plays is `tests.support.lives`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from weave import ids
from weave.model import Change, Fact, Memory, MemoryType, Polarity, Provenance, Source, State

START = datetime(2026, 9, 1, 9, tzinfo=UTC)
SUBJECTS = ("user", "Maribel", "Rui", "Zo\u00eb", "Zoe\u0308", "نور", "日本の友", "🦊 Fox")
PREDICATES = (("home_city", True), ("employer", True), ("speaks", False))
VALUES = ("Ghent", "Porto", "Oslo")
HAND_MADE = "Rui lives in {value}."
_KINDS = (
    "flat", "flat", "flat", "flat", "change", "change", "correction", "bounded", "plan", "end",
    "retraction", "whole", "denial", "undone",
)  # fmt: skip
_PROVENANCES = (Provenance.USER,) * 6 + (Provenance.OBSERVED, Provenance.INFERRED)
_WEIGHTS = {
    "state": 9, "note": 9, "start": 2, "end": 5, "discard": 2, "resolve": 4, "forget": 2, "restore": 1,
    "set": 1, "edit": 1, "derive": 2, "hand_edit": 1, "hand_delete": 1, "hand_add": 1, "reopen": 1, "reindex": 1,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done at a moment; labels stand for what only the home can name."""

    kind: str
    number: int
    now: datetime
    memory: Memory | None = None
    task: int | None = None
    """The number of the step that began it."""
    target: str | None = None
    """The label of a memory."""
    words: str = ""
    keep: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    """What a drawing needs to know of the home."""

    tasks: Sequence[int] = ()
    known: Sequence[str] = ()
    """Labels of the memories of the global scope."""
    buried: Sequence[str] = ()
    conflicts: Sequence[Sequence[str]] = ()
    """For each open conflict the labels of its sides."""


def statement(draw: random.Random, number: int, now: datetime) -> Memory:
    """A memory that states one fact."""
    subject, (predicate, single) = draw.choice(SUBJECTS), draw.choice(PREDICATES)
    kind, value, span = draw.choice(_KINDS), draw.choice(VALUES), timedelta(days=draw.randint(1, 9), hours=3)
    made = _bare(number, now, f"{subject} {predicate} {value}, as I said ({kind})", draw.choice(_PROVENANCES))
    fact = Fact(
        id=ids.derived(now, 1, str(number)),
        subject=subject,
        predicate=predicate,
        object="" if kind == "whole" else value,
        state=State.ACTIVE,
        provenance=made.provenance,
        single_valued=single,
        memories=(made.id,),
    )
    match kind:
        case "bounded":
            fact = replace(fact, valid_to=now + span)
        case "plan":
            fact = replace(fact, change=Change.CHANGE, valid_from=now + span)
        case "denial":
            fact = replace(fact, polarity=Polarity.NEGATED)
        case "undone":
            fact = replace(fact, polarity=Polarity.NEGATED, change=Change.CORRECTION)
        case "whole":
            fact = replace(fact, change=Change.RETRACTION)
        case "flat":
            pass
        case _:
            fact = replace(fact, change=Change(kind))
    return replace(made, facts=(fact,))


def _bare(number: int, now: datetime, text: str, provenance: Provenance = Provenance.USER) -> Memory:
    return Memory(
        id=ids.derived(now, 0, str(number)),
        type=MemoryType.SEMANTIC,
        title=text,
        text=text + ".",
        state=State.ACTIVE,
        importance=0.5,
        provenance=provenance,
        created=now,
        source=Source(),
    )


def drawn(draw: random.Random, number: int, now: datetime, sight: Sight) -> Step:
    """The next step of a life."""
    kind = draw.choices([*_WEIGHTS], [*_WEIGHTS.values()])[0]
    step = Step(kind, number, now)
    if kind in ("note", "end", "discard") and not sight.tasks:
        return replace(step, kind="start")
    match kind:
        case "state":
            return replace(step, memory=statement(draw, number, now))
        case "note":
            return replace(step, memory=statement(draw, number, now), task=draw.choice(sight.tasks))
        case "end" | "discard":
            return replace(step, task=draw.choice(sight.tasks))
        case "resolve" if sight.conflicts:
            sides = draw.choice(sight.conflicts)
            return replace(step, target=sides[0], keep=_choice(draw, sides))
        case "restore" if sight.buried:
            return replace(step, target=draw.choice(sight.buried))
        case "derive" if sight.known:
            made = _bare(number, now, f"Concluded in step {number}", Provenance.INFERRED)
            return replace(step, memory=made, target=draw.choice(sight.known))
        case "set" if sight.known:
            words = draw.choice(["outdated", "deprecated"])
            return replace(step, target=draw.choice(sight.known), words=words)
        case "forget" | "hand_delete" if sight.known:
            return replace(step, target=draw.choice(sight.known))
        case "edit" | "hand_edit" if sight.known:
            words = HAND_MADE.format(value=draw.choice(VALUES))
            return replace(step, target=draw.choice(sight.known), words=words)
        case "hand_add":
            return replace(step, words=HAND_MADE.format(value=draw.choice(VALUES)))
        case "start" | "reopen" | "reindex":
            return step
        case _:
            return replace(step, kind="state", memory=statement(draw, number, now))


def _choice(draw: random.Random, sides: Sequence[str]) -> tuple[str, ...]:
    return draw.choice([(one,) for one in sides] + [tuple(sides), ()])


def later(draw: random.Random, now: datetime) -> datetime:
    """The next moment; a clock that is set right goes backwards now and then."""
    if draw.random() < 0.05:
        return now - timedelta(hours=draw.randint(1, 30), minutes=7)
    return now + timedelta(hours=draw.randint(0, 60), minutes=draw.randint(1, 59))
