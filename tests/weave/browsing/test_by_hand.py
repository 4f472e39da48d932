"""What a person does to memories, alone or many at once, and that an undo leaves everything as it was."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.support.homes import bare
from weave.browsing.model import Deed
from weave.errors import HomeBusy, InvalidInput, NotFound
from weave.model import GLOBAL, Memory, MemoryType, Role, State
from weave.plans import bare as without_counts
from weave.weave import Weave

Do = Callable[[Weave, Memory, Memory], Awaitable[Deed]]


@pytest.fixture
async def weave(tmp_path: Path) -> AsyncIterator[Weave]:
    async with bare(tmp_path / "home") as opened:
        yield opened


async def everything(weave: Weave) -> dict[str, Memory]:
    return {one.id: without_counts(one) for one in await weave.list()}


async def disputed(weave: Weave) -> tuple[Memory, Memory, Memory]:
    """Two that contradict each other, and one made from the first."""
    cebu = await weave.remember("Maribel lives in Cebu.")
    davao = await weave.remember("Maribel lives in Davao.")
    ferry = await weave.remember("Visit Maribel by ferry.", derived_from=[cebu.id])
    return cebu, davao, ferry


DEEDS: dict[str, Do] = {
    "forget": lambda weave, cebu, davao: weave.browsing.forget([cebu.id]),
    "forget both": lambda weave, cebu, davao: weave.browsing.forget([cebu.id, davao.id]),
    "state": lambda weave, cebu, davao: weave.browsing.set([cebu.id], {"state": "deprecated"}),
    "type": lambda weave, cebu, davao: weave.browsing.set([cebu.id], {"type": "error"}),
    "flags": lambda weave, cebu, davao: weave.browsing.set([cebu.id, davao.id], {"pinned": "true"}),
    "importance": lambda weave, cebu, davao: weave.browsing.set([cebu.id], {"importance": "0.9"}),
    "reword": lambda weave, cebu, davao: weave.browsing.reword(cebu.id, text="Maribel lives in Manila."),
    "correct": lambda weave, cebu, davao: weave.browsing.correct(cebu.id, "Maribel lives in Manila."),
}


@pytest.mark.parametrize("name", DEEDS)
async def test_an_undo_leaves_every_memory_as_it_was(weave: Weave, name: str) -> None:
    cebu, davao, _ = await disputed(weave)
    before = await everything(weave)
    assert await weave.conflicts()
    deed = await DEEDS[name](weave, cebu, davao)
    assert await everything(weave) != before
    undone = await weave.browsing.undo()
    assert undone.deed == deed
    assert undone.kept == 0
    assert await everything(weave) == before
    assert len(await weave.conflicts()) == 1


async def test_moving_there_and_back_and_undoing_both(weave: Weave) -> None:
    cebu, davao, _ = await disputed(weave)
    task = await weave.start_task("trip")
    before = await everything(weave)
    await weave.browsing.move([cebu.id, davao.id], task.scope)
    moved = await weave.get(cebu.id)
    assert (moved.scope, moved.state) == (task.scope, State.VOLATILE)
    assert not await weave.conflicts()
    await weave.browsing.move([davao.id], GLOBAL)
    back = await weave.get(davao.id)
    assert (back.scope, back.state) == (GLOBAL, State.ACTIVE)
    with pytest.raises(InvalidInput, match="there already"):
        await weave.browsing.move([davao.id], GLOBAL)
    with pytest.raises(NotFound):
        await weave.browsing.move([davao.id], "task:none-such")
    await weave.browsing.undo()
    await weave.browsing.undo()
    assert await everything(weave) == before


async def test_what_was_changed_again_since_is_left_and_counted(weave: Weave) -> None:
    one = await weave.remember("Ana prefers tea.")
    two = await weave.remember("Ben prefers coffee.")
    await weave.browsing.set([one.id, two.id], {"pinned": "true"})
    await weave.set(two.id, {"importance": "0.99"})
    undone = await weave.browsing.undo()
    assert undone.kept == 1
    assert not (await weave.get(one.id)).pinned
    assert (await weave.get(two.id)).pinned


async def test_a_recall_in_between_is_no_change(weave: Weave) -> None:
    one = await weave.remember("Ana prefers tea.")
    await weave.browsing.set([one.id], {"pinned": "true"})
    await weave.recall("What does Ana prefer?")
    await weave.browsing.undo()
    now = await weave.get(one.id)
    assert not now.pinned
    assert now.access_count == 1


async def test_a_bulk_in_pieces_is_one_deed(weave: Weave) -> None:
    many = [await weave.remember(f"Note number {n} about boxes.") for n in range(60)]
    ids = [one.id for one in many]
    deed = await weave.browsing.forget(ids)
    assert deed.said == "60 memories forgotten"
    assert await weave.list() == []
    await weave.browsing.undo()
    assert {one.id for one in await weave.list()} == set(ids)


async def test_a_bulk_that_names_what_is_not_there_changes_nothing(weave: Weave) -> None:
    one = await weave.remember("Ana prefers tea.")
    with pytest.raises(NotFound):
        await weave.browsing.set([one.id, "01GONE0000000000000000000A"], {"pinned": "true"})
    assert not (await weave.get(one.id)).pinned
    with pytest.raises(InvalidInput, match="Nothing was done"):
        await weave.browsing.undo()


async def test_a_correction_puts_the_new_in_the_place_of_the_wrong(weave: Weave) -> None:
    wrong = await weave.remember("The key hangs in the hall.", type=MemoryType.PROCEDURAL, pin=True)
    await weave.set(wrong.id, {"private": "true", "importance": "0.8"})
    deed = await weave.browsing.correct(wrong.id, "The key lies under the third flowerpot.")
    old, new = await weave.get(wrong.id), await weave.get(deed.ids[0])
    assert (old.state, old.superseded_by) == (State.DEPRECATED, new.id)
    assert (new.type, new.pinned, new.private, new.importance) == (MemoryType.PROCEDURAL, True, True, 0.8)
    with pytest.raises(InvalidInput, match="same"):
        await weave.browsing.correct(new.id, "The key lies under the third flowerpot.")


async def test_a_guest_reads_and_is_told_who_may_change(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with bare(home) as owner:
        one = await owner.remember("Ana prefers tea.")
        async with bare(home, serves=False) as guest:
            assert (await guest.browsing.list()).ids == (one.id,)
            assert (await guest.browsing.look(one.id)).memory.text == one.text
            with pytest.raises(HomeBusy):
                await guest.browsing.forget([one.id])
            with pytest.raises(HomeBusy):
                await guest.browsing.undo()


async def test_what_is_private_is_private_in_the_words_of_its_turn_too_and_leaves_no_prompt(
    weave: Weave,
) -> None:
    talk = await weave.begin()
    words = "My sister Maribel is allergic to peanuts."
    await weave.say(talk.id, role=Role.USER, speaker="user", text=words)
    await weave.end(talk.id)
    told = [one for one in await weave.list() if "peanuts" in one.text]
    fact = next(one for one in told if one.facts)
    assert words in (await weave.recall("peanuts", count=False)).passage
    await weave.browsing.set([fact.id], {"private": "true"})
    assert all(one.private for one in await weave.list() if "peanuts" in one.text)
    hidden = await weave.recall("peanuts", count=False)
    assert "peanuts" not in hidden.passage
    assert hidden.memories
    assert all(one.memory.private for one in hidden.memories)
    undone = await weave.browsing.undo()
    assert undone.deed.said == "Memory private"
    assert not any(one.private for one in await weave.list())
