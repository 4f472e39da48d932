"""Tasks in the chat: named, listed, ended with a report, thrown away after one question; and what ends by itself."""

from pathlib import Path

from tests.support.chat import ask, chat, flat, seen, shown, transcript
from tests.support.homes import bare
from tests.support.replies import Reply, say
from tests.support.screen import until
from tests.support.server import ScriptedServer
from tests.support.tool_calls import note
from weave.model import Role

NAME = "Tax [/ 税 ❤️ مرحبا"


def bytes_with(home: Path, word: str) -> list[str]:
    """The files of a home that hold a word."""
    needle = word.encode()
    return [str(path) for path in home.rglob("*") if path.is_file() and needle in path.read_bytes()]


async def test_a_named_task_takes_what_is_said_and_its_end_is_reported_in_a_line_that_unfolds(
    home: Path, alone: None
) -> None:
    async with chat(home) as pilot:
        await ask(pilot, f"/task {NAME}")
        await seen(pilot, f"You work in “{NAME}” now", f"task {NAME}")
        await ask(pilot, "My accountant is Ruta.")
        await until(pilot, lambda: "● ready" in shown(pilot) and "answer from memory" in shown(pilot))
        await ask(pilot, "/task")
        await seen(pilot, "It holds 2 turns of this chat", "“My accountant is Ruta.”")
        await ask(pilot, "/done")
        await seen(pilot, f"“{NAME}” is ended: 2 memories and 1 fact kept.", "task: this chat")
        assert "went from the pad" not in flat(pilot)
        await pilot.press("alt+up", "enter")
        await seen(pilot, "2 went from the pad into what Avery knows for good")
    async with bare(home) as weave:
        assert {memory.scope for memory in await weave.list()} == {"global"}


async def test_going_back_and_coming_again_by_name_finds_the_same_pad(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "The heron nests by the weir.")
        await ask(pilot, "/task Kitchen")
        await ask(pilot, "The oak worktop is 62 cm deep.")
        await ask(pilot, "/task -")
        await seen(pilot, "Back in this chat's own task")
        await ask(pilot, "/task kitchen")
        await ask(pilot, "/task")
        await seen(pilot, "You work in “Kitchen”. It holds 2 turns", "this chat's own (/task -)")


async def test_discarding_asks_once_and_leaves_nothing_on_screen_or_disk(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "The heron nests by the weir.")
        await until(pilot, lambda: "● ready" in shown(pilot) and len(transcript(pilot).messages) == 2)
        await ask(pilot, "/task Quokka affair")
        await ask(pilot, "The safe opens with zanzibar.")
        await until(pilot, lambda: "● ready" in shown(pilot) and len(transcript(pilot).messages) == 5)
        await ask(pilot, "/discard")
        await seen(pilot, "Throw the task away?", "2 turns of this chat would be lost", "“The safe opens")
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert "zanzibar" in shown(pilot)
        await ask(pilot, "/discard")
        await seen(pilot, "Throw the task away?")
        await pilot.press("d")
        await seen(pilot, "thrown away; nothing of it is left", "The heron nests", "task: this chat")
        assert "zanzibar" not in shown(pilot)
        assert "Quokka" not in shown(pilot)
        for _ in range(5):
            await pilot.press("up")
            draft = pilot.app.screen.query_one("#composer").text  # type: ignore[attr-defined]
            assert "zanzibar" not in draft
            assert "Quokka" not in draft
        assert bytes_with(home, "zanzibar") == bytes_with(home, "Quokka") == []
    assert bytes_with(home, "zanzibar") == bytes_with(home, "Quokka") == []


async def test_the_model_is_not_told_of_a_discarded_task(home: Path, server: ScriptedServer) -> None:
    server.on("chat", say("Noted."))
    async with chat(home) as pilot:
        await ask(pilot, "/task Secret")
        await ask(pilot, "The safe opens with zanzibar.")
        await seen(pilot, "Noted.", "● ready")
        await ask(pilot, "/discard")
        await seen(pilot, "Throw the task away?")
        await pilot.press("d")
        await seen(pilot, "nothing of it is left")
        await ask(pilot, "How does the safe open?")
        await until(pilot, lambda: len(server.of("chat")) == 2 and "● ready" in shown(pilot))
    told = " ".join(content for _, content in server.of("chat")[-1].messages)
    assert "zanzibar" not in told


