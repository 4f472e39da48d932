"""Scratch pads: one folder a task, whatever its name is."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from weave.errors import NotFound
from weave.model import Task
from weave.tasks import Pads, slug_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Porto trip", "porto-trip"),
        ("  ", "task"),
        ("../../etc/passwd", "etc-passwd"),
        ("梅干しを漬ける", "梅干しを漬ける"),
        ("Éclair №5!", "éclair-no5"),
        ("🙂", "task"),
        ("CON", "con"),
        ("a" * 90, "a" * 32),
    ],
)
def test_a_name_becomes_a_part_of_a_path(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_two_tasks_of_one_name_are_two_pads(tmp_path: Path) -> None:
    pads = Pads(tmp_path)
    assert pads.create("trip", NOW).id != pads.create("trip", NOW).id
    assert len(list(pads.all())) == 2


def test_a_pad_comes_back_from_its_folder(tmp_path: Path) -> None:
    made = Pads(tmp_path).create("Porto trip", NOW, conversation="talk")
    assert Pads(tmp_path).get(made.id).task == made


def test_an_ended_pad_waits_until_it_is_reopened(tmp_path: Path) -> None:
    pads = Pads(tmp_path)
    made = pads.create("trip", NOW)
    pads.mark_ended(made.id)
    assert pads.get(made.id).ended
    pads.reopen(made.id)
    assert not pads.get(made.id).ended


def test_a_damaged_pad_is_still_there(tmp_path: Path) -> None:
    pads = Pads(tmp_path)
    made = pads.create("trip", NOW)
    (pads.folder(made.id) / "task.json").write_bytes(b"\xff{")
    assert pads.get(made.id).task.id == made.id
    assert not pads.get(made.id).readable


@pytest.mark.parametrize("bad", ["", "none", "../x", "a/b"])
def test_an_unknown_pad_is_a_sentence(tmp_path: Path, bad: str) -> None:
    with pytest.raises(NotFound, match="weave task list"):
        Pads(tmp_path).get(bad)


def test_adopting_twice_keeps_the_first(tmp_path: Path) -> None:
    pads = Pads(tmp_path)
    pads.adopt(Task("mine", "first", NOW))
    pads.adopt(Task("mine", "second", NOW))
    assert pads.get("mine").task.name == "first"
