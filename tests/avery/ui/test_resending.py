"""The last answer again, and what was said edited and sent anew: in the app, in the transcript file, in memory."""

import json
from pathlib import Path

from textual.pilot import Pilot

from avery.ui.composer import Composer
from avery.ui.messages import Message, Voice
from tests.support.chat import ask, chat, flat, seen, shown, transcript
from tests.support.homes import bare
from tests.support.replies import Reply, say
from tests.support.screen import until
from tests.support.server import ScriptedServer


def lines(home: Path) -> list[dict[str, object]]:
    [path] = (home / "conversations").glob("*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


def spoken(pilot: Pilot[None]) -> list[Message]:
    """What person and assistant said, errors in the place of answers included."""
    return [m for m in transcript(pilot).messages if m.voice is not Voice.NOTICE]


async def test_the_last_answer_is_given_again_and_the_first_one_stays_marked(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("It is a lemur."), say("It is a gibbon."))
    async with chat(home) as pilot:
        await ask(pilot, "/retry")
        await seen(pilot, "Nothing was said yet")
        await ask(pilot, "Which animal sings?")
        await until(pilot, lambda: "lemur" in shown(pilot) and "● ready" in shown(pilot))
        await ask(pilot, "/retry")
        await until(pilot, lambda: "gibbon" in shown(pilot) and "● ready" in shown(pilot))
        assert "replaced: sent anew below" in flat(pilot)
        assert [m.replaced for m in spoken(pilot)] == [True, True, False, False]
    assert "lemur" not in server.of("chat")[-1].prompt
    said = [line for line in lines(home) if line.get("role") == "user"]
    [mark] = [line for line in lines(home) if line.get("kind") == "withdrawn"]
    assert len(said) == 2 and said[0]["id"] in mark["turns"]  # type: ignore[operator]


async def test_what_was_said_is_edited_and_only_the_new_words_are_remembered(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "My sister lives in Lyon.")
        await until(pilot, lambda: "● ready" in shown(pilot))
        await ask(pilot, "My boat is called Marta.")
        await until(pilot, lambda: "● ready" in shown(pilot))
        composer = pilot.app.screen.query_one(Composer)
        composer.set_draft("half a thought")
        await pilot.press("alt+up", "alt+up", "alt+up", "alt+up", "e")
        await until(pilot, lambda: composer.draft == "My sister lives in Lyon.")
        await seen(pilot, "Said before, to be sent anew")
        await pilot.press("escape")
        assert composer.draft == "" and not composer.editing
        await pilot.press("alt+up", "alt+up", "alt+up", "alt+up", "e")
        composer.set_draft("My sister lives in Nice.")
        await pilot.press("enter")
        await until(pilot, lambda: len(transcript(pilot).messages) >= 6 and "● ready" in shown(pilot))
        await seen(pilot, "Nice", "replaced: sent anew below")
        await pilot.press("up", "up", "up")
        assert composer.draft == "half a thought", "what was being written is not lost"
    async with bare(home) as weave:
        texts = [memory.text for memory in await weave.list()]
        assert any("Nice" in text for text in texts) and any("Marta" in text for text in texts)
        assert not any("Lyon" in text for text in texts)
    async with chat(home, continue_last=True) as pilot:
        await seen(pilot, "Lyon", "replaced: sent anew below", "Nice")
    assert any(line.get("text") == "My sister lives in Lyon." for line in lines(home))


async def test_nothing_is_sent_anew_while_a_reply_comes_and_a_failed_one_can_be(
    home: Path, server: ScriptedServer
) -> None:
    failed = Reply(status=401, error={"message": "Incorrect API key provided"})
    server.queue("chat", failed, Reply(fragments=tuple(f"word{n} " for n in range(400)), pace=0.02))
    async with chat(home) as pilot:
        await ask(pilot, "Hello?")
        await seen(pilot, "Your message is kept")
        await pilot.press("alt+up", "r")
        await seen(pilot, "word3")
        await ask(pilot, "/retry")
        await seen(pilot, "Esc stops the reply that is coming")
        await pilot.press("escape")
        await until(pilot, lambda: "● ready" in shown(pilot))
        assert [m.replaced for m in spoken(pilot)] == [True, True, False, False]