async def test_the_chats_own_task_is_discarded_too_and_an_empty_one_has_nothing_to_lose(
    home: Path, alone: None
) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "/discard")
        await seen(pilot, "Nothing was said yet, so there is nothing to discard.")
        await ask(pilot, "/done")
        await seen(pilot, "Nothing was said yet, so there is nothing to keep.")
        await ask(pilot, "The safe opens with zanzibar.")
        await seen(pilot, "● ready", "answer from memory")
        await ask(pilot, "/discard")
        await seen(pilot, "This chat's task", "2 turns of this chat would be lost")
        await pilot.press("d")
        await seen(pilot, "nothing of it is left")
        await ask(pilot, "The heron nests by the weir.")
        await seen(pilot, "The heron nests by the weir.", "● ready")
        assert "zanzibar" not in shown(pilot)
    assert bytes_with(home, "zanzibar") == []
    assert bytes_with(home, "heron")


async def test_a_new_chat_reports_the_task_that_ended_with_the_old_one(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await ask(pilot, "The heron nests by the weir.")
        await seen(pilot, "● ready", "answer from memory")
        await ask(pilot, "/new")
        await seen(pilot, "This chat's task is ended: 1 memory", "Avery remembers.")


async def test_with_the_model_away_the_end_says_that_all_is_kept_and_done_later(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("Noted."))
    server.on("encoding", Reply(status=401, error={"message": "Incorrect API key provided"}))
    async with chat(home) as pilot:
        await ask(pilot, "The heron nests by the weir.")
        await seen(pilot, "Noted.", "● ready")
        await ask(pilot, "/done")
        await seen(pilot, "its turns are kept and encoded as soon as that is possible")


async def test_what_a_crash_left_open_is_reported_once_by_the_next_start(home: Path, alone: None) -> None:
    async with bare(home) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="My accountant is Ruta.")
    async with chat(home) as pilot:
        await seen(pilot, "An earlier task is ended now: 2 memories and 1 fact kept.")
    async with chat(home) as pilot:
        await pilot.pause(1.5)
        assert "earlier task" not in flat(pilot)


async def test_a_note_that_the_model_writes_is_a_quiet_line_then_and_later(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", note("The deposit [/ is 300 €."), say("I have written it down."))
    async with chat(home) as pilot:
        await ask(pilot, "We agreed on the deposit.")
        await seen(pilot, "· noted: The deposit [/ is 300 €.", "I have written it down.", "● ready")
    async with chat(home, continue_last=True) as pilot:
        await seen(pilot, "· noted: The deposit [/ is 300 €.", "I have written it down.")


async def test_every_task_command_fits_the_smallest_terminal(home: Path, alone: None) -> None:
    async with chat(home, (40, 12)) as pilot:
        await ask(pilot, f"/task {NAME}")
        await seen(pilot, "You work in", "task Tax [/ 税")
        await ask(pilot, "My accountant is Ruta.")
        await until(pilot, lambda: "● ready" in shown(pilot) and len(transcript(pilot).messages) == 3)
        await ask(pilot, "/discard")
        await seen(pilot, "Throw the task away?", "d throws it away", "Esc keeps")
        strips = pilot.app.screen._compositor.render_strips()
        assert {strip.cell_length for strip in strips} == {40}
        await pilot.press("escape")
        await ask(pilot, "/done")
        await seen(pilot, "is ended: 2")


async def test_the_palette_reaches_the_tasks_from_any_page(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        await pilot.press("f4")
        await seen(pilot, "Nothing waits for you.")
        await pilot.press("ctrl+p")
        await pilot.press(*"work in")
        await pilot.pause(0.6)
        await pilot.press("enter")
        await seen(pilot, "You work in this chat's task. It holds nothing yet.")


async def test_a_guest_is_told_where_to_do_it(home: Path, alone: None, aloof: None) -> None:
    async with chat(home), chat(home) as guest:
        for command in ("/task Kitchen", "/done"):
            await ask(guest, command)
        await ask(guest, "/discard")
        await seen(guest, "owns this home; close it or do this there.")


def test_no_slash_word_is_taken_twice_and_the_keys_are_listed() -> None:
    from avery.commands import by_slash, table

    printed = table()
    assert all(by_slash(word) for word in ("task", "done", "discard", "inbox", "facts"))
    assert all(word in printed for word in ("/task NAME", "/discard", "F4, /inbox", "/facts NAME"))
