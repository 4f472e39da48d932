"""Reminders and checklists in the chat: told where they come up, answered with a word, a key or a page."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from tests.support.chat import ask, chat, new_home, seen, shown
from tests.support.homes import bare
from tests.support.screen import until
from weave.model import MemoryType
from weave.reminders.model import Standing


async def test_a_reminder_is_set_shown_put_off_done_and_cancelled(tmp_path: Path) -> None:
    home = new_home(tmp_path / "home")
    async with chat(home) as pilot:
        await ask(pilot, "/remind call Ana tomorrow at 9am")
        await seen(pilot, "I will remind you: call Ana", "Alt+X cancels it")
        await pilot.press("alt+x")
        await seen(pilot, "Cancelled: call Ana")
        await ask(pilot, "/remind call Bo")
        await seen(pilot, "write it like")
        await ask(pilot, "Remind me to ask for the deposit when we talk about the lease")
        await seen(pilot, "I will remind you: ask for the deposit")
        await ask(pilot, "Could you read my lease?")
        await seen(pilot, "Reminder about the lease: ask for the deposit")
        await pilot.press("alt+r")
        await seen(pilot, "Open reminders", "1 open", "ask for the deposit", "when the lease comes up")
        await pilot.press("s")
        await pilot.press("enter")
        await seen(pilot, ", when the lease comes up")  # its hour stands before it now
        assert "snoozed=" in _files(home)
        await pilot.press("d")
        await seen(pilot, "0 open", "Nothing to be reminded of")
        await pilot.press("escape")


async def test_what_fell_due_while_avery_was_closed_comes_up_at_the_next_start(tmp_path: Path) -> None:
    home = new_home(tmp_path / "home")
    before = datetime.now().astimezone() - timedelta(days=2)
    async with bare(home, now=before) as weave:
        made = await weave.reminders.add("water\x1b[31m the plants", at=before + timedelta(hours=1))
    async with chat(home, (60, 20)) as pilot:
        assert (await seen(pilot, "late): water", "the plants")).count("the plants") == 1
        await until(pilot, lambda: "shown=" in _files(home))
    async with chat(home) as pilot:
        await pilot.pause(1.2)
        assert "the plants" not in shown(pilot)
    async with bare(home) as weave:
        assert (await weave.reminders.get(made.id)).standing is Standing.OPEN


def _files(home: Path) -> str:
    return "".join(path.read_text() for path in (home / "reminders").glob("*.md"))


async def test_a_checklist_is_offered_and_its_outcome_told_with_a_word(tmp_path: Path) -> None:
    home = new_home(tmp_path / "home")
    async with bare(home) as weave:
        steps = "To reset the router:\n1. Unplug it\n2. Plug it in again"
        await weave.remember(steps, type=MemoryType.PROCEDURAL, title="Reset the router")
    async with chat(home) as pilot:
        await ask(pilot, "let's reset the router")
        await seen(pilot, "Checklist: Reset the router (2 steps; never tried; you told me this)")
        await ask(pilot, "/failed still dead")
        await seen(pilot, "“Reset the router” failed (tried once, failed 1)")
        await ask(pilot, "/procedures")
        await seen(pilot, "Reset the router (2 steps, tried once, failed 1)")
