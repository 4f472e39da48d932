"""Sleep in the whole chat: its page, sleep now, what waits for a word, the report, the way back."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from textual.widgets import TextArea

from avery.ui.leaves import Leaves
from avery.ui.rows import RowList
from tests.support.chat import ask, chat, seen, shown
from tests.support.homes import NOW, bare
from tests.support.memories import memory
from weave.model import Memory, MemoryType, State
from weave.sleep import keeper

HOSTILE = "The bus [/ was ❤️ late 住在"


def aged(text: str, days: float, importance: float, **others: object) -> Memory:
    old = replace(memory(text), created=NOW - timedelta(days=days), importance=importance)
    return replace(old, **others)  # type: ignore[arg-type]


async def filled(home: Path, faint: int, firm: int = 20) -> None:
    """So many memories that a cycle forgets, and so many that stay; and one of the raw buffer."""
    async with bare(home) as weave:
        many = [aged(f"{HOSTILE} {number}.", 60, 0.1) for number in range(faint)]
        many += [aged(f"Jar {number} stands on its shelf.", 60, 0.8) for number in range(firm)]
        many.append(aged("ping", 2, 0.5, type=MemoryType.EPISODIC, state=State.TRANSIENT))
        await weave._core.run(weave._core.store.add, many)
        await weave.settle()


async def texts(home: Path) -> list[str]:
    async with bare(home) as weave:
        return [one.text for one in await weave.list()]


def leaves(pilot: object) -> Leaves:
    found: Leaves = pilot.app.screen.query_one(Leaves)  # type: ignore[attr-defined]
    return found


async def test_sleep_now_is_seen_told_and_taken_back(home: Path, alone: None) -> None:
    await filled(home, faint=3)
    async with chat(home) as pilot:
        await pilot.press("f8")
        await seen(pilot, "not slept yet", "what it would do now -4", "Forget: of little importance")
        await seen(pilot, HOSTILE)
        await pilot.press("s")
        await seen(pilot, "Avery slept: purged 1 · forgot 3", "last 2026", "Cycles")
        await pilot.press("down")
        await seen(pilot, "purged 1 · forgot 3", "24 → 20 memories", "Forgot 3 memories", f"- {HOSTILE}")
        await pilot.press("u")
        await seen(pilot, "u once more takes this cycle back")
        await pilot.press("escape")
        assert "once more" not in shown(pilot)
        await pilot.press("u", "u")
        await seen(pilot, "Brought back 4 memories")
        await pilot.press("escape")
        await seen(pilot, "Write to Avery")
    assert len(await texts(home)) == 24


async def test_more_than_a_quarter_waits_in_the_inbox_and_a_forgets_it(home: Path, alone: None) -> None:
    await filled(home, faint=15)
    async with chat(home, (100, 30)) as pilot:
        await seen(pilot, "inbox 1")
        await pilot.press("f4")
        await seen(pilot, "1 of 1 sleep 15 memories would be forgotten", "waits for your word", HOSTILE)
        await pilot.press("a")
        await seen(pilot, "Avery slept: purged 1 · forgot 15", "Nothing waits for you.")
    assert len(await texts(home)) == 20


async def test_what_waits_can_be_kept_one_by_one_or_left(home: Path, alone: None) -> None:
    await filled(home, faint=15)
    async with chat(home, (80, 24)) as pilot:
        await seen(pilot, "inbox 1")
        await pilot.press("f4")
        await seen(pilot, "15 memories would be forgotten")
        kept = leaves(pilot).marked
        assert kept is not None
        await pilot.press("p")
        await seen(pilot, "Pinned: no cycle takes it.", "14 memories would be forgotten")
        await pilot.press("r")
        await seen(pilot, "Left as it is;", "Nothing waits for you.")
    async with bare(home) as weave:
        assert [one.id for one in await weave.list() if one.pinned] == [kept.memory]
        assert len(await weave.list()) == 36


async def test_the_page_forgets_what_waits_only_when_told_so(home: Path, alone: None) -> None:
    await filled(home, faint=15)
    async with chat(home) as pilot:
        await ask(pilot, "/sleep")
        await seen(pilot, "15 wait for your word: a forgets them, p keeps one")
        await pilot.press("s")
        await seen(pilot, "Avery slept: purged 1.")
        await pilot.press("a")
        await seen(pilot, "Avery slept: forgot 15.")
        await pilot.press("s")
        await seen(pilot, "There was nothing to do.")


async def test_only_the_last_cycle_is_taken_back(home: Path, alone: None) -> None:
    await filled(home, faint=2)
    async with bare(home) as weave:
        await weave.sleeping.run()
    await filled(home, faint=1, firm=0)
    async with chat(home) as pilot:
        await pilot.press("f8")
        await seen(pilot, "what it would do now")
        await pilot.press("s")
        await seen(pilot, "forgot 1")
        await pilot.press("end", "u")
        await seen(pilot, "Only the last cycle can be taken back")
        await pilot.press("home", "u")
        await seen(pilot, "u once more takes this cycle back")
        assert pilot.app.screen.query_one("#nights", RowList).place == 1
        await pilot.press("c")
        assert "Stopping" not in shown(pilot)


async def test_nothing_is_taken_back_where_nothing_went(home: Path, alone: None) -> None:
    async with chat(home, (80, 24)) as pilot:
        await pilot.press("f8")
        await seen(pilot, "There is nothing to do.")
        await pilot.press("u")
        await seen(pilot, "This cycle removed and wrote nothing that could be taken back.")
        await pilot.press("p", "a")
        await seen(pilot, "There was nothing to do.")
        await pilot.press("f8")
        await seen(pilot, "Write to Avery")


async def test_a_cycle_that_begins_by_itself_is_one_calm_line_and_leaves_the_draft_alone(
    home: Path, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "FIRST_SECONDS", 0.3)
    monkeypatch.setattr(keeper, "TICK_SECONDS", 0.3)
    await filled(home, faint=3)
    async with chat(home, (100, 30)) as pilot:
        await pilot.press(*"half a thought")
        await seen(pilot, "Avery slept: purged 1 · forgot 3. F8 shows it, and takes it back.")
        assert shown(pilot).count("Avery slept") == 1
        composer = pilot.app.screen.query_one("#composer", TextArea)
        assert (composer.text, composer.has_focus) == ("half a thought", True)
