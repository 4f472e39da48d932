"""Plans and reports as JSON: for programs, and for the files under sleep/ that people may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from weave.clock import iso
from weave.sleep.model import (
    Action,
    Answer,
    Original,
    Outcome,
    Plan,
    Report,
    Size,
    Stage,
    StepName,
    Undone,
    Verdict,
)

Document = dict[str, object]


def plan(value: Plan) -> Document:
    """A plan in full."""
    return {
        "now": iso(value.now),
        "size": _size(value.size),
        "waiting": value.waiting,
        "steps": [
            {
                "step": stage.step.value,
                "held": stage.held,
                "actions": [action(a) for a in stage.actions],
                "later": [action(a) for a in stage.later],
            }
            for stage in value.stages
        ],
    }


def action(value: Action) -> Document:
    """One memory of a plan, or one question with what it is asked about."""
    document: Document = {"id": value.id, "path": value.path, "title": value.title, "why": value.why}
    if value.originals:
        document["originals"] = [{"id": o.id, "path": o.path, "title": o.title} for o in value.originals]
    return document


def _size(value: Size) -> Document:
    return {"memories": value.memories, "bytes": value.bytes}


def report(value: Report) -> Document:
    """A report, with the ids of all that was done."""
    return {
        "cycle": value.cycle or None,
        "now": iso(value.now),
        "before": _size(value.before),
        "after": _size(value.after),
        "waiting": value.waiting,
        "seconds": round(value.seconds, 3),
        "resumed": value.resumed,
        "stopped": value.stopped,
        "tokens": value.tokens,
        "max_tokens": value.max_tokens,
        "left": value.left,
        "steps": [_outcome_table(one) for one in value.outcomes],
    }


def _outcome_table(value: Outcome) -> Document:
    document: Document = {
        "step": value.step.value,
        "count": len(value.ids),
        "skipped": value.skipped,
        "seconds": round(value.seconds, 3),
        "ids": list(value.ids),
    }
    if value.answers:
        document["answers"] = [answer(one) for one in value.answers]
    return document


def answer(value: Answer) -> Document:
    """What came of one question."""
    return {
        "action": value.action,
        "verdict": value.verdict.value,
        "tokens": value.tokens,
        "note": value.note,
        "made": list(value.made),
        "changed": list(value.changed),
        "files": list(value.files),
    }


def undone(value: Undone | None) -> Document:
    """What an undo did; null and zeros when there was nothing to undo."""
    if value is None:
        return {"cycle": None, "restored": 0, "missing": 0, "withdrawn": 0, "reverted": 0}
    return {
        "cycle": value.cycle,
        "restored": value.restored,
        "missing": value.missing,
        "withdrawn": value.withdrawn,
        "reverted": value.reverted,
    }


# -- back ----------------------------------------------------------------------------------------------------


def report_of(value: object) -> Report:
    """The report that a document holds. Raises ValueError, KeyError or TypeError when it is damaged."""
    table = _table(value)
    return Report(
        cycle=str(table["cycle"] or ""),
        now=_moment(table["now"]),
        before=_size_of(table["before"]),
        after=_size_of(table["after"]),
        outcomes=tuple(_outcome(one) for one in _list(table["steps"])),
        waiting=_whole(table["waiting"]),
        seconds=_number(table["seconds"]),
        resumed=bool(table["resumed"]),
        stopped=bool(table.get("stopped")),
        max_tokens=_whole(table.get("max_tokens", 0)),
        left=_whole(table.get("left", 0)),
    )


def _outcome(value: object) -> Outcome:
    table = _table(value)
    return Outcome(
        StepName(str(table["step"])),
        texts(table["ids"]),
        _whole(table["skipped"]),
        _number(table["seconds"]),
        tuple(answer_of(one) for one in _list(table.get("answers", []))),
    )


def answer_of(value: object) -> Answer:
    """The answer that a document holds. Raises as `report_of` does."""
    table = _table(value)
    return Answer(
        action=str(table["action"]),
        verdict=Verdict(str(table["verdict"])),
        tokens=_whole(table["tokens"]),
        note=str(table["note"]),
        made=texts(table["made"]),
        changed=texts(table["changed"]),
        files=texts(table["files"]),
    )


def texts(value: object) -> tuple[str, ...]:
    """A list of ids or paths. Raises TypeError when it is none."""
    return tuple(str(one) for one in _list(value))


def head(value: Plan) -> Document:
    """The first line of a journal: everything of a plan but its actions."""
    return {"now": iso(value.now), "size": _size(value.size), "waiting": value.waiting}


def planned(stage: Stage) -> list[Document]:
    """The lines of a journal for one step: ids, places and digests, no word of what a memory says."""
    return [_planned(stage.step, one) for one in stage.actions]


def _planned(step: StepName, value: Action) -> Document:
    document: Document = {"step": step.value, "id": value.id, "path": value.path}
    if value.originals:
        document["originals"] = [[one.id, one.digest, one.path] for one in value.originals]
    return document


def plan_of(first: object, lines: Sequence[object]) -> tuple[Plan, int]:
    """The plan of a journal, and how many wait for a word. Raises as `report_of` does."""
    table = _table(first)
    stages: dict[StepName, list[Action]] = {}
    for line in map(_table, lines):
        stages.setdefault(StepName(str(line["step"])), []).append(_action_of(line))
    kept = tuple(Stage(step, tuple(actions)) for step, actions in stages.items())
    return Plan(_moment(table["now"]), _size_of(table["size"]), kept), _whole(table["waiting"])


def _action_of(line: Mapping[str, object]) -> Action:
    found = [texts(one) for one in _list(line.get("originals", []))]
    originals = tuple(Original(id_, digest, path) for id_, digest, path in found)
    return Action(str(line["id"]), str(line["path"]), originals=originals)


def _size_of(value: object) -> Size:
    table = _table(value)
    return Size(_whole(table["memories"]), _whole(table["bytes"]))


def _table(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError("it is no table")
    return cast(Mapping[str, object], value)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("it is no list")
    return value


def _whole(value: object) -> int:
    return int(_number(value))


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError("it is no number")
    return float(value)


def _moment(value: object) -> datetime:
    moment = datetime.fromisoformat(str(value))
    if moment.tzinfo is None:
        raise ValueError("it is a time without a zone")
    return moment
