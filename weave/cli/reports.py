"""Facts, tasks and the state of the stores as a person reads them on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from weave.cli.render import day
from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import one_line
from weave.model import Fact, Polarity, Task, TaskReport

if TYPE_CHECKING:
    from weave.ports import BackendReport, Checkup


def show_facts(terminal: Terminal, facts: Sequence[Fact], zone: tzinfo) -> None:
    """One line a fact, with its validity."""
    rows = [
        [fact.id, str(fact.state), _span(fact, zone), str(fact.provenance), _claim(fact)] for fact in facts
    ]
    if rows:
        table(terminal, ["id", "state", "valid", "said by", "fact"], rows)
    else:
        terminal.note("No such facts are known.")


def _claim(fact: Fact) -> str:
    negation = "not: " if fact.polarity is Polarity.NEGATED else ""
    return f"{negation}{fact.subject} → {fact.predicate} → {fact.object}"


def _span(fact: Fact, zone: tzinfo) -> str:
    def written(moment: datetime | None) -> str:
        return "?" if moment is None else day(moment, zone)

    if fact.valid_from is None and fact.valid_to is None:
        return ""
    end = f" to {written(fact.valid_to)}" if fact.valid_to else " on"
    return written(fact.valid_from) + end


def show_tasks(terminal: Terminal, tasks: Sequence[Task], zone: tzinfo) -> None:
    """One line an open task."""
    rows = [[task.id, day(task.started, zone), f"{task.memories:,}", task.name] for task in tasks]
    if rows:
        table(terminal, ["id", "started", "memories", "name"], rows)
    else:
        terminal.note("No task is open; `weave task start NAME` opens one.")


def task_sentence(report: TaskReport) -> str:
    """What ending a task did."""
    moved = counted(report.transferred, "memory", "memories")
    text = f"Ended {report.task}: {moved} and {counted(report.facts, 'fact')} are now global"
    if report.duplicates:
        text += f", {report.duplicates:,} were known already"
    if report.queued:
        text += "; the model is away, so what was said is kept and encoded when it is back"
    return text + "."


def show_checkup(terminal: Terminal, checkup: Checkup) -> None:
    """The home, each backend with what it lacks and the next step, then what else needs a hand."""
    terminal.say(f"home      {one_line(checkup.home)}")
    if checkup.owner_pid is not None:
        terminal.say(f"owner     process {checkup.owner_pid}")
    terminal.say(f"memories  {checkup.memories:,}")
    for backend in checkup.backends:
        _show_backend(terminal, backend)
    for note in checkup.notes:
        terminal.say(terminal.style("!", "yellow") + " " + one_line(note))


def _show_backend(terminal: Terminal, backend: BackendReport) -> None:
    word, colour = _verdict(backend)
    terminal.say()
    terminal.say(f"{terminal.style(backend.name, 'bold')}: {terminal.style(word, colour)}")
    terminal.say(f"  {one_line(backend.health.detail)}")
    if backend.enabled and backend.health.indexed is not None:
        terminal.say(
            f"  indexed {backend.health.indexed:,}, waiting {backend.waiting:,}, failed {backend.failed:,}"
        )
    elif backend.waiting or backend.failed:
        terminal.say(f"  waiting {backend.waiting:,}, failed {backend.failed:,}")
    if backend.last_error:
        terminal.say(f"  last error: {one_line(backend.last_error)}")
    if backend.next_step and backend.next_step != backend.health.detail:
        terminal.say(f"  next step: {one_line(backend.next_step)}")


def _verdict(backend: BackendReport) -> tuple[str, str]:
    if not backend.enabled:
        return "switched off", "dim"
    if not backend.health.ok or backend.failed:
        return "failed", "red"
    return ("indexing", "yellow") if backend.waiting else ("well", "green")


def is_well(checkup: Checkup) -> bool:
    """Whether every backend that is switched on works and nothing was given up."""
    return all(not b.enabled or (b.health.ok and not b.failed) for b in checkup.backends)
