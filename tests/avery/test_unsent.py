"""Questions that wait on disk: whose they are, and when they are nobody's any more."""

import os
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
