"""The transcript is the first durable thing of a turn, and tells by itself what still waits."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from weave.errors import InvalidInput
from weave.journal import Journal, parse
from weave.model import Role, Turn

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)


def turn(number: int, text: str = "the kettle is on", **changes: object) -> Turn:
    made = Turn(f"t{number}", Role.USER, "user", text, NOW + timedelta(seconds=number), "talk", task="pad")
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    made = Journal(tmp_path)
    made.start("talk", task="pad", title="", now=NOW)
    return made


def test_turns_come_back_as_they_were_said(journal: Journal) -> None:
    said = [turn(1), turn(2, "日本語 [/b] \u2028 line\nbreak", complete=False), turn(3, recalled=True)]
    journal.append("talk", said)
    assert journal.read("talk").turns == tuple(said)


def test_only_complete_unquoted_unencoded_turns_wait(journal: Journal) -> None:
    journal.append("talk", [turn(1), turn(2, complete=False), turn(3, recalled=True), turn(4)])
    journal.mark_encoded("talk", ["t1"], NOW)
    assert [t.id for t in journal.read("talk").pending] == ["t4"]


def test_a_line_that_a_crash_cut_short_costs_nothing_but_itself(journal: Journal, tmp_path: Path) -> None:
    journal.append("talk", [turn(1)])
    path = journal.path("talk")
    path.write_bytes(path.read_bytes() + b'{"id":"t2","time":"2026-')
    journal.append("talk", [turn(3)])
    read = journal.read("talk")
    assert [t.id for t in read.turns] == ["t1", "t3"]
    assert read.damaged == 1


def test_a_turn_written_twice_counts_once(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.append("talk", [turn(1)])
    assert len(journal.read("talk").turns) == 1


def test_the_end_is_known_and_a_later_turn_reopens(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.mark_ended("talk", NOW)
    assert journal.read("talk").ended
    journal.append("talk", [turn(2)])
    assert not journal.read("talk").ended


def test_a_resumed_conversation_has_the_new_task(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.mark_ended("talk", NOW)
    journal.reopen("talk", "second", NOW)
    read = journal.read("talk")
    assert (read.task, read.own) == ("second", "second")
    journal.append("talk", [turn(2)])
    assert [one.task for one in journal.read("talk").turns] == ["pad", "second"]


def test_each_turn_belongs_to_the_task_it_was_said_in(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.enter("talk", "trip-x1", NOW)
    journal.append("talk", [turn(2)])
    assert (journal.read("talk").task, journal.read("talk").own) == ("trip-x1", "pad")
    journal.enter("talk", None, NOW)
    journal.append("talk", [turn(3)])
    read = journal.read("talk")
    assert [one.task for one in read.turns] == ["pad", "trip-x1", "pad"]
    assert read.task == read.own == "pad"
    assert journal.naming("trip-x1") == ["talk"] and journal.naming("trip") == []


def test_an_erased_task_leaves_neither_its_turns_nor_its_name(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.enter("talk", "heron-trip-x1", NOW)
    journal.append("talk", [turn(2, "the heron password")])
    journal.erase("talk", frozenset({"t2"}), tasks=["heron-trip-x1"])
    journal.append("talk", [turn(3)])
    assert b"heron" not in journal.path("talk").read_bytes()
    assert [(one.id, one.task) for one in journal.read("talk").turns] == [("t1", "pad"), ("t3", "pad")]


def test_turns_of_several_tasks_that_come_at_once_are_kept_apart(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    said = [turn(1, task="one"), turn(2, task="two"), turn(3, task="two"), turn(4, task=None)]
    journal.append_all({"talk": said})
    assert [one.task for one in journal.read("talk").turns] == ["one", "two", "two", "one"]


def test_the_title_is_the_first_words_of_the_person(journal: Journal) -> None:
    journal.append("talk", [turn(1, "  What\n\nshall we " + "cook " * 40)])
    assert journal.info("talk").title.startswith("What shall we cook")
    assert len(journal.info("talk").title) <= 60


def test_erased_turns_leave_no_byte(journal: Journal) -> None:
    journal.append("talk", [turn(1, "the heron password"), turn(2)])
    assert journal.erase("talk", frozenset({"t1"})) == 1
    assert b"heron" not in journal.path("talk").read_bytes()
    assert [t.id for t in journal.read("talk").turns] == ["t2"]


def test_erasing_the_last_turn_takes_the_file_away(journal: Journal) -> None:
    journal.append("talk", [turn(1)])
    journal.erase("talk", frozenset({"t1"}))
    assert not journal.path("talk").exists()


@pytest.mark.parametrize("bad", ["", "../up", "a/b", ".hidden", "nul\0", "a:b"])
def test_an_id_that_is_no_file_name_is_refused(journal: Journal, bad: str) -> None:
    with pytest.raises(InvalidInput):
        journal.path(bad)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"7",
        b"null",
        b"{}",
        b'{"id":"x"}',
        b'{"kind":"encoded"}',
        b"\xff\xfe",
        json.dumps({"id": 1}).encode(),
        b"[" * 100_000,
    ],
)
def test_lines_of_any_shape_are_passed_over(line: bytes) -> None:
    assert parse("talk", line).turns == ()
