"""What other programs read of procedures: the JSON of `weave procedures`. Keys are only ever added. Pure."""

from __future__ import annotations

from weave import wire
from weave.procedures.model import Procedure, Recorded, Trial


def trial(value: Trial) -> wire.Document:
    """One time that it was followed."""
    return {
        "at": wire.time(value.at),
        "outcome": str(value.outcome),
        "by": str(value.by),
        "task": value.task or None,
        "note": value.note,
    }


def procedure(value: Procedure) -> wire.Document:
    """A procedure with what came of it."""
    return {
        "id": value.id,
        "title": value.title,
        "state": str(value.state),
        "provenance": str(value.provenance),
        "steps": list(value.steps),
        "tried": value.tried,
        "failed": value.failed,
        "trials": [trial(one) for one in value.trials],
        "waits": value.waits,
    }


def recorded(value: Recorded) -> wire.Document:
    """What recording an outcome did."""
    return {
        "procedure": procedure(value.procedure),
        "outcome": str(value.outcome),
        "replaced": str(value.replaced) if value.replaced else None,
        "deprecated": value.deprecated,
        "lesson": value.lesson,
    }
