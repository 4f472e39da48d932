"""The progress bar: a bar where a person looks, a few plain lines where not, and a clean screen after it."""

from __future__ import annotations

import io

from weave.cli.progress import Progress
from weave.cli.text import width


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


class Ticker:
    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_a_terminal_gets_a_bar_that_is_taken_away_again() -> None:
    screen = Screen()
    with Progress(screen, width=60, monotonic=Ticker(1)) as progress:
        progress("embedding", 5, 10)
        progress("embedding", 10, 10)
    drawn = [part for part in screen.getvalue().split("\r") if part.strip()]
    assert ["50%" in drawn[0], "100%" in drawn[1], "5/10" in drawn[0]] == [True] * 3
    assert all(width(part) < 60 for part in drawn)
    assert screen.getvalue().endswith(" " * 59 + "\r")


def test_elsewhere_there_are_plain_lines_now_and_then() -> None:
    stream = io.StringIO()
    with Progress(stream, monotonic=Ticker(1)) as progress:
        for done in range(21):
            progress("reading", done, 20)
    lines = stream.getvalue().splitlines()
    assert 3 <= len(lines) <= 4
    assert lines[0].startswith("reading ")
    assert "\r" not in stream.getvalue()


def test_work_of_unknown_size_shows_its_count_or_the_share_of_the_file() -> None:
    stream = io.StringIO()
    Progress(stream, monotonic=Ticker(9))("reading", 1234, 0)
    Progress(stream, monotonic=Ticker(9), fraction=lambda: 0.25)("reading", 1234, 0)
    assert stream.getvalue().splitlines() == ["reading 1,234", "reading 1,234 (25%)"]


def test_a_stream_that_was_closed_stops_nothing() -> None:
    stream = io.StringIO()
    progress = Progress(stream, monotonic=Ticker(9))
    stream.close()
    progress("reading", 1, 2)
    progress.clear()
