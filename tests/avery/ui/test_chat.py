"""The whole chat over a real memory in a temporary home and a scripted server on loopback."""

import json
from pathlib import Path

import pytest

from avery.app import AveryApp
from avery.options import LaunchOptions
from avery.ui.messages import Voice
from avery.ui.recall import RecallPane
from tests.support.chat import ask, chat, shown, transcript
from tests.support.homes import bare
from tests.support.replies import Reply, cut, rate_limited, say
from tests.support.screen import picture, until
from tests.support.server import ScriptedServer

HOSTILE = "[/ [b list[0] = [red] [/INST]"


async def test_a_turn_is_answered_and_told_to_the_second_sitting(home: Path, server: ScriptedServer) -> None:
    server.queue("chat", say("Noted: **peanuts**."))
    async with chat(home) as pilot:
        await ask(pilot, "My sister Maribel is allergic to peanuts.")
        await until(pilot, lambda: "Noted: peanuts." in shown(pilot))
        await until(pilot, lambda: "● ready" in shown(pilot))
    server.queue("chat", say("Peanuts."))
    async with chat(home) as pilot:
        await ask(pilot, "What must Maribel avoid?")
        await until(pilot, lambda: "1 recalled" in shown(pilot) or "2 recalled" in shown(pilot))
        await until(pilot, lambda: "relevance" in shown(pilot))
    assert "allergic to peanuts" in server.of("chat")[-1].prompt


async def test_escape_stops_a_reply_and_keeps_what_came(home: Path, server: ScriptedServer) -> None:
    server.queue("chat", Reply(fragments=tuple(f"word{n} " for n in range(500)), pace=0.02))
    async with chat(home) as pilot:
        await ask(pilot, "Tell me everything.")
        await until(pilot, lambda: "word3" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "stopped" in shown(pilot) and "● ready" in shown(pilot))
        assert "word3" in shown(pilot)


async def test_a_cut_stream_is_marked_and_the_error_stands_in_the_turn(
    home: Path, server: ScriptedServer
) -> None:
    server.on("chat", Reply(status=401, error={"message": "Incorrect API key provided"}))
    async with chat(home) as pilot:
        await ask(pilot, "Hello?")
        await until(pilot, lambda: any(m.voice is Voice.ERROR for m in transcript(pilot).messages))
        assert "Your message is kept" in shown(pilot)


