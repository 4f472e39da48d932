"""Another model in the middle of a chat, and what the sitting costs."""

from pathlib import Path

import pytest

from avery.agent.events import Spent
from avery.events import Opened, Queue, Told
from avery.ui.status import Standing, after, money, parts
from tests.support.chat import ask, chat, flat, seen, shown, transcript
from tests.support.replies import say
from tests.support.screen import until
from tests.support.server import ScriptedServer


def test_the_meter_tells_how_full_the_context_is_and_what_was_spent() -> None:
    standing = after(Standing(), Opened("c", "", (), "m-1", 3, False, None, window=8_000))
    standing = after(standing, Told(1, Spent(6_000, 500, 0)))
    standing = after(standing, Queue(0, (), (), True, 3, cost=0.01234))
    texts = {part.text: part.style for part in parts(standing)}
    assert texts["6.5k/8.0k (81%)"] == "$warning" and texts["cost 0.0123"] == "$muted"
    assert not any("cost" in part.text for part in parts(after(standing, Queue(0, (), (), True, 3))))
    assert (money(0), money(0.5), money(12.345)) == ("0.00", "0.5000", "12.35")


@pytest.mark.parametrize("size", [(140, 45), (40, 12)])
async def test_the_model_is_switched_in_the_middle_of_a_chat(
    home: Path, server: ScriptedServer, size: tuple[int, int]
) -> None:
    with (home / "config.toml").open("a") as config:
        config.write("[model]\ninput_price = 1000\noutput_price = 2000\n")
    server.queue("chat", say("First."), say("Second."), say("Third."))
    async with chat(home, size) as pilot:
        await ask(pilot, "One?")
        await until(pilot, lambda: "First." in shown(pilot) and "● ready" in shown(pilot))
        await ask(pilot, "/model")
        await seen(pilot, "Model: scripted-1", "Another server, or another key")
        await until(pilot, lambda: "Asking the server" not in flat(pilot))
        await pilot.press(*"big [/ model")
        await seen(pilot, "big [/ model as written")
        await pilot.press("enter")
        await until(
            pilot,
            lambda: any("big [/ model answers from now on" in m.text for m in transcript(pilot).messages),
        )
        await until(pilot, lambda: "● ready" in shown(pilot))
        await ask(pilot, "Two?")
        await until(pilot, lambda: "Second." in shown(pilot) and "● ready" in shown(pilot))
        if size[0] > 80:
            await seen(pilot, "/128k", "cost ")
        await ask(pilot, "/model scripted-2")
        await until(pilot, lambda: any("scripted-2 answers" in m.text for m in transcript(pilot).messages))
        await ask(pilot, "Three?")
        await until(pilot, lambda: "Third." in shown(pilot) and "● ready" in shown(pilot))
    first, second, third = (request.body["model"] for request in server.of("chat"))
    assert (first, second, third) == ("scripted-1", "big [/ model", "scripted-2")
    assert "One?" in server.of("chat")[-1].prompt, "it is the same chat"
    assert 'name = "scripted-2"' in (home / "config.toml").read_text()
