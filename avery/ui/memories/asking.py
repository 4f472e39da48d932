"""The questions that are asked before something is changed: which state, how important, which scope."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from avery.telling import counted
from avery.ui.plain import one_line
from avery.ui.screens.choice import Answer
from weave.model import GLOBAL, Memory, State, Task

_STATES = {
    State.ACTIVE: ("a", "in force"),
    State.OUTDATED: ("o", "was true, is no longer"),
    State.DEPRECATED: ("d", "never was true, or is withdrawn"),
    State.CONTESTED: ("c", "in doubt"),
    State.VOLATILE: ("v", "unsure: rests on something that changed"),
    State.TRANSIENT: ("t", "raw; sleep takes it away after a day"),
}
_WORTH = {
    "1": ("1.0", "vital"),
    "9": ("0.9", "must never be lost"),
    "7": ("0.7", "important; kept word for word"),
    "5": ("0.5", "ordinary"),
    "3": ("0.3", "of little use"),
    "2": ("0.2", "forgotten after a week if it is never recalled"),
    "0": ("0.0", "worthless"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """A choice to be made."""

    title: str
    answers: tuple[Answer, ...]
    present: str


def purging(count: int) -> Question:
    """Whether memories are to go for good; the first answer, at which Enter stands, keeps them."""
    keep = Answer("", "keep", "nothing is changed", "k")
    purge = Answer("purge", "purge", "with the messages they come from, and all that repeats them", "x")
    return Question(f"Remove {counted(count, 'memory', 'memories')} without a trace?", (keep, purge), "")


def question(what: str, memory: Memory | None, tasks: Sequence[Task]) -> Question:
    """`what` is state, importance or scope; `memory` has the present answer."""
    if what == "state":
        answers = [Answer(state.value, state.value, note, key) for state, (key, note) in _STATES.items()]
        return Question("State", tuple(answers), memory.state.value if memory else "")
    if what == "importance":
        answers = [Answer(value, value, note, key) for key, (value, note) in _WORTH.items()]
        return Question("Importance", tuple(answers), f"{memory.importance:.1f}" if memory else "")
    known = Answer(GLOBAL, "everywhere", "known in every chat and task", "g")
    pads = [Answer(task.scope, one_line(task.name, 40), "an open task") for task in tasks]
    return Question("Move to", (known, *pads), memory.scope if memory else "")
