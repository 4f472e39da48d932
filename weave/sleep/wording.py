"""Plans and reports in words: a plan as a diff, file by file, a report as a few lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from weave.sleep.model import Outcome, Plan, Report, Stage, StepName, Undone

_WOULD = {
    StepName.PURGE: "Purge from the raw buffer (the transcript stays)",
    StepName.FORGET: "Forget",
    StepName.DROP: "Drop, since all it rested on has fallen",
    StepName.REPLAY: "Look for what recurred in",
    StepName.COMPRESS: "Compress",
    StepName.EMPTY: "Empty from the trash, for good",
    StepName.COUNT: "Write access counts into the files of",
}
_DID = {
    StepName.PURGE: "Purged {} from the raw buffer",
    StepName.FORGET: "Forgot {}",
    StepName.DROP: "Dropped {} that rested on what has fallen",
    StepName.REPLAY: "Replayed {}",
    StepName.COMPRESS: "Compressed {}",
    StepName.EMPTY: "Emptied {} from the trash",
    StepName.COUNT: "Wrote down how often {} were recalled",
}
NOTHING = "There is nothing to do."


def counted(number: int) -> str:
    """`1 memory`, `2,000 memories`."""
    return f"{number:,} {'memory' if number == 1 else 'memories'}"


def approval(waiting: int) -> str:
    """The sentence for what waits for a person's word."""
    return (
        f"{counted(waiting)} would be forgotten, more than a quarter of all; look at them with "
        "`weave sleep --dry-run` and say `weave sleep --yes`, or pin what shall stay."
    )


def plan_lines(plan: Plan) -> Iterator[tuple[str, str]]:
    """The plan as lines of a diff, each with its kind: step, file, gone, kept or text."""
    todo = [stage for stage in plan.stages if stage.actions]
    if not todo:
        yield "text", NOTHING
    for stage in todo:
        held = " — waits for --yes" if stage.held else ""
        yield "step", f"{_WOULD[stage.step]}: {counted(len(stage.actions))}{held}"
        yield from _files(stage)
    if plan.waiting:
        yield "text", approval(plan.waiting)


def _files(stage: Stage) -> Iterator[tuple[str, str]]:
    """File by file; what is only counted changes no word, so its files are enough."""
    path = ""
    for action in stage.actions:
        if action.path != path:
            path = action.path
            yield "file", f"--- {path}"
        if stage.step is StepName.COUNT:
            yield "kept", f"= {action.id}"
        else:
            yield "gone", f"- {action.id} {action.title} ({action.why})"


def report_lines(report: Report) -> Iterator[str]:
    """What a cycle did, a line each."""
    done = [_outcome(one) for one in report.outcomes if one.ids]
    yield from done
    if not done:
        yield NOTHING
        return
    before, after = report.before, report.after
    yield (
        f"{before.memories:,} → {counted(after.memories)}, {_size(before.bytes)} → {_size(after.bytes)}, "
        f"in {report.seconds:.1f} s (sleep/{report.cycle}.json)."
    )


def _outcome(one: Outcome) -> str:
    left = f"; {one.skipped:,} changed meanwhile and stay" if one.skipped else ""
    return f"{_DID[one.step].format(counted(len(one.ids)))}{left}."


def _size(number: int) -> str:
    size = float(number)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def undone_line(undone: Undone | None) -> str:
    """What an undo did."""
    if undone is None:
        return "No cycle has removed anything that could be brought back."
    lost = f" {counted(undone.missing)} had left the trash." if undone.missing else ""
    return f"Brought back {counted(undone.restored)} of cycle {undone.cycle}; no later cycle takes them again.{lost}"
