"""A second process, as the facade shows it: everything works, and the home passes on when its owner goes."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare, shelved, until
from weave import tickets
from weave.errors import InvalidInput, NotFound
from weave.model import Recall, Role, Turn
from weave.serving import tenure, wire
from weave.serving.parts import ITEMS
from weave.serving.wire import Frame
from weave.tickets import Ticket
from weave.weave import Weave


def timeless(recall: Recall) -> Recall:
    return replace(recall, elapsed_ms=0.0, timings=())


async def test_what_is_served_is_what_the_owner_has(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        assert (weave.served, weave.guest, owner.served, owner.guest) == (True, False, False, False)
        made = await weave.remember("Maribel is allergic to peanuts.", pin=True)
        assert await owner.list() == [made] == await weave.list()
        assert timeless(await weave.recall("peanuts", count=False)) == timeless(
            await owner.recall("peanuts", count=False)
        )
        assert await weave.facts() == await owner.facts() != []
        assert await weave.browsing.look(made.id) == await owner.browsing.look(made.id)
        assert (await weave.set(made.id, {"importance": "0.9"})).importance == 0.9
        assert await weave.forget([made.id]) and await owner.list() == []
        assert (await weave.restore(made.id)).id == made.id
        with pytest.raises(NotFound, match="weave list"):
            await weave.get("no-such-memory")
        with pytest.raises(InvalidInput):
            await weave.remember(" ")
        await until(lambda: _shows(weave, 1))
        assert weave.library.settled and weave.analytics.session.calls == 0


async def _shows(weave: Weave, memories: int) -> bool:
    return weave.status().memories == memories


async def test_a_conversation_that_is_served_is_encoded_by_the_owner(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        talk = await weave.begin(name="Birds")
        said = await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")
        assert [turn.id for turn in (await owner.talks.read(talk.id)).turns] == [said.id]
        report = await weave.end(talk.id)
        assert (report.encoded, report.queued) == (1, False)
        assert "heron" in (await owner.recall("Where does the heron nest?")).passage


async def test_what_one_takes_back_is_its_own_deed(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        one, two = await owner.remember("The one."), await weave.remember("The two.")
        await owner.browsing.forget([one.id])
        await weave.browsing.forget([two.id])
        await owner.browsing.undo()
        assert [m.id for m in await weave.list()] == [one.id]
        await weave.browsing.undo()
        with pytest.raises(InvalidInput, match="Nothing was done"):
            await weave.browsing.undo()


async def test_the_time_of_the_caller_counts_for_its_calls_alone(tmp_path: Path) -> None:
    later = datetime(2031, 5, 6, tzinfo=UTC)
    async with bare(tmp_path) as owner, bare(tmp_path, now=later) as weave:
        mine, theirs = await asyncio.gather(owner.remember("Now."), weave.remember("Later."))
        assert (mine.created, theirs.created) == (NOW, later)


async def test_a_turn_left_by_whoever_led_it_is_encoded_by_the_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weave.serving.owner._GRACE_SECONDS", 0.05)
    async with bare(tmp_path) as owner:
        async with bare(tmp_path) as weave:
            talk = await weave.begin()
            await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")

        async def over() -> bool:
            return await owner.tasks() == [] and len(await owner.reports()) == 1

        await until(over)


async def test_the_home_passes_on_in_the_midst_of_a_conversation(tmp_path: Path) -> None:
    owner = bare(tmp_path)
    await owner.__aenter__()
    async with bare(tmp_path, leads=True) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")
        last, _ = await asyncio.gather(
            weave.say(talk.id, role=Role.USER, speaker="user", text="It eats frogs."), owner.close()
        )
        await until(lambda: _owns(weave))
        await weave.say(talk.id, role=Role.USER, speaker="user", text="It sleeps at noon.")
        turns = (await weave.talks.read(talk.id)).turns
        assert [turn.text[:6] for turn in turns] == ["The he", "It eat", "It sle"] and turns[1] == last
        assert (await weave.end(talk.id)).encoded == 3


async def _owns(weave: Weave) -> bool:
    return not weave.served and not weave.guest


async def test_what_yields_gives_the_home_to_one_that_leads_and_goes_on_served(tmp_path: Path) -> None:
    async with bare(tmp_path, yields=True) as unseen:
        made = await unseen.remember("The heron nests by the weir.")
        async with bare(tmp_path, leads=True) as chat:
            assert await _owns(chat)
            assert await unseen.get(made.id) == made
            assert unseen.served and not unseen.guest
        assert await unseen.get(made.id) == made and not unseen.served


async def test_what_yields_gives_the_home_up_when_nothing_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenure, "IDLE_SECONDS", 0.05)
    async with bare(tmp_path, yields=True) as unseen:

        async def free() -> bool:
            async with bare(tmp_path, serves=False) as other:
                return not other.guest

        await until(free)
        assert (await unseen.remember("Still here.")).text == "Still here."


async def test_a_call_that_is_repeated_writes_nothing_twice(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        made = []
        for again in (False, True):
            with tickets.holding(Ticket("somebody", 7, NOW, again)):
                memory = await weave.remember("The heron nests by the weir.")
                turn = await weave.say(talk.id, role=Role.USER, speaker="user", text="It eats frogs.")
                made.append((memory, turn, await weave.start_task("birds")))
        assert made[0] == made[1]
        assert len([m for m in await weave.list() if "heron" in m.text]) == 1
        assert len((await weave.talks.read(talk.id)).turns) == 1
        assert len(await weave.tasks()) == 2


async def test_progress_comes_back_and_a_stop_goes_through(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number in range(3):
        (tmp_path / "in" / f"{number}.md").write_text(f"# Zephyr {number}\n\nIt lifts.\n", encoding="utf-8")
    told: list[tuple[str, int, int]] = []
    home = tmp_path / "home"
    async with shelved(home), shelved(home) as weave:
        added = await weave.library.add([tmp_path / "in"], lambda *one: told.append(one))
        assert len(added.items) == 3 and told and told[-1][1] == told[-1][2]
        stopped = await weave.library.add([tmp_path / "in"], None, lambda: True)
        assert not stopped.items


async def test_whoever_cannot_hear_of_progress_is_told_so_by_its_own_error(tmp_path: Path) -> None:
    (tmp_path / "zephyr.md").write_text("# Zephyr\n\nIt lifts.\n", encoding="utf-8")

    def broken(what: str, done: int, total: int) -> None:
        raise BrokenPipeError("Nobody reads this.")

    async with shelved(tmp_path / "home"), shelved(tmp_path / "home") as weave:
        assert weave._tenure is not None
        line = weave._tenure.line
        with pytest.raises(BrokenPipeError, match="Nobody reads this"):
            await asyncio.wait_for(weave.library.add([tmp_path / "zephyr.md"], broken), 20)
        assert line is not None and not line.lost.is_set() and weave.served


async def test_whoever_gives_a_call_up_ends_it_at_the_owner(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        owner._core.indexer.settled = lambda: False  # type: ignore[method-assign]
        waiting = asyncio.create_task(weave.settle())
        assert owner._serving is not None and owner._serving._door is not None
        (session,) = owner._serving._door._sessions

        async def begun() -> bool:
            return not session.quiet.is_set()

        await until(begun)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.wait_for(session.quiet.wait(), 10)


async def test_many_turns_and_many_memories_cross_and_hold_no_loop_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [
        Turn(f"t{n}", Role.USER, "user", f"Bird {n} was seen at the weir.", NOW, f"c{n // 50}")
        for n in range(900)
    ]
    answers: list[tuple[str, int, bool]] = []
    here, packed = threading.get_ident(), wire.packed

    def packing(frame: Frame) -> bytes:
        data = packed(frame)
        if frame["kind"] in ("part", "result"):
            answers.append((str(frame["kind"]), len(data), threading.get_ident() == here))
        return data

    monkeypatch.setattr(wire, "packed", packing)
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        report = await weave.ingest(iter(turns))
        assert report.turns == 900
        listed = await weave.list()
        assert listed == await owner.list() and len(listed) >= 900
    parts = [length for kind, length, _ in answers if kind == "part"]
    assert len(parts) >= len(listed) / ITEMS and max(parts) < 2 * sum(parts) / len(parts)
    assert not any(on_the_loop for *_, on_the_loop in answers)
    assert all(length < min(parts) for kind, length, _ in answers if kind == "result")
