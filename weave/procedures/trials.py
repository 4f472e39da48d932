"""What came of following a procedure, kept with its memory as keys of its comment, and what that means. Pure.

`tried` and `failed` count all; `outcomes` lists the latest. Three failures in a row, each in another task, with nothing
that worked since: once may be the day, twice a coincidence; a procedure that worked lately is not given up. What was
abandoned says nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from weave.clock import iso
from weave.lineage import BY_HAND
from weave.markdown import clean_line
from weave.markdown.comment import join, split
from weave.model import Memory, Provenance
from weave.procedures.model import Outcome, Procedure, Trial
from weave.procedures.steps import steps_of

FAILURES = 3
"""In a row, after which a procedure is given up."""
KEPT = 12
"""Trials that are listed; older ones are only counted."""
LONGEST_NOTE = 200
_TRIED, _FAILED, _OUTCOMES, _FAILING = "tried", "failed", "outcomes", "failing"


def trials_of(memory: Memory) -> tuple[Trial, ...]:
    """The latest trials, oldest first; what cannot be read is passed over."""
    written = dict(memory.extra).get(_OUTCOMES, "")
    return tuple(trial for one in split(written) if (trial := _read(one)) is not None)


def _read(text: str) -> Trial | None:
    at, outcome, by, task, note = (*text.split(" ", 4), "", "", "", "", "")[:5]
    try:
        moment = datetime.fromisoformat(at)
        known = Provenance(by) if by else Provenance.USER
        return Trial(
            moment.astimezone() if moment.tzinfo is None else moment,
            Outcome(outcome),
            known,
            task.strip("-"),
            note,
        )
    except (ValueError, OverflowError, OSError):
        return None


def _written(trial: Trial) -> str:
    note = " ".join(clean_line(trial.note).split())[:LONGEST_NOTE]
    return f"{iso(trial.at)} {trial.outcome} {trial.by} {trial.task or '-'} {note}".rstrip()


def counts(memory: Memory) -> tuple[int, int]:
    """(how often it was followed, how often it failed)."""
    pairs = dict(memory.extra)
    trials = trials_of(memory)
    failed = sum(trial.outcome is Outcome.FAILED for trial in trials)
    return max(_count(pairs.get(_TRIED)), len(trials)), max(_count(pairs.get(_FAILED)), failed)


def _count(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def before_in(memory: Memory, task: str) -> Trial | None:
    """What was recorded of it in this task already."""
    return next((trial for trial in reversed(trials_of(memory)) if task and trial.task == task), None)


def stands(memory: Memory, trial: Trial) -> bool:
    """Whether this very trial is recorded, told by its moment, its outcome, whose word it is and its task."""
    return any(
        (iso(one.at), one.outcome, one.by, one.task) == (iso(trial.at), trial.outcome, trial.by, trial.task)
        for one in trials_of(memory)
    )


def tried(memory: Memory, trial: Trial) -> Memory:
    """The memory with this trial; another one of the same task is replaced, so that a task counts once."""
    before = before_in(memory, trial.task)
    all_, failed = counts(memory)
    if before is not None:
        all_, failed = all_ - 1, failed - (before.outcome is Outcome.FAILED)
    kept = [one for one in trials_of(memory) if one != before]
    trials = [*kept, trial][-KEPT:]
    pairs = {
        _TRIED: str(all_ + 1),
        _FAILED: str(failed + (trial.outcome is Outcome.FAILED)),
        _OUTCOMES: join(_written(one) for one in trials),
    }
    return _with(memory, pairs)


def _with(memory: Memory, pairs: dict[str, str]) -> Memory:
    others = tuple(pair for pair in memory.extra if pair[0] not in pairs)
    return replace(memory, extra=(*others, *((key, value) for key, value in pairs.items() if value)))


def keeps_failing(trials: Sequence[Trial]) -> bool:
    """Whether the last trials that tell anything have all failed."""
    telling = [trial.outcome for trial in trials if trial.outcome is not Outcome.ABANDONED]
    return len(telling) >= FAILURES and set(telling[-FAILURES:]) == {Outcome.FAILED}


def guarded(memory: Memory) -> bool:
    """Whether only the person may withdraw it: pinned, or its state is their own choice."""
    return memory.pinned or BY_HAND in memory.extra


def flagged(memory: Memory, waits: bool) -> Memory:
    """The memory with, or without, the mark that it fails and waits for the person's word."""
    return _with(memory, {_FAILING: "true" if waits else ""})


def procedure_of(memory: Memory) -> Procedure:
    """A procedural memory with what came of it."""
    all_, failed = counts(memory)
    return Procedure(
        memory.id,
        memory.title,
        memory.state,
        memory.provenance,
        steps_of(memory.text),
        all_,
        failed,
        trials_of(memory),
        dict(memory.extra).get(_FAILING) == "true" and memory.state.in_force,
    )
