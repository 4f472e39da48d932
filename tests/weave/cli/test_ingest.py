"""weave ingest: what is good is kept, what is bad is named, and a repeat adds nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]
TURNS = [
    {
        "id": "t1",
        "session": 1,
        "time": "2026-05-08T13:56:00+08:00",
        "speaker": "Ana",
        "text": "We adopted a beagle named Luna.",
    },
    {
        "id": "t2",
        "session": 1,
        "time": "2026-05-08T13:57:00+08:00",
        "speaker": "Ben",
        "text": "How old is she?",
    },
    {
        "id": "t3",
        "session": 2,
        "time": "2026-06-01T09:00:00+08:00",
        "speaker": "Ana",
        "text": "Luna chewed the red sofa.",
    },
]


def lines(*values: object) -> bytes:
    return b"".join(v if isinstance(v, bytes) else json.dumps(v).encode() + b"\n" for v in values)


def report(ran: Ran) -> dict[str, object]:
    assert isinstance(ran.document, dict)
    return ran.document


def test_turns_become_memories_that_recall_finds(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(lines(*TURNS))
    ran = run("ingest", str(path))
    assert ran.status == 0
    assert ran.out.startswith("Kept 3 turns: ")
    found = run("recall", "What did Luna chew?", "--json").document
    assert isinstance(found, dict)
    first = found["memories"][0]
    assert first["text"] == "Ana: Luna chewed the red sofa."
    assert first["source"]["turns"] == ["t3"]
    assert str(first["created"]).startswith("2026-06-01T")


def test_a_repeat_adds_nothing_and_a_longer_file_adds_what_is_new(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_bytes(lines(*TURNS[:2]))
    assert report(run("ingest", str(path), "--json"))["turns"] == 2
    again = report(run("ingest", str(path), "--json"))
    assert (again["turns"], again["memories"], again["skipped"]) == (0, 0, 2)
    path.write_bytes(lines(*TURNS))
    assert report(run("ingest", str(path), "--json"))["turns"] == 1
    memories = run("list", "--json").document
    assert isinstance(memories, list)
    texts = [memory["text"] for memory in memories if memory["type"] == "episodic"]
    assert len(texts) == len(set(texts)) == 3


def test_a_bad_line_is_named_the_others_are_kept_and_the_status_says_so(run: Run) -> None:
    ran = run(
        "ingest",
        "-",
        "--json",
        stdin=lines(TURNS[0], b"{broken\n", TURNS[2] | {"role": "narrator"}, TURNS[1]),
    )
    assert ran.status == 1
    document = report(ran)
    assert (document["turns"], document["refused"]) == (2, 2)
    assert [refusal["line"] for refusal in document["refusals"]] == [2, 3]  # type: ignore[attr-defined]
    assert "Line 2 was refused" in ran.err
    assert "Traceback" not in ran.err


def test_a_file_with_nothing_valid_is_refused_in_words(run: Run) -> None:
    ran = run("ingest", "-", stdin=b"[\n{},\n]\n")
    assert ran.status == 1
    assert "3 lines refused" in ran.err
    assert run("list", "--json").document == []


def test_an_empty_file_is_nothing_to_do(run: Run) -> None:
    ran = run("ingest", "-", stdin=b"")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Kept 0 turns")


def test_secrets_are_masked_before_they_are_written(run: Run, home: Path) -> None:
    secret = "tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3"
    run("ingest", "-", stdin=lines(TURNS[0] | {"text": f"export PAY_TOKEN={secret} and why does it fail?"}))
    holding = [p for p in home.rglob("*") if p.is_file() and secret.encode() in p.read_bytes()]
    assert holding == []
