"""weave conflicts and weave resolve, as a person and as a program use them."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, timedelta

import pytest

from tests.support.claims import claim
from tests.support.homes import NOW
from tests.weave.cli.conftest import Ran
from weave.cli.sides import show_conflicts
from weave.cli.terminal import Terminal
from weave.cli.text import width
from weave.model import Conflict, Memory, Side, Source

Run = Callable[..., Ran]


def tell(run: Run) -> tuple[Ran, Ran]:
    first = run("remember", "Maribel lives in Cebu.", "--at", "2026-01-10T09:00:00+00:00")
    return first, run("remember", "Maribel lives in Davao.", "--at", "2026-06-10T09:00:00+00:00")


def documents(ran: Ran) -> list[dict[str, object]]:
    assert ran.status == 0, ran.err
    assert isinstance(ran.document, list)
    return ran.document


def test_a_conflict_is_told_when_it_comes_up_and_laid_open(run: Run) -> None:
    first, second = tell(run)
    assert first.err == ""
    assert first.last_word in second.err and "weave conflicts" in second.err
    [conflict] = documents(run("conflicts", "--json"))
    assert set(conflict) == {"id", "subject", "predicate", "sides"}
    sides = conflict["sides"]
    assert isinstance(sides, list)
    assert [side["memory"]["id"] for side in sides] == [first.last_word, second.last_word]
    assert [side["memory"]["conflicts"] for side in sides] == [[second.last_word], [first.last_word]]
    assert [(side["fact"]["object"], side["fact"]["state"]) for side in sides] == [
        ("Cebu", "contested"), ("Davao", "contested"),
    ]  # fmt: skip
    assert [(side["trust"], side["dependents"]) for side in sides] == [(0.8, []), (0.8, [])]
    assert conflict["id"] == sides[0]["fact"]["id"]
    shown = run("conflicts").out
    assert all(word in shown for word in ("Cebu", "Davao", "2026-01-10", "2026-06-10", "trust 0.80"))


@pytest.mark.parametrize(
    ("choice", "states"),
    [
        ("keep 1", ["active", "outdated"]),
        ("keep 2", ["outdated", "active"]),
        ("both hold", ["active", "active"]),
        ("neither", ["deprecated", "deprecated"]),
    ],
)
def test_the_command_that_is_shown_for_a_choice_makes_it(run: Run, choice: str, states: list[str]) -> None:
    tell(run)
    [line] = [line for line in run("conflicts").out.splitlines() if line.startswith(choice)]
    command = line.removeprefix(choice).split()
    assert command[:2] == ["weave", "resolve"]
    assert run(*command[1:]).status == 0
    assert [fact["state"] for fact in documents(run("facts", "Maribel", "--json"))] == states
    assert run("conflicts").err.startswith("Nothing contradicts")
    assert documents(run("conflicts", "--json")) == []


def test_resolve_prints_what_it_did(run: Run) -> None:
    _, second = tell(run)
    done = run("resolve", second.last_word, "--keep", second.last_word, "--json").document
    assert isinstance(done, dict)
    assert set(done) == {"conflict", "kept", "fallen", "volatile"}
    facts = documents(run("facts", "Maribel", "--json"))
    assert (done["fallen"], done["kept"]) == ([facts[0]["id"]], [facts[1]["id"]])
    assert run("list", "--json").out.count('"conflicts": []') == 2


def test_what_was_concluded_from_a_side_is_dragged_along(run: Run) -> None:
    first, second = tell(run)
    made = run("remember", "Flights to Maribel land in Mactan.", "--derived-from", first.last_word)
    assert made.last_word in run("conflicts").out
    done = run("resolve", first.last_word, "--keep", second.last_word)
    assert done.out.splitlines()[-1].startswith("Unsure now") and made.last_word in done.out
    assert run("remember", "x", "--derived-from", "01JDYQ3V5W8Z1N6T2K4R7M9XAB").status == 1


def test_list_and_show_name_what_contradicts_a_memory(run: Run) -> None:
    first, second = tell(run)
    listed = {memory["id"]: memory["conflicts"] for memory in documents(run("list", "--json"))}
    assert listed == {first.last_word: [second.last_word], second.last_word: [first.last_word]}
    shown = run("show", first.last_word, "--json").document
    assert isinstance(shown, dict)
    assert shown["conflicts"] == [second.last_word]
    assert f"contradicted by {second.last_word}, undecided" in run("show", first.last_word).out


def test_recall_names_both_sides_and_that_nobody_has_decided(run: Run) -> None:
    first, second = tell(run)
    found = run("recall", "Where does Maribel live?", "--json").document
    assert isinstance(found, dict)
    against = {memory["id"]: memory["conflicts"] for memory in found["memories"]}
    assert against == {first.last_word: [second.last_word], second.last_word: [first.last_word]}
    assert {memory["state"] for memory in found["memories"]} == {"contested"}
    assert found["passage"].count("undecided") == 2
    assert all(told.last_word in found["passage"] for told in (first, second))
    alone = run("recall", "Where does Maribel live?", "-k", "1", "--json").document
    assert isinstance(alone, dict)
    assert "Cebu" in alone["passage"] and "Davao" in alone["passage"]
    assert "undecided" in run("recall", "Where does Maribel live?").out


@pytest.mark.parametrize(
    ("argv", "status", "named"),
    [
        (("resolve", "01JDYQ3V5W8Z1N6T2K4R7M9XAB", "--keep", "none"), 1, "weave conflicts"),
        (("resolve", "x", "--keep", "all"), 1, "weave conflicts"),
        (("resolve", "01JDYQ3V5W8Z1N6T2K4R7M9XAB"), 2, "--keep"),
        (("resolve", "--keep", "none"), 2, "ID"),
    ],
)
def test_a_wrong_word_is_one_sentence(run: Run, argv: tuple[str, ...], status: int, named: str) -> None:
    ran = run(*argv)
    assert (ran.status, ran.out) == (status, "")
    assert named in ran.sentence


def test_a_side_that_is_none_is_named_with_those_there_are(run: Run) -> None:
    first, second = tell(run)
    ran = run("resolve", first.last_word, "--keep", "01JDYQ3V5W8Z1N6T2K4R7M9XAB")
    [conflict] = documents(run("conflicts", "--json"))
    assert (ran.status, str(conflict["id"]) in ran.sentence) == (1, True)
    assert run("resolve", first.last_word, "--keep", "none", second.last_word).status == 1


def terminal(width: int) -> Terminal:
    return Terminal(io.StringIO(), io.StringIO(), True, False, width)


def shown(conflict: Conflict, cells: int) -> list[str]:
    place = terminal(cells)
    show_conflicts(place, [conflict], UTC)
    assert isinstance(place.out, io.StringIO)
    return place.out.getvalue().splitlines()


def conflict_of(*sides: Memory, dependents: tuple[Memory, ...] = ()) -> Conflict:
    first = sides[0].facts[0]
    return Conflict(
        first.id, first.subject, first.predicate, tuple(Side(m.facts[0], m, dependents) for m in sides)
    )


def test_sides_stand_next_to_each_other_where_there_is_room_and_below_where_there_is_none() -> None:
    conflict = conflict_of(claim("Cebu", days=30), claim("Davao", days=5))
    wide, narrow = shown(conflict, 80), shown(conflict, 79)
    assert [("Cebu" in line and "Davao" in line) for line in wide[3:4]] == [True]
    assert not any("1. Cebu" in line and "Davao" in line for line in narrow)
    assert [line for line in narrow if line[:2] in ("1.", "2.")] == ["1. Cebu", "2. Davao"]


@pytest.mark.parametrize(
    "words", ["❤️ 梅干し 👩‍🔬 Ada " * 20, "한글 " * 60, "مرحبا " * 40, "[/red] [b " * 30, "x" * 500]
)
def test_case_36_the_border_between_two_sides_is_one_column_whatever_they_say(words: str) -> None:
    first, second = claim("Cebu", days=30), claim(words.strip(), days=5)
    lines = shown(conflict_of(replace(first, text=words), second), 90)
    borders = {width(line.partition(" │ ")[0]) for line in lines if " │ " in line}
    assert len(borders) == 1
    assert all(width(line) <= 90 for line in lines if not line.startswith(("keep", "both", "neither")))


def test_source_dates_and_what_would_be_dragged_along_are_told() -> None:
    side = replace(
        claim("Cebu", days=30), source=Source("talk-1", ("t1", "t2")), occurred=NOW - timedelta(days=40)
    )
    other = replace(claim("Davao", days=5), source=Source(file="notes.md"))
    resting = tuple(claim(f"thing {n}", predicate="owns") for n in range(6))
    text = "\n".join(shown(conflict_of(side, other, dependents=resting), 160))
    for told in (
        "happened 2026-10-21",
        "talk-1, turns t1, t2",
        "notes.md",
        "6 memories rest on it",
        "… 2 more",
    ):
        assert told in text


def test_what_a_side_says_cannot_act_on_the_terminal() -> None:
    nasty = claim("Ce\x1b[31mbu\u202e\nkeep 1    weave resolve evil", days=30)
    text = "\n".join(shown(conflict_of(nasty, claim("Davao", days=5)), 100))
    assert "\x1b" not in text and "\u202e" not in text
    assert "\nkeep 1    weave resolve evil" not in text


def test_three_claims_and_two_who_agree_are_told_apart() -> None:
    sides = [claim(o, days=d) for o, d in (("Cebu", 40), ("Davao", 30), ("cebu", 20), ("Oslo", 10))]
    lines = shown(conflict_of(*sides), 100)
    assert [line.split("weave")[0].strip() for line in lines if "weave resolve" in line] == [
        "keep 1", "keep 2", "keep 3", "all hold", "none",
    ]  # fmt: skip
    assert sum("memory 01" in line for line in lines) >= 3
