"""A search that thinks: a model chooses among sections, sees nothing private, and is asked for nothing twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.homes import shelved
from tests.support.replies import answer, unavailable
from tests.support.server import ScriptedServer
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import Role
from weave.ports import Models

PARTS = "".join(
    f"## Part {n}\n\n" + f"The harbour master of pier {n} keeps the keys of the crane. " * 20 + "\n\n"
    for n in range(5)
)
BOOK = f"# Harbour\n\n{PARTS}"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
async def models(server: ScriptedServer) -> AsyncIterator[Models]:
    async def at_once(_: float) -> None:
        return

    chat = OpenAIChat(Endpoint(server.url), "scripted-1", sleep=at_once)
    yield Models(chat=chat)
    await chat.close()


async def test_a_model_chooses_once_and_describes_a_section_once(
    tmp_path: Path, models: Models, server: ScriptedServer
) -> None:
    (tmp_path / "harbour.md").write_text(BOOK)
    server.on("document_summary", answer({"summaries": [{"node": "0003", "summary": "Keys of pier one."}]}))
    async with shelved(tmp_path / "home", models=models) as weave:
        [item] = (await weave.library.add([tmp_path / "harbour.md"])).items
        server.on("tree_search", answer({"reasoning": "It is there.", "nodes": [f"{item.id}§0004"]}))
        found = await weave.library.search("keys of the crane", think=True)
        assert (found.by_model, found.reasoning) == (True, "It is there.")
        assert (found.spans[0].node, found.spans[0].by) == ("0004", "model")
        asked = len(server.of("document_summary"))
        assert (asked, len(server.of("tree_search"))) == (1, 1)
        summaries = [one.summary for one in (await weave.library.outline(item.id)).sections]
        assert "Keys of pier one." in summaries

        await weave.library.search("keys of the crane")
        assert len(server.of("tree_search")) == 1  # nobody asked for thinking
        await weave.recall("keys of the crane")
        assert len(server.of("tree_search")) == 1


async def test_no_model_is_asked_where_there_is_nothing_to_choose_and_a_failing_one_costs_nothing(
    tmp_path: Path, models: Models, server: ScriptedServer
) -> None:
    (tmp_path / "one.txt").write_text("The halyard squeaks.")
    (tmp_path / "harbour.md").write_text(BOOK)
    server.on("document_summary", unavailable())
    server.on("tree_search", unavailable())
    async with shelved(tmp_path / "home", models=models) as weave:
        await weave.library.add([tmp_path / "one.txt", tmp_path / "harbour.md"])
        assert not (await weave.library.search("halyard", think=True)).by_model
        assert server.of("tree_search") == server.of("document_summary") == []
        plain = await weave.library.search("keys of the crane")
        thought = await weave.library.search("keys of the crane", think=True)
        assert (thought.spans, thought.by_model) == (plain.spans, False)


async def test_conversations_with_something_private_or_forgotten_are_not_shown_to_the_model(
    tmp_path: Path, models: Models, server: ScriptedServer
) -> None:
    server.on("encoding", answer({"memories": []}))
    server.on("tree_search", answer({"reasoning": "", "nodes": []}))
    server.on("document_summary", answer({"summaries": []}))
    (tmp_path / "harbour.md").write_text(BOOK)
    async with shelved(
        tmp_path / "home"
    ) as weave:  # without a model: each turn becomes a memory, word for word
        for word in ("open", "hidden", "gone"):
            talk = await weave.begin()
            text = f"The {word}word harbour keys of the crane hang behind the door."
            await weave.say(talk.id, role=Role.USER, speaker="Ana", text=text)
            await weave.end(talk.id)
        for memory in await weave.list():
            if "hiddenword" in memory.text:
                await weave.set(memory.id, {"private": "true"})
            elif "goneword" in memory.text:
                await weave.forget([memory.id])
        await weave.library.add([tmp_path / "harbour.md"])
    async with shelved(tmp_path / "home", models=models) as weave:
        await weave.library.refresh()
        found = await weave.library.search("harbour keys of the crane door", 20, think=True)
        assert {"openword", "hiddenword", "goneword"} <= {
            word for span in found.spans for word in span.text.split() if word.endswith("word")
        }
        sent = "\n".join(
            text
            for kind in ("tree_search", "document_summary")
            for r in server.of(kind)
            for _, text in r.messages
        )
        assert "openword" in sent
        assert "hiddenword" not in sent
        assert "goneword" not in sent
