"""Field case 4 as a procedure: a message is sent, the process ends 100 ms later, and nothing may be lost or doubled."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.support import defaults
from tests.support.replies import Reply, say
from tests.support.server import Request, ScriptedServer
from tests.support.terminal import PtyTerminal, terminal

SAID = "My new bank branch is on Kettle Lane."
WAYS = ("key", "SIGTERM", "SIGKILL")
_CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'


class Goodbye:
    """One home and one scripted server whose extraction takes `extraction` seconds."""

    def __init__(self, home: Path, server: ScriptedServer, extraction: float) -> None:
        home.mkdir(mode=0o700, parents=True)
        (home / "config.toml").write_text(_CONFIG)
        self.home = home
        self.server = server
        server.on("chat", _reply)
        server.on("encoding", lambda request: _slow(request, server, extraction))

    def run(self, way: str, *, early: bool, wait: float = 0.1) -> None:
        """Send, end by `way` after `wait` seconds, start twice again. AssertionError says what is wrong.

        `early` sends while the memory is still starting.
        """
        with self._avery() as avery:
            avery.until("Write to Avery" if early else "scripted-1")
            avery.write(SAID)
            avery.until(SAID)
            avery.write(b"\r")
            # on a busy machine the key itself may take longer than `wait` to arrive
            self._until(lambda: bool(self.unsent()) or self.told() > 0, "the message is on disk")
            time.sleep(wait)
            status = avery.end(way)
        assert status == (-9 if way == "SIGKILL" else 0), status
        with self._avery() as avery:
            avery.until("scripted-1")
            self._until(lambda: not self.unsent(), "what was left unsent is taken up")
            self._until(lambda: bool(self.extractions()), "the turn is encoded")
            avery.write("Where is my bank branch?")
            avery.until("Where is my bank branch?")
            avery.write(b"\r")
            avery.until("The answer.")
            _left(avery)
        asked = self.server.of("chat")[-1].messages[-1][1]
        assert "Kettle Lane" in asked.split("</memory ")[0], f"it was not recalled: {asked}"
        with self._avery() as avery:
            avery.until("scripted-1")
            time.sleep(0.5)
            _left(avery)
        self.check()

    def check(self) -> None:
        """What must hold of the home when all is over."""
        assert self.told() == 1, f"the turn stands {self.told()} times in the transcripts"
        assert len(self.extractions()) == 1, f"encoded {len(self.extractions())} times"
        assert self.unsent() == [], "something is left unsent"
        memories = "".join(path.read_text() for path in (self.home / "memories").rglob("*.md"))
        assert memories.count(f"\n{SAID}\n") == 1, "the fact stands twice or not at all"

    def told(self) -> int:
        """How often the turn stands in the transcripts."""
        lines = [
            json.loads(line)
            for path in (self.home / "conversations").glob("*.jsonl")
            for line in path.read_text().splitlines()
        ]
        return sum(line.get("text") == SAID and line.get("role") == "user" for line in lines)

    def extractions(self) -> list[Request]:
        """The encoding requests in which the turn stands as the user's own."""
        return [
            request
            for request in self.server.of("encoding")
            if any("] user" in line and "Kettle Lane" in line for line in request.prompt.splitlines())
        ]

    def unsent(self) -> list[Path]:
        return list((self.home / "unsent").glob("*"))

    def _avery(self) -> _Opened:
        return _Opened(self.home, self.server.url)

    def _until(self, true: Callable[[], bool], what: str, seconds: float = 40.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"in {seconds} s it did not come about that {what}"
            time.sleep(0.05)


class _Opened:
    def __init__(self, home: Path, url: str) -> None:
        self._terminal = terminal(
            [sys.executable, "-m", "avery", "--home", str(home)],
            OPENAI_BASE_URL=url,
            OPENAI_API_KEY="sk-scripted-key-for-tests",
            AVERY_MODEL="scripted-1",
        )

    def __enter__(self) -> PtyTerminal:
        return self._terminal.__enter__()

    def __exit__(self, *error: object) -> None:
        self._terminal.__exit__(None, None, None)


def _left(avery: PtyTerminal) -> None:
    status = avery.end("key")
    assert status == 0, f"status {status}:\n{avery.text().strip()}"


def _reply(request: Request) -> Reply:
    """The first message is answered slowly, so that the process ends before; the question at once."""
    return say("The answer.") if "Where is my" in request.messages[-1][1] else Reply(text="Noted.", delay=3.0)


def _slow(request: Request, server: ScriptedServer, seconds: float) -> Reply:
    given = defaults.reply("encoding", request.body, request.prompt, server.models)
    return replace(given, delay=seconds)
