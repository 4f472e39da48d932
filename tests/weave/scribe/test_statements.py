"""Statements in many wordings: those the rules were written with, and those that were held back meanwhile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weave.model import Change, FactDraft, Polarity, Role
from weave.sameness import key
from weave.scribe.rules import extract

AT = datetime(2024, 11, 28, 12, tzinfo=UTC)
HERE = Path(__file__).parent
CHANGES = {"c": Change.CHANGE, "e": Change.END, "k": Change.CORRECTION, "r": Change.RETRACTION}
HELD_BACK_FLOOR = 0.85


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table."""

    text: str
    predicate: str
    object: str
    flags: str
    subject: str


def lines(name: str) -> list[Line]:
    found = []
    for row in (HERE / name).read_text("utf-8").splitlines():
        if row and not row.startswith("#"):
            cells = [*re.split(r"\s*\|\s*", row), "", "", "", ""]
            found.append(Line(cells[0], cells[1], cells[2], cells[3], cells[4] or "user"))
    return found


def fits(fact: FactDraft, line: Line) -> bool:
    told = (fact.subject, fact.predicate, key(fact.object)) == (
        line.subject,
        line.predicate,
        key(line.object),
    )
    denied = any(flag in line.flags for flag in "ner")
    # the later word about a taste holds, however it is told
    change = {CHANGES[f] for f in line.flags if f in CHANGES} or {fact.change}
    return (
        told
        and (fact.polarity is Polarity.NEGATED) == denied
        and (fact.change in change or (fact.predicate == "likes" and "c" in line.flags))
        and not ("m" in line.flags and fact.single_valued)
        and ("f" in line.flags) <= (fact.valid_from is not None)
        and ("u" in line.flags) <= (fact.valid_to is not None)
    )


def right(line: Line) -> bool:
    found = extract(line.text, speaker="user", role=Role.USER, time=AT)
    if line.predicate == "-":
        return not any(f.subject == "user" and f.polarity is Polarity.AFFIRMED for f in found)
    return any(fits(fact, line) for fact in found)


@pytest.mark.parametrize("line", lines("statements.txt"), ids=lambda line: line.text)
def test_a_statement_is_taken_as_it_is_meant(line: Line) -> None:
    assert right(line)


def test_what_was_held_back_is_taken_as_it_is_meant_for_the_most_part() -> None:
    held_back = lines("statements_held_back.txt")
    assert sum(map(right, held_back)) / len(held_back) >= HELD_BACK_FLOOR


def test_what_was_held_back_and_tells_nothing_gives_next_to_nothing() -> None:
    idle = [line for line in lines("statements_held_back.txt") if line.predicate == "-"]
    assert sum(map(right, idle)) / len(idle) >= 0.95
