"""What is copied of a message: all of it, or its code only; and what comes back when a reply is stopped."""

from pathlib import Path

import pytest
from textual import events

from avery.ui.code import code_blocks
from avery.ui.composer import Composer
from tests.support.chat import ask, chat, shown, transcript
from tests.support.replies import Reply, say
from tests.support.screen import until
from tests.support.server import ScriptedServer

TWO = "Run:\n```bash\n\tmake <all> [/]\n```\nthen\n~~~~py\nprint('```')\n~~~~\nDone."


def test_code_is_what_stands_between_fences_as_it_was_written() -> None:
    assert code_blocks(TWO) == ("\tmake <all> [/]", "print('```')")
    assert code_blocks("a\n```\nnever closed\n") == ("never closed\n",)
    assert code_blocks("no `code` here") == ()


async def test_the_letters_copy_the_message_or_its_code_block_by_block(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say(TWO))
    async with chat(home) as pilot:
        await ask(pilot, "How?")
        await until(pilot, lambda: "Done." in shown(pilot) and "● ready" in shown(pilot))
        await pilot.press("alt+up", "y")
        assert pilot.app.clipboard == TWO
        await pilot.press("c")
        assert pilot.app.clipboard == "\tmake <all> [/]"
        await pilot.press("c")
        assert pilot.app.clipboard == "print('```')"
        await pilot.press("alt+up", "c")
        assert pilot.app.screen.query_one(Composer).text == "c", "where there is no code the letter is typed"


async def test_a_question_stopped_before_a_word_came_is_handed_back_and_takes_its_own_place(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", Reply(fragments=("late",), delay=30.0), say("Here."))
    async with chat(home) as pilot:
        await ask(pilot, "What is my dose?")
        await until(pilot, lambda: "thinking" in shown(pilot) and len(server.of("chat")) == 1)
        await pilot.press("escape")
        composer = pilot.app.screen.query_one(Composer)
        await until(pilot, lambda: composer.draft == "What is my dose?" and composer.editing)
        await pilot.press("enter")
        await until(pilot, lambda: "Here." in shown(pilot) and "● ready" in shown(pilot))
        said = [m for m in transcript(pilot).messages if m.text == "What is my dose?"]
        assert [m.replaced for m in said] == [True, False]


@pytest.mark.parametrize("setting", ["", "[ui]\nbell = false\n"])
async def test_the_bell_rings_once_for_a_person_who_looks_elsewhere(
    home: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    (home / "config.toml").write_text((home / "config.toml").read_text() + setting)
    server.on("chat", Reply(fragments=("He", "re."), pace=0.3))
    rung: list[str] = []
    async with chat(home) as pilot:
        monkeypatch.setattr(type(pilot.app), "bell", lambda self: rung.append("bell"))
        await ask(pilot, "One?")
        await until(pilot, lambda: "Here." in shown(pilot) and "● ready" in shown(pilot))
        assert rung == []
        await ask(pilot, "Two?")
        pilot.app.post_message(events.AppBlur())  # after the keys: a key tells that the person is back
        await until(pilot, lambda: shown(pilot).count("Here.") == 2 and "● ready" in shown(pilot))
        assert rung == ([] if setting else ["bell"])
