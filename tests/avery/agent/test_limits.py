"""How much a turn may call, and what becomes of calls that are not right. Real memory, real HTTP."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from avery.agent.events import Called, Done, Returned, Unrun
from tests.avery.agent.test_note import notes, returned
from tests.avery.agent.test_turn import desk
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling, note


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("note", '{"text": "ev'),
        ("note", '{"text": null}'),
        ("note", "null"),
        ("note", ""),
        ("note", "{}"),
        ("note", '{"text": " \\n "}'),
        ("note", json.dumps({"text": "x" * 2_001})),
        ("note", '{"text": "a", "scope": "global"}'),
        ("forget_memory", '{"query": "everything"}'),
        ("", '{"text": "a"}'),
        ("note\n\x1b[31m", '{"text": "a"}'),
    ],
)
async def test_case_82_a_call_that_is_not_right_writes_nothing_and_the_model_is_told(
    tmp_path: Path, server: ScriptedServer, name: str, arguments: str
) -> None:
    server.queue("chat", calling((name, arguments)), say("Then not."))
    async with desk(tmp_path, server) as at:
        events = await at.ask("Go on.")
        assert isinstance(events[-1], Done) and events[-1].turn.text == "Then not."
        assert [ok for ok, _ in returned(events)] == [False]
        assert await notes(at.weave) == []
    exchange = server.of("chat")[1].body["messages"]
    assert isinstance(exchange, list)
    assert exchange[-1]["content"] == returned(events)[0][1]
    sent = exchange[-2]["tool_calls"][0]["function"]
    assert isinstance(json.loads(sent["arguments"]), dict) and sent["name"].replace("_", "").isalnum()


async def test_case_82_after_three_failed_tries_no_tool_is_offered_any_more(
    tmp_path: Path, server: ScriptedServer
) -> None:
    broken = calling(("note", '{"text": "ev'))
    server.queue("chat", broken, broken, broken, say("I cannot note it."))
    async with desk(tmp_path, server) as at:
        events = await at.ask("Go on.")
        assert isinstance(events[-1], Done)
        assert [ok for ok, _ in returned(events)] == [False] * 3
    requests = server.of("chat")
    assert ["tools" in request.body for request in requests] == [True, True, True, False]
    assert {role for role, _ in requests[-1].messages} == {"system", "user", "assistant"}


async def test_case_82_of_fifty_calls_thirty_run_and_one_sentence_tells_of_the_rest(
    tmp_path: Path, server: ScriptedServer
) -> None:
    fifty = [("note", json.dumps({"text": f"Step {number} is done."})) for number in range(50)]
    server.queue("chat", calling(*fifty), say("Done."))
    async with desk(tmp_path, server) as at:
        events = await at.ask("Go on.")
        assert [event.calls for event in events if isinstance(event, Unrun)] == [20]
        assert {m.text for m in await notes(at.weave)} == {f"Step {n} is done." for n in range(30)}
    last = server.of("chat")[-1]
    assert "20 more calls were not run: a turn holds at most 30." in last.prompt
    assert "tools" not in last.body


async def test_a_model_that_calls_and_calls_comes_to_an_end(tmp_path: Path, server: ScriptedServer) -> None:
    count = iter(range(1_000))
    server.on("chat", lambda _: note(f"Step {next(count)} is done."))
    async with desk(tmp_path, server) as at:
        events = await at.ask("Go on.")
        assert "kept calling tools" in str(events[-1])
        assert len(await notes(at.weave)) == 30
    assert len(server.of("chat")) == 31


async def test_two_calls_at_once_run_in_their_order(tmp_path: Path, server: ScriptedServer) -> None:
    two = [("note", json.dumps({"text": text})) for text in ("The hinge is left.", "The door is oak.")]
    server.queue("chat", calling(*two))
    async with desk(tmp_path, server) as at:
        events = await at.ask("Go on.")
        kinds = [type(event) for event in events if isinstance(event, Called | Returned)]
        assert kinds == [Called, Returned, Called, Returned]
        assert len(await notes(at.weave)) == 2
    exchange = server.of("chat")[1].body["messages"]
    assert isinstance(exchange, list)
    assert [message.get("tool_call_id") for message in exchange[-2:]] == ["call_0", "call_1"]
