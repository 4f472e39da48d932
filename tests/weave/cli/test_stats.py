"""weave stats, as a person and as a program sees it."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from tests.support.homes import NOW
from tests.support.metamemory import core_of, told
from tests.weave.cli.conftest import Ran
from weave.analytics.history import History
from weave.analytics.model import Done, PartName
from weave.analytics.snapshots import snapshot
from weave.analytics.survey import survey
from weave.cli import courses, figures
from weave.cli.terminal import Terminal
from weave.cli.text import width
from weave.model import MemoryType
from weave.sleep.model import Report, Size

Run = Callable[..., Ran]
PEANUTS = "Maribel is allergic to peanuts."


def test_an_empty_home_is_well(run: Run) -> None:
    ran = run("stats")
    assert ran.status == 0
    assert ran.out.startswith("health 100.0 of 100")
    assert "Nothing is remembered yet." in ran.err
    history = run("stats", "--history")
    assert (history.status, history.out) == (0, "")
    assert "No cycle of sleep has left figures yet" in history.err


@pytest.fixture
def twins(home: Path) -> tuple[str, str]:
    """Two that say the same, in the command line's own home, and one that says nothing."""
    same = [told(text, 2 - place) for place, text in enumerate((PEANUTS, PEANUTS.lower() + "!"))]
    with core_of(home) as core:
        core.store.add([*same, told("ok thanks")])
    return same[0].id, same[1].id


def test_each_block_is_shown_and_the_score_names_what_to_look_at(run: Run, twins: tuple[str, str]) -> None:
    run("recall", "peanuts")
    out = run("stats").out
    for words in (
        "3 memories",
        "by type",
        "semantic",
        "importance: as given",
        "recalled so many times",
        "still there, by days since learned",
        "1 recall in 30 days",
        "what brought the memories in passages",
        "on disk",
        "1 say the same as another",
        "1 are noise",
        "weave stats --part duplicates",
    ):
        assert words in out
    assert "\x1b" not in out


def test_a_part_lists_the_memories_behind_it(run: Run, twins: tuple[str, str]) -> None:
    out = run("stats", "--part", "duplicates").out
    assert f"{twins[1]}  says the same as {twins[0]}" in out
    assert "maribel is allergic to peanuts" in out.splitlines()[1]
    nothing = run("stats", "--part", "orphans")
    assert (nothing.status, nothing.out) == (0, "")
    assert "There is nothing" in nothing.err


def test_programs_read_figures_parts_and_history(run: Run, twins: tuple[str, str]) -> None:
    document = run("stats", "--json").document
    assert isinstance(document, dict)
    assert document["memories"] == 3
    assert document["by_state"] == {"active": 3}
    assert document["accesses"]["edges"][-1] is None
    parts = {part["name"]: part for part in document["health"]["parts"]}
    assert set(parts) == {name.value for name in PartName}
    assert parts["duplicates"]["ids"] == [twins[1]]
    assert run("stats", "--part", "duplicates", "--json").document == parts["duplicates"]
    assert run("stats", "--history", "--json").document == []


def test_one_asks_for_the_history_or_for_a_part_that_there_is(run: Run) -> None:
    assert run("stats", "--history", "--part", "junk").status == 2
    assert run("stats", "--part", "beauty").status == 2


# -- on a terminal -------------------------------------------------------------------------------------------


def shown(width_: int, *, utf8: bool = True, colour: bool = False) -> tuple[Terminal, io.StringIO]:
    out: io.StringIO | _Ascii = io.StringIO() if utf8 else _Ascii()
    return Terminal(out, io.StringIO(), True, colour, width_), out


class _Ascii(io.StringIO):
    """A stream that takes nothing but ASCII, as the command line sets it up."""

    encoding = "ascii"  # type: ignore[assignment]

    def write(self, text: str) -> int:
        return super().write(text.encode("ascii", "backslashreplace").decode())


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stats") / "home"
    with core_of(folder) as core:
        core.store.add(
            [told(f"{kind} 記憶 {days}", days, type=kind) for kind in MemoryType for days in (1, 9, 500)]
        )
        for cycle in range(3):
            core.store.add([told(f"More, {cycle}.")])
            report = Report(f"000{cycle}-x", NOW, Size(0, 0), Size(0, 0))
            assert snapshot(core, NOW, report) is not None
    return folder


def everything(terminal: Terminal, lived: Path) -> None:
    with core_of(lived) as core:
        stats = survey(core, NOW)
    figures.show_stats(terminal, stats)
    figures.show_part(terminal, stats.health.part(PartName.DUPLICATES), {})
    courses.show_history(terminal, History(lived).all(), UTC)


@pytest.mark.parametrize("columns", [40, 62, 100, 160])
def test_no_line_is_broken_at_any_width(lived: Path, columns: int) -> None:
    terminal, out = shown(columns)
    everything(terminal, lived)
    lines = out.getvalue().splitlines()
    assert len(lines) > 30
    assert [line for line in lines if width(line) > columns] == []


def test_a_stream_without_utf8_gets_plots_of_ascii(lived: Path) -> None:
    terminal, out = shown(100, utf8=False)
    everything(terminal, lived)
    assert "##" in out.getvalue()
    assert "\\u25" not in out.getvalue()


def test_colour_is_used_only_where_it_is_wanted(lived: Path) -> None:
    with core_of(lived) as core:
        stats = survey(core, NOW)
    for colour in (True, False):
        terminal, out = shown(80, colour=colour)
        figures.show_stats(terminal, stats)
        assert ("\x1b[" in out.getvalue()) is colour


def test_the_history_says_how_the_figures_went(lived: Path) -> None:
    terminal, out = shown(100)
    courses.show_history(terminal, History(lived).all(), UTC)
    text = out.getvalue()
    assert text.startswith("3 cycles, 2026-11-30 to 2026-11-30")
    assert "memories" in text
    assert "▁" in text
    assert text.count("2026-11-30  1") == 3


def test_what_was_forgotten_and_then_emptied_is_removed_once(lived: Path) -> None:
    done = (Done("forget", 2, 600), Done("empty", 2, 0), Done("replay", 5, 90))
    cycle = replace(History(lived).all()[0], done=done)
    terminal, out = shown(160)
    courses.show_history(terminal, [cycle], UTC)
    [removed] = [line for line in out.getvalue().splitlines() if line.split()[:1] == ["removed"]]
    assert removed.endswith(" 2")
    assert "2 forgotten, 2 emptied from the trash, 5 concluded in replay" in out.getvalue()


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 B"), (999, "999 B"), (1200, "1.2 kB"), (34_000, "34 kB"), (5e15, "5000.0 TB")],
)
def test_sizes_are_short(number: float, words: str) -> None:
    assert figures.size(number) == words
