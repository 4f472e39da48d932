"""Plans and reports as JSON: for programs, and for the files under sleep/ that people may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from weave.clock import iso
from weave.sleep.model import Action, Outcome, Plan, Report, Size, Stage, StepName, Undone

Document = dict[str, object]


def plan(value: Plan) -> Document:
    """A plan in full."""
    return {
        "now": iso(value.now),
        "size": _size(value.size),
        "waiting": value.waiting,
        "steps": [
            {"step": stage.step.value, "held": stage.held, "actions": [action(a) for a in stage.actions]}
            for stage in value.stages
        ],
    }


def action(value: Action) -> Document:
    """One memory of a plan."""
    return {"id": value.id, "path": value.path, "title": value.title, "why": value.why}


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
        "steps": [
            {
                "step": one.step.value,
                "count": len(one.ids),
                "skipped": one.skipped,
                "seconds": round(one.seconds, 3),
                "ids": list(one.ids),
            }
            for one in value.outcomes
        ],
    }


def undone(value: Undone | None) -> Document:
    """What an undo did; null and zeros when there was nothing to undo."""
    if value is None:
        return {"cycle": None, "restored": 0, "missing": 0}
    return {"cycle": value.cycle, "restored": value.restored, "missing": value.missing}


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
    )


def _outcome(value: object) -> Outcome:
    table = _table(value)
    ids = tuple(str(id_) for id_ in _list(table["ids"]))
    return Outcome(StepName(str(table["step"])), ids, _whole(table["skipped"]), _number(table["seconds"]))


def head(value: Plan) -> Document:
    """The first line of a journal: everything of a plan but its actions."""
    return {"now": iso(value.now), "size": _size(value.size), "waiting": value.waiting}


def planned(stage: Stage) -> list[Document]:
    """The lines of a journal for one step: ids and places, no word of what a memory says."""
    return [{"step": stage.step.value, "id": one.id, "path": one.path} for one in stage.actions]


def plan_of(first: object, lines: Sequence[object]) -> tuple[Plan, int]:
    """The plan of a journal, and how many wait for a word. Raises as `report_of` does."""
    table = _table(first)
    stages: dict[StepName, list[Action]] = {}
    for line in map(_table, lines):
        stages.setdefault(StepName(str(line["step"])), []).append(Action(str(line["id"]), str(line["path"])))
    kept = tuple(Stage(step, tuple(actions)) for step, actions in stages.items())
    return Plan(_moment(table["now"]), _size_of(table["size"]), kept), _whole(table["waiting"])


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
