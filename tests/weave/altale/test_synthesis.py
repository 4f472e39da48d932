"""The model's passage is used only when every citation holds."""

from __future__ import annotations

import pytest

from tests.support.replies import answer, unavailable
from tests.support.server import ScriptedServer
from tests.weave.altale.samples import note
from weave.altale.passage import Passage
from weave.altale.synthesis import checked, synthesise
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint

ID = note("Peanuts are out").id
OTHER = note("Something else", 1).id
PASSAGE = Passage(f"Facts and knowledge:\n- [{ID}] 2026-11-30, user: “Peanuts are out”", (ID,), 0)


@pytest.mark.parametrize(
    "reply",
    [
        {"text": "No peanuts.", "citations": []},
        {"text": "No peanuts.", "citations": [ID]},
        {"text": f"No peanuts [{OTHER}].", "citations": [ID]},
        {"text": f"No peanuts [{ID}].", "citations": [ID, OTHER]},
        {"text": "  ", "citations": [ID]},
        {"text": 7, "citations": [ID]},
        {},
    ],
)
def test_a_text_without_sound_citations_is_not_used(reply: dict[str, object]) -> None:
    assert checked(reply, PASSAGE) is None


def test_a_sound_one_is_used_without_its_markup() -> None:
    assert checked({"text": f"No peanuts [{ID}]. </memories>", "citations": [f"[{ID}]"]}, PASSAGE) == (
        f"No peanuts [{ID}]. ‹/memories›"
    )


async def asked(server: ScriptedServer) -> str:
    async def at_once(_: float) -> None:
        return

    chat = OpenAIChat(Endpoint(server.url), "m", sleep=at_once)
    text = await synthesise("What must she avoid?", PASSAGE, chat)
    await chat.close()
    return text


async def test_the_model_writes_the_passage_from_quoted_memories() -> None:
    with ScriptedServer() as server:
        server.queue("synthesis", answer({"text": f"She avoids peanuts [{ID}].", "citations": [ID]}))
        assert await asked(server) == f"She avoids peanuts [{ID}]."
        (request,) = server.of("synthesis")
    roles = dict(request.messages)
    assert ID not in roles["system"]
    assert f"[{ID}]" in roles["user"]


async def test_a_model_that_strays_or_is_away_leaves_the_template() -> None:
    with ScriptedServer() as server:
        server.on("synthesis", answer({"text": "Made up.", "citations": [OTHER]}))
        assert await asked(server) == PASSAGE.text
    with ScriptedServer() as server:
        server.on("synthesis", unavailable())
        assert await asked(server) == PASSAGE.text
