"""What people are told of procedures, in sentences; and the words of a lesson. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.clock import day
from weave.markdown import clean_line
from weave.model import Provenance
from weave.procedures.model import Checklist, Outcome, Procedure, Recorded, Trial

_ORIGINS = {
    Provenance.USER: "you told me this",
    Provenance.AGENT: "an agent noted this",
    Provenance.OBSERVED: "read in a file or a tool's output",
    Provenance.INFERRED: "concluded, not told",
}


def origin(one: Checklist) -> str:
    """Where a checklist comes from, in a few words."""
    where = f", {clean_line(one.source)}" if one.source else ""
    return _ORIGINS[one.provenance] + where


def record_of(tried: int, failed: int) -> str:
    """How often it was followed."""
    if not tried:
        return "never tried"
    times = "once" if tried == 1 else f"{tried} times"
    return f"tried {times}, failed {failed}" if failed else f"tried {times}"


def offered(one: Checklist) -> str:
    """One line when a checklist is offered."""
    title = clean_line(one.title)
    return f"Checklist: {title} ({len(one.steps)} steps; {record_of(one.tried, one.failed)}; {origin(one)})."


def recorded(done: Recorded) -> str:
    """One sentence on what was recorded, and what that changed."""
    title = clean_line(done.procedure.title)
    if done.deprecated:
        return f"“{title}” keeps failing: it is withdrawn, and the lesson kept; `weave procedures revive` brings it back."
    if done.procedure.waits:
        return f"“{title}” keeps failing; it is pinned or put in force by you, so it waits for your word: retire or keep it."
    words = {Outcome.WORKED: "worked", Outcome.FAILED: "failed", Outcome.ABANDONED: "was abandoned"}
    count = record_of(done.procedure.tried, done.procedure.failed)
    return f"Recorded: “{title}” {words[done.outcome]} ({count})."


def line(one: Procedure) -> str:
    """A procedure in the list."""
    state = f", {one.state}" if not one.state.in_force else ""
    waits = ", keeps failing and waits for your word" if one.waits else ""
    steps = f"{len(one.steps)} steps" if one.steps else "no steps"
    return f"{clean_line(one.title)} ({steps}, {record_of(one.tried, one.failed)}{state}{waits})"


def lesson_title(title: str) -> str:
    """What the lesson is called."""
    return f"“{clean_line(title)}” kept failing"


def lesson_text(title: str, failures: Sequence[Trial], zone: tzinfo | None) -> str:
    """What was learned: what failed, when, and what was noted of it."""
    name = clean_line(title)
    if not failures:
        return f"The procedure “{name}” was withdrawn by the person and is no longer followed."
    times = "once" if len(failures) == 1 else f"{len(failures)} times in a row"
    noted = [f"- {day(one.at, zone)}{f': {clean_line(one.note)}' if one.note else ''}" for one in failures]
    return "\n".join([f"The procedure “{name}” failed {times} and is no longer followed.", *noted])
