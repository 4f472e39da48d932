"""The memory's thread: what is sent early waits on disk, what is stopped comes back, quitting loses nothing."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from avery.agent.events import Delta, Recalled
from avery.events import (
    Answered,
    Asked,
    Decided,
    Disputed,
    Event,
    Opened,
    OpenFailed,
    Refused,
    Told,
    Trouble,
    Undecided,
)
from avery.options import LaunchOptions
from avery.service import MemoryService
from tests.support.claims import claim
from tests.support.homes import bare
from tests.support.replies import Reply, say
from tests.support.server import ScriptedServer
from weave.model import Memory

CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n'


class Listener:
    """Gathers the events of a service."""

    def __init__(self, home: Path) -> None:
        home.mkdir(mode=0o700, exist_ok=True)
        (home / "config.toml").write_text(CONFIG)
        self.events: list[Event] = []
        self.home = home
        self.service = MemoryService(LaunchOptions(home), self.events.append)

    def until(self, true: Callable[[list[Event]], bool], seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not true(self.events):
            assert time.monotonic() < end, self.events
            time.sleep(0.01)

    def spoken(self) -> list[str]:
        files = (self.home / "conversations").glob("*.jsonl")
        lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
        return [line["text"] for line in lines if line.get("role") == "user"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> ScriptedServer:
    scripted = ScriptedServer().start()
    monkeypatch.setenv("OPENAI_BASE_URL", scripted.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-key-for-tests")
    monkeypatch.setenv("AVERY_MODEL", "scripted-1")
    return scripted


async def put(home: Path, *memories: Memory) -> None:
    async with bare(home) as weave:
        weave._core.store.add(memories)


def kinds(events: list[Event]) -> list[type]:
    inner = [e.event if isinstance(e, Told) else e for e in events]
    return [type(e) for e in inner if isinstance(e, Asked | Recalled | Delta | Answered)]


def test_a_question_sent_before_memory_is_ready_waits_on_disk_and_is_answered(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.queue("chat", say("At last."))
    listener = Listener(tmp_path / "home")
    ask = listener.service.send("Early bird, key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD")
    waiting = "".join(p.read_text() for p in (tmp_path / "home" / "unsent").iterdir())
    assert "Early bird" in waiting
    assert "abcdefghijklmnopqrstuvwxyz" not in waiting
    listener.service.start()
    listener.until(lambda events: Answered(ask) in events)
    assert isinstance(listener.events[0], Opened)
    found = kinds(listener.events)
    assert (found[:2], found[-1]) == ([Asked, Recalled], Answered)
    assert listener.service.close(20)
    assert not list((tmp_path / "home" / "unsent").iterdir())
    server.stop()


def test_stopping_hands_back_what_still_waited_and_ends_what_ran(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.queue("chat", Reply(fragments=tuple(f"w{n} " for n in range(500)), pace=0.02))
    listener = Listener(tmp_path / "home")
    listener.service.start()
    first = listener.service.send("long one")
    listener.until(lambda events: any(isinstance(e, Told) and isinstance(e.event, Delta) for e in events))
    second = listener.service.send("waits")
    listener.service.stop()
    listener.until(lambda events: Answered(first, "stopped") in events)
    assert [e.kept for e in listener.events if isinstance(e, Refused) and e.ask == second] == [False]
    assert listener.service.close(20)
    assert listener.spoken() == ["long one"]
    server.stop()


def test_a_conflict_is_decided_while_a_reply_is_coming_and_one_that_is_none_says_so(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.queue("chat", Reply(fragments=tuple(f"w{n} " for n in range(500)), pace=0.02))
    listener = Listener(tmp_path / "home")
    cebu, davao = claim("Cebu", days=30), claim("Davao", days=5)
    asyncio.run(put(listener.home, cebu, davao))
    listener.service.start()
    ask = listener.service.send("Tell me everything.")
    listener.until(lambda events: any(isinstance(e, Told) and isinstance(e.event, Delta) for e in events))
    listener.until(lambda events: any(isinstance(e, Disputed) and len(e.conflicts) == 1 for e in events))
    listener.service.resolve(cebu.facts[0].id, [davao.facts[0].id])
    listener.until(lambda events: any(isinstance(e, Decided) for e in events))
    listener.service.resolve("01JDYQ3V5W8Z1N6T2K4R7M9XAB", [])
    listener.until(lambda events: any(isinstance(e, Undecided) for e in events))
    assert Answered(ask) not in listener.events
    assert Disputed(()) in listener.events
    assert listener.service.close(20)
    server.stop()


def test_case_4_quitting_right_after_sending_keeps_every_turn(tmp_path: Path, server: ScriptedServer) -> None:
    server.on("chat", say("slow", delay=5.0))
    listener = Listener(tmp_path / "home")
    listener.service.start()
    listener.service.send("My new bank branch is on Kettle Lane.")
    listener.service.send("It opens at nine.")
    listener.service.close(20)
    assert sorted(listener.spoken()) == ["It opens at nine.", "My new bank branch is on Kettle Lane."]
    server.stop()


def test_a_closed_memory_refuses_at_once(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    events: list[Event] = []
    service = MemoryService(LaunchOptions(blocked), events.append)
    service.start()
    end = time.monotonic() + 20
    while not events and time.monotonic() < end:
        time.sleep(0.01)
    ask = service.send("lost?")

    def refused() -> bool:
        return any(isinstance(e, Refused) and e.ask == ask and not e.kept for e in list(events))

    # the thread that failed may still be ending: then it is the one that refuses
    while not refused() and time.monotonic() < end:
        time.sleep(0.01)
    assert refused()


def test_what_was_decided_before_a_memory_that_never_opens_is_told_as_undecided(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    events: list[Event] = []
    service = MemoryService(LaunchOptions(blocked), events.append)
    service.resolve("01JDYQ3V5W8Z1N6T2K4R7M9XAB", [])
    service.tasks()
    service.start()
    wanted, end = {OpenFailed, Trouble, Undecided}, time.monotonic() + 20
    while not wanted <= {type(event) for event in list(events)}:
        assert time.monotonic() < end, events
        time.sleep(0.01)
