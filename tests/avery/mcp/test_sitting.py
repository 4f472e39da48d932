"""The chat with a server beside it: the first turn does not wait, the next ones have its tools, quitting leaves nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import psutil
import pytest

from avery.agent.consent import Verdict
from avery.agent.events import Returned
from avery.consent_events import Wanted
from avery.events import Answered, Noticed, Told
from avery.mcp.model import State
from avery.mcp_events import ServersStand
from tests.avery.test_service import Listener
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling

ROOT = str(Path(__file__).parents[3])


def test_a_turn_waits_for_no_server_the_next_asks_and_calls_it_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener(tmp_path / "home")
    arguments = '["-m", "tests.support.mcp_server", "good"]'
    with (listener.home / "config.toml").open("a") as config:
        config.write(
            f'[mcp.servers.good]\ncommand = "{sys.executable}"\nargs = {arguments}\nfolder = "{ROOT}"\n'
        )
    with ScriptedServer() as model:
        for name, value in (("BASE_URL", model.url), ("API_KEY", "sk-scripted-key-for-tests")):
            monkeypatch.setenv(f"OPENAI_{name}", value)
        monkeypatch.setenv("AVERY_MODEL", "scripted-1")
        model.queue("chat", say("Early."), calling(("mcp_good_echo", '{"text": "hi"}')), say("It says hi."))
        early = listener.service.send("Anybody there?")
        listener.service.start()
        listener.until(lambda events: Answered(early) in events)
        told = [event.text for event in listener.events if isinstance(event, Noticed)]
        assert told == ["This turn goes without the tools of good: not there yet; /mcp tells why."]
        listener.until(lambda events: any(_ready(event) for event in events), 60.0)
        children = [
            one for one in psutil.Process().children(recursive=True) if "mcp_server" in one.cmdline()[-2]
        ]
        ask = listener.service.send("Say hi.")
        listener.until(lambda events: any(isinstance(event, Wanted) for event in events))
        wanted = next(event.request for event in listener.events if isinstance(event, Wanted))
        assert (wanted.origin, wanted.effect.grant[:14]) == ("MCP server good", "mcp:good/echo#")
        listener.service.decide(wanted.id, Verdict.ONCE)
        listener.until(lambda events: Answered(ask) in events)
        inner = [event.event for event in listener.events if isinstance(event, Told)]
        assert [event.text for event in inner if isinstance(event, Returned)] == ["good: hi"]
        listener.service.servers()
        assert listener.service.close(30)
    assert children and not psutil.wait_procs(children, timeout=20)[1]


def _ready(event: object) -> bool:
    return isinstance(event, ServersStand) and any(one.state is State.READY for one in event.servers)
