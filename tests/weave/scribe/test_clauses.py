"""Each clause of a sentence tells its own; what only looks like a clause is left whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from weave.model import Certainty, Change, FactDraft, Polarity, Role, Turn
from weave.scribe.clauses import clauses
from weave.scribe.rules import encode, extract

AT = datetime(2024, 11, 28, 12, tzinfo=UTC)
LETTERS = {Change.CHANGE: "c", Change.END: "e", Change.RETRACTION: "r"}


def rows() -> list[str]:
    table = Path(__file__).with_name("clauses.txt").read_text("utf-8").splitlines()
    return [row for row in table if not row.startswith("#")]


def written(fact: FactDraft) -> str:
    # of a taste the later word holds, however it is told
    flags = "" if fact.predicate == "likes" else LETTERS.get(fact.change, "")
    flags += "n" if fact.polarity is Polarity.NEGATED else ""
    flags += "f" if fact.valid_from else ""
    flags += "u" if fact.valid_to else ""
    flags += "p" if fact.certainty is Certainty.PLANNED else ""
    return f"{fact.subject} {fact.predicate} = {fact.object}" + (f" [{flags}]" if flags else "")


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.split(" | ")[0])
def test_the_clauses_of_a_sentence_tell_this_and_nothing_else(row: str) -> None:
    text, *expected = row.split(" | ")
    found = [written(f) for f in extract(text, speaker="user", role=Role.USER, time=AT)]
    assert sorted(found) == sorted(expected)


def test_a_shared_subject_goes_with_the_time_that_leads_it() -> None:
    assert clauses("Until June I live in Ghent and work at Bosch.") == (
        "Until June I live in Ghent",
        "Until June I work at Bosch.",
    )


def test_a_clause_with_a_subject_of_its_own_leaves_the_time_behind() -> None:
    assert clauses("Until June I live in Ghent and my wife works at Bosch.") == (
        "Until June I live in Ghent",
        "my wife works at Bosch.",
    )


@pytest.mark.parametrize(
    "text", ["", "and", ", ", "— —", "and I", "I and I and I", "\x00 and I am \ud800", "，和 and 我"]
)
def test_odd_input_is_one_clause(text: str) -> None:
    assert clauses(text) == (text,)


def turns(*said: tuple[Role, str]) -> list[Turn]:
    return [
        Turn(f"t{n}", role, role.value, text, AT + timedelta(minutes=n), "c")
        for n, (role, text) in enumerate(said)
    ]


def taken_back(*said: tuple[Role, str]) -> list[str]:
    drafts = encode(turns(*said))
    return [f.object for d in drafts for f in d.facts if f.change is Change.RETRACTION]


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        (((Role.USER, "I live in Ghent."), (Role.USER, "Forget that.")), ["Ghent"]),
        (((Role.USER, "I live in Ghent."), (Role.USER, "That was wrong. I live in Bruges.")), ["Ghent"]),
        (
            ((Role.USER, "I live in Ghent."), (Role.ASSISTANT, "Noted."), (Role.USER, "Scratch that.")),
            ["Ghent"],
        ),
        (((Role.USER, "I live in Ghent and work at Bosch. Forget that."),), ["Ghent", "Bosch"]),
        # the denial may be of the answer, the statement may not be what was just said, or be someone else's
        (
            ((Role.USER, "I live in Ghent."), (Role.ASSISTANT, "Nice town."), (Role.USER, "That was wrong.")),
            [],
        ),
        (
            ((Role.USER, "I live in Ghent. Any tips?"), (Role.ASSISTANT, "Go."), (Role.USER, "Forget that.")),
            [],
        ),
        (((Role.OTHER, "I live in Ghent."), (Role.USER, "Forget that.")), []),
        (((Role.USER, "I live in Ghent. It rains. Forget that."),), []),
        (((Role.USER, "I sold my Honda."), (Role.USER, "That was wrong.")), []),
    ],
)
def test_what_was_just_said_is_taken_back_when_nothing_else_can_be_meant(
    said: tuple[tuple[Role, str], ...], lost: list[str]
) -> None:
    assert taken_back(*said) == lost
