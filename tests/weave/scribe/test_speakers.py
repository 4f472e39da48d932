"""Whom "I" means where the role alone does not tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from weave.model import Role, Turn
from weave.scribe.rules import encode

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)


def subjects(*said: tuple[str, str], person: str | None = None) -> set[str]:
    turns = [
        Turn(f"t{n}", Role.USER, who, text, NOW + timedelta(minutes=n), "talk")
        for n, (who, text) in enumerate(said)
    ]
    return {fact.subject for draft in encode(turns, person=person) for fact in draft.facts}


def test_the_only_one_who_speaks_as_the_user_is_the_person() -> None:
    assert subjects(("Ana", "I moved to Porto yesterday.")) == {"user"}
    assert subjects(("user", "I moved to Porto yesterday.")) == {"user"}


def test_of_two_speakers_each_goes_by_the_own_name() -> None:
    assert subjects(("Ana", "I moved to Porto."), ("Bo", "My cat is called Miso.")) == {"Ana", "Bo"}


def test_the_known_person_is_the_person_among_others() -> None:
    said = (("Ana", "I moved to Porto."), ("Bo", "My cat is called Miso."))
    assert subjects(*said, person="ana") == {"user", "Bo"}
