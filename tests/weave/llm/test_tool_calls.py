"""Tool calls through the real client, from servers that stream them in every way there is."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace

import pytest

from tests.support.replies import Reply, fault, say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from weave.errors import MalformedReply, ModelError, ModelRejected, ModelUnavailable
from weave.keys import Secret
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.llm.messages import in_words
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


@pytest.mark.parametrize(
    "refusal",
    [
        fault(400, "registry.ollama.ai/library/gemma3:4b does not support tools"),
        fault(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        fault(404, "No endpoints found that support tool use."),
        fault(422, "Extra inputs are not permitted: tools"),
        fault(500, "Unsupported param: tools"),
        fault(500, "tools param requires --jinja flag"),
        Reply(raw=b'data: {"error": {"message": "Function calling is not enabled for this model"}}\n\n'),
    ],
)
async def test_a_server_that_takes_no_tools_is_remembered(server: ScriptedServer, refusal: Reply) -> None:
    server.queue("chat", refusal)
    async with model(server) as chat:
        assert await asked(chat) == ("Understood.", [])
        assert await asked(chat) == ("Understood.", [])
    assert ["tools" in request.body for request in server.of("chat")] == [True, False, False]


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (fault(404, "The model `scripted-1` does not exist"), ModelRejected),
        (fault(401, "Your key may not use tools"), ModelRejected),
        (fault(503, "The server is overloaded."), ModelUnavailable),
        (fault(500, "Could not parse the tool call that the model wrote"), ModelUnavailable),
        (fault(400, "Failed to call a function, see tools.", code="tool_use_failed"), ModelUnavailable),
    ],
)
async def test_other_refusals_do_not_cost_the_tools(
    server: ScriptedServer, reply: Reply, kind: type[ModelError]
) -> None:
    server.queue("chat", reply)
    async with model(server) as chat:
        with pytest.raises(kind):
            await asked(chat)
        await asked(chat)
    assert all("tools" in request.body for request in server.of("chat"))


EXCHANGE = [
    *HELLO,
    Message("assistant", "", (ToolCall("a", "note", WHOLE, '{"google": {"thought_signature": "x"}}'),)),
    Message("tool", "Noted.", call="a"),
]


async def test_an_exchange_goes_back_with_ids_and_what_the_server_wants_to_see_again(
    server: ScriptedServer,
) -> None:
    async with model(server) as chat:
        await asked(chat, EXCHANGE)
    sent = server.of("chat")[0].body["messages"]
    assert isinstance(sent, list)
    call = {
        "id": "a",
        "type": "function",
        "function": {"name": "note", "arguments": WHOLE},
        "extra_content": {"google": {"thought_signature": "x"}},
    }
    assert sent[1] == {"role": "assistant", "content": "", "tool_calls": [call]}
    assert sent[2] == {"role": "tool", "content": "Noted.", "tool_call_id": "a"}


async def test_an_exchange_becomes_plain_words_for_a_server_that_refuses_tools(
    server: ScriptedServer,
) -> None:
    server.queue("chat", fault(400, "tools are not supported"))
    async with model(server) as chat:
        await asked(chat, EXCHANGE)
    sent = server.of("chat")[1].body["messages"]
    assert isinstance(sent, list)
    assert [sorted(message) for message in sent] == [["content", "role"]] * 3
    assert [message["role"] for message in sent] == ["user", "assistant", "user"]
    assert "note" in sent[1]["content"] and "Noted." in sent[2]["content"]


def test_several_results_are_one_message_in_words() -> None:
    calls = (ToolCall("a", "note", "{}"), ToolCall("b", "note", "{}"))
    said = [
        *HELLO,
        Message("assistant", "Hm.", calls),
        Message("tool", "1", call="a"),
        Message("tool", "2", call="b"),
    ]
    assert [(m.role, m.content) for m in in_words(said)] == [
        ("user", "Hello"),
        ("assistant", "Hm.\n[called note, note]"),
        ("user", "[What the tools answered]\n1\n2"),
    ]


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