async def test_case_84_what_came_is_marked_the_wait_is_kept_and_the_whole_reply_comes_once(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", cut("Your dose is 5"), rate_limited(2), say("Your dose is 50 mg."))
    async with chat(home) as pilot:
        await ask(pilot, "What is my dose?")
        await until(pilot, lambda: "incomplete:" in shown(pilot))
        await until(pilot, lambda: "asks to wait 2 s. Next try in 2 s; Esc stops" in shown(pilot))
        await until(pilot, lambda: "● ready" in shown(pilot))
        assert shown(pilot).count("Your dose is 50 mg.") == 1
    _, second, third = server.of("chat")
    assert third.at - second.at >= 2
    kept = "".join(path.read_text() for path in (home / "conversations").glob("*.jsonl"))
    assert kept.count("50 mg") == 1
    assert '"complete":false' in kept


async def test_case_84_escape_stops_the_wait(home: Path, server: ScriptedServer) -> None:
    server.queue("chat", cut("Your dose is 5"), rate_limited(60))
    async with chat(home) as pilot:
        await ask(pilot, "What is my dose?")
        await until(pilot, lambda: "Next try in 60 s" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "● ready" in shown(pilot))
        assert "Your dose is 5" in shown(pilot)
    assert len(server.of("chat")) == 2


async def test_case_88_the_screen_says_how_many_memories_did_not_fit(
    home: Path, server: ScriptedServer
) -> None:
    with (home / "config.toml").open("a") as config:
        config.write("[model]\ncontext_tokens = 1500\n")
    async with bare(home) as weave:
        for number in range(30):
            await weave.remember(f"The invoice {number} of the harbour came " + "and was paid in part " * 20)
    async with chat(home) as pilot:
        await ask(pilot, "What do you know about invoices?")
        await until(pilot, lambda: "● ready" in shown(pilot) and "recalled" in shown(pilot))
        pane = pilot.app.screen.query_one(RecallPane)
        assert pane.recall is not None
        assert pane.recall.omitted > 0
        assert any(f"{pane.recall.omitted} of them did not fit" in line for line in pane.lines())


async def test_case_37_hostile_text_reaches_the_screen_literally(home: Path, server: ScriptedServer) -> None:
    server.queue("chat", say(f"Reply {HOSTILE}"))
    async with chat(home) as pilot:
        await ask(pilot, HOSTILE)
        await until(pilot, lambda: f"Reply {HOSTILE}" in shown(pilot))
        assert f"▌ {HOSTILE}" in shown(pilot)
        for key in ("f1", "escape", "ctrl+p"):
            await pilot.press(key)
            await pilot.pause()
        await pilot.press("[")
        await pilot.pause(0.2)
        await pilot.press("escape")


async def test_without_a_model_avery_quotes_what_it_remembers(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        assert "no model" in shown(pilot)
        await ask(pilot, "My sister Maribel is allergic to peanuts.")
        await until(pilot, lambda: "No model is set up" in shown(pilot))
        await ask(pilot, "/recall Maribel")
        await until(pilot, lambda: "relevance" in shown(pilot))


async def test_an_empty_chat_says_what_it_is_for_and_names_the_way_to_a_model(
    home: Path, alone: None
) -> None:
    async with chat(home, size=(80, 24)) as pilot:
        await until(pilot, lambda: "Avery remembers." in shown(pilot))
        assert "/model chooses one" in " ".join(shown(pilot).split())
        await ask(pilot, "The heron nests by the weir.")
        await until(pilot, lambda: "`" not in shown(pilot) and "/model connects a model" in shown(pilot))
        assert "Avery remembers." not in shown(pilot)


async def test_case_4_what_reached_the_transcript_before_a_kill_is_not_taken_up_again(
    home: Path, server: ScriptedServer
) -> None:
    server.on("chat", say("Noted."))
    said = "My new bank branch is on Kettle Lane."
    async with chat(home) as pilot:
        await ask(pilot, said)
        await until(pilot, lambda: "Noted." in shown(pilot))
    (home / "unsent").mkdir(exist_ok=True)
    lines = [{"text": said, "at": "2026-01-01T00:00:00+00:00"}, {"text": "And the other one is lost."}]
    (home / "unsent" / "4194999-abc123.jsonl").write_text("\n".join(map(json.dumps, lines)))
    async with chat(home) as pilot:
        await until(pilot, lambda: not list((home / "unsent").glob("*")))
    kept = "".join(path.read_text() for path in (home / "conversations").glob("*.jsonl"))
    assert kept.count(said) == 1
    assert kept.count("And the other one is lost.") == 1


async def test_case_4_what_a_dead_process_left_unsent_is_in_the_next_transcript(
    home: Path, alone: None
) -> None:
    (home / "unsent").mkdir()
    (home / "unsent" / "4194999-abc123.jsonl").write_text(
        '{"text": "My new bank branch is on Kettle Lane."}\n'
    )
    async with chat(home) as pilot:
        await until(pilot, lambda: not list((home / "unsent").glob("*")))
        await ask(pilot, "/recall Kettle Lane")
        await until(pilot, lambda: "Kettle Lane" in shown(pilot))
    transcripts = "".join(p.read_text() for p in (home / "conversations").glob("*.jsonl"))
    assert transcripts.count("Kettle Lane") == 1


async def test_quitting_ends_the_task_and_continue_shows_the_chat_again(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("Good morning."))
    async with chat(home) as pilot:
        await ask(pilot, "Hello there")
        await until(pilot, lambda: "Good morning." in shown(pilot))
    async with chat(home, continue_last=True) as pilot:
        assert "Hello there" in shown(pilot)
        assert "Good morning." in shown(pilot)
        await pilot.press("up")
        assert "Hello there" in pilot.app.screen.query_one("#composer").text  # type: ignore[attr-defined]


async def test_a_second_process_is_a_guest_and_says_so(home: Path, alone: None, aloof: None) -> None:
    async with chat(home), chat(home) as second:
        assert "guest" in shown(second)


async def test_the_slash_commands_work_and_an_unknown_one_is_handed_back(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "/nonsense")
        await until(pilot, lambda: "There is no command /nonsense" in shown(pilot))
        assert pilot.app.screen.query_one("#composer").text == "/nonsense"  # type: ignore[attr-defined]
        await pilot.press("ctrl+c")
        await ask(pilot, "/help")
        await until(pilot, lambda: "Keys and commands" in shown(pilot))
        await pilot.press("escape")
        await ask(pilot, "/quit")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_a_letter_typed_in_the_transcript_goes_to_the_composer(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        transcript(pilot).focus()
        await pilot.press("h", "i")
        assert pilot.app.screen.query_one("#composer").text == "hi"  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12)])
async def test_small_terminals_show_transcript_composer_and_status(
    size: tuple[int, int], home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("Short answer."))
    async with chat(home, size) as pilot:
        await ask(pilot, "Question")
        await until(pilot, lambda: "Short answer." in shown(pilot) and "● ready" in shown(pilot))
        assert "Write to Avery" in shown(pilot)
        assert "F1 help" in shown(pilot)
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert "Recalled" in shown(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "Recalled" not in shown(pilot)


async def test_a_home_that_cannot_be_used_is_one_sentence_and_the_text_returns(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    app = AveryApp(LaunchOptions(blocked))
    async with app.run_test(size=(120, 30)) as pilot:
        await until(pilot, lambda: "memory is closed" in picture(app))
        await ask(pilot, "lost words")
        await pilot.pause()
        assert app.chat.query_one("#composer").text == "lost words"  # type: ignore[attr-defined]
