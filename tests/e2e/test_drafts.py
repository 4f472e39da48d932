"""What is being written survives: an editor that succeeds or fails, a kill, and leaving with half a sentence."""

import os
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.chat import new_home
from tests.support.terminal import PtyTerminal, terminal

_EDITOR = """
import pathlib, sys
path = pathlib.Path(sys.argv[-1])
text = path.read_text()
if "refuse" in text:
    sys.exit(3)
path.write_text(text.upper() + "日本 [/ line 2\\n")
"""


@contextmanager
def avery(home: Path, **variables: str) -> Iterator[PtyTerminal]:
    apart = dict.fromkeys(("OPENAI_BASE_URL", "OPENAI_API_KEY", "AVERY_API_KEY", "AVERY_MODEL"), "")
    command = [sys.executable, "-m", "avery", "--home", str(home)]
    with terminal(command, (100, 30), **apart, **variables) as program:
        program.until("no model")
        yield program


def test_a_message_is_written_in_the_editor_and_a_failing_one_leaves_the_draft(tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text(_EDITOR)
    with avery(new_home(tmp_path / "home"), VISUAL=shlex.join([sys.executable, str(script)])) as program:
        program.write("a long story")
        program.until("a long story")
        program.write("\x07")
        program.until("A LONG STORY")
        program.until("[/ line 2")
        program.write(" refuse")
        program.until("line 2 refuse")
        program.write("\x07")
        program.until("The editor ended with status 3")
        program.until("Your draft is as it was.")
        assert "A LONG STORY" in program.text() and "line 2 refuse" in program.text()


def test_a_killed_avery_gives_back_what_was_being_written(tmp_path: Path) -> None:
    home = new_home(tmp_path / "home")
    with avery(home) as program:
        program.write("half a sentence with key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789")
        program.until("0123456789")
        deadline = time.monotonic() + 20
        while not list((home / "unsent").glob("*.draft")):
            assert time.monotonic() < deadline, "no draft was kept"
            time.sleep(0.05)
        os.kill(program.process.pid, signal.SIGKILL)
        program.process.wait(10)
    [kept] = (home / "unsent").glob("*.draft")
    assert "abcdefghijklmnop" not in kept.read_text()
    with avery(home) as program:
        program.until("half a sentence with key")
        program.until("What you were writing when Avery ended last is where you write.")
    assert not kept.exists()
