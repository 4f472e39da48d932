"""Plans and reports in words: a plan as a diff, file by file, a report as a few lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weave.sleep.model import Action, Answer, Outcome, Plan, Report, Stage, StepName, Undone, Verdict

_WOULD = {
    StepName.PURGE: "Purge from the raw buffer (the transcript stays)",
    StepName.FORGET: "Forget",
    StepName.DROP: "Drop, since all it rested on has fallen",
    StepName.REPLAY: "Look for what recurs (nothing is taken away)",
    StepName.COMPRESS: "Replace by summaries (the originals go into documents/archive/)",
    StepName.EMPTY: "Empty from the trash, for good",
    StepName.COUNT: "Write access counts into the files of",
    StepName.ANALYSE: "Measure what the memory is like",
}
_DID = {
    StepName.PURGE: "Purged {} from the raw buffer",
    StepName.FORGET: "Forgot {}",
    StepName.DROP: "Dropped {} that rested on what has fallen",
    StepName.COMPRESS: "Replaced {} by summaries",
    StepName.EMPTY: "Emptied {} from the trash",
    StepName.COUNT: "Wrote down how often {} were recalled",
}
_CAME = {
    Verdict.NOTHING: "{} came to nothing",
    Verdict.VOID: "{} void, since what it looked at had changed",
    Verdict.FAILED: "{} put off, since the model failed",
    Verdict.WAITS: "{} left for the next cycle",
}
NOTHING = "There is nothing to do."


def counted(number: int) -> str:
    """`1 memory`, `2,000 memories`."""
    return f"{number:,} {'memory' if number == 1 else 'memories'}"


def approval(waiting: int) -> str:
    """The sentence for what waits for a person's word."""
    return (
        f"{counted(waiting)} would be forgotten or replaced, more than may go at once; look at them with "
        "`weave sleep --dry-run` and say `weave sleep --yes`, or pin what shall stay."
    )


def plan_lines(plan: Plan) -> Iterator[tuple[str, str]]:
    """The plan as lines of a diff, each with its kind: step, file, made, gone, kept or text."""
    todo = [stage for stage in plan.stages if stage.actions or stage.later]
    if not todo:
        yield "text", NOTHING
    for stage in todo:
        held = " — waits for --yes" if stage.held else ""
        yield "step", f"{_WOULD[stage.step]}: {counted(stage.memories)}{held}"
        yield from _thought(stage) if stage.step.thinks else _files(stage.step, stage.actions)
        if stage.later:
            more = sum(len(action.originals) for action in stage.later)
            things = "summaries" if stage.step.replaces else "questions"
            yield "text", f"Later cycles go on with {counted(more)} more ({len(stage.later):,} {things})."
    if plan.waiting:
        yield "text", approval(plan.waiting)


def _thought(stage: Stage) -> Iterator[tuple[str, str]]:
    """Question by question: where the answer would stand, and what it is asked about."""
    for action in stage.actions:
        if action.path:
            yield "file", f"+++ {action.path}"
        yield "made", f"+ {action.id} {action.title} ({action.why})"
        originals = [Action(one.id, one.path, one.title) for one in action.originals]
        yield from _files(stage.step, sorted(originals, key=lambda one: (one.path, one.id)))


def _files(step: StepName, actions: Sequence[Action]) -> Iterator[tuple[str, str]]:
    """File by file; what is only counted changes no word, so its files are enough."""
    path = ""
    for action in actions:
        if action.path != path:
            path = action.path
            yield "file", f"--- {path}"
        why = f" ({action.why})" if action.why else ""
        if step in (StepName.COUNT, StepName.ANALYSE, StepName.REPLAY):
            yield "kept", f"= {action.id} {action.title}".rstrip()
        else:
            yield "gone", f"- {action.id} {action.title}{why}"


def report_lines(report: Report) -> Iterator[str]:
    """What a cycle did, a line each."""
    done = [line for one in report.outcomes for line in _outcome(one)]
    yield from done
    if not done:
        yield NOTHING
        return
    if report.tokens:
        yield f"The model took {report.tokens:,} of the {report.max_tokens:,} tokens that a cycle may cost."
    if report.left:
        yield f"{report.left:,} more questions and summaries are left for the next cycle."
    if report.stopped:
        yield "Stopped; the next cycle goes on with what is left."
        return
    before, after = report.before, report.after
    yield (
        f"{before.memories:,} → {counted(after.memories)}, {_size(before.bytes)} → {_size(after.bytes)}, "
        f"in {report.seconds:.1f} s (sleep/{report.cycle}.json)."
    )


def _outcome(one: Outcome) -> Iterator[str]:
    left = f"; {one.skipped:,} changed meanwhile and stay" if one.skipped else ""
    if one.ids and one.step in _DID:
        yield f"{_DID[one.step].format(counted(len(one.ids)))}{left}."
    yield from _answers(one.step, one.answers)


def _answers(step: StepName, answers: Sequence[Answer]) -> Iterator[str]:
    made = sum(len(answer.made) for answer in answers)
    changed = sum(len(answer.changed) for answer in answers)
    if made or changed:
        also = f", {counted(changed)} changed" if changed else ""
        yield f"{_NAMES[step]}: {counted(made)} added{also}."
    for verdict, words in _CAME.items():
        if number := sum(answer.verdict is verdict for answer in answers):
            yield f"{_NAMES[step]}: {words.format(f'{number:,}')}."


_NAMES = {StepName.REPLAY: "Replay", StepName.COMPRESS: "Summaries"}


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
        return "No cycle has done anything that could be taken back."
    more = [
        f"{counted(undone.withdrawn)} that it had added went" if undone.withdrawn else "",
        f"{counted(undone.reverted)} that it had changed are as they were" if undone.reverted else "",
        f"{counted(undone.missing)} had left the trash" if undone.missing else "",
    ]
    rest = "".join(f" {one}." for one in more if one)
    began = f", which began on {undone.began:%Y-%m-%d at %H:%M}" if undone.began else ""
    if undone.passed:
        cycles = "cycle" if undone.passed == 1 else "cycles"
        rest += f" {undone.passed:,} later {cycles} had only written down counts, which stay."
    return f"Brought back {counted(undone.restored)} of cycle {undone.cycle}{began}; no later cycle takes them again.{rest}"


def at_work(pid: int | None) -> str:
    """The sentence for whoever asks for a cycle while another process keeps the time."""
    who = "Avery is running" if pid is None else f"Avery is running (pid {pid})"
    return f"{who} and sleeps by itself when it is due, so there is nothing to do here; `weave sleep --dry-run` shows what it would do."
