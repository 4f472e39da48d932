"""Many turns through the facade, with and without a model: each once, in its place, whatever interrupts it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare, until
from tests.support.replies import Reply
from tests.support.server import ScriptedServer
from weave import scribing
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import MemoryType, Role, State, Turn
from weave.ports import Models
from weave.weave import Weave


def turns(
    count: int, conversation: str = "old", *, task: str | None = None, every: int = 1
) -> Iterator[Turn]:
    for number in range(count):
        yield Turn(
            f"{conversation}-t{number}", Role.USER, "Ana",
            f"Jar {number} of {conversation} holds plum jam.",
            NOW - timedelta(days=30) + timedelta(minutes=number // every), conversation, task=task,
        )  # fmt: skip


async def episodes(weave: Weave, conversation: str = "old") -> list[str]:
    found = [
        m
        for m in await weave.list()
        if m.type is MemoryType.EPISODIC and m.source.conversation == conversation
    ]
    return [m.text for m in sorted(found, key=lambda m: m.id)]


def said(count: int, conversation: str = "old") -> list[str]:
    return [f"Ana: Jar {n} of {conversation} holds plum jam." for n in range(count)]


async def test_a_cancelled_ingest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        begun = asyncio.Event()

        def many() -> Iterator[Turn]:
            for number in range(6):
                yield from turns(1_000, f"talk{number}")

        task = asyncio.create_task(weave.ingest(many(), progress=lambda *_: begun.set()))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        part = len(await weave.list())
        assert 0 < part < 6_000
        await weave.ingest(many())
        assert len(await weave.list()) == 6_000
        assert await episodes(weave, "talk5") == said(1_000, "talk5")
        assert (await weave.ingest(many())).memories == 0


async def test_interleaved_sessions_and_equal_times_keep_each_order(tmp_path: Path) -> None:
    one, two = list(turns(60, "one", every=60)), list(turns(60, "two", every=60))
    mixed = [turn for pair in zip(one, two, strict=True) for turn in pair]
    async with bare(tmp_path) as weave:
        report = await weave.ingest(mixed)
        assert (report.turns, report.tasks) == (120, 2)
        assert await episodes(weave, "one") == said(60, "one")
        assert await episodes(weave, "two") == said(60, "two")


async def test_a_time_without_an_offset_is_the_homes(tmp_path: Path) -> None:
    naive = Turn("t1", Role.USER, "Ana", "The heron is back.", datetime(2026, 3, 1, 12), "old")
    async with bare(tmp_path) as weave:
        await weave.ingest([naive])
        assert [m.created.isoformat() for m in await weave.list()] == ["2026-03-01T12:00:00+00:00"]


async def test_an_open_task_takes_the_turns_and_stays_open(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        task = await weave.start_task("jars")
        await weave.ingest(turns(5, task=task.id))
        assert {m.scope for m in await weave.list()} == {task.scope}
        assert [t.id for t in await weave.tasks()] == [task.id]
        assert (await weave.recall("jar plum")).memories == ()
        await weave.ingest(turns(5, "new", task="Fresh start"))
        assert [t.id for t in await weave.tasks()] == [task.id]
        assert len((await weave.recall("jar new plum")).memories) == 5
        assert (await weave.end_task(task.id)).transferred == 5
        assert await episodes(weave) == said(5)


@pytest.mark.parametrize(
    "name", ["../memories", "../../x", "..", "a/b", "Porto trip", "x" * 400, "日本語", "\0"]
)
async def test_a_task_named_by_a_file_never_leaves_its_folder(tmp_path: Path, name: str) -> None:
    async with bare(tmp_path, models=_away()) as weave:
        kept = await weave.remember("The heron nests by the weir.")
        await weave.ingest(turns(2, task=name))
        assert (await weave.recall("jar plum")).memories
        assert await weave.get(kept.id) == kept
    async with bare(tmp_path) as weave:
        await until(lambda: _no_tasks(weave))
        assert await weave.get(kept.id) == kept
        assert await episodes(weave) == said(2)
    assert {path.name for path in tmp_path.parent.iterdir() if path.name.startswith(tmp_path.name)} == {
        tmp_path.name
    }


async def _no_tasks(weave: Weave) -> bool:
    return not await weave.tasks()


def _chat(url: str) -> OpenAIChat:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    return OpenAIChat(Endpoint(url), "scripted-1", sleep=at_once)


def _away() -> Models:
    return Models(chat=_chat("http://127.0.0.1:9/v1"))


async def test_turns_wait_for_an_absent_model_recallable_and_are_encoded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scribing, "RETRY_SECONDS", 0.2)
    async with bare(tmp_path, models=_away()) as weave:
        report = await weave.ingest(turns(6))
        assert report.queued == 6
        assert len((await weave.recall("jar plum jam")).memories) == 6
        assert weave.status().trouble
    with ScriptedServer() as server:
        async with bare(tmp_path, models=Models(chat=_chat(server.url))) as weave:
            await until(lambda: _no_tasks(weave))
            assert (await weave.ingest(turns(6))).turns == 0
        asked = [
            id_
            for one in server.of("encoding")
            for id_ in re.findall(r"^\[(\S+?)\] ", one.prompt, re.MULTILINE)
        ]
        assert sorted(asked) == sorted({f"old-t{n}" for n in range(6)})
        async with bare(tmp_path, models=Models(chat=_chat(server.url))) as weave:
            states = {m.state for m in await weave.list()}
            assert states <= {State.ACTIVE, State.TRANSIENT}
            assert await weave.tasks() == []
        assert len(server.of("encoding")) == 1


async def test_an_open_task_stays_open_with_a_model_too_and_ends_whole(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        async with bare(tmp_path, models=Models(chat=_chat(server.url))) as weave:
            task = await weave.start_task("jars")
            await weave.ingest(turns(3, task=task.id))
            assert [t.id for t in await weave.tasks()] == [task.id]
            assert len(server.of("encoding")) == 1
            await weave.ingest([*turns(2, "a", task="shared"), *turns(2, "b", task="shared")])
            assert [t.id for t in await weave.tasks()] == [task.id]
            await weave.end_task(task.id)
            journal = weave._core.journal
            assert [journal.read(name).pending for name in sorted(journal.ids())] == [(), (), ()]
            assert {m.scope for m in await weave.list()} == {"global"}


async def test_a_hand_edit_does_not_wait_for_a_model_that_thinks(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("encoding", Reply(text="{}", delay=4.0))
        async with bare(tmp_path, models=Models(chat=_chat(server.url))) as weave:
            talk = await weave.begin()
            await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron is back.")
            ending = asyncio.create_task(weave.end(talk.id))
            await asyncio.to_thread(server.wait_for, "encoding")
            note = tmp_path / "memories" / "semantic" / "note.md"
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text("## Note\nWritten by hand.\n")
            await until(lambda: _has(weave, "Written by hand."), 3)
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)


async def _has(weave: Weave, text: str) -> bool:
    return any(memory.text == text for memory in await weave.list())
