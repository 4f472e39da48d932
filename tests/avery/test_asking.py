"""A tool that changes something, through the whole service: wanted, decided or stopped, and done or not. Real files."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from avery.agent.consent import Verdict
from avery.agent.events import Returned
from avery.consent_events import Settled, Wanted
from avery.events import Answered, Ended, Event, Told
from tests.avery.test_service import Listener
from tests.support.replies import Reply, say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        monkeypatch.setenv("OPENAI_BASE_URL", scripted.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-scripted-key-for-tests")
        monkeypatch.setenv("AVERY_MODEL", "scripted-1")
        yield scripted


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


def write(path: str, text: str = "x") -> tuple[str, str]:
    return "write_file", json.dumps({"path": path, "text": text})


def wanted(events: list[Event]) -> list[Wanted]:
    return [event for event in events if isinstance(event, Wanted)]


def returned(events: list[Event]) -> list[bool]:
    return [e.event.ok for e in events if isinstance(e, Told) and isinstance(e.event, Returned)]


def test_a_person_decides_call_by_call_and_for_the_task_and_for_good(
    tmp_path: Path, folder: Path, server: ScriptedServer
) -> None:
    listener = Listener(tmp_path / "home")
    service = listener.service
    service.start()
    # no; once; for the task, which covers the next one; and after the task's end it is asked again: for good
    server.queue("chat", calling(write("a/no.txt")), say("Not allowed."))
    server.queue(
        "chat", calling(write("a/once.txt"), write("a/task.txt"), write("a/covered.txt")), say("Done.")
    )
    server.queue("chat", calling(write("a/always.txt"), write("a/more.txt")), say("Done."))
    for number, verdicts in enumerate(
        [(Verdict.NO,), (Verdict.ONCE, Verdict.TASK), (Verdict.ALWAYS,)], start=1
    ):
        ask = service.send(f"Go on, step {number}.")
        for verdict in verdicts:
            open_ = len(settled(listener.events)) + 1
            listener.until(lambda events, n=open_: len(wanted(events)) == n)
            service.decide(wanted(listener.events)[-1].request.id, verdict)
            listener.until(lambda events, n=open_: len(settled(events)) == n)
        listener.until(lambda events, a=ask: Answered(a) in events)
        service.end_task()
        listener.until(lambda events, n=number: sum(isinstance(e, Ended) for e in events) == n)
    assert [event.verdict for event in settled(listener.events)] == ["no", "once", "task", "always"]
    assert returned(listener.events) == [False, True, True, True, True, True]
    assert sorted(p.name for p in (folder / "a").iterdir()) == [
        *("always.txt", "covered.txt", "more.txt", "once.txt", "task.txt")
    ]
    assert f"write:{folder}/a" in (tmp_path / "home" / "grants.toml").read_text()
    request = wanted(listener.events)[0].request
    assert (request.tool, request.origin) == ("write_file", "Avery")
    service.decide("no such request", Verdict.ALWAYS)
    assert service.close(20)


def settled(events: list[Event]) -> list[Settled]:
    return [event for event in events if isinstance(event, Settled)]


def test_stopping_while_the_person_is_asked_says_no_and_quitting_does_too(
    tmp_path: Path, folder: Path, server: ScriptedServer
) -> None:
    listener = Listener(tmp_path / "home")
    listener.service.start()
    server.on("chat", lambda _: calling(write("a.txt"), write("b.txt"), before="I write."))
    ask = listener.service.send("Write.")
    listener.until(lambda events: len(wanted(events)) == 1)
    listener.service.stop()
    listener.until(lambda events: Answered(ask, "stopped") in events)
    (first,) = wanted(listener.events)
    assert settled(listener.events) == [Settled(first.request.id, Verdict.NO)]
    listener.service.decide(first.request.id, Verdict.ALWAYS)  # too late
    listener.service.send("Write again.")
    listener.until(lambda events: len(wanted(events)) == 2)
    assert listener.service.close(20)
    assert [event.verdict for event in settled(listener.events)] == ["no", "no"]
    assert not list(folder.iterdir()) and not (tmp_path / "home" / "grants.toml").exists()


def test_stopping_ends_a_command_that_runs(tmp_path: Path, folder: Path, server: ScriptedServer) -> None:
    program = "import time, pathlib; pathlib.Path('begun').touch(); time.sleep(60)"
    command = json.dumps({"command": f'{sys.executable} -c "{program}"; touch ended'})
    listener = Listener(tmp_path / "home")
    (listener.home / "grants.toml").write_text(
        "allow = [" + json.dumps(f"run@{folder}:{json.loads(command)['command']}") + "]"
    )
    listener.service.start()
    server.on("chat", lambda _: calling(("run_command", command)))
    ask = listener.service.send("Run it.")
    listener.until(lambda _: (folder / "begun").exists())
    listener.service.stop()
    listener.until(lambda events: Answered(ask, "stopped") in events)
    time.sleep(0.2)
    assert not (folder / "ended").exists() and wanted(listener.events) == []
    assert listener.service.close(20)


def test_a_server_that_breaks_off_in_mid_call_or_calls_nonsense_changes_nothing_and_asks_nobody(
    tmp_path: Path, folder: Path, server: ScriptedServer
) -> None:
    listener = Listener(tmp_path / "home")
    listener.service.start()
    half = calling(write("a.txt", "y" * 200))
    server.queue(
        "chat",
        Reply(deltas=half.deltas[:6], quiet_cut=True),
        calling(
            ("write_file", '{"path": "a.txt", "te'),
            ("write_file", '{"path": "a.txt"}'),
            ("no_such_tool", "{}"),
        ),
        say("I could not."),
    )
    ask = listener.service.send("Write.")
    listener.until(lambda events: Answered(ask) in events)
    assert returned(listener.events) == [False, False, False]
    assert wanted(listener.events) == [] and not list(folder.iterdir())
    assert listener.service.close(20)
