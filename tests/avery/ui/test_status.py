"""The status row says what matters and never grows out of its row."""

from dataclasses import replace

import pytest

from avery.ui.status import Standing, StatusBar, compact, parts
from avery.ui.title import TitleBar
from tests.support.screen import Host, picture, rows
from weave.model import Degraded

FULL = Standing(
    model="scripted [/ model",
    opening=False,
    memories=12_431,
    encoding=2,
    waiting=(("vector", 37), ("graph", 4)),
    degraded=(Degraded("graph", "is down"),),
    guest=True,
    owner_pid=4321,
    prompt_tokens=3_120,
    completion_tokens=411,
)


def words(standing: Standing) -> str:
    return " · ".join(part.text for part in parts(standing))


def test_every_part_of_the_standing_is_told() -> None:
    assert words(FULL) == (
        "scripted [/ model · guest (pid 4321) · ◌ graph · 12,431 memories · inbox 0 · encoding 2 · "
        "embedding 37 · linking 4 · 3.1k in 411 out · task: this chat"
    )


def test_a_memory_that_opens_and_one_that_cannot_are_told_apart() -> None:
    assert words(Standing()) == "memory is starting"
    assert words(Standing(opening=False, failed=True)).startswith("memory is closed")
    assert words(Standing(opening=False)).startswith("no model")


def test_a_store_that_is_still_opening_reads_as_loading_and_a_closed_memory_counts_nothing() -> None:
    assert "indexes are loading" in words(Standing(opening=False, loading=True))
    assert "loading" not in words(Standing(opening=False))
    assert words(Standing(opening=False, failed=True)) == "memory is closed"


@pytest.mark.parametrize("width", [40, 60, 80, 140])
async def test_the_row_fits_every_width(width: int) -> None:
    bar = StatusBar(id="status")
    async with Host(bar).run_test(size=(width, 3)) as pilot:
        bar.show(FULL)
        await pilot.pause()
        assert "scripted [/ model" in rows(pilot.app)[0]
        assert "F1 help" in rows(pilot.app)[0]


async def test_case_37_a_title_is_shown_literally_and_shortened_by_cells() -> None:
    bar = TitleBar(id="title")
    async with Host(bar).run_test(size=(40, 3)) as pilot:
        bar.show(title="[/ [b 晚餐 " * 10, state="ready")
        await pilot.pause()
        assert "[/ [b 晚餐" in picture(pilot.app)
        assert rows(pilot.app)[0].endswith("● ready")


@pytest.mark.parametrize(("count", "text"), [(7, "7"), (3_120, "3.1k"), (128_000, "128k")])
def test_counts_are_compact(count: int, text: str) -> None:
    assert compact(count) == text


def test_what_waits_and_a_named_task_come_before_all_else_that_may_be_left_off() -> None:
    named = replace(FULL, waits=2, task="Tax [/ return")
    assert words(named).startswith("inbox 2 · task Tax [/ return · scripted [/ model")
    assert "this chat" not in words(named)
    assert words(replace(FULL, waits=1, busy=True)).startswith("Esc stops · inbox 1 · ")


@pytest.mark.parametrize("width", [40, 80, 140])
async def test_what_waits_is_counted_at_every_width(width: int) -> None:
    bar = StatusBar(id="status")
    async with Host(bar).run_test(size=(width, 3)) as pilot:
        bar.show(replace(FULL, waits=3, task="税务 ❤️ " * 9, busy=True))
        await pilot.pause()
        assert "inbox 3" in rows(pilot.app)[0]
        assert {strip.cell_length for strip in pilot.app.screen._compositor.render_strips()} == {width}
