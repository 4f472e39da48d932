"""The pane of what came to mind: rank, every factor, who found it, what is missing."""

from datetime import UTC, datetime, timedelta

import pytest

from avery.ui.bars import bar, brief_number, level, number
from avery.ui.recall import RecallPane
from avery.ui.score import age, factors
from tests.support.screen import Host, picture
from weave.model import Degraded, Memory, MemoryType, Provenance, Recall, Recalled, Score, State

NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)


def recalled(place: int, title: str, text: str, state: State = State.ACTIVE, rank: float = 0.82) -> Recalled:
    memory = Memory(
        id=f"01JDYQ3V5W8Z1N6T2K4R7M9XA{place}",
        type=MemoryType.SEMANTIC,
        title=title,
        text=text,
        state=state,
        importance=0.7,
        provenance=Provenance.USER,
        created=NOW - timedelta(days=3),
    )
    score = Score(0.93, state.weight, 0.6, 1.1, 0.7, 0.8, 0.46, rank)
    return Recalled(memory, score, ("physical", "vector"))


def recollection(*memories: Recalled, degraded: tuple[Degraded, ...] = ()) -> Recall:
    return Recall("q", memories, "", degraded, 23.0)


async def test_the_first_memory_shows_every_factor_with_number_and_bar() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 40)) as pilot:
        pane.show(recollection(recalled(1, "Maribel's allergy", "Peanuts make her airway swell shut.")))
        await pilot.pause()
        shown = picture(pilot.app)
        for factor in factors(pane.recall.memories[0].score if pane.recall else Score(*[0.0] * 8)):
            line = next(row for row in pane.lines() if factor.label in row)
            assert number(factor.value).strip() in line
        assert ".82 ━━━━━━╸─  semantic · 3d" in shown
        assert "found by physical, vector" in shown
        assert "Peanuts make her airway swell shut." in shown


async def test_a_closed_memory_shows_every_factor_with_number_and_bar_and_who_found_it() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 40)) as pilot:
        pane.show(recollection(recalled(1, "one", "first words"), recalled(2, "two", "second words")))
        await pilot.pause()
        lines = pane.lines()
        place = next(n for n, row in enumerate(lines) if row.strip() == "two")
        closed = " ".join(lines[place + 1 : place + 3])
        for factor in factors(recalled(2, "two", "").score):
            assert f"{factor.short} {brief_number(factor.value)}{level(factor.value, factor.most)}" in closed
        assert "phy vec" in closed


async def test_a_text_that_is_its_title_is_not_said_twice() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 20)) as pilot:
        pane.show(recollection(recalled(1, "The heron nests", "the heron nests.")))
        await pilot.pause()
        assert picture(pilot.app).casefold().count("the heron nests") == 1


async def test_down_opens_the_next_memory() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 40)) as pilot:
        pane.show(recollection(recalled(1, "one", "first words"), recalled(2, "two", "second words")))
        pane.focus()
        await pilot.press("down")
        await pilot.pause()
        assert "second words" in picture(pilot.app)
        assert "first words" not in picture(pilot.app)


async def test_what_is_not_in_force_is_marked_and_what_is_missing_named() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 40)) as pilot:
        old = recalled(1, "Old clinic", "On Mill Road.", State.OUTDATED)
        pane.show(recollection(old, degraded=(Degraded("graph", "graph is still starting."),)))
        await pilot.pause()
        shown = picture(pilot.app)
        assert "outdated Old clinic" in shown
        assert "◌ graph is still starting." in shown


async def test_a_store_that_is_only_loading_is_no_warning_and_one_that_failed_is() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    down = Degraded("vector", "The store cannot be read.")
    async with Host(pane).run_test(size=(42, 20)) as pilot:
        pane.show(recollection(degraded=(Degraded("graph", "The graph is still starting."), down)))
        pane.show_degraded((down,))
        await pilot.pause()
        colours = {}
        for strip in pilot.app.screen._compositor.render_strips():
            for text, style, _ in strip:
                if text.strip() in ("graph", "vector") and style is not None:
                    colours[text.strip()] = style.color
        assert colours["graph"] != colours["vector"]
        assert "◌ graph: The graph is still starting." in picture(pilot.app)


@pytest.mark.parametrize(
    "title",
    ["❤️ clinic", "👩‍🔬 Ada", "🇱🇻 trip", "한글", "éclair", "[x] dentist", "[/ [b", "\x1b[31mred", "x" * 300],
)
async def test_case_36_and_37_any_title_keeps_the_right_border_in_its_column(title: str) -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 16)) as pilot:
        pane.show(recollection(recalled(1, title, f"text {title}")))
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {42}
        assert all(strip.text.endswith(("│", "╮", "╯")) for strip in strips if strip.text.strip())


async def test_nothing_recalled_is_said_in_words() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    async with Host(pane).run_test(size=(42, 10)) as pilot:
        pane.show(recollection())
        await pilot.pause()
        assert "Nothing came to mind" in picture(pilot.app)


@pytest.mark.parametrize(
    ("days", "word"), [(0, "now"), (0.01, "14min"), (0.2, "4h"), (3, "3d"), (400, "1y"), (-5, "now")]
)
def test_ages_are_one_short_word(days: float, word: str) -> None:
    assert age(NOW - timedelta(days=days), NOW) == word


def test_bars_and_numbers_have_fixed_widths() -> None:
    for value in (-1.0, 0.0, 0.004, 0.5, 0.999, 1.0, 1.5):
        assert len("".join(bar(value, 8))) == 8
        assert len(level(value)) == 1
    assert [number(v) for v in (0.0, 0.826, 1.0)] == [" .00", " .83", "1.00"]
    assert [brief_number(v) for v in (0.0, 0.826, 0.999, 1.14)] == [".00", ".83", "1.0", "1.1"]


async def test_a_narrow_pane_shows_every_bar_whole() -> None:
    pane = RecallPane(lambda: NOW)
    pane.styles.display = "block"
    pane.styles.width = 40
    async with Host(pane).run_test(size=(40, 20)) as pilot:
        pane.show(recollection(recalled(1, "one", "first words")))
        await pilot.pause()
        shown = [row for row in pane.lines() if "strength" in row or "access" in row]
        assert [row.strip("▎ ")[-3:] for row in shown] == ["━━─", "━╸─"]
