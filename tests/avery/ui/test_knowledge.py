"""Knowledge in the whole chat: conflicts counted, opened and decided, remarks beside what is recalled, the picture."""

from dataclasses import replace
from pathlib import Path

from avery.ui.recall import RecallPane
from tests.support.chat import ask, chat, seen, shown
from tests.support.claims import claim
from tests.support.homes import bare
from weave.model import Memory, Role, State

CEBU, DAVAO = claim("Cebu [/ 宿务", days=30), claim("Davao ❤️ مرحبا", days=5)


async def put(home: Path, *memories: Memory) -> None:
    async with bare(home) as weave:
        weave._core.store.add(memories)


async def states(home: Path) -> dict[str, State]:
    async with bare(home) as weave:
        return {fact.object: fact.state for fact in await weave.facts("Maribel")}


async def test_a_conflict_is_counted_opened_decided_and_then_gone(home: Path, alone: None) -> None:
    await put(home, CEBU, DAVAO)
    async with chat(home, (100, 30)) as pilot:
        await seen(pilot, "inbox 1 ·")
        await ask(pilot, "/inbox")
        await seen(pilot, "1 of 1 conflict Maribel · home city", "1 Cebu [/ 宿务", "2 Davao")
        await pilot.press("2")
        await seen(pilot, "stands.", "Nothing waits for you.")
        await pilot.press("escape")
        await pilot.pause(0.1)
        assert "inbox 0" in shown(pilot)
    assert await states(home) == {"Cebu [/ 宿务": State.OUTDATED, "Davao ❤️ مرحبا": State.ACTIVE}


async def test_both_can_be_kept_by_one_key(home: Path, alone: None) -> None:
    await put(home, CEBU, DAVAO)
    async with chat(home, (80, 24)) as pilot:
        await seen(pilot, "inbox 1 ·")
        await pilot.press("f4")
        await seen(pilot, "1 of 1")
        await pilot.press("b")
        await seen(pilot, "All of it stands: no conflict.")
    assert set((await states(home)).values()) == {State.ACTIVE}


async def test_a_conflict_settled_in_a_file_while_the_page_is_open_is_told(home: Path, alone: None) -> None:
    await put(home, CEBU, DAVAO)
    async with chat(home, (100, 30)) as pilot:
        await seen(pilot, "inbox 1 ·")
        await pilot.press("f4")
        await seen(pilot, "1 of 1")
        [file] = [path for path in (home / "memories").rglob("*.md") if DAVAO.id in path.read_text()]
        parts = file.read_text().split("\n## ")
        file.write_text("\n## ".join(part for part in parts if DAVAO.id not in part))
        await seen(pilot, "settled elsewhere, by the command line or in a file")


async def test_the_source_of_a_side_and_of_what_is_recalled_opens_in_its_talk(
    home: Path, alone: None
) -> None:
    async with bare(home) as weave:
        talk = await weave.begin()
        for words in ("Good morning.", "Maribel lives in Cebu.", "That is all."):
            await weave.say(talk.id, role=Role.USER, speaker="user", text=words)
        await weave.end(talk.id)
        memory = next(one for one in await weave.list() if one.facts)
        rival = replace(DAVAO.facts[0], subject=memory.facts[0].subject, predicate=memory.facts[0].predicate)
        weave._core.store.update(
            [replace(memory, facts=(replace(memory.facts[0], state=State.CONTESTED),), state=State.CONTESTED)]
        )
        weave._core.store.add([replace(DAVAO, facts=(rival,))])
    async with chat(home, (140, 30)) as pilot:
        await seen(pilot, "inbox 1 ·")
        await pilot.press("f4")
        await seen(pilot, "1 of 1")
        await pilot.press("enter")
        await seen(pilot, "was not said in a conversation, so there is no talk to open")
        await pilot.press("right", "enter")
        await seen(pilot, "Read again", "Maribel lives in Cebu.", "this is where it comes from")
        await pilot.press("escape", "escape")
        await ask(pilot, "/recall Where does Maribel live?")
        await seen(pilot, "relevance", "! contradicts “")
        pilot.app.screen.query_one(RecallPane).focus()
        await pilot.press("enter")
        await seen(pilot, "Read again", "this is where it comes from")


async def test_what_is_recalled_says_since_when_it_is_past(home: Path, alone: None) -> None:
    await put(home, CEBU, DAVAO)
    async with bare(home) as weave:
        [conflict] = await weave.conflicts()
        await weave.resolve(conflict.id, [DAVAO.facts[0].id])
    async with chat(home) as pilot:
        await ask(pilot, "/recall Where is Maribel's home city?")
        await seen(pilot, "! past since 2026-11-25: now", "outdated Maribel")
        await ask(pilot, "Where is Maribel's home city?")
        await seen(pilot, "2 recalled, 1 in doubt")


async def test_the_picture_of_a_name_opens_and_an_unknown_name_is_told(home: Path, alone: None) -> None:
    await put(home, CEBU, claim("[/ [b hospital", predicate="works_at", state=State.ACTIVE))
    async with chat(home, (80, 24)) as pilot:
        await ask(pilot, "/facts Maribel")
        await seen(
            pilot, "What is known Maribel", "● works at → [/ [b hospital", "≠ home city → Cebu [/ 宿务"
        )
        await pilot.press("escape")
        await ask(pilot, "/facts Nobody [/")
        await seen(pilot, "Nothing is known of “Nobody [/”")
        await ask(pilot, "/facts")
        await seen(pilot, "Say of whom or of what: /facts NAME.")


async def test_a_guest_sees_conflicts_and_is_told_where_to_decide_them(
    home: Path, alone: None, aloof: None
) -> None:
    await put(home, CEBU, DAVAO)
    async with chat(home), chat(home, (100, 30)) as guest:
        await seen(guest, "inbox 1 ·", "guest")
        await guest.press("f4")
        await seen(guest, "1 of 1")
        await guest.press("1")
        await seen(guest, "owns this home; close it or do this there.")
    assert set((await states(home)).values()) == {State.CONTESTED}
