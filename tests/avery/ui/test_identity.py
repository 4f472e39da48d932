"""The identity in the whole chat and on its page: proposed, decided, gone back to, its drift, a tampered history."""

from datetime import timedelta
from pathlib import Path

from avery.ui.rows import RowList
from tests.support.chat import ask, chat, flat, seen, shown
from tests.support.homes import NOW, bare
from tests.support.screen import until

MINE = (
    "# Avery\n\n## Who I am\n- I am Avery, who remembers.\n- I explain at length.\n- I keep what I am told.\n"
)
SHORTER = MINE.replace("at length", "in few words")


async def lived(home: Path, *, waits: bool = True) -> None:
    """A home whose identity was found, edited by hand, and (with `waits`) is to be changed."""
    async with bare(home, now=NOW - timedelta(days=9)) as weave:
        await weave.identities.text()
    (home / "identity.md").write_text(MINE)
    async with bare(home, now=NOW - timedelta(days=2)) as weave:
        await weave.identities.text()
        if waits:
            await weave.identities.propose(SHORTER, reason="Brevity [/ was praised ❤️.", confidence=0.5)


async def identity(home: Path) -> str:
    async with bare(home) as weave:
        return await weave.identities.text()


async def test_a_proposal_is_counted_opened_and_approved(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home, (100, 30)) as pilot:
        await seen(pilot, "inbox 1")
        await pilot.press("f4")
        await seen(pilot, "1 of 1 identity", "Brevity [/ was praised ❤️.", "in few words")
        await pilot.press("a")
        await seen(pilot, "In force: Avery is so from its next answer on.", "Nothing waits for you.")
        await pilot.press("escape")
        await until(pilot, lambda: "inbox 0" in shown(pilot))
    assert await identity(home) == SHORTER


async def test_a_proposal_is_reworded_then_approved(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home, (80, 24)) as pilot:
        await seen(pilot, "inbox 1")
        await ask(pilot, "/inbox")
        await seen(pilot, "1 of 1 identity")
        await pilot.press(
            "e", *"x", "backspace", "escape", "e", "down", "down", "down", "end", *" Ha!", "ctrl+s"
        )
        await seen(pilot, "In force")
    assert "Avery, who remembers. Ha!" in await identity(home)


async def test_a_proposal_is_rejected_with_a_reason_and_the_history_says_so(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home, (80, 24)) as pilot:
        await seen(pilot, "inbox 1")
        await pilot.press("f4")
        await seen(pilot, "1 of 1 identity")
        await pilot.press("R", *"No", "enter")
        await seen(pilot, "Rejected; identity.md stays as it is.")
        await pilot.press("escape")
        await ask(pilot, "/identity")
        await seen(pilot, "rejected by you", "“No”")
    assert await identity(home) == MINE


async def test_the_page_tells_every_version_and_goes_back_when_asked_twice(home: Path, alone: None) -> None:
    await lived(home)
    async with chat(home) as pilot:
        await ask(pilot, "/identity")
        await seen(
            pilot, "2 versions", "edited by you", "found in place", "flagged for you", "like the first"
        )
        await pilot.press("b")
        await seen(pilot, "This waits for your word: F4 decides it.")
        await pilot.press("down", "b")
        await seen(pilot, "This version is in force already.")
        await pilot.press("down", "b")
        await seen(pilot, "b once more puts the version of")
        await pilot.press("escape")
        assert "once more" not in shown(pilot)
        await pilot.press("b", "b")
        await seen(pilot, "The earlier version is in force again.", "3 versions", "rolled back")
        await pilot.press("f4")
        await seen(pilot, "1 of 1 identity")
    assert "I explain at length" not in await identity(home)


async def test_a_version_is_seen_as_what_it_changed_against_the_present_and_whole(
    home: Path, alone: None
) -> None:
    await lived(home, waits=False)
    async with chat(home, (140, 45)) as pilot:
        await ask(pilot, "/identity")
        await seen(pilot, "what it changed:", "+ - I explain at length.")
        await pilot.press("t")
        await until(pilot, lambda: "+ - I explain" not in flat(pilot))
        await seen(pilot, "what going back would change:")
        await pilot.press("t", "v")
        await seen(pilot, "the whole text:", "+ # Avery")
        await pilot.press("end")
        await until(pilot, lambda: pilot.app.screen.query_one(RowList).place == 1)
        await pilot.press("enter", "pagedown", "escape")
        await seen(pilot, "Write to Avery")


async def test_a_tampered_history_is_told_on_the_page(home: Path, alone: None) -> None:
    await lived(home)
    history = home / "identity-history.md"
    history.write_text(history.read_text().replace("at length", "for hours"))
    async with chat(home) as pilot:
        await ask(pilot, "/identity")
        await seen(pilot, "identity-history.md", "was changed, moved or removed.", "history changed")


async def test_a_guest_reads_and_is_told_where_to_decide(home: Path, alone: None, aloof: None) -> None:
    await lived(home)
    async with chat(home), chat(home, (100, 30)) as guest:
        await seen(guest, "inbox 1", "guest")
        await guest.press("f4")
        await seen(guest, "1 of 1 identity")
        await guest.press("a")
        await seen(guest, "owns this home")
        await guest.press("escape")
        await ask(guest, "/identity")
        await seen(guest, "2 versions", "flagged for you")
