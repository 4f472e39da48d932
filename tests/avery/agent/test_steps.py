"""Work in many steps: what was seen first is shortened first, failures count in a row, and a person's time is their own."""

import asyncio
import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from avery.agent.consent import Request, Verdict
from avery.agent.events import Done, Unrun
from avery.agent.exchange import MOST_SECONDS, Exchange
from avery.agent.tools import ToolResult, lean
from avery.agent.window import Window, cost
from tests.avery.agent.test_tools import LOOK, Look, equipped, returned
from tests.avery.agent.test_turn import desk
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from weave.ports import ToolCall, ToolSpec


def call(text: str = "x") -> ToolCall:
    return ToolCall("c", "look", json.dumps({"at": text}))


def stepped(*results: ToolResult, argument: str = "x") -> Exchange:
    exchange = Exchange()
    for result in results:
        exchange.add("I look.", [(call(argument), result)])
        exchange.count(result)
    return exchange


def test_old_results_and_arguments_are_shortened_first_and_the_last_one_stays_whole() -> None:
    exchange = stepped(*(ToolResult(f"{n} " + "word " * 400) for n in range(4)), argument="path " * 400)
    before = exchange.tokens
    assert not exchange.shorten(before) and exchange.tokens == before
    assert exchange.shorten(before - 10)
    assert [len(message.content) < 600 for message in exchange.messages if message.role == "tool"] == [
        *(True, False, False, False)
    ]
    assert exchange.shorten(0) and not exchange.shorten(0)
    results = [message for message in exchange.messages if message.role == "tool"]
    assert [len(message.content) < 600 for message in results] == [True, True, True, False]
    assert all(
        message.content.startswith("<result ") and "</result " in message.content for message in results
    )
    assert "more characters were shown before" in results[0].content
    sent = [json.loads(one.arguments)["at"] for message in exchange.messages for one in message.calls]
    assert [len(text) < 300 for text in sent] == [True, True, True, False]
    assert exchange.shorten(0, newest=True) and len(exchange.messages[-1].content) < 600


def test_avery_s_own_sentences_are_never_cut() -> None:
    exchange = stepped(ToolResult("Nothing was done: " + "why " * 100, ok=False, own=True), ToolResult("x"))
    exchange.shorten(0)
    assert exchange.messages[1].content == "Nothing was done: " + "why " * 100


def test_failures_count_in_a_row_and_a_command_that_ran_is_none() -> None:
    good, bad, ran = ToolResult("x"), ToolResult("x", ok=False), ToolResult("x", ok=False, ran=True)
    assert stepped(bad, bad, good, bad, bad, ran, bad, bad).open
    assert not stepped(bad, bad, good, bad, bad, bad).open


def test_all_calls_of_a_turn_have_a_time_together() -> None:
    exchange = stepped(ToolResult("x", seconds=MOST_SECONDS / 2))
    assert exchange.open
    exchange.count(ToolResult("x", seconds=MOST_SECONDS / 2))
    assert not exchange.open and "have run for 15 minutes" in exchange.unrun(1)


async def test_a_turn_of_many_long_results_stays_inside_a_small_context(tmp_path: Path) -> None:
    with ScriptedServer(context_tokens=6_000) as server:
        server.queue("chat", *(calling(LOOK) for _ in range(18)), say("Seen."))
        async with desk(tmp_path, server, context_tokens=6_000) as plain:
            look = Look("word " * 3_000)
            events = await equipped(plain, look).ask("Look around.")
            assert isinstance(events[-1], Done), events[-1]
            assert len(look.seen) == 18 and not any(isinstance(event, Unrun) for event in events)
    requests = server.of("chat")
    assert len(requests) == 19, "none was refused as too long"
    tools = [content for role, content in requests[-1].messages if role == "tool"]
    assert len(tools) == 18 and len(tools[0]) < len(tools[-1])


async def test_the_time_in_which_the_person_is_asked_is_not_the_tool_s(tmp_path: Path) -> None:
    async def slowly(request: Request) -> Verdict:
        await asyncio.sleep(0.3)
        return Verdict.ONCE

    with ScriptedServer() as server:
        server.queue("chat", calling(LOOK), say("Seen."))
        async with desk(tmp_path, server) as plain:
            at = equipped(plain, Look(changes=True), consent=slowly, seconds=0.25)
            assert [ok for ok, _ in returned(await at.ask("Look."))] == [True]


@dataclass
class Unsure(Look):
    """Cannot tell what it would change."""

    found: str | Exception | float = "seen"
    why: Exception = field(default_factory=lambda: ZeroDivisionError("by nought"))

    async def effect(self, arguments, context):  # type: ignore[no-untyped-def]
        raise self.why


async def test_a_tool_that_cannot_say_what_it_would_change_does_not_run(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.queue("chat", calling(LOOK), say("Then not."))
        async with desk(tmp_path, server) as plain:
            look = Unsure()
            ((ok, text),) = returned(await equipped(plain, look).ask("Look."))
            assert not ok and "ZeroDivisionError" in text and look.seen == []


def spec(number: int) -> ToolSpec:
    return ToolSpec(f"tool_{number}", "Does something. " * 10, {"type": "object", "properties": {}})


@pytest.mark.parametrize(("context", "fewer"), [(128_000, False), (4_096, False), (1_500, True)])
def test_a_small_context_is_told_of_the_first_tools_alone(context: int, fewer: bool) -> None:
    tools = [spec(number) for number in range(8)]
    offered, taken = Window(context, 512).offer(tools)
    assert (len(offered) < len(tools)) is fewer and list(offered) == tools[: len(offered)]
    assert taken == sum(map(cost, offered)) <= context // 6


def test_what_is_offered_leaves_out_bounds_but_no_property() -> None:
    schema = {
        "type": "object",
        "properties": {
            "minimum": {"type": "integer", "minimum": 1},
            "ids": {"type": "array", "items": {"type": "string", "maxLength": 3}, "maxItems": 2},
            "either": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
        },
        "required": ["minimum"],
        "additionalProperties": False,
    }
    assert lean(schema) == {
        "type": "object",
        "properties": {
            "minimum": {"type": "integer"},
            "ids": {"type": "array", "items": {"type": "string"}},
            "either": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["minimum"],
    }


async def test_of_a_long_talk_old_turns_go_before_what_was_just_seen(tmp_path: Path) -> None:
    with ScriptedServer(context_tokens=6_000) as server:
        async with desk(tmp_path, server, context_tokens=6_000) as plain:
            for number in range(3):
                server.queue("chat", say(f"Reply {number} " + "and more words " * 250))
                await plain.ask(f"Question {number}")
            server.queue("chat", calling(LOOK), say("Seen."))
            at = replace(equipped(plain, Look("word " * 140)), conversation=plain.conversation)
            events = await at.ask("Look.")
            assert isinstance(events[-1], Done)
    assert "word " * 139 in server.of("chat")[-1].messages[-1][1]
