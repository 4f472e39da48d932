"""Questions that wait on disk: whose they are, and when they are nobody's any more."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from avery.unsent import Unsent
from tests.support.homes import NOW
from weave.clock import fixed_clock


def test_what_a_living_process_waits_for_is_left_to_it_but_not_for_ever(tmp_path: Path) -> None:
    folder = tmp_path / "unsent"
    folder.mkdir()
    file = folder / f"{os.getppid()}-abc123.jsonl"
    file.write_text('{"text": "The heron nests by the weir.", "at": "2026-11-30T14:02:11+00:00"}\n')
    unsent = Unsent(tmp_path, fixed_clock(NOW))
    assert list(unsent.leftovers()) == []
    os.utime(file, (1_000_000_000, 1_000_000_000))
    assert [(left.text, left.at) for left in unsent.leftovers()] == [("The heron nests by the weir.", NOW)]


def test_a_text_taken_over_leaves_no_file(tmp_path: Path) -> None:
    unsent = Unsent(tmp_path, fixed_clock(NOW))
    unsent.add(1, "one")
    unsent.add(2, "two")
    unsent.drop(1)
    assert "two" in "".join(path.read_text() for path in (tmp_path / "unsent").iterdir())
    unsent.drop(2)
    assert list((tmp_path / "unsent").iterdir()) == []


def test_what_cannot_be_read_keeps_nothing_else_from_being_taken_up(tmp_path: Path) -> None:
    folder = tmp_path / "unsent"
    (folder / "1-folder.jsonl").mkdir(parents=True)
    (folder / "2-gone.jsonl").symlink_to(folder / "nothing")
    (folder / "x-abc123.jsonl").write_text('{"text": "The heron.", "at": "2026-11-30T14:02:11+00:00"}\n')
    assert [left.text for left in Unsent(tmp_path, fixed_clock(NOW)).leftovers()] == ["The heron."]


def test_texts_that_come_while_others_are_taken_over_are_all_kept(tmp_path: Path) -> None:
    unsent = Unsent(tmp_path, fixed_clock(NOW))
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda n: unsent.add(n, f"text {n}"), range(60)))
        list(threads.map(lambda n: unsent.drop(n) if n % 2 else unsent.add(100 + n, f"late {n}"), range(60)))
    [file] = (tmp_path / "unsent").iterdir()
    lines = file.read_text().splitlines()
    assert len(lines) == 60 and sum("late" in line for line in lines) == 30
