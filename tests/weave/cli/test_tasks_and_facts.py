"""weave task and weave facts: pads apart from the rest until they end, facts with their validity."""

from __future__ import annotations

from collections.abc import Callable

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]


def memories(run: Run) -> list[dict[str, object]]:
    document = run("list", "--json").document
    assert isinstance(document, list)
    return document


def test_a_pad_is_apart_until_its_task_ends(run: Run) -> None:
    task = run("task", "start", "Plan the trip").last_word
    told = run("remember", "The hostel is called Sunbird.", "--task", task)
    [memory] = memories(run)
    assert (memory["scope"], memory["state"]) == (f"task:{task}", "volatile")
    assert told.last_word not in run("recall", "hostel Sunbird").out
    assert told.last_word in run("recall", "hostel Sunbird", "--task", task).out
    assert task in run("task", "list").out
    assert "1 memory" in run("task", "end", task).out
    [memory] = memories(run)
    assert (memory["scope"], memory["state"]) == ("global", "active")
    assert run("task", "list", "--json").document == []


def test_a_discarded_pad_is_gone_whole(run: Run) -> None:
    task = run("task", "start", "Plan the trip", "--json").document
    assert isinstance(task, dict)
    run("remember", "The hostel is called Sunbird.", "--task", task["id"])
    assert run("task", "discard", task["id"]).status == 0
    assert memories(run) == []
    assert run("task", "end", task["id"]).status == 1


def test_facts_are_listed_by_subject_with_what_they_rest_on(run: Run) -> None:
    told = run("remember", "Maribel lives in Cebu.")
    facts = run("facts", "Maribel", "--json").document
    assert isinstance(facts, list)
    assert [(fact["subject"], fact["object"]) for fact in facts] == [("Maribel", "Cebu")]
    assert facts[0]["memories"] == [told.last_word]
    assert "Maribel" in run("facts").out
    assert run("facts", "Nobody", "--json").document == []


def test_a_question_about_the_past_gets_the_past(run: Run) -> None:
    run("remember", "Maribel lives in Cebu.", "--at", "2026-01-10T09:00:00+00:00")
    run("remember", "Maribel moved to Davao.", "--at", "2026-06-10T09:00:00+00:00")
    then = run("facts", "Maribel", "--as-of", "2026-03-01", "--json").document
    assert isinstance(then, list)
    assert [fact["object"] for fact in then if fact["state"] == "active"] == ["Cebu"]
    known = run("recall", "Where does Maribel live?", "--known-at", "2026-03-01", "--json").document
    assert isinstance(known, dict)
    assert ["Davao" in memory["text"] for memory in known["memories"]] == [False]


def test_doctor_names_every_part_and_reindex_rebuilds(run: Run) -> None:
    run("remember", "The ferry leaves at six.")
    ran = run("doctor", "--json")
    assert ran.status == 0
    assert isinstance(ran.document, dict)
    assert ran.document["memories"] == 1
    assert {backend["name"] for backend in ran.document["backends"]} >= {"vector", "graph"}
    assert "switched off" in run("doctor").out
    rebuilt = run("reindex", "--json").document
    assert isinstance(rebuilt, dict)
    assert rebuilt["memories"] == 1
    assert "ferry" in run("recall", "ferry").out
