"""A discarded task on a home with real stores: afterwards no file holds a word of it, and all else is as it was."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.consolidating import chat, tree
from tests.support.homes import bare, until
from tests.support.server import ScriptedServer
from tests.weave.test_purge import SECRET, TEXT, full, say, traces
from weave import encoder, plans
from weave.consolidation import draft
from weave.model import Role, State
from weave.ports import Models
from weave.weave import Weave

NAME = "Xanthippe Quillfeather's key"


async def _filled(weave: Weave) -> tuple[str, str]:
    """A conversation with turns in its own pad and in a named one; their ids."""
    await weave.remember("The heron nests by the weir.")
    talk = await weave.begin()
    await say(weave, talk.id, "Plum jam stands in six jars.")
    named = await weave.change_task(talk.id, NAME)
    await say(weave, talk.id, TEXT)
    await say(weave, talk.id, "Noted: pot zebra-9, Xanthippe.", Role.ASSISTANT)
    await weave.say(
        talk.id, role=Role.ASSISTANT, speaker="assistant", text="As said, zebra-9.", recalled=True
    )
    return talk.id, named.task.id


async def test_a_discarded_task_leaves_no_byte_of_its_turns_its_name_or_its_plan(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        talk, task = await _filled(weave)
        note = await weave.remember("Xanthippe likes plum jam.", task=task)
        await weave.remember("Quillfeather has a cat.", task=task)
        await weave.forget([note.id])
        assert await weave._talk.scribing.encode(talk)
        plan, _ = await weave._core.run(draft, weave._core.store, task)
        plans.write(weave._core.pads.folder(task), plan)
        await weave.recall("where is the key of Xanthippe?", task=task)
        assert await weave.settle(20)
        assert len(traces(tmp_path)) > 4
        other = await weave.start_task("jam")
        for outsider in (None, other.id):  # by words, by meaning and by names
            seen = await weave.recall("Xanthippe Quillfeather zebra-9 spare key", task=outsider, count=False)
            assert not any(word in m.memory.text for m in seen.memories for word in SECRET)
            assert not seen.degraded
        own = await weave.recall("Xanthippe Quillfeather zebra-9 spare key", task=task, count=False)
        assert {backend for m in own.memories for backend in m.backends} >= {"vector", "graph"}
        gone = await weave.discard_task(task)
        assert gone.name == NAME
        assert traces(tmp_path) == []
        await say(weave, talk, "The kettle is new.")
        said = weave._core.journal.read(talk)
        assert [turn.text for turn in said.turns] == ["Plum jam stands in six jars.", "The kettle is new."]
        assert {turn.task for turn in said.turns} == {said.own} == {said.task}
        assert {lane.backend.count() for lane in weave._core.indexer.lanes} <= {2, 3}
        assert not (await weave.recall("zebra-9 Xanthippe key", task=said.own)).passage.count("zebra")
    assert traces(tmp_path) == []


async def test_all_else_is_untouched_to_the_byte(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        other = await weave.start_task("jam")
        await weave.remember("Six jars are full.", task=other.id)
        await weave.remember("The heron nests by the weir.")
        before = tree(tmp_path)
        talk = await weave.begin()
        await say(weave, talk.id, TEXT)
        await weave.discard_task(talk.task.id)
        assert tree(tmp_path) == before
        assert (await weave.end_task(other.id)).transferred == 1


async def test_a_discarded_conversation_goes_on_in_a_fresh_pad(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin(name=TEXT[:40])
        await say(weave, talk.id, TEXT)
        await weave.discard_task(talk.task.id)
        assert traces(tmp_path) == [] and await weave.talks.list() == ()
        await say(weave, talk.id, "The kettle is new.")
        assert [m.text for m in await weave.list()] == ["The kettle is new."]
        assert (await weave.begin(talk.id)).task.id != talk.task.id
        assert (await weave.end(talk.id)).transferred >= 1
        assert traces(tmp_path) == []


async def test_the_discarded_does_not_come_back_from_a_model_that_was_thinking(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        async with bare(tmp_path, models=Models(chat=chat(server.url))) as weave:
            talk = await weave.begin()
            await say(weave, talk.id, TEXT)
            core, commit = weave._core, encoder.commit
            thinking = asyncio.Event()

            async def late() -> None:
                transcript = core.journal.read(talk.id)
                encoded = await encoder.encode_by_model(
                    transcript,
                    transcript.pending,
                    chat(server.url),
                    scope=talk.task.scope,
                    state=State.VOLATILE,
                    person=None,
                )
                thinking.set()
                await asyncio.sleep(0.2)
                await core.run(commit, core.store, core.journal, talk.id, encoded)

            work = asyncio.create_task(late())
            await thinking.wait()
            await weave.discard_task(talk.task.id)
            await work
            assert await weave.list() == [] and traces(tmp_path) == []


CUT = """
import asyncio, os, sys
from pathlib import Path
from tests.support.homes import bare
from tests.weave.test_purge import full
from weave import discard
from weave.store import Store
from weave.tasks import Pads
async def main():
    async with {home}(Path(sys.argv[1]), resume=sys.argv[3]) as weave:
        await weave.settle(20)
        def die(*given, **named): os._exit(9)
        {patch}
        await weave.discard_task(sys.argv[2])
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("home", "patch"),
    [(full, "Store.drop = die"), (bare, "discard.scrub = die"), (bare, "Pads.remove = die")],
)
async def test_a_discarding_that_a_crash_cut_off_is_finished_at_the_next_start(
    tmp_path: Path, home: Callable[..., Weave], patch: str
) -> None:
    async with home(tmp_path) as weave:
        talk, task = await _filled(weave)
        assert await weave.settle(20)
    code = CUT.replace("{patch}", patch).replace("{home}", home.__name__)
    cut = await asyncio.create_subprocess_exec(sys.executable, "-c", code, str(tmp_path), task, talk)
    assert await cut.wait() == 9
    async with home(tmp_path, resume=talk) as weave:
        assert task not in {one.id for one in await weave.tasks()}
        assert not (await weave.recall("zebra-9", count=False)).passage.count("zebra")
        assert (await weave.begin(talk)).task.id != task
        await until(lambda: _none(tmp_path), 20, "the end of the discarding")


async def _none(home: Path) -> bool:
    return traces(home) == []


async def test_what_a_guest_wrote_into_the_pad_goes_too(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        task = await weave.start_task("key")
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest
            await guest.remember(TEXT, task=task.id)
        await weave.discard_task(task.id)
        assert traces(tmp_path, SECRET) == []
        assert await weave.list() == []
