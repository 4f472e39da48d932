"""Sleep in words: a plan and a report as the rows of a diff, where a cycle is, when the next one comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from avery.telling import counted
from avery.ui.plain import one_line
from avery.ui.score import age

if TYPE_CHECKING:
    from weave.model import Memory
    from weave.sleep.changes import Changes
    from weave.sleep.model import Action, Answer, Plan, Progress, Report, Stage

_WIDE = 300
_TITLE = 160
_STEPS = {
    "purge": ("purging the raw buffer", "Purge from the raw buffer; the transcript stays", "purged"),
    "forget": ("forgetting", "Forget: of little importance, never recalled, old", "forgot"),
    "drop": ("dropping", "Drop: all it rested on has fallen", "dropped"),
    "replay": ("looking for what recurs", "Look for what recurs", "replayed"),
    "compress": ("compressing", "Compress; the originals go into the archive", "compressed"),
    "empty": ("emptying the trash", "Empty from the trash, for good", "emptied"),
    "count": ("writing down recalls", "Write down how often it was recalled", "counted"),
    "analyse": ("taking stock", "Take stock", "took stock"),
}
"""A step as it goes, as it is planned, and as it was."""
_VERDICTS = {
    "done": "done",
    "nothing": "nothing came of it",
    "void": "changed meanwhile, left as it is",
    "failed": "the model failed; it is tried again later",
    "waits": "waits for the next cycle",
    "undone": "taken back",
}
_SILENT = ("count", "analyse")
"""Steps whose memories are only counted: no word of them changes."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A row: its sign (`-` goes, `+` comes, `~` changes, `#` a heading, blank a remark), and what it is about."""

    sign: str
    text: str
    note: str = ""
    memory: str = ""
    """The id of the one memory that it is about."""
    place: str = ""
    """Its file."""


def doing(progress: Progress | None) -> str:
    """`forgetting 120 of 400`."""
    if progress is None:
        return ""
    far = f" {progress.done:,} of {progress.total:,}" if progress.total > 1 else ""
    return f"{_STEPS[progress.step.value][0]}{far}"


def course(progress: Progress) -> list[tuple[str, str]]:
    """The steps of a cycle in their order, the one at hand in bold."""
    names = list(_STEPS)
    at = names.index(progress.step.value)
    return [
        (f"{name} ", "bold $accent" if place == at else "$muted" if place < at else "$faint")
        for place, name in enumerate(names)
    ]


def until(moment: datetime | None, now: datetime) -> str:
    """When the next cycle comes."""
    if moment is None:
        return "none comes by itself"
    return "next is due now" if moment <= now else f"next in {age(now, moment)}"


# A plan


def planned(plan: Plan) -> list[Leaf]:
    """What a cycle would do: first what waits for a word."""
    stages = [stage for stage in plan.stages if stage.actions or stage.later]
    return [
        leaf for held in (True, False) for stage in stages if stage.held is held for leaf in _stage(stage)
    ]


def _stage(stage: Stage) -> Iterator[Leaf]:
    words = _STEPS[stage.step.value][1]
    note = counted(stage.memories, "memory", "memories")
    if stage.held:
        note += ", waits for your word"
    if stage.later:
        note += f"; {len(stage.later):,} more in later cycles"
    yield Leaf("#", words, note)
    if stage.step.value not in _SILENT:
        for action in stage.actions:
            yield from _action(action)


def _action(action: Action) -> Iterator[Leaf]:
    title = one_line(action.title, _TITLE) or action.id
    if not action.originals:
        yield Leaf("-", title, one_line(action.why, _WIDE), action.id, action.path)
        return
    yield Leaf("~", title, one_line(action.why, _WIDE), place=action.path)
    for one in action.originals:
        yield Leaf("-", one_line(one.title, _TITLE) or one.id, "", one.id, one.path)


# A report


def told(report: Report, changes: Changes) -> list[Leaf]:
    """What a cycle did, memory by memory, as far as it can still be told."""
    gone = {memory.id: memory for memory in changes.removed}
    leaves: list[Leaf] = []
    for one in report.outcomes:
        if not one.did:
            continue
        name = one.step.value
        left = f"; {one.skipped:,} changed meanwhile and stay" if one.skipped else ""
        words = f"{_STEPS[name][2][0].upper()}{_STEPS[name][2][1:]}"
        count = counted(len(one.ids), "memory", "memories") if one.ids or not one.answers else ""
        leaves.append(Leaf("#", words, f"{count}{left}"))
        leaves += [_answer(answer) for answer in one.answers]
        if name not in _SILENT:
            leaves += [_removed(id_, gone.get(id_)) for id_ in one.ids]
    leaves += _added(changes)
    return leaves or [Leaf("", "There was nothing to do.")]


def _added(changes: Changes) -> Iterator[Leaf]:
    if changes.made or changes.reworded:
        count = counted(len(changes.made) + len(changes.reworded), "memory", "memories")
        yield Leaf("#", "Written anew", count)
    for memory in changes.made:
        yield Leaf("+", _said(memory), memory.type.value, memory.id)
    for before, after in changes.reworded:
        yield Leaf("-", _said(before), "before", before.id)
        yield Leaf("+", _said(after), "after", after.id)


def _removed(id_: str, memory: Memory | None) -> Leaf:
    if memory is None:
        return Leaf("-", id_, "no longer in the trash", id_)
    return Leaf("-", _said(memory), f"{memory.type.value}, importance {memory.importance:.2f}", id_)


def _said(memory: Memory) -> str:
    return one_line(memory.title, _TITLE) or one_line(memory.text, _TITLE)


def _answer(answer: Answer) -> Leaf:
    note = one_line(answer.note, _WIDE)
    return Leaf(
        "", one_line(answer.action, _TITLE), f"{_VERDICTS[answer.verdict.value]}{f': {note}' if note else ''}"
    )


def brief(report: Report) -> str:
    """`forgot 12 · purged 40`; what it wrote last."""
    words = [f"{_STEPS[one.step.value][2]} {len(one.ids):,}" for one in report.outcomes if one.ids]
    made = sum(len(answer.made) for answer in report.answers)
    return " · ".join([*words, *([f"{made:,} new"] if made else [])]) or "nothing to do"


def figures(report: Report) -> str:
    """What it came to: memories, bytes, time, tokens."""
    before, after = report.before, report.after
    parts = [
        f"{before.memories:,} → {counted(after.memories, 'memory', 'memories')}",
        f"{size(before.bytes)} → {size(after.bytes)}",
        f"{report.seconds:.1f} s",
    ]
    if report.tokens:
        parts.append(f"{report.tokens:,} of {report.max_tokens:,} tokens")
    return " · ".join(parts)


def size(number: int) -> str:
    """`950 bytes`, `1.2 MB`."""
    value = float(number)
    for unit in ("bytes", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"


def slept(report: Report) -> str:
    """One calm line about a cycle that has ended."""
    if report.stopped:
        return f"Sleep was stopped ({brief(report)}); the next cycle goes on with it."
    if not report.cycle:
        waits = (
            f" {counted(report.waiting, 'memory waits', 'memories wait')} for your word."
            if report.waiting
            else ""
        )
        return f"There was nothing to do.{waits}"
    back = " F8 shows it, and takes it back." if report.undoable else ""
    return f"Avery slept: {brief(report)}.{back}"
