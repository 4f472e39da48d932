"""The tree: each relation once, what holds first, every other state marked, never without end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from weave.model import Fact, Polarity, State
from weave.picture import Tone, neighbourhood, tree

THEN = datetime(2026, 1, 10, 20, tzinfo=UTC)
SINCE = datetime(2026, 6, 1, tzinfo=UTC)
FACTS = [
    Fact(
        "f1",
        "Maribel",
        "home_city",
        "Cebu",
        state=State.OUTDATED,
        valid_from=THEN,
        valid_to=SINCE,
        superseded_by="f2",
    ),
    Fact("f2", "Maribel", "home_city", "Davao", valid_from=SINCE),
    Fact("f3", "Maribel", "eats", "shrimp", Polarity.NEGATED),
    Fact("f4", "Maribel", "employer", "Acme", state=State.CONTESTED),
    Fact("f5", "user", "sister", "Maribel"),
    Fact("f6", "Davao", "part_of", "Mindanao"),
    Fact("f7", "Maribel", "works_in", "Oslo", state=State.VOLATILE, valid_from=SINCE),
    Fact("f8", "Maribel", "age", "31", state=State.DEPRECATED),
]


def lines(facts: list[Fact], subject: str, **limits: int) -> list[str]:
    drawn = tree(neighbourhood(facts, subject), UTC, **limits)
    return [row.branches + row.text + (f"  ({row.note})" if row.note else "") for row in drawn]


def test_current_relations_come_first_and_all_others_say_how_they_stand() -> None:
    assert lines(FACTS, "Maribel") == [
        "Maribel",
        "├─ not: eats → shrimp",
        "├─ home city → Davao  (since 2026-06-01)",
        "│  └─ part of → Mindanao",
        "├─ works in → Oslo  (planned, since 2026-06-01)",
        "├─ employer → Acme  (contested)",
        "├─ home city → Cebu  (past, 2026-01-10 to 2026-06-01, then Davao)",
        "├─ age → 31  (withdrawn)",
        "└─ ← sister ← user",
    ]


def test_days_are_those_of_the_persons_zone() -> None:
    manila = timezone(timedelta(hours=8))
    drawn = tree(neighbourhood(FACTS[:1], "Maribel"), manila)
    assert drawn[1].note.startswith("past, 2026-01-11 to")
    assert (drawn[0].tone, drawn[1].tone) == (None, Tone.PAST)


def test_a_hub_is_cut_and_the_rest_counted() -> None:
    many = [Fact(f"f{n:03}", "user", "knows", f"Person {n}") for n in range(50)]
    drawn = lines(many, "user", neighbours=5)
    assert len(drawn) == 7
    assert drawn[-1] == "└─ … 45 more"
    deep = many + [Fact(f"g{n:03}", f"Person {n % 50}", "owns", f"Thing {n}") for n in range(500)]
    whole = tree(neighbourhood(deep, "user"), UTC)
    assert len(whole) <= 80
    assert "more" in whole[-1].text


def test_no_relation_is_drawn_twice_in_a_ring() -> None:
    ring = [Fact("f1", "a", "next", "b"), Fact("f2", "b", "next", "c"), Fact("f3", "c", "next", "a")]
    assert lines(ring, "a") == ["a", "├─ next → b", "│  └─ next → c", "└─ ← next ← c"]


def test_nothing_known_is_no_tree() -> None:
    assert lines(FACTS, "Nobody") == []


def test_a_pads_fact_says_that_it_is_one() -> None:
    assert lines([Fact("f1", "a", "is", "b", scope="task:trip")], "a")[1].endswith("(in task:trip)")
