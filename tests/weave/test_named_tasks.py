"""A conversation is a task until the person names another; each pad is known to its own task alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.consolidating import chat
from tests.support.homes import bare, until
from tests.support.server import ScriptedServer
from weave import scribing
from weave.errors import InvalidInput
from weave.model import GLOBAL, Role, State
from weave.ports import Models
from weave.weave import Weave


async def say(weave: Weave, conversation: str, text: str) -> None:
    await weave.say(conversation, role=Role.USER, speaker="user", text=text)


async def scope_of(weave: Weave, word: str) -> str:
    return next(memory.scope for memory in await weave.list() if word in memory.text)


async def test_what_is_said_lies_in_the_task_that_was_named(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await say(weave, talk.id, "The heron nests by the weir.")
        trip = await weave.change_task(talk.id, "Porto trip")
        assert trip.task.name == "Porto trip" and trip.task.conversation == talk.id
        await say(weave, talk.id, "The tram to Foz leaves at nine.")
        again = await weave.change_task(talk.id, None)
        assert again.task.id == talk.task.id
        await say(weave, talk.id, "The kettle is new.")
        assert await scope_of(weave, "heron") == await scope_of(weave, "kettle") == talk.task.scope
        assert await scope_of(weave, "tram") == trip.task.scope
        assert {task.id for task in await weave.tasks()} == {talk.task.id, trip.task.id}


async def test_each_turn_is_encoded_into_its_own_task_and_knows_nothing_of_the_others(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        async with bare(tmp_path, models=Models(chat=chat(server.url))) as weave:
            talk = await weave.begin()
            await say(weave, talk.id, "The heron nests by the weir in Ghent.")
            trip = await weave.change_task(talk.id, "Porto trip")
            await say(weave, talk.id, "The tram to Foz leaves at nine.")
            await weave.change_task(talk.id, None)
            await say(weave, talk.id, "The kettle from Lisbon is new.")
            assert await weave._talk.scribing.encode(talk.id)
            assert {m.state for m in await weave.list()} <= {State.VOLATILE, State.TRANSIENT}
            prompts = [one.prompt for one in server.of("encoding")]
            assert len(prompts) == 2
            assert sorted(("tram" in p, "heron" in p, "kettle" in p) for p in prompts) == [
                (False, True, True),
                (True, False, False),
            ]
            assert await scope_of(weave, "tram") == trip.task.scope


async def test_an_open_task_is_gone_on_with_by_its_id_or_its_name(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        started = await weave.start_task("Porto trip")
        talk = await weave.begin()
        assert (await weave.change_task(talk.id, " porto  TRIP")).task.id == started.id
        assert (await weave.change_task(talk.id, None)).task.id == talk.task.id
        assert (await weave.change_task(talk.id, started.id)).task.id == started.id
        other = await weave.change_task(talk.id, "Porto trip 2")
        assert other.task.id not in (started.id, talk.task.id)
        assert (await weave.change_task(talk.id, talk.task.id)).task.id == talk.task.id
        with pytest.raises(InvalidInput, match="name"):
            await weave.change_task(talk.id, " \n ")


async def test_ending_a_named_task_leaves_the_conversation_alive_in_its_own(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await say(weave, talk.id, "The heron nests by the weir.")
        trip = await weave.change_task(talk.id, "Porto trip")
        await say(weave, talk.id, "The tram to Foz leaves at nine.")
        report = await weave.end_task(trip.task.id)
        assert report.transferred == 1
        assert await scope_of(weave, "tram") == GLOBAL
        await say(weave, talk.id, "The kettle is new.")
        assert await scope_of(weave, "kettle") == await scope_of(weave, "heron") == talk.task.scope
        assert [one.task for one in await weave.reports()] == [trip.task.id]
        assert (await weave.begin(talk.id)).task.id == talk.task.id


async def test_a_task_named_and_ended_before_anything_was_said_costs_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        trip = await weave.change_task(talk.id, "Porto trip")
        await weave.end_task(trip.task.id)
        await say(weave, talk.id, "The kettle is new.")
        assert await scope_of(weave, "kettle") == talk.task.scope
        assert await weave.reports() == []


async def test_the_end_of_a_conversation_ends_all_that_it_opened_and_nothing_else(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        started = await weave.start_task("jam")
        talk = await weave.begin()
        await say(weave, talk.id, "The heron nests by the weir.")
        await weave.change_task(talk.id, "Porto trip")
        await say(weave, talk.id, "The tram to Foz leaves at nine.")
        await weave.change_task(talk.id, "jam")
        await say(weave, talk.id, "Six jars are full.")
        report = await weave.end(talk.id)
        assert (report.task, report.transferred) == (talk.task.id, 2)
        assert [task.id for task in await weave.tasks()] == [started.id]
        assert await scope_of(weave, "jars") == started.scope
        assert (await weave.end_task(started.id)).transferred == 1


async def test_a_crash_in_a_named_task_is_gone_on_with_or_merged(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await say(weave, talk.id, "The heron nests by the weir.")
        trip = await weave.change_task(talk.id, "Porto trip")
        await say(weave, talk.id, "The tram to Foz leaves at nine.")
    async with bare(tmp_path, resume=talk.id) as weave:
        resumed = await weave.begin(talk.id)
        assert (resumed.task.id, resumed.home.id) == (trip.task.id, talk.task.id)
        assert len(resumed.turns) == 2
        await say(weave, talk.id, "The bridge has two floors.")
        assert await scope_of(weave, "bridge") == trip.task.scope
        assert len(await weave.tasks()) == 2
    async with bare(tmp_path) as weave:
        await until(lambda: _all_merged(weave))
        assert {memory.scope for memory in await weave.list()} == {GLOBAL}
        assert len({memory.source.turns for memory in await weave.list()}) == 3


async def _all_merged(weave: Weave) -> bool:
    return not await weave.tasks()


async def test_a_pad_is_recalled_by_its_own_task_alone(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("Letters to Foz take two days.")
        talk = await weave.begin()
        await say(weave, talk.id, "The weir at Foz is dry.")
        trip = await weave.change_task(talk.id, "Porto trip")
        await say(weave, talk.id, "The tram to Foz leaves at nine.")

        async def found(task: str | None) -> set[str]:
            result = await weave.recall("Foz", task=task, count=False)
            return {
                word for word in ("Letters", "weir", "tram") for m in result.memories if word in m.memory.text
            }

        assert await found(None) == {"Letters"}
        assert await found(trip.task.id) == {"Letters", "tram"}
        assert await found(talk.task.id) == {"Letters", "weir"}


async def test_a_task_that_waits_for_the_model_can_be_named_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scribing, "LONGEST_RETRY_SECONDS", 0.1)
    async with bare(tmp_path, models=Models(chat=chat("http://127.0.0.1:9/v1"))) as weave:
        talk = await weave.begin()
        trip = await weave.change_task(talk.id, "Porto trip")
        await say(weave, talk.id, "The tram to Foz leaves at nine.")
        assert (await weave.end_task(trip.task.id)).queued
        assert (await weave.recall("tram", count=False)).memories
        assert (await weave.change_task(talk.id, "Porto trip")).task.id == trip.task.id
        await say(weave, talk.id, "The bridge has two floors.")
        assert await scope_of(weave, "bridge") == trip.task.scope
        assert not weave._core.pads.get(trip.task.id).ended


async def test_what_is_said_while_the_task_ends_is_not_left_behind(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        async with bare(tmp_path, models=Models(chat=chat(server.url))) as weave:
            talk = await weave.begin()
            await say(weave, talk.id, "The heron nests by the weir.")
            later = False

            async def more(text: str) -> None:
                nonlocal later
                later = True
                await say(weave, talk.id, text)

            encode = weave._talk.scribing.encode

            async def slowly(conversation: str) -> bool:
                done = await encode(conversation)
                if not later:
                    await more("The tram to Foz leaves at nine.")
                return done

            weave._talk.scribing.encode = slowly  # type: ignore[method-assign]
            await weave.end(talk.id)
            assert await weave.tasks() == []
            assert weave._core.journal.read(talk.id).pending == ()
            assert {memory.scope for memory in await weave.list()} == {GLOBAL}
