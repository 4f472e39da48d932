"""Copying as bytes and by tools, the mouse given back, other colours, the log; links; what is queued."""

import base64
import logging
import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from avery.app import AveryApp
from avery.logbook import Logbook
from avery.ui import clipboard
from avery.ui.composer import Composer
from avery.ui.links import addresses, safe
from tests.support.chat import ask, chat, flat, seen, shown, transcript
from tests.support.replies import Reply, say
from tests.support.screen import until
from tests.support.server import ScriptedServer

HOSTILE = "[/ [b \x1b[31m 中文 👩‍🔬"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain terminal on the person's own machine, whatever the tests run in."""
    for name in (
        "TMUX",
        "SSH_CONNECTION",
        "SSH_TTY",
        "SSH_CLIENT",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WSL_DISTRO_NAME",
    ):
        monkeypatch.delenv(name, raising=False)


def program(folder: Path, name: str, script: str) -> Path:
    """A program of this name, found first."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def listening(pilot: Pilot[None], monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """What is written to the terminal, and what is said to the person."""
    written: list[str] = []
    told: list[str] = []
    monkeypatch.setattr(pilot.app._driver, "write", written.append)
    monkeypatch.setattr(pilot.app, "notify", lambda text, **_: told.append(text))
    return written, told


async def test_copying_writes_osc_52_and_hands_over_to_tmux(
    home: Path, server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "taken"
    program(tmp_path / "bin", "tmux", f'echo "$@" > {kept}.with; cat > {kept}')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("TMUX", "/nowhere,1,0")
    server.queue("chat", say("It is on Kettle Lane 中文."))
    async with chat(home) as pilot:
        await ask(pilot, "/copy")
        assert pilot.app.clipboard == "", "there is no answer yet"
        await ask(pilot, "Where?")
        await until(pilot, lambda: "Kettle Lane" in shown(pilot) and "● ready" in shown(pilot))
        written, told = listening(pilot, monkeypatch)
        await ask(pilot, "/copy")
        coded = base64.b64encode("It is on Kettle Lane 中文.".encode()).decode()
        await until(pilot, lambda: f"\x1b]52;c;{coded}\a" in "".join(written))
        await until(pilot, lambda: "Copied through the terminal and tmux." in told)
        assert kept.read_text() == "It is on Kettle Lane 中文."
        assert Path(f"{kept}.with").read_text() == "load-buffer -w -\n"


@pytest.mark.parametrize(
    ("environment", "tools", "command", "words"),
    [
        ({"TMUX": "x"}, {"tmux"}, ("tmux", "load-buffer", "-w", "-"), "and tmux."),
        ({"SSH_TTY": "x", "DISPLAY": ":0"}, {"xclip", "pbcopy"}, None, "If nothing arrives: /mouse"),
        ({"SSH_TTY": "x", "TMUX": "x"}, {"tmux"}, ("tmux", "load-buffer", "-w", "-"), "and tmux."),
        ({}, {"pbcopy"}, ("pbcopy",), "and pbcopy."),
        ({"WAYLAND_DISPLAY": "w"}, {"wl-copy", "xclip"}, ("wl-copy",), "and wl-copy."),
        ({"DISPLAY": ":0"}, {"xsel"}, ("xsel", "--clipboard", "--input"), "and xsel."),
        ({"DISPLAY": ":0"}, set(), None, "Copied through the terminal (OSC 52)."),
    ],
)
def test_what_helps_the_terminal_depends_on_where_the_person_sits(
    environment: dict[str, str], tools: set[str], command: tuple[str, ...] | None, words: str
) -> None:
    helper = clipboard.route(environment, lambda name: name if name in tools else None)
    assert (helper.command if helper else None) == command
    assert words in clipboard.told(environment, helper)


@pytest.mark.parametrize("script", ["exit 1", "exec 0<&-; exit 3", None])
async def test_a_tool_that_fails_is_not_said_to_have_copied(tmp_path: Path, script: str | None) -> None:
    path = tmp_path / "bin" / "xclip" if script is None else program(tmp_path / "bin", "xclip", script)
    assert not await clipboard.hand_over("x" * 1_000_000, clipboard.Route((str(path),), "xclip"))


async def test_a_failing_tool_leaves_the_terminals_own_way_and_is_told_in_words(
    home: Path, alone: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin", "xclip", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setattr(clipboard, "_TOOLS", (("DISPLAY", ("xclip",)),))
    async with chat(home) as pilot:
        written, told = listening(pilot, monkeypatch)
        pilot.app.copy_to_clipboard(HOSTILE)
        await until(pilot, lambda: told == ["Copied through the terminal (OSC 52)."])
        pilot.app.copy_to_clipboard("once more")
        assert "".join(written).count("\x1b]52;c;") == 2
        assert len(told) == 1, "it is said once"


async def test_the_mouse_is_given_to_the_terminal_and_taken_back(
    home: Path, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with chat(home) as pilot:
        _, told = listening(pilot, monkeypatch)
        await ask(pilot, "/mouse")
        assert told == ["This terminal's mouse cannot be given back."]
        done: list[str] = []
        for name in ("enable", "disable"):
            change = lambda name=name: done.append(name)  # noqa: E731
            monkeypatch.setattr(pilot.app._driver, f"_{name}_mouse_support", change, raising=False)
        await ask(pilot, "/mouse")
        await ask(pilot, "/mouse")
        assert done == ["disable", "enable"]
        assert "select and copy as anywhere else" in told[1] and "Avery's again" in told[2]


async def test_colours_are_tried_out_on_the_spot_and_esc_leaves_them(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        before = pilot.app.theme
        await ask(pilot, "/theme")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "ThemeScreen")
        await pilot.press("down", "down")
        await until(pilot, lambda: pilot.app.theme != before)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.theme == before)


async def test_the_log_is_read_inside_masked_and_as_data(home: Path, alone: None) -> None:
    async with chat(home) as pilot:
        assert isinstance(pilot.app, AveryApp)
        pilot.app.logbook.open()
        try:
            logging.getLogger("weave.backends").warning(
                "The vectors are away %s sk-proj-abcdefghij0123456789KLMN", HOSTILE
            )
            logging.getLogger("other").info("nobody needs this")
            try:
                raise ValueError("the [cause]")
            except ValueError:
                logging.getLogger("avery").exception("It failed.")
        finally:
            pilot.app.logbook.shut()
        await ask(pilot, "/log")
        await seen(
            pilot, "Log", "The vectors are away [/ [b", "It failed.", "ValueError: the [cause]", "Esc back"
        )
        assert "abcdefghij0123456789" not in flat(pilot) and "nobody needs this" not in flat(pilot)
        await pilot.press("y")
        assert "The vectors are away" in pilot.app.clipboard and "0123456789KLMN" not in pilot.app.clipboard
        await pilot.press("escape")
        await seen(pilot, "Write to Avery")


def test_the_log_keeps_its_last_lines_only() -> None:
    book = Logbook()
    for n in range(1_200):
        book.handle(logging.LogRecord("weave", logging.INFO, "", 0, f"line {n}", None, None))
    assert len(book.lines) == 1_000 and book.lines[-1].endswith("line 1199")


def test_only_addresses_of_the_web_are_found_and_opened() -> None:
    text = "See (https://example.org/a_(b)), <http://localhost:80/x>, https://example.org/a_(b) and file:///etc/passwd."
    assert addresses(text) == ("https://example.org/a_(b)", "http://localhost:80/x")
    assert addresses("javascript:alert(1) www.example.org https:// nothing") == ()
    assert not safe("file:///etc/passwd") and not safe("https://example.org/\x1b[31m")


async def test_links_of_a_message_are_opened_by_key_and_copied_from_afar(
    home: Path, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.queue("chat", say("Read [this](https://example.org/one) or https://example.org/two."))
    async with chat(home) as pilot:
        opened: list[str] = []
        monkeypatch.setattr(pilot.app, "open_url", lambda url, **_: opened.append(url))
        await ask(pilot, "Where?")
        await until(pilot, lambda: "Read this" in flat(pilot) and "● ready" in shown(pilot))
        await pilot.press("alt+up", "l", "l", "l")
        assert opened == ["https://example.org/one", "https://example.org/two", "https://example.org/one"]
        monkeypatch.setenv("SSH_TTY", "/dev/pts/1")
        await pilot.press("l")
        assert pilot.app.clipboard == "https://example.org/two" and len(opened) == 3
        await pilot.press("alt+up", "l")
        assert pilot.app.screen.query_one(Composer).text == "l", "where there is no link the letter is typed"


async def test_a_prompt_queued_behind_a_reply_is_marked_and_handed_back_on_esc(
    home: Path, server: ScriptedServer
) -> None:
    server.queue("chat", Reply(fragments=("One ",) * 400, pace=0.05))
    async with chat(home) as pilot:
        await ask(pilot, "First?")
        await until(pilot, lambda: "One" in shown(pilot))
        await ask(pilot, "Second?")
        await seen(pilot, "Second?", "queued")
        [waiting] = [message for message in transcript(pilot).messages if message.text == "Second?"]
        assert waiting.waits, "it is drawn dimmed"
        await pilot.press("escape")
        composer = pilot.app.screen.query_one(Composer)
        await until(pilot, lambda: composer.text == "Second?")
        await seen(pilot, "Your message is back where you write.")
        assert [m.text for m in transcript(pilot).messages if m.waits] == []
        assert len(server.of("chat")) == 1


async def test_a_chat_is_gone_on_with_by_its_id(home: Path, server: ScriptedServer) -> None:
    server.queue("chat", say("Bruno it is."), say("Still Bruno."))
    async with chat(home) as pilot:
        await ask(pilot, "My dog is called Bruno.")
        await until(pilot, lambda: "Bruno it is." in shown(pilot) and "● ready" in shown(pilot))
    [talk] = [path.stem for path in (home / "conversations").glob("*.jsonl")]
    async with chat(home, resume=talk) as pilot:
        await seen(pilot, "My dog is called Bruno.", "Bruno it is.")
        await pilot.press("up")
        assert pilot.app.screen.query_one(Composer).text == "My dog is called Bruno."
        await pilot.press("down")
        await ask(pilot, "Which dog?")
        await seen(pilot, "Still Bruno.")
    assert [path.stem for path in (home / "conversations").glob("*.jsonl")] == [talk]
