"""Conflicts in the inbox: their sides, one key for each decision, and what happens meanwhile."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from textual.pilot import Pilot

from avery.events import Decided, Disputed, Undecided
from avery.inbox import Inbox
from avery.ui.screens.inbox import InboxScreen
from avery.ui.sides import cards, held, origin, value
from tests.support.claims import claim, holding
from tests.support.deciding import Asked
from tests.support.disputes import conflict, side
from tests.support.homes import NOW
from tests.support.screen import Host, picture, rows
from weave.model import Conflict, Memory, Resolution, Source

HOSTILE = "[/ [b list[0] = [red]x[/red] \x1b[31mred\x1b[0m \x00 \u202e 住在根特 ❤️ 👩‍🔬 🇱🇻 مرحبا"
CEBU, DAVAO = claim("Cebu", days=30, turn="t1"), claim("Davao", days=5)
CITY = conflict(side(CEBU, claim("ferry", predicate="visit_by"), claim("tram", predicate="goes_by")), DAVAO)
WORK = conflict(*(claim(name, predicate="works_at") for name in ("Bosch", "Siemens", "SAP")))


@asynccontextmanager
async def page(
    *conflicts: Conflict, size: tuple[int, int] = (100, 30)
) -> AsyncIterator[tuple[Pilot[None], InboxScreen, Asked]]:
    asked = Asked()
    screen = InboxScreen(asked, Inbox().after(Disputed(conflicts)), lambda: NOW, UTC, {})
    app = Host()
    async with app.run_test(size=size) as pilot:
        app.push_screen(screen)
        await pilot.pause(0.1)
        yield pilot, screen, asked


def shown(pilot: Pilot[None]) -> str:
    return picture(pilot.app)


async def test_both_sides_show_wording_dates_trust_origin_and_what_rests_on_them() -> None:
    async with page(CITY) as (pilot, _, _):
        text = shown(pilot)
        for words in (
            "1 of 1  conflict  Maribel · home city",
            "“Maribel home_city Cebu.”",
            "2026-10-31, 30d ago",
            ".80, your words",
            "a talk",
            "2 memories rest on it:",
            "Maribel visit_by ferry",
            "Nothing else rests on it.",
        ):
            assert words in text
        beside = next(row for row in rows(pilot.app) if "Cebu" in row)
        assert "Davao" in beside


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        ("1", [CEBU]),
        ("2", [DAVAO]),
        ("k", [CEBU]),
        ("b", [CEBU, DAVAO]),
        ("n", []),
    ],
)
async def test_one_key_decides(key: str, kept: list[Memory]) -> None:
    async with page(CITY) as (pilot, _, asked):
        await pilot.press(key)
        assert asked.decisions == [(CITY.id, tuple(memory.facts[0].id for memory in kept))]


async def test_a_key_pressed_twice_decides_once() -> None:
    async with page(CITY, WORK) as (pilot, _, asked):
        await pilot.press("1", "1")
        assert len(asked.decisions) == 1


async def test_after_a_decision_the_next_conflict_stands_there_and_says_what_was_done() -> None:
    async with page(CITY, WORK) as (pilot, screen, _):
        await pilot.press("1")
        screen.take(Decided(Resolution(CITY.id, CEBU.facts, DAVAO.facts, ("a", "b"))))
        screen.take(Disputed((WORK,)))
        await pilot.pause()
        text = shown(pilot)
        assert "“Cebu” stands. 2 memories that rested on it are flagged." in text
        assert "1 of 1  conflict  Maribel · works at" in text
        assert "elsewhere" not in text


async def test_three_sides_stand_beside_each_other_and_each_has_its_key() -> None:
    async with page(WORK, size=(140, 45)) as (pilot, _, asked):
        row = next(row for row in rows(pilot.app) if "Bosch" in row)
        assert "Siemens" in row
        assert "SAP" in row
        await pilot.press("right", "right", "k")
        assert asked.decisions == [(WORK.id, (WORK.sides[2].fact.id,))]


async def test_what_says_the_same_is_one_side_and_is_kept_together() -> None:
    again = claim("davao", days=3)
    three = conflict(CEBU, DAVAO, again)
    assert [len(card.sides) for card in cards(three)] == [1, 2]
    async with page(three) as (pilot, _, asked):
        await pilot.press("2")
        assert asked.decisions == [(three.id, (DAVAO.facts[0].id, again.facts[0].id))]


async def test_later_goes_on_without_a_decision() -> None:
    async with page(CITY, WORK) as (pilot, _, asked):
        await pilot.press("l")
        await pilot.pause()
        assert "2 of 2  conflict  Maribel · works at" in shown(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "1 of 2  conflict  Maribel · home city" in shown(pilot)
        assert asked.decisions == []


async def test_what_was_settled_elsewhere_is_told_and_a_change_too() -> None:
    async with page(CITY, WORK) as (pilot, screen, _):
        screen.take(Disputed((conflict(CEBU, DAVAO, claim("Iloilo")), WORK)))
        await pilot.pause()
        assert "This has changed meanwhile" in shown(pilot)
        assert "Iloilo" in shown(pilot)
        screen.take(Disputed((WORK,)))
        await pilot.pause()
        assert "settled elsewhere, by the command line or in a file" in shown(pilot)
        assert "works at" in shown(pilot)


async def test_another_conflict_that_comes_leaves_the_one_in_sight() -> None:
    async with page(CITY) as (pilot, screen, _):
        await pilot.press("right")
        screen.take(Disputed((WORK, CITY)))
        await pilot.pause()
        assert "2 of 2  conflict  Maribel · home city" in shown(pilot)
        assert "▸ 2" in shown(pilot)


async def test_a_side_that_was_recalled_meanwhile_has_not_changed() -> None:
    recalled = replace(CEBU, accessed=NOW, access_count=4)
    async with page(conflict(CEBU, DAVAO)) as (pilot, screen, _):
        screen.take(Disputed((conflict(recalled, DAVAO),)))
        await pilot.pause()
        assert "changed meanwhile" not in shown(pilot)


async def test_a_decision_that_cannot_be_carried_out_says_why_and_can_be_tried_again() -> None:
    async with page(CITY) as (pilot, screen, asked):
        await pilot.press("1")
        screen.take(Undecided(CITY.id, "Another Avery (pid 7) owns this home; close it or do this there."))
        await pilot.pause()
        assert "Another Avery (pid 7) owns this home" in shown(pilot)
        await pilot.press("2")
        assert len(asked.decisions) == 2


async def test_the_source_of_the_marked_side_is_opened() -> None:
    async with page(CITY) as (pilot, _, asked):
        await pilot.press("enter", "right", "enter", "left", "left")
        assert asked.opened == [CEBU, DAVAO]
        assert "▸ 2" in shown(pilot)


async def test_an_empty_page_says_so_and_no_key_decides() -> None:
    async with page() as (pilot, _, asked):
        await pilot.press("1", "b", "n", "l", "k", "enter", "right")
        assert "Nothing waits for you." in shown(pilot)
        assert asked.decisions == asked.opened == []
        await pilot.press("escape")
        await pilot.pause()
        assert "Nothing waits" not in shown(pilot)


@pytest.mark.parametrize("size", [(140, 45), (80, 24), (60, 20), (40, 12)])
async def test_case_36_and_37_any_text_is_shown_literally_and_keeps_the_borders(
    size: tuple[int, int],
) -> None:
    hostile = replace(claim(HOSTILE, subject=HOSTILE, predicate=HOSTILE), text=HOSTILE * 9, title=HOSTILE)
    async with page(conflict(side(hostile, hostile), DAVAO), size=size) as (pilot, _, _):
        text = shown(pilot)
        assert "[/ [b" in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        strips = pilot.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {size[0]}
        await pilot.press("right", "down", "pagedown", "pageup")
        assert "2 Davao" in shown(pilot)


async def test_at_forty_by_twelve_the_value_and_every_key_are_in_sight() -> None:
    async with page(CITY, size=(40, 12)) as (pilot, _, _):
        text = shown(pilot)
        for words in ("Cebu", "1 Cebu", "2 Davao", "b both hold", "n neither", "l later", "Enter source"):
            assert words in text


def test_values_times_and_origins_are_words() -> None:
    assert value(claim("Cebu", negated=True).facts[0]) == "not Cebu"
    march, may = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    both = holding(CEBU, valid_from=march, valid_to=may).facts[0]
    assert held(both, UTC) == "2026-03-01 to 2026-05-01"
    assert held(holding(CEBU, valid_to=may).facts[0], UTC) == "until 2026-05-01"
    assert held(CEBU.facts[0], UTC) == "not said when"
    assert origin(replace(CEBU, source=Source(file="notes.md"))) == "notes.md"
    assert origin(DAVAO) == "a note of yours"
