"""The inbox and the page of the identity: every key, every state, at every size."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, timedelta

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from avery.differing import compared
from avery.events import Amended, Amendment, Disputed, Event, Proposed, Undecided
from avery.inbox import Inbox
from avery.ui.rows import RowList
from avery.ui.screens.inbox import InboxScreen
from tests.support.claims import claim
from tests.support.deciding import Asked
from tests.support.disputes import conflict
from tests.support.homes import NOW
from tests.support.screen import Host, picture, until
from weave.identity.model import Entry, Kind, Likeness, Origin, Verdict

HOSTILE = "[/ [b list[0] = [red]x[/red] \x1b[31mred\x1b[0m \x00 \u202e 住在根特 ❤️ 👩‍🔬 🇱🇻 مرحبا"
PRESENT = "# Avery\n\nI am Avery.\n\n- I explain at length.\n- I keep secrets.\n"
WANTED = "# Avery\n\nI am Avery.\n\n- I explain briefly.\n- I keep secrets.\n- I ask first.\n"
ENTRY = Entry(
    "01JDYQ3V5W8Z1N6T2K4R7M9XAB",
    NOW - timedelta(hours=3),
    Kind.PROPOSAL,
    Verdict.FLAGGED,
    Origin.EXPERIENCE,
    "Shorter answers were asked for.",
    ("It is sure at .62 only, where .70 is needed.",),
    0.62,
    Likeness(0.81, 0.78, "words"),
    text=WANTED,
)
CITY = conflict(claim("Cebu", days=30), claim("Davao", days=5))
SIZES = [(140, 45), (80, 24), (60, 20), (40, 12)]


def proposed(entry: Entry = ENTRY, present: str = PRESENT) -> Proposed:
    return Proposed((Amendment(entry, present, compared(present, entry.text or "")),))


@asynccontextmanager
async def page(
    *told: Event, size: tuple[int, int] = (100, 30), environment: dict[str, str] | None = None
) -> AsyncIterator[tuple[Pilot[None], InboxScreen, Asked]]:
    asked, inbox = Asked(), Inbox()
    for event in told:
        inbox = inbox.after(event)
    screen = InboxScreen(asked, inbox, lambda: NOW, UTC, environment or {})
    app = Host()
    async with app.run_test(size=size) as pilot:
        app.push_screen(screen)
        await pilot.pause(0.1)
        yield pilot, screen, asked


def shown(pilot: Pilot[None]) -> str:
    return " ".join(picture(pilot.app).split())


async def test_a_proposal_says_why_when_by_whom_how_sure_how_like_and_what_would_change() -> None:
    async with page(proposed()) as (pilot, _, _):
        text = shown(pilot)
        for words in (
            "1 of 1 identity",
            "“Shorter answers were asked for.”",
            "from experience · 2026-11-30 11:02, 3h ago · flagged for you",
            "sure .62",
            "like now .81",
            "like approved .78",
            "! It is sure at .62 only, where .70 is needed.",
            "- - I explain at length.",
            "+ - I explain briefly.",
            "+ - I ask first.",
        ):
            assert words in text, words


@pytest.mark.parametrize(("size", "beside"), [((140, 45), True), ((80, 24), False)])
async def test_the_wordings_stand_side_by_side_where_there_is_room_and_v_turns_that(
    size: tuple[int, int], beside: bool
) -> None:
    async with page(proposed(), size=size) as (pilot, _, _):

        def together() -> bool:
            row = next(row for row in picture(pilot.app).splitlines() if "at length" in row)
            return "briefly" in row

        assert together() is beside
        await pilot.press("v")
        await pilot.pause()
        assert together() is not beside


@pytest.mark.parametrize(("key", "done"), [("a", ("approve", ENTRY.id, "")), ("r", ("reject", ENTRY.id, ""))])
async def test_one_key_decides_and_pressed_twice_it_decides_once(key: str, done: tuple[str, ...]) -> None:
    async with page(proposed()) as (pilot, _, asked):
        await pilot.press(key, key)
        assert asked.done == [done]


async def test_a_rejection_can_say_why_and_esc_leaves_it() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("R", *"arr", "escape")
        assert screen.is_current
        assert asked.done == []
        await pilot.press("R")
        screen.query_one(Input).value = "Not [/ me."
        await pilot.press("enter")
        assert asked.done == [("reject", ENTRY.id, "Not [/ me.")]


async def test_a_text_is_reworded_in_place_and_then_approved() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("e")
        area = screen.query_one(TextArea)
        assert area.text == WANTED
        area.move_cursor(area.document.end)
        await pilot.press(*"- Ra!", "ctrl+s")
        await until(pilot, lambda: bool(asked.done))
        assert asked.done == [("approve", ENTRY.id, WANTED + "- Ra!")]


async def test_a_wording_is_kept_compared_and_dropped() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("e")
        screen.query_one(TextArea).load_text(PRESENT + "- I whistle.\n")
        await pilot.press("escape")
        await until(pilot, lambda: "Your wording." in shown(pilot))
        assert "+ - I whistle." in shown(pilot)
        assert "briefly" not in shown(pilot)
        await pilot.press("e")
        assert "I whistle" in screen.query_one(TextArea).text
        await pilot.press("escape", "x")
        assert "I explain briefly" in shown(pilot)
        await pilot.press("a")
        assert asked.done == [("approve", ENTRY.id, "")]


async def test_an_empty_wording_is_not_approved() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("e")
        screen.query_one(TextArea).load_text(" \n")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: "There is nothing in it" in shown(pilot))
        assert asked.done == []


async def test_without_an_editor_that_is_said() -> None:
    async with page(proposed()) as (pilot, _, _):
        await pilot.press("ctrl+g")
        await until(pilot, lambda: "e." in shown(pilot) and "edit it here with e" in shown(pilot))


async def test_letters_that_are_written_decide_nothing() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("e", *"arlxv", "R")
        assert screen.query_one(TextArea).text.startswith("arlxvR# Avery")
        await pilot.press("escape", "R", *"arl")
        assert screen.query_one(Input).value == "arl"
        assert asked.done == []


async def test_several_kinds_are_one_list_and_l_and_alt_arrows_go_through_it() -> None:
    async with page(Disputed((CITY,)), proposed()) as (pilot, _, asked):
        assert "1 of 2 identity" in shown(pilot)
        assert "1 identity · 1 conflict" in shown(pilot)
        await pilot.press("l")
        assert "2 of 2 conflict Maribel · home city" in shown(pilot)
        assert "Left for later." in shown(pilot)
        await pilot.press("2")
        assert [what[0] for what in asked.done] == ["resolve"]
        await pilot.press("alt+down")
        assert "1 of 2 identity" in shown(pilot)
        await pilot.press("alt+up")
        assert "2 of 2 conflict" in shown(pilot)


async def test_on_a_wide_screen_the_list_stands_beside_and_the_mouse_and_the_arrows_choose() -> None:
    async with page(proposed(), Disputed((CITY,)), size=(140, 45)) as (pilot, screen, _):
        await pilot.click(RowList, offset=(5, 2))
        assert "2 of 2 conflict" in shown(pilot)
        await pilot.press("up")
        assert "1 of 2 identity" in shown(pilot)
        await pilot.press("enter", "a")
        assert screen.focused is screen.query_one("#proposal")


async def test_a_click_on_a_key_presses_it() -> None:
    async with page(proposed()) as (pilot, _, asked):
        await pilot.click("#inbox-keys", offset=(2, 0))
        await pilot.pause()
        assert asked.done == [("approve", ENTRY.id, "")]


async def test_what_was_decided_goes_and_the_next_stands_there() -> None:
    async with page(proposed(), Disputed((CITY,))) as (pilot, screen, _):
        await pilot.press("a")
        approval = replace(ENTRY, id="01JDYQ3V5W8Z1N6T2K4R7M9XAC", kind=Kind.APPROVAL, of=ENTRY.id)
        screen.take(Amended(approval))
        screen.take(Proposed(()))
        await pilot.pause()
        assert "In force: Avery is so from its next answer on." in shown(pilot)
        assert "1 of 1 conflict" in shown(pilot)
        screen.take(Disputed(()))
        await pilot.pause()
        assert "Nothing waits for you." in shown(pilot)
        screen.take(proposed())
        await pilot.pause()
        assert "1 of 1 identity" in shown(pilot)


async def test_what_is_written_outlives_a_change_elsewhere_and_a_failure_can_be_tried_again() -> None:
    async with page(proposed()) as (pilot, screen, asked):
        await pilot.press("e", *"Mine. ")
        screen.take(proposed(present=PRESENT + "- I nod.\n"))
        await pilot.pause()
        assert "what you write is kept" in shown(pilot)
        assert screen.query_one(TextArea).text.startswith("Mine. ")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: len(asked.done) == 1)
        screen.take(Undecided(ENTRY.id, "It was decided already."))
        await pilot.pause()
        assert "It was decided already." in shown(pilot)
        await pilot.press("a")
        assert len(asked.done) == 2


async def test_case_36_and_37_any_text_is_shown_literally_and_every_decision_named_at_every_size() -> None:
    hostile = replace(ENTRY, reason=HOSTILE, grounds=(HOSTILE,), text=f"# A\n{HOSTILE}\n{HOSTILE * 9}\n")
    async with page(proposed(hostile), Disputed((CITY,))) as (pilot, screen, _):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause(0.05)
            text = picture(pilot.app)
            assert "[/ [b" in text
            assert "\x1b" not in text
            assert "\u202e" not in text
            for words in ("a approve", "r reject", "e reword", "l later"):
                assert words in shown(pilot)
            await pilot.press("v", "e", "escape", "R", "escape", "pagedown")
            assert {strip.cell_length for strip in screen._compositor.render_strips()} == {size[0]}
