"""The inbox, the identity, sleep and the figures in the real program in a pseudo-terminal, without colours."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

from tests.support.chat import new_home
from tests.support.homes import NOW, bare
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.terminal import PtyTerminal, terminal

MINE = (
    "# Avery\n\n## Who I am\n- I am Avery, who remembers.\n- I explain at length.\n- I keep what I am told.\n"
)
F8, F9, CTRL_G = "\x1b[19~", "\x1b[20~", "\x07"


async def lived(home: Path) -> None:
    async with bare(home, now=NOW - timedelta(days=9)) as weave:
        await weave.identities.text()
    (home / "identity.md").write_text(MINE)
    async with bare(home, now=NOW - timedelta(days=2)) as weave:
        await weave.identities.text()
        shorter = MINE.replace("at length", "in few words")
        await weave.identities.propose(shorter, reason="Brevity [/ was praised.", confidence=0.5)


def page(program: PtyTerminal, slash: str, *words: str) -> None:
    """Open a page by its slash command, and wait for what stands there."""
    program.write(slash)
    program.until(slash)
    program.write("\r")
    for word in words:
        program.until(word)


def closed(program: PtyTerminal) -> None:
    program.write("\x1b")
    program.until("Write to Avery")


def test_a_proposal_is_reworded_in_an_editor_and_approved_then_sleep_and_figures_are_looked_at(
    tmp_path: Path,
) -> None:
    home = new_home(tmp_path / "home")
    asyncio.run(lived(home))
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed "s/in few words/briefly, 住在/" "$1" > "$1.new" && mv "$1.new" "$1"\n')
    script.chmod(0o755)
    with (
        ScriptedServer() as server,
        terminal(
            [sys.executable, "-m", "avery", "--home", str(home)],
            (90, 26),
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="sk-scripted-key-for-tests",
            AVERY_MODEL="scripted-1",
            EDITOR=str(script),
            NO_COLOR="1",
        ) as program,
    ):
        server.on("chat", say("Noted."))
        program.until("inbox 1")
        page(program, "/inbox", "1 of 1", "Brevity [/ was praised.", "- - I explain at length.")
        program.write(CTRL_G)
        program.until("Your wording.")
        program.until("briefly")
        program.write("a")
        program.until("In force: Avery is so from its next answer on.")
        closed(program)
        page(program, "/identity", "approved by you", "edited by you", "like the first")
        closed(program)
        program.write(F8)
        program.until("what it would do now")
        program.write("s")
        program.until("There was nothing to do.")
        closed(program)
        program.write(F9)
        program.until("of 100, well")
        closed(program)
        assert program.end("key") == 0
    assert "I explain briefly, 住在." in (home / "identity.md").read_text()
