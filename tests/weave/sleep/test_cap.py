"""A cycle costs no more tokens than it may, whatever the model answers: endless, empty, broken or dishonest."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.consolidating import chat
from tests.support.homes import BARE, NOW
from tests.support.replaying import conclusion, episode
from tests.support.replies import Reply, answer
from tests.support.server import Request, ScriptedServer
from weave.clock import fixed_clock
from weave.config import SleepConfig
from weave.errors import BudgetSpent, MalformedReply
from weave.llm.ration import Ration, rationed
from weave.llm.usage import spending
from weave.model import Memory
from weave.ports import Message, Models, Usage
from weave.sleep.model import Report, Verdict
from weave.sleep.wording import report_lines
from weave.weave import Weave

ENTRY = conclusion("Sarah likes dark roast.", "dark roast", "01JDYQ3V5W8Z1N6T2K4R7M9XAB")
HOSTILE: dict[str, Callable[[Request], Reply]] = {
    "endless": lambda _: answer({"knowledge": [ENTRY] * 10_000}),
    "long": lambda _: answer({"knowledge": [ENTRY] * 90}),
    "empty": lambda _: answer({"knowledge": []}),
    "nothing": lambda _: Reply(text=""),
    "broken": lambda _: Reply(text='{"knowledge": [' + "x" * 3_000),
    "cut": lambda _: Reply(text='{"knowledge": [', finish="length"),
    "blank bytes": lambda _: Reply(raw=b" " * 3_000_000),
}


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def habits() -> list[Memory]:
    """People who passed by a weir, each on three days."""
    people = "Rui Ana Ines Jun Imke Hanne Tomas Bela Cleo Dora Emil Fritz Greta Hugo Ilse Jonas Karla Luis Mila Nils Olga Pia Quin Rosa Sven Tilda".split()
    return [
        episode(f"So {name} passed by the weir{number}.", day)
        for number, name in enumerate(people)
        for day in (1, 3, 5)
    ]


async def slept(home: Path, server: ScriptedServer, cap: int) -> Report:
    config = replace(BARE, sleep=SleepConfig(max_tokens=cap))
    models = Models(chat=chat(server.url))
    async with Weave.open(home, config=config, clock=fixed_clock(NOW), models=models) as weave:
        await weave._core.run(weave._core.store.add, habits())
        return await weave.sleeping.run()


@pytest.mark.parametrize("name", HOSTILE)
async def test_whatever_the_model_answers_a_cycle_costs_no_more_than_it_may(
    tmp_path: Path, server: ScriptedServer, name: str
) -> None:
    server.on("replay", HOSTILE[name])
    report = await slept(tmp_path, server, 9_000)
    assert server.of("replay"), "it was asked"
    assert 0 < report.tokens <= report.max_tokens == 9_000
    left = 9_000
    for request in server.of("replay"):
        bound = request.body.get("max_completion_tokens") or request.body["max_tokens"]
        assert isinstance(bound, int) and bound <= left
    if name != "empty":
        assert not any(answer.verdict is Verdict.DONE for answer in report.answers)


async def test_a_reply_beyond_its_bound_is_cut_off_once_and_charged_as_booked(server: ScriptedServer) -> None:
    server.on("replay", HOSTILE["endless"])
    model = chat(server.url)
    ration = Ration(2_000)
    with rationed(ration), pytest.raises(MalformedReply, match="length"), spending() as spent:
        await model.structured("replay", [Message("user", "What recurs?")])
    assert ration.spent == 2_000 and spent.calls == 1
    with rationed(ration), pytest.raises(BudgetSpent):
        await model.structured("replay", [Message("user", "What recurs?")])
    assert len(server.of("replay")) == 1
    await model.close()


async def test_without_a_ration_a_long_reply_is_read_as_ever(server: ScriptedServer) -> None:
    server.on("replay", HOSTILE["long"])
    model = chat(server.url)
    reply = await model.structured("replay", [Message("user", "What recurs?")])
    assert json.dumps(reply).count("roast") >= 90
    await model.close()


def test_a_server_that_counts_more_is_booked_more_the_next_time() -> None:
    ration = Ration(1_000)
    assert ration.book(100, 5_000) == 900
    ration.learn(150, 100)
    ration.settle(Usage(150, 50))
    assert (ration.left, ration.spent) == (800, 200)
    assert ration.book(100, 5_000) == 650
    ration.settle(None)
    assert (ration.left, ration.spent) == (0, 1_000)


async def test_what_one_cycle_leaves_is_said_and_without_leftovers_the_second_does_nothing(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("replay", HOSTILE["empty"])
    first = await slept(tmp_path, server, 100_000)
    assert (len(first.answers), first.left) == (24, 2)
    assert any("2 more questions and summaries are left" in line for line in report_lines(first))
    models = Models(chat=chat(server.url))
    async with Weave.open(tmp_path, config=BARE, clock=fixed_clock(NOW), models=models) as weave:
        second = await weave.sleeping.run()
        assert (len(second.answers), second.left) == (2, 0)
        third = await weave.sleeping.run()
        assert (third.cycle, third.outcomes) == ("", ())
