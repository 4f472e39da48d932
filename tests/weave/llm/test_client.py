"""The model door against the scripted server, over real HTTP."""

import asyncio
import json
import socket
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.replies import (
    Reply,
    answer,
    cut,
    fault,
    fenced,
    overflow,
    rate_limited,
    say,
    truncated,
    unavailable,
    wrong_key,
)
from tests.support.server import ScriptedServer
from tests.support.tls import TestCA
from weave.errors import (
    CertificateError,
    ContextOverflow,
    MalformedReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelUnavailable,
)
from weave.keys import Secret
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.ports import Message

KEY = "sk-test-abcdefghijklmnop-1234"
HELLO = [Message("user", "Hello")]
VERDICTS = {"verdicts": [{"new": "F1", "existing": "F2", "verdict": "same"}]}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


class Clock:
    """An injected sleep that only notes the seconds."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


def model(
    url: str, clock: Clock | None = None, key: str | None = KEY, ca_file: str | None = None
) -> OpenAIChat:
    endpoint = Endpoint(url, Secret(key) if key else None, ca_file, 5.0)
    return OpenAIChat(endpoint, "scripted-1", sleep=(clock or Clock()).sleep)


async def text_of(chat: OpenAIChat, parts: list[str] | None = None) -> str:
    parts = [] if parts is None else parts
    async for fragment in chat.stream(HELLO):
        parts.append(fragment.text)
    return "".join(parts)


async def test_a_reply_streams_in_pieces_and_its_tokens_are_counted(server: ScriptedServer) -> None:
    server.queue("chat", say("Good morning, this is a longer reply."))
    chat = model(server.url)
    parts: list[str] = []
    assert await text_of(chat, parts) == "Good morning, this is a longer reply."
    assert len([part for part in parts if part]) > 2
    assert chat.usage.prompt > 0 and chat.usage.completion > 0
    await chat.close()


async def test_the_key_is_sent_and_without_one_no_authorization_is(server: ScriptedServer) -> None:
    for key, expected in ((KEY, f"Bearer {KEY}"), (None, None)):
        chat = model(server.url, key=key)
        await text_of(chat)
        await chat.close()
        assert server.requests[-1].headers.get("authorization") == expected


@pytest.mark.parametrize(
    "fragments",
    [
        ("<think>secret</think>\n\nShown",),
        ("<th", "ink>sec", "ret</th", "ink>\n", "Sho", "wn"),
        tuple("<think>secret</think> Shown"),
        ("<THINK>secret</THINK>Shown",),
    ],
)
async def test_a_think_block_never_leaks_however_it_is_split(
    server: ScriptedServer, fragments: tuple[str, ...]
) -> None:
    server.queue("chat", Reply(fragments=fragments, reasoning="secret too"))
    chat = model(server.url)
    assert await text_of(chat) == "Shown"
    await chat.close()


async def test_a_reply_of_reasoning_alone_is_an_error_and_not_an_empty_answer(server: ScriptedServer) -> None:
    server.queue("chat", say("<think>I never stop"))
    chat = model(server.url)
    with pytest.raises(MalformedReply, match="no answer"):
        await text_of(chat)
    await chat.close()


async def test_surrogate_halves_in_two_chunks_become_one_emoji(server: ScriptedServer) -> None:
    server.queue("chat", Reply(fragments=("ok \ud83d", "\ude00 done \ud83d")))
    chat = model(server.url)
    assert (await text_of(chat)).startswith("ok 😀 done ")
    await chat.close()


@pytest.mark.parametrize("reply", [cut("Your dose is 5"), Reply(text="Your dose is 5", quiet_cut=True)])
async def test_a_cut_stream_gives_its_part_and_then_fails(server: ScriptedServer, reply: Reply) -> None:
    server.queue("chat", reply)
    chat = model(server.url)
    parts: list[str] = []
    with pytest.raises(ModelUnavailable) as caught:
        await text_of(chat, parts)
    assert "".join(parts) == "Your dose is 5"
    assert caught.value.transient
    await chat.close()


async def test_a_reply_ended_by_its_limit_says_so(server: ScriptedServer) -> None:
    server.queue("chat", truncated(say("A long story that ends"), 12))
    chat = model(server.url)
    with pytest.raises(MalformedReply, match="limit of 4096 tokens"):
        await text_of(chat)
    await chat.close()


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (wrong_key(), ModelRejected, "refused the key that ends in 1234"),
        (fault(404, "The model `x` does not exist", code="model_not_found"), ModelRejected, "'scripted-1'"),
        (fault(404, "Not Found"), ModelRejected, "/v1"),
        (fault(429, "You exceeded your quota", code="insufficient_quota"), ModelRejected, "credit"),
        (rate_limited(2), ModelRateLimited, "wait 2 s"),
        (unavailable(), ModelUnavailable, "HTTP 503"),
        (overflow(), ContextOverflow, "context"),
        (fault(400, f"Bad {KEY}\n\x1b[31mwords"), ModelRejected, "HTTP 400"),
        (Reply(status=502, raw=b"<html>bad gateway</html>"), ModelUnavailable, "HTTP 502"),
        (Reply(raw=b"<html>hello</html>"), ModelError, "broke off"),
    ],
)
async def test_every_fault_becomes_one_sentence_without_the_key(
    server: ScriptedServer, reply: Reply, kind: type[ModelError], words: str
) -> None:
    server.on("chat", reply)
    chat = model(server.url)
    with pytest.raises(kind) as caught:
        await text_of(chat)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message and "\x1b" not in message
    assert KEY not in "".join(traceback.format_exception(caught.value))
    await chat.close()


async def test_retry_after_is_carried(server: ScriptedServer) -> None:
    server.queue("chat", rate_limited(7.5))
    chat = model(server.url)
    with pytest.raises(ModelRateLimited) as caught:
        await text_of(chat)
    assert caught.value.retry_after == 7.5
    await chat.close()


async def test_a_dead_server_is_named_by_its_url() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    chat = model(url)
    with pytest.raises(ModelUnavailable, match=url) as caught:
        await text_of(chat)
    assert not caught.value.transient
    await chat.close()


async def test_a_silent_server_is_given_up_after_the_timeout(server: ScriptedServer) -> None:
    server.queue("chat", Reply(text="Hel", hang=True))
    chat = OpenAIChat(Endpoint(server.url, timeout=0.2), "scripted-1")
    with pytest.raises(ModelUnavailable, match=r"silent for 0\.2 s"):
        await text_of(chat)
    await chat.close()


@pytest.mark.parametrize(
    ("parameter", "complaint"),
    [
        ("stream_options", "Unknown parameter: stream_options"),
        ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ],
)
async def test_a_parameter_that_the_server_refuses_is_left_out_from_then_on(
    server: ScriptedServer, parameter: str, complaint: str
) -> None:
    server.on("chat", lambda r: fault(400, complaint) if parameter in r.body else say("Fine."))
    chat = model(server.url)
    assert await text_of(chat) == "Fine."
    assert await text_of(chat) == "Fine."
    assert len(server.requests) == 3
    await chat.close()


async def test_a_structured_call_carries_the_schema_strictly(server: ScriptedServer) -> None:
    server.queue("contradiction", answer(VERDICTS))
    chat = model(server.url)
    assert await chat.structured("contradiction", HELLO) == VERDICTS
    wanted = server.requests[0].body["response_format"]
    assert isinstance(wanted, dict)
    assert wanted["type"] == "json_schema"
    assert wanted["json_schema"]["strict"] is True
    assert wanted["json_schema"]["name"] == "contradiction"
    await chat.close()


@pytest.mark.parametrize(("known", "requests"), [(("json_object",), 2), ((), 3)])
async def test_a_server_without_schema_support_is_asked_in_words(
    known: tuple[str, ...], requests: int
) -> None:
    with ScriptedServer(structured=known) as server:
        server.on("contradiction", answer(VERDICTS))
        chat = model(server.url)
        assert await chat.structured("contradiction", HELLO) == VERDICTS
        assert len(server.requests) == requests
        assert await chat.structured("contradiction", HELLO) == VERDICTS
        assert len(server.requests) == requests + 1
        await chat.close()


async def test_a_refusal_that_no_form_cures_leaves_the_form_alone(server: ScriptedServer) -> None:
    server.queue("contradiction", *[fault(400, "The prompt is forbidden.")] * 3, answer(VERDICTS))
    chat = model(server.url)
    with pytest.raises(ModelRejected):
        await chat.structured("contradiction", HELLO)
    assert await chat.structured("contradiction", HELLO) == VERDICTS
    assert "response_format" in server.requests[-1].body
    assert server.requests[-1].body["response_format"]["type"] == "json_schema"  # type: ignore[index]
    await chat.close()


GOOD = json.dumps(VERDICTS)
TEN_REPLIES: list[tuple[str, Reply, bool]] = [
    ("fenced json", fenced(VERDICTS), True),
    ("bare fence", fenced(VERDICTS, ""), True),
    ("prose around", say(f"Here's what I found [1]:\n{GOOD}\nI hope that's fine {{so}}."), True),
    ("trailing comma", say(GOOD.replace("}]", ",}],")), True),
    ("single quotes", say(repr(VERDICTS)), True),
    ("null where a list belongs", say('{"verdicts": null}'), False),
    ("array instead of object", say('[{"new": "F1"}, {"new": "F2"}]'), False),
    ("think block first", say('<think>{"verdicts": []}</think>' + GOOD), True),
    ("two objects", say(f'{{"note": "draft"}} {GOOD}'), True),
    ("cut in mid-string", truncated(say(GOOD), 35), False),
]


@pytest.mark.parametrize(("reply", "readable"), [r[1:] for r in TEN_REPLIES], ids=[r[0] for r in TEN_REPLIES])
async def test_case_76_ten_replies_give_the_same_facts_or_are_tried_again_and_then_given_up(
    server: ScriptedServer, reply: Reply, readable: bool
) -> None:
    server.on("contradiction", reply)
    chat = model(server.url)
    if readable:
        assert await chat.structured("contradiction", HELLO) == VERDICTS
        assert len(server.requests) == 1
    else:
        with pytest.raises(MalformedReply, match="3 tries"):
            await chat.structured("contradiction", HELLO)
        assert len(server.requests) == 3
        assert chat.unreadable == 1
    await chat.close()


async def test_case_76_a_second_try_that_can_be_read_is_taken(server: ScriptedServer) -> None:
    server.queue("contradiction", truncated(answer(VERDICTS), 20), answer(VERDICTS))
    chat = model(server.url)
    assert await chat.structured("contradiction", HELLO) == VERDICTS
    assert chat.repaired == 1
    limits = [request.body["max_tokens"] for request in server.requests]
    assert limits == [4096, 8192]
    await chat.close()


async def test_a_busy_server_is_waited_for_as_it_asks_or_longer_each_time(server: ScriptedServer) -> None:
    clock = Clock()
    server.queue("contradiction", rate_limited(3), unavailable(), Reply(cut=True), answer(VERDICTS))
    chat = model(server.url, clock)
    assert await chat.structured("contradiction", HELLO) == VERDICTS
    assert clock.waits == [3.0, 2.0, 4.0]
    await chat.close()


async def test_a_server_that_stays_busy_or_asks_for_too_long_is_left_for_later(
    server: ScriptedServer,
) -> None:
    clock = Clock()
    chat = model(server.url, clock)
    server.on("contradiction", unavailable())
    with pytest.raises(ModelUnavailable):
        await chat.structured("contradiction", HELLO)
    assert len(server.requests) == 4
    server.on("contradiction", rate_limited(3_600))
    with pytest.raises(ModelRateLimited):
        await chat.structured("contradiction", HELLO)
    assert len(server.requests) == 5
    await chat.close()


async def test_cancelling_a_stream_closes_it_and_the_model_still_serves(server: ScriptedServer) -> None:
    server.queue("chat", Reply(text="Hel", hang=True))
    chat = model(server.url)
    task = asyncio.create_task(text_of(chat))
    await asyncio.to_thread(server.wait_for, "chat")
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await text_of(chat) == "Understood."
    await chat.close()


async def test_case_116_a_company_certificate_needs_its_ca_file_and_then_serves_everything(
    tmp_path: Path,
) -> None:
    ca = TestCA(tmp_path)
    with ScriptedServer(tls=ca.context()) as server:
        distrusting = model(server.url + "/")
        with pytest.raises(CertificateError) as caught:
            await text_of(distrusting)
        for word in ("certificate", "127.0.0.1", "Acme", "model.ca_file"):
            assert word in str(caught.value)
        with pytest.raises(CertificateError):
            await distrusting.models()
        assert server.requests == []
        trusting = model(server.url + "/", ca_file=str(ca.file))
        assert await text_of(trusting) == "Understood."
        assert await trusting.models() == ["scripted-1"]
        with trusting.endpoint.open_sync() as client:
            assert client.embeddings.create(model="e", input=["a"]).data[0].embedding
        assert all("//" not in request.path for request in server.requests)
        await distrusting.close()
        await trusting.close()


async def test_case_116_an_expired_certificate_is_refused_even_with_the_ca_file(tmp_path: Path) -> None:
    ca = TestCA(tmp_path)
    with ScriptedServer(tls=ca.context(expired=True)) as server:
        chat = model(server.url, ca_file=str(ca.file))
        with pytest.raises(CertificateError, match="expired"):
            await text_of(chat)
        assert server.requests == []
        await chat.close()


async def test_a_ca_file_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    chat = model("https://127.0.0.1:1/v1", ca_file=str(tmp_path / "missing.pem"))
    with pytest.raises(CertificateError, match=r"model\.ca_file"):
        await text_of(chat)


async def test_case_116_the_systems_proxy_is_used_but_never_for_this_machine(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, server.origin)
    for name in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    far = model("http://models.example/v1")
    assert await text_of(far) == "Understood."
    assert server.requests[0].path == "http://models.example/v1/chat/completions"
    for name in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    near = model(server.url)
    assert await text_of(near) == "Understood."
    await far.close()
    await near.close()


async def test_a_reply_bound_that_overflows_the_context_is_left_out(server: ScriptedServer) -> None:
    complaint = "maximum context length is 4096 tokens, you requested 5000 (904 in the messages, 4096 in the completion)"
    server.on("chat", lambda r: fault(400, complaint) if "max_tokens" in r.body else say("Fine."))
    chat = model(server.url)
    assert await text_of(chat) == "Fine."
    assert len(server.requests) == 2
    await chat.close()
