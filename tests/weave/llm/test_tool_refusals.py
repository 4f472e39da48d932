"""Servers that take no tools, and what they are sent instead."""

from collections.abc import Iterator

import pytest

from tests.support.replies import Reply, fault
from tests.support.server import ScriptedServer
from tests.weave.llm.test_tool_calls import HELLO, WHOLE, asked, model
from weave.errors import ModelError, ModelRejected, ModelUnavailable
from weave.llm.messages import in_words
from weave.ports import Message, ToolCall


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


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
