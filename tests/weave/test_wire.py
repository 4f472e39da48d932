"""The JSON that other programs read: its keys are a contract, so they are written out here."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from weave import scoring, wire
from weave.model import (
    Conflict,
    Degraded,
    Fact,
    Memory,
    MemoryType,
    Polarity,
    Provenance,
    Recall,
    Recalled,
    Resolution,
    Side,
    Source,
    State,
    Task,
    TaskReport,
)
from weave.ports import BackendReport, Checkup, Health

MANILA = timezone(timedelta(hours=8))
CREATED = datetime(2026, 11, 30, 14, 2, 11, tzinfo=MANILA)
ID, OTHER = "01JDYQ3V5W8Z1N6T2K4R7M9XAB", "01JDYQ3V5W8Z1N6T2K4R7M9XAC"
MEMORY = Memory(
    id=ID,
    type=MemoryType.SEMANTIC,
    title="Maribel's allergy",
    text="Peanuts make her airway swell shut.",
    state=State.CONTESTED,
    importance=0.72,
    provenance=Provenance.USER,
    created=CREATED,
    accessed=CREATED + timedelta(days=1),
    access_count=3,
    source=Source("talk-1", ("t1", "t2"), None),
    derived_from=(OTHER,),
    superseded_by=OTHER,
    pinned=True,
)

PROMISED_RECALL = {"memories", "passage", "degraded", "elapsed_ms"}
PROMISED_MEMORY = {
    *("id", "type", "title", "text", "state", "superseded_by", "conflicts", "importance", "provenance"),
    *("scope", "created", "occurred", "accessed", "access_count", "pinned", "source", "derived_from"),
    *("backends", "relevance", "recency", "access", "trust", "strength", "rank"),
}
OF_THE_QUERY = {"backends", "relevance", "rank"}
PROMISED_FACT = {
    *("id", "subject", "predicate", "object", "polarity", "state", "valid_from", "valid_to", "provenance"),
    *("scope", "superseded_by", "memories"),
}


def recall() -> Recall:
    score = scoring.score(MEMORY, 0.9, CREATED + timedelta(days=8), 0.1)
    found = Recalled(MEMORY, score, ("physical", "vector"), (OTHER,), (("lexical", 0.9),))
    return Recall("peanuts", (found,), "passage", (Degraded("graph", "It starts up."),), 12.3456, 2)


def test_recall_has_the_keys_of_the_design() -> None:
    document = wire.recall(recall())
    assert set(document) >= PROMISED_RECALL
    assert document["degraded"] == ["graph"]
    assert document["degraded_reasons"] == {"graph": "It starts up."}
    [memory] = json.loads(wire.dumps(document))["memories"]
    assert set(memory) >= PROMISED_MEMORY
    assert memory["conflicts"] == [OTHER]
    assert memory["backends"] == ["physical", "vector"]
    assert (memory["recency"], memory["relevance"], memory["trust"]) == (0.5, 0.9, 0.8)


def test_a_memory_outside_a_query_has_all_but_the_querys_figures() -> None:
    score = scoring.score(MEMORY, 0.0, CREATED, 0.1)
    document = wire.memory(MEMORY, strength=score)
    assert set(document) >= PROMISED_MEMORY - OF_THE_QUERY
    assert not set(document) & OF_THE_QUERY


def test_times_have_an_offset_words_are_plain_and_what_is_unknown_is_null() -> None:
    document = json.loads(wire.dumps(wire.memory(MEMORY)))
    assert document["created"] == "2026-11-30T14:02:11+08:00"
    assert document["occurred"] is None
    assert (document["type"], document["state"], document["provenance"]) == ("semantic", "contested", "user")
    assert document["source"] == {"conversation": "talk-1", "turns": ["t1", "t2"], "file": None}
    assert (document["superseded_by"], document["derived_from"]) == (OTHER, [OTHER])


def test_a_fact_has_the_keys_of_the_design() -> None:
    fact = Fact(ID, "Ana", "lives in", "Cebu", Polarity.NEGATED, valid_from=CREATED, memories=(OTHER,))
    document = json.loads(wire.dumps(wire.fact(fact)))
    assert set(document) >= PROMISED_FACT
    assert (document["polarity"], document["state"], document["valid_to"]) == ("negated", "active", None)
    assert document["memories"] == [OTHER]


def test_conflicts_and_decisions_have_their_keys() -> None:
    old = Fact(ID, "Ana", "lives in", "Cebu", state=State.CONTESTED, memories=(ID,))
    new = Fact(OTHER, "Ana", "lives in", "Oslo", state=State.CONTESTED, provenance=Provenance.INFERRED)
    resting = replace(MEMORY, id="01JDYQ3V5W8Z1N6T2K4R7M9XAD")
    sides = (Side(old, MEMORY, (resting,)), Side(new, replace(MEMORY, id=OTHER)))
    conflict = Conflict(ID, "Ana", "lives in", sides)
    document = wire.conflict(conflict, lambda memory: scoring.score(memory, 0.0, CREATED, 0.1))
    assert set(document) == {"id", "subject", "predicate", "sides"}
    first, second = json.loads(wire.dumps(document))["sides"]
    assert set(first) == {"fact", "memory", "trust", "dependents"}
    assert set(first["fact"]) >= PROMISED_FACT
    assert set(first["memory"]) >= PROMISED_MEMORY - OF_THE_QUERY
    assert (first["memory"]["conflicts"], first["dependents"]) == ([OTHER], [resting.id])
    assert (first["trust"], second["trust"]) == (0.8, 0.6)
    done = wire.resolution(Resolution(ID, (new,), (old,), (resting.id,)))
    assert done == {"conflict": ID, "kept": [OTHER], "fallen": [ID], "volatile": [resting.id]}


def test_tasks_and_checkups_are_told_whole() -> None:
    task = Task("trip-x", "Trip", CREATED, None, 4)
    assert wire.task(task)["scope"] == "task:trip-x"
    assert wire.task_report(TaskReport("trip-x", 1, 2, 3, 4, 5, 6, 7)) == {
        "task": "trip-x", "encoded": 1, "transferred": 2, "duplicates": 3, "facts": 4, "contested": 5,
        "superseded": 6, "merged": 7, "queued": False,
    }  # fmt: skip
    report = BackendReport("vector", True, Health(False, "Away.", 7), 2, 1, "refused", "Start it.")
    document = json.loads(wire.dumps(wire.checkup(Checkup("home", None, 9, (report,), ("A note.",)))))
    assert document["backends"][0] == {
        "name": "vector",
        "enabled": True,
        "ok": False,
        "detail": "Away.",
        "indexed": 7,
        "waiting": 2,
        "failed": 1,
        "last_error": "refused",
        "next_step": "Start it.",
    }
    assert document["notes"] == ["A note."]


def test_every_script_is_readable_and_a_lone_surrogate_still_prints() -> None:
    assert "補牙 😀" in wire.dumps({"text": "補牙 😀"})
    broken = wire.dumps({"text": "補牙 \ud800"})
    assert broken.encode("utf-8")
    assert json.loads(broken) == {"text": "補牙 \ud800"}
