"""Plots of letters: within their width, on a common scale, in any script, from any number."""

from __future__ import annotations

import math

import pytest

from weave.cli.plots import Bar, Filling, bar, bars, filling, paired, spark
from weave.cli.text import width

INF, NAN = math.inf, math.nan


def test_a_bar_fills_its_share_in_eighths_of_a_cell() -> None:
    assert bar(1.0, 4) == "████"
    assert bar(0.5, 4) == "██"
    assert bar(0.53125, 4) == "██▏"
    assert bar(0.0, 4) == ""
    assert bar(0.5, 4, plain=True) == "##"


def test_what_is_more_than_nothing_is_seen() -> None:
    assert bar(1e-9, 10) == "▏"
    assert bar(1e-9, 10, plain=True) == "#"


@pytest.mark.parametrize("share", [NAN, INF, -INF, -3.0, 1e300])
def test_a_share_that_is_none_draws_no_more_than_the_room(share: float) -> None:
    assert len(bar(share, 5)) <= 5
    assert len(filling(Filling(share, share, share), 5)) == 5


def test_bars_share_a_scale_and_line_up() -> None:
    lines = bars([Bar("a", 10, "10"), Bar("longer", 5, "5"), Bar("none", 0, "0")], 30)
    assert [line.count("█") for line in lines] == [20, 10, 0]
    assert {line.index(note) for line, note in zip(lines, ("10", "5", "0"), strict=True)} == {28}
    assert [line.count("█") for line in bars([Bar("a", 10, "10")], 30, top=40)] == [6]


@pytest.mark.parametrize("cells", [1, 24, 40, 81, 160])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_is_wider_than_its_room_in_any_script(cells: int, plain: bool) -> None:
    rows = [
        Bar("記憶の名前はとても長いので切られる" * 3, 10**30, "一" * 50),
        Bar("👩‍👩‍👧‍👦 family", 1, "x" * 300),
        Bar("ภาษาไทย", NAN),
        Bar("العربية\u202e\x1b[31m\n", -5, "\x00"),
        Bar("", INF, ""),
    ]
    lines = bars(rows, cells, plain=plain)
    assert len(lines) == len(rows)
    for line in lines:
        assert width(line) <= max(24, cells)
        assert not {"\x1b", "\n", "\x00", "\u202e"} & set(line)


def test_nothing_to_draw_is_nothing() -> None:
    assert bars([], 40) == []
    assert spark([], 10) == ""
    assert paired([], [], [], 40) == []


def test_a_filling_shows_what_is_kept_archived_and_assumed() -> None:
    assert filling(Filling(0.5, 0.25, 0.9), 8) == "████▒▒·│"
    assert filling(Filling(0.5, 0.25, 0.0), 8, plain=True) == "|###++.."
    assert filling(Filling(1.0), 3) == "███"
    assert filling(Filling(0.7, 0.6, 1.0), 4) == "███│"


def test_paired_bars_grow_away_from_each_other() -> None:
    lines = paired(["0.0", "0.1"], [4, 0], [2, 1000], 40)
    assert [len(line.split("0.")[0]) for line in lines] == [len(lines[0].split("0.")[0])] * 2
    assert lines[0].lstrip().startswith("4")
    assert lines[1].endswith("1,000")
    assert "█" not in lines[1].split("0.1")[0]


def test_a_spark_rises_and_falls_with_its_values() -> None:
    assert spark([0, 1, 2, 3, 4, 5, 6, 7], 8) == "▁▂▃▄▅▆▇█"
    assert spark([5, 5, 5], 8) == "▅▅▅"
    assert spark([1, None, NAN, 8], 8) == "▁  █"
    assert spark([0, 7], 8, plain=True) == "_@"
    assert spark([-1e308, 1e308], 8) == "▁█"


def test_more_values_than_cells_are_averaged() -> None:
    assert spark([0, 0, 0, 0, 9, 9, 9, 9], 2) == "▁█"
    assert spark([0, None, 10, None], 2) == "▁█"
    assert spark([None, None, 1, 2, 3, 4], 3) == " ▁█"
    assert len(spark(list(range(10_000)), 60)) == 60
