"""What the model cost: every request is counted, also those that failed, were tried again, or were broken off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.replies import Reply, answer, cut, rate_limited, say, unavailable, wrong_key
from tests.support.server import ScriptedServer
from weave.clock import fixed_clock
from weave.config import parse
from weave.errors import InvalidInput, ModelError, ModelRejected
from weave.llm import meter as meters
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.llm.meter import FOLDER, Meter, Price, Tally, total
from weave.llm.usage import Call, Outcome, spending
from weave.ports import Message, Models, Usage

HELLO = [Message("user", "Hello, who are you?")]
GOOD = {"verdicts": []}
DAY = date(2026, 11, 30)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    model = OpenAIChat(Endpoint(server.url), "scripted-1", sleep=at_once)
    yield model
    await model.close()


@pytest.fixture
def calls(chat: OpenAIChat) -> list[Call]:
    heard: list[Call] = []
    chat.listener = heard.append
    return heard


def outcomes(calls: list[Call]) -> list[tuple[str, str]]:
    return [(call.kind, call.outcome.value) for call in calls]


async def read(chat: OpenAIChat) -> str:
    return "".join([piece.text async for piece in chat.stream(HELLO)])


async def test_a_reply_is_counted_as_the_server_counts_it(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    await read(chat)
    server.queue("contradiction", answer(GOOD))
    await chat.structured("contradiction", HELLO)
    assert outcomes(calls) == [("chat", "ok"), ("contradiction", "ok")]
    assert (chat.usage.prompt, chat.usage.completion) == (
        sum(call.usage.prompt for call in calls),
        sum(call.usage.completion for call in calls),
    )
    assert all(call.seconds > 0 and not call.estimated and call.model == "scripted-1" for call in calls)


async def test_retries_and_unreadable_replies_are_counted_one_by_one(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    server.queue("contradiction", rate_limited(0), unavailable(), say("not JSON"), answer(GOOD))
    with spending() as spent:
        await chat.structured("contradiction", HELLO)
    assert [outcome for _, outcome in outcomes(calls)] == ["rate_limited", "unavailable", "unreadable", "ok"]
    assert [call.usage.prompt > 0 for call in calls] == [False, False, True, True]
    assert (spent.calls, spent.tokens) == (4, sum(c.usage.prompt + c.usage.completion for c in calls))


async def test_what_failed_for_good_and_what_a_server_did_not_know_is_counted(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    server.queue("chat", wrong_key())
    with pytest.raises(ModelRejected):
        await read(chat)
    server.queue("contradiction", Reply(status=400, error={"message": "response_format is unknown"}))
    await chat.structured("contradiction", HELLO)
    assert outcomes(calls) == [("chat", "rejected"), ("contradiction", "rejected"), ("contradiction", "ok")]


async def test_a_reply_that_breaks_off_or_is_left_is_estimated(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    server.queue("chat", cut("Half of an ans"))
    with pytest.raises(ModelError):
        await read(chat)
    async with aclosing(chat.stream(HELLO)) as pieces:
        await anext(pieces)
    assert outcomes(calls) == [("chat", "cut"), ("chat", "cut")]
    assert all(call.estimated and call.usage.prompt > 0 < call.usage.completion for call in calls)


async def test_without_the_servers_count_tokens_are_estimated_and_say_so(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    body = (
        b'{"id":"1","object":"chat.completion","created":1,"model":"m","choices":'
        b'[{"index":0,"message":{"role":"assistant","content":"{\\"verdicts\\":[]}"},"finish_reason":"stop"}]}'
    )
    server.queue("contradiction", Reply(raw=body))
    await chat.structured("contradiction", HELLO)
    [call] = calls
    assert call.estimated and 5 <= call.usage.prompt <= 40 and call.usage.completion > 0


async def test_what_is_spent_elsewhere_meanwhile_is_not_counted_here(
    server: ScriptedServer, chat: OpenAIChat, calls: list[Call]
) -> None:
    other = asyncio.create_task(read(chat))
    with spending() as spent:
        await asyncio.gather(read(chat), other)
    assert len(calls) == 2 and spent.calls == 1


def call(prompt: int, completion: int, outcome: Outcome = Outcome.OK, kind: str = "chat") -> Call:
    return Call(kind, "m", Usage(prompt, completion, prompt // 2), 0.5, outcome)


def test_lines_of_a_day_add_up_with_their_cost_and_outlive_the_process(tmp_path: Path) -> None:
    meter = Meter(tmp_path, fixed_clock(NOW), Price(2.0, 10.0))
    for one in (call(1_000, 100), call(500_000, 0), call(0, 0, Outcome.RATE_LIMITED)):
        meter.record(one)
    meter.record(call(10, 1, kind="encoding"))
    again = Meter(tmp_path, fixed_clock(NOW))
    fine, limited, encoding = again.tallies()
    assert (fine.kind, fine.calls, fine.prompt, fine.completion, fine.cached) == (
        "chat",
        2,
        501_000,
        100,
        250_500,
    )
    assert fine.cost == pytest.approx(1.003) and fine.seconds == pytest.approx(1.0)
    assert (limited.outcome, limited.calls, limited.tokens, encoding.kind) == (
        Outcome.RATE_LIMITED,
        1,
        0,
        "encoding",
    )
    assert again.today().calls == 4 == meter.session.calls
    assert total(again.tallies(), DAY).cost == pytest.approx(1.00303)


def test_without_prices_there_are_no_costs(tmp_path: Path) -> None:
    meter = Meter(tmp_path, fixed_clock(NOW))
    meter.record(call(1, 1))
    assert meter.today().cost is None


def test_a_file_that_has_grown_is_summed_up_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meters, "_MOST_LINES", 50)
    meter = Meter(tmp_path, fixed_clock(NOW))
    for number in range(130):
        meter.record(call(number, 1))
    [file] = (tmp_path / FOLDER).iterdir()
    assert len(file.read_bytes().splitlines()) == 31
    assert (meter.today().calls, meter.today().prompt) == (130, sum(range(130)))


def test_days_are_told_apart_and_what_is_older_is_left_out(tmp_path: Path) -> None:
    for day in (datetime(2026, 10, 31, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC), NOW):
        Meter(tmp_path, fixed_clock(day)).record(call(1, 1))
    meter = Meter(tmp_path, fixed_clock(NOW))
    assert [tally.day for tally in meter.tallies()] == [date(2026, 10, 31), date(2026, 11, 1), DAY]
    assert [tally.day for tally in meter.tallies(date(2026, 11, 1))] == [date(2026, 11, 1), DAY]


def test_spoilt_lines_and_half_of_one_cost_nothing_but_themselves(tmp_path: Path) -> None:
    meter = Meter(tmp_path, fixed_clock(NOW))
    meter.record(call(7, 1))
    file = tmp_path / FOLDER / "2026-11.jsonl"
    with file.open("ab") as stream:
        stream.write(b'[1]\n{"day": 3}\n\xff\xfe\n{"day":"2026-11-30","kind":"ch')
    meter.record(call(5, 1))
    assert (meter.today().calls, meter.today().prompt) == (2, 12)


def test_a_disk_that_takes_nothing_costs_no_reply(tmp_path: Path) -> None:
    (tmp_path / "analytics").write_text("a file where the folder should be")
    meter = Meter(tmp_path, fixed_clock(NOW))
    meter.record(call(7, 1))
    assert meter.session.calls == 1 and meter.tallies() == ()


async def test_owner_and_guest_count_side_by_side(tmp_path: Path, server: ScriptedServer) -> None:
    def model() -> OpenAIChat:
        return OpenAIChat(Endpoint(server.url), "scripted-1")

    mine, theirs = model(), model()
    async with (
        bare(tmp_path, models=Models(chat=mine)) as owner,
        bare(tmp_path, models=Models(chat=theirs), serves=False) as guest,
    ):
        assert guest.guest
        await read(mine)
        await read(theirs)
        await mine.close()
        await theirs.close()
        assert owner._core.meter.today().calls == guest._core.meter.today().calls == 2
        assert owner._core.meter.session.calls == guest._core.meter.session.calls == 1
        assert owner._core.meter.session == Tally(
            DAY, "", "", Outcome.OK, 1, mine.usage.prompt, mine.usage.completion,
            seconds=owner._core.meter.session.seconds,
        )  # fmt: skip


def test_prices_are_read_and_checked() -> None:
    model = parse("[model]\ninput_price = 0.25\noutput_price = 2").model
    assert (model.input_price, model.output_price) == (0.25, 2.0)
    with pytest.raises(InvalidInput, match="negative"):
        parse("[model]\ninput_price = -1")
