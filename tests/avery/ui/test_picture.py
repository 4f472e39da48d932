"""The picture of what is known: a tree that fits any width, its tones told by sign and word, any text literal."""

from datetime import UTC, datetime

import pytest

from avery.events import Pictured
from avery.ui.screens.picture import PictureScreen, drawn
from tests.support.claims import claim, holding
from tests.support.screen import Host, picture
from weave.model import Fact, State
from weave.picture import neighbourhood, tree

HOSTILE = "[/ [b 达沃 مرحبا ❤️ 👩‍🔬 [red]x[/]"


def fact(subject: str, predicate: str, value: str, state: State = State.ACTIVE, **changes: object) -> Fact:
    return holding(claim(value, subject=subject, predicate=predicate, state=state), **changes).facts[0]


FACTS = [
    fact("Maribel", "lives_in", "Davao", valid_from=datetime(2025, 3, 1, tzinfo=UTC)),
    fact("Maribel", "lives_in", "Cebu", State.OUTDATED, valid_to=datetime(2025, 3, 1, tzinfo=UTC)),
    fact("Maribel", "works_at", HOSTILE, State.CONTESTED),
    fact("Maribel", "moves_to", "Manila", State.VOLATILE),
    fact("Maribel", "speaks", "Dutch", State.DEPRECATED),
    fact("Davao", "lies_in", "Mindanao " * 20),
]
PICTURED = Pictured("Maribel", tree(neighbourhood(FACTS, "Maribel"), UTC))


def line(text: str, words: str) -> str:
    return next(row for row in text.split("\n") if words in row)


def test_every_tone_has_a_sign_and_a_word() -> None:
    text = drawn(PICTURED.rows, 100).plain
    assert "● lives in → Davao" in line(text, "Davao")
    assert "○ lives in → Cebu  past, until 2025-03-01" in text
    assert "≠ works at" in line(text, "contested")
    assert "◦ moves to → Manila  planned" in text
    assert "× speaks → Dutch  withdrawn" in text


@pytest.mark.parametrize("width", [20, 37, 77, 137])
def test_no_line_is_wider_than_the_page_and_what_goes_on_keeps_its_branch(width: int) -> None:
    lines = drawn(PICTURED.rows, width).split("\n")
    assert max(one.cell_length for one in lines) <= width
    words = [one.plain for one in lines if "Mindanao" in one.plain]
    assert len(words) > 1 or width > 130
    assert all(row[0] in "│└├ " for row in words)


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (40, 12)])
async def test_the_page_shows_any_text_literally_scrolls_and_closes(size: tuple[int, int]) -> None:
    app = Host()
    async with app.run_test(size=size) as pilot:
        app.push_screen(PictureScreen(PICTURED))
        await pilot.pause(0.1)
        assert "What is known  Maribel" in picture(app)
        await pilot.press("pagedown", "end")
        await pilot.pause()
        assert "Dutch" in picture(app)
        strips = app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {size[0]}
        await pilot.press("escape")
        await pilot.pause()
        assert "What is known" not in picture(app)


async def test_without_colours_past_and_present_still_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Host()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PictureScreen(PICTURED))
        await pilot.pause(0.1)
        assert "○ lives in → Cebu  past" in picture(app)
        assert "○ past" in picture(app).splitlines()[-2]
