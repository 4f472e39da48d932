"""All memories by what is sought, in every order; the lines of a page; the whole of one."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.memories import memory
from weave import ids
from weave.browsing.model import Bond
from weave.errors import NotFound
from weave.model import Memory, MemoryType, Provenance, Role, Source, State
from weave.sought import ANY_TASK, Order, Sought
from weave.weave import Weave


def made(text: str, days: float = 0, **changes: object) -> Memory:
    created = NOW - timedelta(days=days)
    return replace(memory(text), id=ids.new(created), created=created, **changes)  # type: ignore[arg-type]


TEA = made("Ana prefers tea.", 1, importance=0.9, title="Tea [/")
BUILD = made("The build failed.", 2, type=MemoryType.ERROR, provenance=Provenance.OBSERVED, importance=0.2)
OLD = made("Ben lived in Riga.", 40, state=State.OUTDATED, access_count=9, accessed=NOW, pinned=True)
SECRET = made("Café 咖啡 on Sundays.", 3, private=True, importance=0.5, title="")
ALL = (TEA, BUILD, SECRET, OLD)


async def titles(weave: Weave, sought: Sought, order: Order = Order.NEWEST) -> list[str]:
    listing = await weave.browsing.list(sought, order)
    return [line.beginning for line in await weave.browsing.lines(listing.ids) if line is not None]


async def test_what_is_sought_is_listed_and_nothing_else(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        weave._core.store.add(ALL)
        task = await weave.start_task("trip")
        pad = await weave.remember("Buy a ticket.", task=task.id, at=NOW - timedelta(hours=1))
        everything = [pad, *ALL]

        async def found(sought: Sought) -> set[str]:
            return set((await weave.browsing.list(sought)).ids)

        def of(*memories: Memory) -> set[str]:
            return {one.id for one in memories}

        assert await found(Sought()) == of(*everything)
        assert await found(Sought(words=("tea", "ana"))) == of(TEA)
        assert await found(Sought(words=("cafe", "咖"))) == of(SECRET)
        assert await found(Sought(words=("[/",))) == of(TEA)
        assert await found(Sought(types=(MemoryType.ERROR,))) == of(BUILD)
        assert await found(Sought(states=(State.OUTDATED, State.VOLATILE))) == of(OLD, pad)
        assert await found(Sought(provenances=(Provenance.OBSERVED,))) == of(BUILD)
        assert await found(Sought(scope="global")) == of(*ALL)
        assert await found(Sought(scope=ANY_TASK)) == of(pad)
        assert await found(Sought(scope=task.scope)) == of(pad)
        assert await found(Sought(since=NOW - timedelta(days=2, hours=1))) == of(pad, TEA, BUILD)
        assert await found(Sought(until=NOW - timedelta(days=3))) == of(OLD)
        assert await found(Sought(pinned=True)) == of(OLD)
        assert await found(Sought(private=True)) == of(SECRET)
        assert await found(Sought(private=False, pinned=False)) == of(pad, TEA, BUILD)


async def test_every_order_puts_its_first_first(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        weave._core.store.add(ALL)
        assert await titles(weave, Sought()) == [one.text for one in ALL]
        assert (await titles(weave, Sought(), Order.IMPORTANCE))[0] == TEA.text
        assert (await titles(weave, Sought(), Order.ACCESS))[0] == OLD.text
        listing = await weave.browsing.list(Sought(), Order.STRENGTH)
        lines = [line for line in await weave.browsing.lines(listing.ids) if line]
        assert [line.strength for line in lines] == sorted((line.strength for line in lines), reverse=True)
        assert listing.total == len(ALL)


async def test_what_came_to_mind_keeps_its_order_and_the_filters(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        weave._core.store.add(ALL)
        listing = await weave.browsing.ranked(
            "tea?", [OLD.id, TEA.id, BUILD.id], Sought(states=(State.ACTIVE,))
        )
        assert listing.ids == (TEA.id, BUILD.id)


async def test_a_line_of_a_forgotten_memory_is_none(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        weave._core.store.add(ALL)
        await weave.forget([TEA.id])
        first, second = await weave.browsing.lines([TEA.id, BUILD.id])
        assert first is None
        assert second is not None
        assert second.id == BUILD.id
        with pytest.raises(NotFound, match="gone"):
            await weave.browsing.look(TEA.id)


async def test_the_whole_of_a_memory_tells_where_it_comes_from_and_what_hangs_on_it(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        talk = await weave.begin()
        turn = await weave.say(talk.id, role=Role.USER, speaker="user", text="Ana prefers tea.")
        await weave.say(talk.id, role=Role.ASSISTANT, speaker="Avery", text="Noted.")
        told = replace(TEA, source=Source(talk.id, (turn.id,)))
        after = made("Ana orders Darjeeling.", derived_from=(told.id, "01GONE0000000000000000000A"))
        wrong = made("Ana prefers coffee.", 9, superseded_by=told.id, state=State.DEPRECATED)
        weave._core.store.add([told, after, wrong])
        cebu = await weave.remember("Maribel lives in Cebu.")
        davao = await weave.remember("Maribel lives in Davao.")

        whole = await weave.browsing.look(told.id)
        assert [one.text for one in whole.turns] == ["Ana prefers tea."]
        assert whole.conversation
        assert whole.file == "memories/semantic/2026-11-29.md"
        assert whole.score.strength == pytest.approx(0.9 * 0.5 ** (1 / 7))
        assert [(near.bond, near.memory.id) for near in whole.near] == [
            (Bond.REPLACES, wrong.id),
            (Bond.CARRIES, after.id),
        ]
        derived = await weave.browsing.look(after.id)
        assert [(near.bond, near.memory.id) for near in derived.near] == [(Bond.RESTS_ON, told.id)]
        assert derived.missing == 1
        disputed = await weave.browsing.look(cebu.id)
        assert [(near.bond, near.memory.id) for near in disputed.near] == [(Bond.AGAINST, davao.id)]
