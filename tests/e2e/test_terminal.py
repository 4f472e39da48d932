"""The real program in a real terminal (tmux), two processes: told in the first, known in the second."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.replies import say
from tests.support.server import ScriptedServer


class Tmux:
    """One tmux server with one window of a given size."""

    def __init__(self, socket: Path) -> None:
        found = shutil.which("tmux")
        assert found, "tmux is needed for the terminal tests; install it (apt-get install tmux)"
        self._base = [found, "-S", str(socket), "-f", "/dev/null"]

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._base, *arguments], capture_output=True, text=True, check=True, timeout=10
        )
        return done.stdout

    def start(self, size: tuple[int, int], command: str, **environment: str) -> None:
        pairs = [f"{name}={value}" for name, value in environment.items()]
        width, height = map(str, size)
        # A test process may carry the size of another terminal in its environment.
        shell = f"env -u COLUMNS -u LINES {' '.join(pairs)} {command}; echo STATUS $?; stty -a; sleep 60"
        self.run("new-session", "-d", "-s", "t", "-x", width, "-y", height, shell)

    def screen(self) -> str:
        return self.run("capture-pane", "-p", "-t", "t")

    def keys(self, *keys: str) -> None:
        self.run("send-keys", "-t", "t", *keys)

    def until(self, text: str, seconds: float = 40.0) -> str:
        end = time.monotonic() + seconds
        while text not in (shown := self.screen()):
            assert time.monotonic() < end, f"{text!r} did not appear:\n{shown}"
            time.sleep(0.1)
        return shown

    def stop(self) -> None:
        subprocess.run([*self._base, "kill-server"], capture_output=True, check=False, timeout=10)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path / "tmux")
    # A server without a session ends, and may do so just while the next one is to be made.
    terminal.run("new-session", "-d", "-s", "keeper", "sleep 600")
    yield terminal
    terminal.stop()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    (folder / "config.toml").write_text(
        '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'
    )
    return folder


def test_told_in_one_process_known_in_the_next(tmux: Tmux, home: Path) -> None:
    command = f"{sys.executable} -m avery --home {home}"
    with ScriptedServer() as server:
        environment = {
            "OPENAI_BASE_URL": server.url,
            "OPENAI_API_KEY": "sk-scripted-key-for-tests",
            "AVERY_MODEL": "scripted-1",
        }
        server.queue("chat", say("I will keep that: **peanuts**."))
        tmux.start((140, 45), command, **environment)
        tmux.until("scripted-1")
        tmux.keys("My sister Maribel is allergic to peanuts.", "Enter")
        tmux.until("I will keep that: peanuts.")
        tmux.keys("C-q")
        tmux.until("STATUS 0")
        left = tmux.until(" icanon")
        assert "-echo " not in left
        tmux.run("kill-session", "-t", "t")
        server.queue("chat", say("Peanuts, of course."))
        tmux.start((100, 30), command, **environment)
        tmux.until("scripted-1")
        tmux.keys("What must Maribel avoid?", "Enter")
        tmux.until("Peanuts, of course.")
        assert "allergic to peanuts" in server.of("chat")[-1].prompt
        tmux.keys("C-c")
        tmux.until("Press Ctrl+C again to quit")
        tmux.keys("C-c")
        tmux.until("STATUS 0")


def test_a_terminated_chat_gives_the_terminal_back_and_keeps_the_turn(tmux: Tmux, home: Path) -> None:
    command = f"{sys.executable} -m avery --home {home}"
    with ScriptedServer() as server:
        server.on("chat", say("slow", delay=30.0))
        tmux.start(
            (60, 16),
            f"sh -c 'echo $$ > {home.parent}/pid; exec {command}'",
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="sk-scripted-key-for-tests",
            AVERY_MODEL="scripted-1",
        )
        tmux.until("scripted-1")
        tmux.keys("My new bank branch is on Kettle Lane.", "Enter")
        tmux.until("thinking")
        pid = (home.parent / "pid").read_text().strip()
        subprocess.run(["kill", "-TERM", pid], check=True)
        tmux.until("STATUS 0")
        tmux.until(" icanon")
    transcripts = "".join(p.read_text() for p in (home / "conversations").glob("*.jsonl"))
    assert transcripts.count("Kettle Lane") == 1
