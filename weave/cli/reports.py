"""Facts, tasks and the state of the stores as a person reads them on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from typing import TYPE_CHECKING

from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import cut, one_line, width
from weave.clock import day
from weave.model import Fact, Polarity, State, Task, TaskReport
from weave.picture import Row, Tone, validity
from weave.sameness import key

if TYPE_CHECKING:
    from weave.ports import BackendReport, Checkup


def show_facts(terminal: Terminal, facts: Sequence[Fact], zone: tzinfo) -> None:
    """One line a fact, what is about one thing together: its state, when it held, and what took its place."""
    known = {fact.id: fact for fact in facts}
    rows = [
        [fact.id, str(fact.state), validity(fact, zone), str(fact.provenance), _claim(fact, known)]
        for fact in _together(facts)
    ]
    if rows:
        table(terminal, ["id", "state", "valid", "said by", "fact"], rows)
    else:
        terminal.note("No such facts are known.")


def _together(facts: Sequence[Fact]) -> list[Fact]:
    """Facts of one subject and predicate beside each other, each thing where it was first spoken of."""
    groups: dict[tuple[str, str], list[Fact]] = {}
    for fact in facts:
        groups.setdefault((key(fact.subject), fact.predicate), []).append(fact)
    return [fact for group in groups.values() for fact in group]


def _claim(fact: Fact, known: Mapping[str, Fact]) -> str:
    negation = "not: " if fact.polarity is Polarity.NEGATED else ""
    claim = f"{negation}{fact.subject} → {fact.predicate} → {fact.object}"
    if not fact.superseded_by:
        return claim
    after = known.get(fact.superseded_by)
    then = f"{one_line(after.object)}, {after.id}" if after else fact.superseded_by
    return f"{claim} ({'corrected to' if fact.state is State.DEPRECATED else 'then'} {then})"


_TONES = {
    Tone.CURRENT: ("green",),
    Tone.PLANNED: ("cyan",),
    Tone.CONTESTED: ("yellow",),
    Tone.PAST: ("dim",),
    Tone.WITHDRAWN: ("dim",),
}
_LONGEST_LABEL, _WIDEST_LABEL = 200, 60
_ASCII = str.maketrans("├└│─", "|`|-")


def show_tree(terminal: Terminal, rows: Sequence[Row]) -> None:
    """A tree with its notes in one column; coloured by how each relation stands where there is colour."""
    if not terminal.utf8:
        rows = [replace(row, branches=row.branches.translate(_ASCII)) for row in rows]
    labels = [row.branches + cut(one_line(row.text), _LONGEST_LABEL) for row in rows]
    notes = [one_line(row.note) for row in rows]
    if terminal.interactive:
        notes = [cut(note, terminal.width // 2) for note in notes]
        room = [terminal.width - (width(note) + 2 if note else 0) for note in notes]
        labels = [cut(label, cells) for label, cells in zip(labels, room, strict=True)]
    noted = [width(label) for label, note in zip(labels, notes, strict=True) if note]
    column = min(max(noted, default=0), terminal.width - max(map(width, notes), default=0) - 2, _WIDEST_LABEL)
    for row, label, note in zip(rows, labels, notes, strict=True):
        text = _coloured(terminal, row, label)
        gap = " " * max(2, column + 2 - width(label))
        terminal.say(text + gap + terminal.style(note, "dim") if note else text)


def _coloured(terminal: Terminal, row: Row, label: str) -> str:
    """The branches as they are, what hangs on them by how it stands; a name in the middle is bold."""
    if row.tone is not None:
        return row.branches + terminal.style(label.removeprefix(row.branches), *_TONES[row.tone])
    return label if row.branches else terminal.style(label, "bold")


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
    if report.merged:
        text += f", {counted(report.merged, 'name')} turned out to be known by another"
    if report.superseded:
        text += ", " + counted(
            report.superseded, "older memory no longer holds", "older memories no longer hold"
        )
    if report.contested:
        disputed = counted(report.contested, "memory is in dispute", "memories are in dispute")
        text += f", {disputed} (`weave conflicts` shows them)"
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
