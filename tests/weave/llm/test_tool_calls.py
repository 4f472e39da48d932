"""Tool calls through the real client, from servers that stream them in every way there is."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

import pytest

from tests.support.replies import Reply, say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from weave.errors import MalformedReply, ModelUnavailable
from weave.keys import Secret
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.ports import Message, ToolCall, ToolSpec

HELLO = [Message("user", "Hello")]
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
NOTE = ToolSpec("note", "Keep a note.", SCHEMA)
WHOLE = '{"text": "Beds are 120 wide."}'


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@asynccontextmanager
async def model(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    chat = OpenAIChat(Endpoint(server.url, Secret("sk-test-abcdefghijkl"), timeout=5), "scripted-1")
    yield chat
    await chat.close()


async def asked(chat: OpenAIChat, messages: list[Message] = HELLO) -> tuple[str, list[ToolCall]]:
    text, calls = "", []
    async with aclosing(chat.stream(messages, (NOTE,))) as fragments:
        async for fragment in fragments:
            text += fragment.text
            calls += fragment.calls
    return text, calls


def delta(*calls: Mapping[str, object]) -> Mapping[str, object]:
    return {"tool_calls": list(calls)}


def part(arguments: object = None, name: str | None = None, **more: object) -> Mapping[str, object]:
    given = {"name": name, "arguments": arguments}
    return {**more, "function": {key: value for key, value in given.items() if value is not None}}


async def test_tools_are_offered_with_their_schema_and_nothing_else_changes(server: ScriptedServer) -> None:
    async with model(server) as chat:
        assert await asked(chat) == ("Understood.", [])
        async for _ in chat.stream(HELLO):
            pass
    offered, plain = (dict(request.body) for request in server.of("chat"))
    function = {"name": "note", "description": "Keep a note.", "parameters": SCHEMA}
    assert offered.pop("tools") == [{"type": "function", "function": function}]
    assert offered == plain


async def test_a_call_after_text_comes_once_the_reply_is_whole(server: ScriptedServer) -> None:
    server.queue("chat", calling(("note", WHOLE), before="<think>hm</think>I note that."))
    async with model(server) as chat:
        assert await asked(chat) == ("I note that.", [ToolCall("call_0", "note", WHOLE)])
        assert chat.usage.completion > 0


@pytest.mark.parametrize(
    ("deltas", "finish", "expected"),
    [
        pytest.param(
            [delta(part(WHOLE, "note", index=0, id="a")), delta(part(WHOLE, "note", index=1, id="b"))],
            "tool_calls",
            [("a", WHOLE), ("b", WHOLE)],
            id="each whole in one chunk",
        ),
        pytest.param(
            [
                delta(part("", "note", index=0, id="a"), part("", "note", index=1, id="b")),
                delta(part('{"te', index=0), part('{"text"', index=1)),
                delta(part(': "2"}', index=1), part('xt": "1"}', index=0)),
            ],
            "tool_calls",
            [("a", '{"text": "1"}'), ("b", '{"text": "2"}')],
            id="two at once, their parts mixed",
        ),
        pytest.param(
            [delta(part(WHOLE, "note", index=0))],
            "stop",
            [("c00010000", WHOLE)],
            id="no id, and the finish of a plain reply",
        ),
        pytest.param(
            [delta(part(WHOLE, "note", index=0, id="a")), delta(part(WHOLE, "note", index=0, id="b"))],
            "tool_calls",
            [("a", WHOLE), ("b", WHOLE)],
            id="every call has the index 0",
        ),
        pytest.param(
            [delta(part(WHOLE, "note", index=0)), delta(part(WHOLE, "note", index=0))],
            "tool_calls",
            [("c00010000", WHOLE), ("c00010001", WHOLE)],
            id="index 0 and no ids",
        ),
        pytest.param(
            [
                delta(part('{"text"', "note", id="a")),
                delta(part(': "1"}')),
                delta(part(WHOLE, "note", id="b")),
            ],
            "tool_calls",
            [("a", '{"text": "1"}'), ("b", WHOLE)],
            id="no index",
        ),
        pytest.param(
            [delta(part(WHOLE, "note")), delta(part(WHOLE, "note"))],
            "tool_calls",
            [("c00010000", WHOLE), ("c00010001", WHOLE)],
            id="neither index nor id",
        ),
        pytest.param(
            [
                delta(part('{"text"', "note", index=0, id="a")),
                delta(part(': "1"}', "note", index=0, id="a")),
                delta(part("", "note", index=0, id="a")),
            ],
            "tool_calls",
            [("a", '{"text": "1"}')],
            id="id and name in every piece",
        ),
        pytest.param(
            [delta(part({"text": "1"}, "note", index=0, id="a"))],
            "tool_calls",
            [("a", '{"text": "1"}')],
            id="arguments as an object",
        ),
        pytest.param(
            [delta(part(WHOLE, "note", index=0, id="a"), part(WHOLE, "note", index=1, id="a"))],
            "tool_calls",
            [("a", WHOLE), ("c00010001", WHOLE)],
            id="one id for two calls",
        ),
        pytest.param(
            [
                {"function_call": {"name": "note", "arguments": '{"text"'}},
                {"function_call": {"arguments": ': "1"}'}},
            ],
            "function_call",
            [("c00010000", '{"text": "1"}')],
            id="the older function_call",
        ),
    ],
)
async def test_calls_are_put_together_however_they_are_streamed(
    server: ScriptedServer,
    deltas: list[Mapping[str, object]],
    finish: str,
    expected: list[tuple[str, str]],
) -> None:
    server.queue("chat", Reply(deltas=tuple(deltas), finish=finish))
    async with model(server) as chat:
        _, calls = await asked(chat)
    assert [(call.id, call.arguments) for call in calls] == expected
    assert {call.name for call in calls} == {"note"}


@pytest.mark.parametrize("how", ["cut", "quiet_cut"])
async def test_a_stream_that_is_cut_in_a_call_gives_none(server: ScriptedServer, how: str) -> None:
    whole = calling(("note", WHOLE))
    server.queue("chat", replace(whole, deltas=whole.deltas[:3], **{how: True}))
    async with model(server) as chat:
        with pytest.raises(ModelUnavailable) as caught:
            await asked(chat)
    assert caught.value.transient


async def test_a_call_that_the_token_limit_ended_is_not_given(server: ScriptedServer) -> None:
    server.queue("chat", calling(("note", WHOLE), finish="length"))
    async with model(server) as chat:
        with pytest.raises(MalformedReply, match="limit"):
            await asked(chat)


async def test_a_call_that_is_announced_and_never_sent_is_asked_for_without_tools(
    server: ScriptedServer,
) -> None:
    server.queue("chat", Reply(finish="tool_calls"))
    async with model(server) as chat:
        assert await asked(chat) == ("Understood.", [])
        await asked(chat)
    assert ["tools" in request.body for request in server.of("chat")] == [True, False, True]


async def test_letters_outside_the_basic_plane_survive_in_arguments(server: ScriptedServer) -> None:
    raw = '{"text": "梅干し \ud83d'
    pieces = [delta(part(raw, "note", index=0, id="a")), delta(part('\ude00"}', index=0))]
    server.queue("chat", Reply(deltas=tuple(pieces), finish="tool_calls"))
    async with model(server) as chat:
        _, calls = await asked(chat)
    assert json.loads(calls[0].arguments) == {"text": "梅干し 😀"}


async def test_usage_that_grows_with_every_chunk_is_counted_once(server: ScriptedServer) -> None:
    chunks = []
    for count, piece in enumerate(("One ", "two ", "three"), 1):
        choice = {"index": 0, "delta": {"content": piece}, "finish_reason": "stop" if count == 3 else None}
        usage = {"prompt_tokens": 10, "completion_tokens": count, "total_tokens": 10 + count}
        chunks.append(
            {
                "id": "1",
                "object": "chat.completion.chunk",
                "created": 1,
                "model": "m",
                "choices": [choice],
                "usage": usage,
            }
        )
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
    server.queue("chat", Reply(raw=body.encode()), say("Hm."))
    async with model(server) as chat:
        assert (await asked(chat))[0] == "One two three"
        assert (chat.usage.prompt, chat.usage.completion) == (10, 3)
