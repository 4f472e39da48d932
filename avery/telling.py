"""What is told of tasks, in words: a report in one line, the same unfolded, what a pad holds, what would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from avery.events import Ended, EndedLater, Pad, Tasks
from avery.ui.plain import one_line
from weave import disputes
from weave.model import Conflict, Task, TaskReport

_SHOWN = 5
"""Memories of a pad that are quoted; the others are counted."""
_WIDE = 100
"""Letters of a memory that are quoted."""


def counted(count: int, one: str, many: str) -> str:
    """`1 memory`, `2 memories`, `12,000 memories`."""
    return f"{count:,} {one if count == 1 else many}"


def name_of(own: bool, name: str) -> str:
    """A task as a sentence names it."""
    return "this chat's task" if own else f"“{one_line(name, _WIDE)}”"


def moved(own: bool, name: str) -> str:
    """Where the person has just gone."""
    if own:
        return "Back in this chat's own task."
    return (
        f"You work in {name_of(own, name)} now: what you say goes into its pad. "
        "/done keeps it, /discard throws it away, /task - goes back."
    )


def ended(event: Ended) -> str:
    """The report of an ended task, in one line."""
    whose = name_of(event.own, event.task.name)
    head = f"{whose[0].upper()}{whose[1:]} is ended"
    if event.report.queued:
        return f"{head}; its turns are kept and encoded as soon as that is possible."
    figures = _figures(event.report, len(event.contested))
    return f"{head}: {' · '.join(figures) or 'nothing in it was to be kept'}."


def ended_later(event: EndedLater) -> str:
    """The same of tasks that ended by themselves."""
    count = len(event.reports)
    head = "An earlier task is ended now" if count == 1 else f"{count:,} earlier tasks are ended now"
    return f"{head}: {' · '.join(_figures(_sum(event.reports))) or 'nothing was to be kept'}."


def _sum(reports: Sequence[TaskReport]) -> TaskReport:
    return TaskReport(
        reports[0].task,
        encoded=sum(report.encoded for report in reports),
        transferred=sum(report.transferred for report in reports),
        duplicates=sum(report.duplicates for report in reports),
        facts=sum(report.facts for report in reports),
        contested=sum(report.contested for report in reports),
        superseded=sum(report.superseded for report in reports),
        merged=sum(report.merged for report in reports),
    )


def _figures(report: TaskReport, disputes: int = 0) -> list[str]:
    """`disputes`: how many conflicts it made, where that is known; the report counts facts."""
    kept = counted(report.transferred, "memory", "memories")
    facts = f" and {counted(report.facts, 'fact', 'facts')}" if report.facts else ""
    figures = (
        (report.transferred or report.facts, f"{kept}{facts} kept"),
        (report.duplicates, f"{report.duplicates:,} known already"),
        (report.merged, counted(report.merged, "name joined", "names joined")),
        (report.superseded, f"{report.superseded:,} superseded"),
        (report.contested, f"{disputes or report.contested:,} in dispute (/inbox)"),
    )
    return [words for count, words in figures if count]


def details(event: Ended | EndedLater) -> str:
    """What the figures of a report mean, a line for each; empty when there is nothing to add."""
    report, contested = (
        (event.report, event.contested) if isinstance(event, Ended) else (_sum(event.reports), ())
    )
    if report.queued:
        return ""
    told = (
        (report.transferred, "went from the pad into what Avery knows for good."),
        (report.duplicates, "said what was known already; it is not kept twice."),
        (report.merged, "turned out to be another name of somebody or something known."),
        (report.superseded, "was true until now and is kept as the past."),
        (report.contested, "in contradiction to what was known: both sides wait for you in /inbox."),
    )
    lines = [f"{count:,} {words}" for count, words in told if count]
    return "\n".join([*lines, *(f"  {line}" for line in contested)])


def in_dispute(conflict: Conflict) -> str:
    """What a conflict is between, in one line; a denial is told as one."""
    values = " or ".join(disputes.value_of(claim[0].fact) for claim in disputes.by_claim(conflict.sides))
    return one_line(f"{conflict.subject} {conflict.predicate.replace('_', ' ')}: {values}", 2 * _WIDE)


def tasks(event: Tasks) -> str:
    """The open tasks, the present one first, with what it holds."""
    pad = event.current
    others = [task for task in event.open if task.id != pad.task.id]
    lines = [f"You work in {name_of(pad.own, pad.task.name)}. {_holds(pad)}", *_quoted(pad)]
    if others:
        lines += ["", "Other open tasks (/task NAME goes there):"]
        lines += [f"  {_listed(one, event.home)}" for one in others]
    lines += ["", "/done keeps what the task holds, /discard throws it away."]
    if not pad.own:
        lines[-1] += " /task - goes back to the chat's own."
    return "\n".join(lines)


def _listed(task: Task, home: str) -> str:
    if task.id == home:
        return f"this chat's own (/task -) · {counted(task.memories, 'memory', 'memories')}"
    return f"{one_line(task.name, _WIDE)} · {counted(task.memories, 'memory', 'memories')}"


def _holds(pad: Pad) -> str:
    held = _held(pad)
    return f"It holds {held}." if held else "It holds nothing yet."


def _held(pad: Pad) -> str:
    kept = counted(len(pad.memories), "memory", "memories") if pad.memories else ""
    said = counted(len(pad.turns), "turn", "turns") + " of this chat" if pad.turns else ""
    return " and ".join(filter(None, (kept, said)))


def _quoted(pad: Pad) -> list[str]:
    """The memories; what was said, while nothing was made of it yet."""
    held = [memory.title or memory.text for memory in pad.memories] or [f"“{text}”" for text in pad.said]
    return _listing(held)


def _listing(texts: Sequence[str]) -> list[str]:
    shown = [f"  {one_line(text, _WIDE)}" for text in texts[:_SHOWN]]
    rest = len(texts) - len(shown)
    return [*shown, f"  and {rest:,} more"] if rest else shown


def doomed(pad: Pad) -> str:
    """What discarding the task loses; the question itself is the page's."""
    held = _held(pad)
    if not held:
        return "It holds nothing yet; only the task itself goes."
    lines = [f"{held} would be lost for good, in every file and store:"]
    lines += _listing([memory.title or memory.text for memory in pad.memories])
    return "\n".join([*lines, *_listing([f"“{text}”" for text in pad.said])])
