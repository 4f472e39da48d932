"""Tasks, conflicts and the picture in the real program in a pseudo-terminal, as a person types them."""

import asyncio
import sys
from pathlib import Path

from tests.support.chat import new_home
from tests.support.claims import claim
from tests.support.homes import bare
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.terminal import PtyTerminal, terminal
from weave.model import State

CEBU, DAVAO = claim("Cebu [/ 宿务", days=30), claim("Davao مرحبا", days=5)


async def put(home: Path) -> None:
    async with bare(home) as weave:
        weave._core.store.add([CEBU, DAVAO])


async def states(home: Path) -> dict[str, State]:
    async with bare(home) as weave:
        return {fact.object: fact.state for fact in await weave.facts("Maribel")}


def command(program: PtyTerminal, text: str, *answers: str) -> None:
    """Type a line, send it, and wait for what it brings."""
    program.write(text)
    program.until(text.rsplit(" ", 1)[-1][:20])
    program.write("\r")
    for answer in answers:
        program.until(answer)


def closed(program: PtyTerminal) -> None:
    """Leave a page; a key that came right behind would be taken for one with Alt."""
    program.write("\x1b")
    program.until("Write to Avery")


def test_tasks_conflicts_and_the_picture_by_hand_without_colours_and_the_report_on_the_way_out(
    tmp_path: Path,
) -> None:
    home = new_home(tmp_path / "home")
    asyncio.run(put(home))
    with (
        ScriptedServer() as server,
        terminal(
            [sys.executable, "-m", "avery", "--home", str(home)],
            (40, 12),
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="sk-scripted-key-for-tests",
            AVERY_MODEL="scripted-1",
            NO_COLOR="1",
        ) as program,
    ):
        server.on("chat", say("Noted."))
        program.until("inbox 1")
        command(program, "/inbox", "1 Cebu [/", "2 Davao", "n neither")
        program.write("2")
        program.until("stands.")
        closed(program)
        command(program, "/task Steuer [/ 税", "“Steuer [/")
        command(program, "The safe opens with zanzibar.", "Noted.")
        program.until("● ready")
        command(program, "/discard", "Throw the task away?")
        program.write("d")
        program.until("The task is thrown away")
        assert "zanzibar" not in program.text()
        command(program, "/facts Maribel", "What is known", "○ home city → Cebu [/")
        closed(program)
        command(program, "The heron nests here.", "Noted.")
        program.until("● ready")
        assert program.end("key") == 0
        program.until("task is ended: 1 memory")  # "Noted." says nothing
    assert asyncio.run(states(home)) == {
        CEBU.facts[0].object: State.OUTDATED,
        DAVAO.facts[0].object: State.ACTIVE,
    }
    assert b"zanzibar" not in b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
