"""A fact as one value of its memory's comment: thirteen fields between pipes, missing ones empty."""

from __future__ import annotations

import re
from datetime import datetime

from weave.clock import iso
from weave.model import Change, Fact, Polarity, Provenance, State

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_FIELDS = 13


def _field(value: str) -> str:
    return value.replace("\\", "\\\\").replace("|", "\\p")


def _plain(field: str) -> str:
    return _ESCAPE.sub(lambda found: "|" if found[1] == "p" else found[1], field)


def write_fact(fact: Fact) -> str:
    """id|subject|predicate|object|polarity|state|valid_from|valid_to|superseded_by|single|change|importance|provenance."""
    return "|".join(
        (
            fact.id,
            _field(fact.subject),
            _field(fact.predicate),
            _field(fact.object),
            fact.polarity.value,
            fact.state.value,
            iso(fact.valid_from) if fact.valid_from else "",
            iso(fact.valid_to) if fact.valid_to else "",
            fact.superseded_by or "",
            "1" if fact.single_valued else "",
            fact.change.value,
            repr(fact.importance),
            fact.provenance.value,
        )
    )


def _time(field: str) -> datetime | None:
    if not field:
        return None
    moment = datetime.fromisoformat(field)
    if moment.tzinfo is None:
        raise ValueError(field)
    return moment


def read_fact(value: str) -> Fact:
    """The fact that `write_fact` wrote; scope and memories are its holder's.

    Raises ValueError when the value is none.
    """
    fields = [_plain(field) for field in value.split("|")]
    if len(fields) != _FIELDS or not fields[0]:
        raise ValueError(value)
    return Fact(
        id=fields[0],
        subject=fields[1],
        predicate=fields[2],
        object=fields[3],
        polarity=Polarity(fields[4] or Polarity.AFFIRMED),
        state=State(fields[5] or State.ACTIVE),
        valid_from=_time(fields[6]),
        valid_to=_time(fields[7]),
        superseded_by=fields[8] or None,
        single_valued=fields[9] == "1",
        change=Change(fields[10] or Change.NEW),
        importance=float(fields[11] or 0.5),
        provenance=Provenance(fields[12] or Provenance.USER),
    )
