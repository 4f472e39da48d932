"""Imports and exports while the memory is used: a chat goes on, nothing said is lost, and an archive is one moment."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from tests.support import exports as made
from tests.support.homes import bare, until
from tests.support.server import ScriptedServer
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import Role
from weave.porting.model import Kind
from weave.ports import Models
from weave.weave import Weave

BEES = [
    ("user", "My sister Lena lives in Graz."),
    ("assistant", "Good to know."),
    ("user", "She keeps 14 hives."),
]


def many(path: Path, count: int) -> Path:
    return made.chatgpt(path, [made.chatgpt_talk(f"c{n}", f"Talk {n}", [("user", f"Jar {n} holds plum jam."), ("assistant", "Noted."), ("user", f"Shelf {n} is full.")]) for n in range(count)])  # fmt: skip


class Writer:
    """Goes on saying and remembering until it is told to stop; keeps what was acknowledged."""

    def __init__(self, weave: Weave) -> None:
        self._weave, self._stop = weave, asyncio.Event()
        self.said: list[str] = []

    async def write(self) -> None:
        talk = await self._weave.begin(name="Going on")
        while not self._stop.is_set():
            text = f"Brick {len(self.said)} is laid."
            await self._weave.say(talk.id, role=Role.USER, speaker="user", text=text)
            await self._weave.remember(f"Remembered: {text}")
            self.said.append(text)

    def stop(self) -> None:
        self._stop.set()


async def test_an_export_that_is_written_to_meanwhile_holds_all_that_was_said_before_it(
    tmp_path: Path,
) -> None:
    archive, lines = tmp_path / "out.zip", tmp_path / "out.jsonl"
    async with bare(tmp_path / "home") as weave:
        await weave.porting.bring(Kind.AUTO, many(tmp_path / "e.zip", 20))
        writer = Writer(weave)
        writing = asyncio.create_task(writer.write())
        await until(lambda: asyncio.sleep(0, len(writer.said) > 5), what="the writer")
        sure = list(writer.said)
        await weave.porting.export(archive)
        also = list(writer.said)
        await weave.porting.export(lines, jsonl=True)
        writer.stop()
        await writing
        remembered = {memory.text for memory in await weave.list()}
        assert {f"Remembered: {text}" for text in writer.said} <= remembered
    async with bare(tmp_path / "new") as weave:
        assert not (await weave.porting.restore(archive)).notices
        texts = {memory.text for memory in await weave.list()}
        (talk,) = [one for one in await weave.talks.list() if one.title == "Going on"]
        turns = [turn.text for turn in (await weave.talks.read(talk.id)).turns]
        assert turns[: len(sure)] == sure and turns == writer.said[: len(turns)]
        assert {f"Remembered: {text}" for text in sure} <= texts
        assert {text for text in texts if text.startswith("Remembered")} <= {
            f"Remembered: {t}" for t in writer.said
        }
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    told = {row["text"] for row in rows if row["kind"] == "turn"}
    assert set(also) <= told


async def test_a_chat_goes_on_while_an_import_is_taken_in(tmp_path: Path) -> None:
    async with bare(tmp_path / "home") as weave:
        writer = Writer(weave)
        writing = asyncio.create_task(writer.write())
        told = await weave.porting.bring(Kind.AUTO, many(tmp_path / "e.zip", 60))
        meanwhile = len(writer.said)
        writer.stop()
        await writing
        assert told.turns == 180 and meanwhile >= 8  # a step of the import for about each thing said
        assert {f"Remembered: {text}" for text in writer.said} <= {m.text for m in await weave.list()}


async def test_with_a_model_an_import_is_durable_first_and_encoded_behind(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk(f"c{n}", "Bees", BEES) for n in range(3)])
    with ScriptedServer() as server:
        models = Models(chat=OpenAIChat(Endpoint(f"{server.url}"), "scripted-1"))
        async with bare(tmp_path / "home", models=models) as weave:
            dry = await weave.porting.bring(Kind.AUTO, path, dry_run=True)
            assert dry.calls == 3 and 1_000 < dry.tokens < 60_000
            assert not server.requests
            told = await weave.porting.bring(Kind.AUTO, path)
            assert (told.queued, told.calls, told.tokens) == (9, dry.calls, dry.tokens)
            assert any(
                "Graz" in one.memory.text for one in (await weave.recall("Where does Lena live?")).memories
            )

            async def encoded() -> bool:
                return weave.status().encoding == 0 and not await weave.tasks()

            await until(encoded, 20, "encoding")
            asked = [request for request in server.requests if request.kind == "encoding"]
            assert len(asked) == told.calls
            assert any("14 hives" in memory.text for memory in await weave.list("global"))
            assert (await weave.porting.bring(Kind.AUTO, path)).known == 9


async def test_an_import_does_not_wait_for_a_model_that_is_away(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk("c1", "Bees", BEES)])
    models = Models(chat=OpenAIChat(Endpoint("http://127.0.0.1:9/v1"), "none"))
    async with bare(tmp_path / "home", models=models) as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        assert told.queued == 3
        assert any(
            "Graz" in one.memory.text for one in (await weave.recall("Where does Lena live?")).memories
        )
        undone = await weave.porting.undo(told.id, purge=True)
        assert undone.conversations == 1 and not await weave.list() and not await weave.tasks()
    async with bare(tmp_path / "home") as weave:
        assert not await weave.list()
