"""The whole first-run story in a real terminal: set-up, first turn, what was recalled, the browser, quit, and again."""

import sys
import termios
import time
from pathlib import Path

from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.terminal import PtyTerminal, terminal

KEY = "sk-first-0123456789abcdef"
UNSET = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL", "NO_COLOR")
F3 = b"\x1bOR"


def avery(home: Path) -> list[str]:
    """The program as a newcomer starts it: nothing is set, nothing is there."""
    clean = [word for name in UNSET for word in ("-u", name)]
    return ["env", *clean, sys.executable, "-m", "avery", "--home", str(home)]


def modes(program: PtyTerminal) -> int:
    """The local modes of the terminal: whether lines are edited and echoed by it."""
    return int(termios.tcgetattr(program._master)[3])


def typed(program: PtyTerminal, text: str, seen: str = "") -> None:
    """Write a text, and Enter once it stands there: what comes at once would be taken for a paste."""
    program.write(text)
    program.until(seen or text)
    program.write(b"\r")


def at_field(program: PtyTerminal, title: str) -> None:
    """Wait until the cursor stands in the field of this title: a key typed earlier goes to the one before."""
    end = time.monotonic() + 20
    while title not in program.rows()[program._screen.cursor.y - 1]:
        assert time.monotonic() < end, program.text()
        time.sleep(0.03)


def set_up(program: PtyTerminal, url: str) -> None:
    """Choose a server by its address, and give its key."""
    program.until("Welcome to Avery")
    program.until("No server of")
    program.write(b"\x1b[B\r")  # below the one that needs no address
    program.until("http")
    typed(program, url)
    at_field(program, "Key, hidden")
    program.write(KEY)
    program.until("••••")
    program.write(b"\r")
    at_field(program, "Model")
    program.write(b"\r")
    program.until("Model: scripted-1")


def test_from_the_first_start_to_being_remembered_in_the_second(tmp_path: Path) -> None:
    home = tmp_path / "home"
    keyring = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    with ScriptedServer() as server:
        server.queue("chat", say("I will keep that: **peanuts**."), say("Peanuts, of course."))
        with terminal(avery(home), (120, 36), **keyring) as program:
            before = modes(program)
            set_up(program, server.url)
            assert KEY not in program.text()
            typed(program, "My sister Maribel is allergic to peanuts.")
            program.until("I will keep that: peanuts.")
            program.until("● ready")
            typed(program, "What must Maribel avoid?")
            assert "Recalled" in program.until("Peanuts, of course.")
            program.write(F3)
            assert "Maribel is allergic" in program.until("How strong")
            program.write(F3)
            program.until("Write to Avery")
            assert program.end("key") == 0
            assert modes(program) == before
        assert server.url in (home / "config.toml").read_text()
        assert KEY not in (home / "config.toml").read_text()
        server.queue("chat", say("You told me: peanuts."))
        with terminal(avery(home), (120, 36), **keyring) as program:
            assert "Welcome to Avery" not in program.until("scripted-1")
            typed(program, "What must my sister avoid?")
            program.until("You told me: peanuts.")
            assert "allergic to peanuts" in server.of("chat")[-1].prompt
            assert program.end("key") == 0
    assert home.stat().st_mode & 0o777 == 0o700
