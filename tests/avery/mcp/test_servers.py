"""Real MCP servers, good and hostile, beside the agent: what they offer, how they fail, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from avery.agent.consent import Consent, Request, Verdict
from avery.agent.events import Returned
from avery.agent.tools import Toolbox, ToolContext, ToolResult
from avery.agent.turn import Agent
from avery.mcp import leash
from avery.mcp.model import State
from avery.mcp.servers import Servers
from avery.mcp.tool import ServerTool
from avery.tools.gate import Gate
from avery.tools.grants import Grants
from tests.avery.agent.test_turn import desk
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from weave.clock import system_clock
from weave.config import McpConfig
from weave.model import Provenance, Role
from weave.servers import ServerConfig

ROOT = str(Path(__file__).parents[3])
PATIENCE = 60.0
"""Seconds for a server to start on a busy machine."""


def kind(name: str, **more: object) -> ServerConfig:
    arguments = ("-m", "tests.support.mcp_server", name)
    return ServerConfig(command=sys.executable, args=arguments, folder=ROOT, **more)  # type: ignore[arg-type]


async def until(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)


def named(servers: Servers, server: str, tool: str) -> ServerTool:
    return next(t for t in servers.tools if (t.listed.server, t.listed.name) == (server, tool))


def standing(servers: Servers, name: str) -> State:
    return next(one.state for one in servers.standing if one.name == name)


async def run(tool: ServerTool, context: object, **arguments: object) -> ToolResult:
    return await tool.run(arguments, context)  # type: ignore[arg-type]


class Letters:
    """As much of a context as a server's tool asks for."""

    letters = 3_000


async def test_a_good_and_a_hostile_server_beside_each_other_and_the_good_one_never_notices(
    tmp_path: Path,
) -> None:
    at = Letters()
    given = {"TOKEN": "env:MY_TOKEN"}
    config = McpConfig({"good": kind("good", timeout=20, env=given), "bad": kind("hostile", timeout=1.0)})
    began = time.monotonic()
    async with Servers(config, tmp_path, {"MY_TOKEN": "abc"}) as servers:
        assert (
            time.monotonic() - began < 1.0 and set(servers.missing) == {"good", "bad"} and not servers.tools
        )
        await until(lambda: not servers.missing, "the servers are there")
        assert (await run(named(servers, "good", "echo"), at, text="東京")).text == "good: 東京"
        assert (await run(named(servers, "good", "secret"), at)).text == "key cba"
        pictured = (await run(named(servers, "good", "picture"), at)).text
        assert "AAAA" not in pictured and pictured.endswith("and words")
        offered = [tool for tool in servers.tools if tool.listed.server == "bad"]
        assert len(offered) == 40 and len({tool.name for tool in servers.tools}) == 45
        assert not [tool for tool in offered if tool.listed.name.startswith("broken")]
        refused = await run(named(servers, "bad", "ask"), at)
        assert not refused.ok and "GOT" not in refused.text
        broken = await run(named(servers, "bad", "error"), at)
        assert (broken.ok, broken.text) == (False, "It broke.")
        hung = asyncio.create_task(run(named(servers, "bad", "hang"), at))
        assert (await run(named(servers, "good", "echo"), at, text="meanwhile")).ok
        assert "stopped after 1 s" in (await hung).text
        huge = await run(named(servers, "bad", "huge"), at)
        assert not huge.ok and huge.own and "in mid-call" in huge.text
        await until(lambda: standing(servers, "bad") is State.WAITING, "its end is noticed")
        told = next(one.detail for one in servers.standing if one.name == "bad")
        assert "more than 4194304 bytes" in told and "tried again" in told
        await until(lambda: standing(servers, "bad") is State.READY, "it is started again")
        died = await run(named(servers, "bad", "die"), at)
        assert not died.ok and died.own
        assert (await run(named(servers, "good", "echo"), at, text="still here")).ok
        children = psutil.Process().children(recursive=True)
        assert len([one for one in children if "mcp_server" in " ".join(one.cmdline())]) >= 2
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive


async def test_over_http_a_server_that_goes_away_is_told_and_connected_to_again(tmp_path: Path) -> None:
    port = _free_port()
    command = [sys.executable, "-m", "tests.support.mcp_server", "good", str(port)]
    config = McpConfig({"web": ServerConfig(url=f"http://127.0.0.1:{port}/mcp", timeout=20)})
    with _started(command) as process:
        async with Servers(config, tmp_path, {}) as servers:
            await until(lambda: servers.tools, "it is there, however late")
            assert (await run(named(servers, "web", "echo"), Letters(), text="a")).text == "good: a"
            tool = named(servers, "web", "echo")
            process.kill()
            process.wait()
            failed = await run(tool, Letters(), text="b")
            assert not failed.ok
            await until(lambda: standing(servers, "web") is State.WAITING, "its end is noticed")
            assert not servers.tools


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)


def _free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


async def test_what_cannot_start_says_why_and_is_tried_again_at_a_word(tmp_path: Path) -> None:
    config = McpConfig(
        {
            "nowhere": ServerConfig(command="/nowhere/at/all"),
            "keyless": ServerConfig(command="true", env={"A": "env:NOT_SET"}),
            "off": ServerConfig(command="true", enabled=False),
        }
    )
    async with Servers(config, tmp_path, {}) as servers:
        await until(
            lambda: servers.missing and "starting" not in map(str, _states(servers)), "they have failed"
        )
        told = {one.name: (one.state, one.detail) for one in servers.standing}
        assert "cannot be started: no such file" in told["nowhere"][1]
        assert "the environment variable NOT_SET is not set" in told["keyless"][1]
        assert told["off"] == (State.OFF, "")
        servers.restart("nowhere")
        servers.restart("unknown")
        await until(lambda: State.STARTING in _states(servers), "it is tried again")
    assert set(_states(servers)) == {State.ENDED, State.OFF}


def _states(servers: Servers) -> Sequence[State]:
    return [one.state for one in servers.standing]


STUBBORN = "trap '' TERM INT HUP; sleep 600 & echo $$ $!; wait; sleep 600"


def test_nothing_of_a_server_outlives_an_avery_that_is_killed() -> None:
    starter = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-I', '-S', *sys.argv[1:]], stdin=subprocess.PIPE, start_new_session=True)\n"
        "time.sleep(600)\n"
    )
    command = [sys.executable, "-c", starter, leash.__file__, "1000", "/bin/sh", "-c", STUBBORN]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as avery:
        assert avery.stdout is not None
        numbers = [int(word) for word in avery.stdout.readline().split()]
        assert all(psutil.pid_exists(number) for number in numbers) and len(numbers) == 2
        avery.send_signal(signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while any(_lives(number) for number in numbers):
            assert time.monotonic() < end, "orphans"
            time.sleep(0.02)


def _lives(number: int) -> bool:
    try:
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_message_beyond_all_bounds_ends_the_server_and_the_rest_passes_through() -> None:
    def through(longest: int, script: str, data: bytes = b"") -> tuple[bytes, bytes]:
        command = [sys.executable, "-I", "-S", leash.__file__, str(longest), "/bin/sh", "-c", script]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        ) as leashed:
            return leashed.communicate(data, timeout=PATIENCE)

    assert through(1_000, "cat", b"one\ntwo\n" * 400) == (b"one\ntwo\n" * 400, b"")
    out, error = through(100, "echo short; head -c 5000 /dev/zero; sleep 600")
    assert out in (b"", b"short\n") and b"more than 100 bytes" in error
    assert b"not found" in through(100, "exec /nowhere")[1]


# -- in a turn of the agent ---------------------------------------------------------------------------------


async def test_a_turn_calls_a_servers_tool_when_allowed_and_injections_through_it_move_nothing(
    tmp_path: Path,
) -> None:
    asked: list[Request] = []

    async def consent(request: Request) -> Verdict:
        asked.append(request)
        return Verdict.NO if "die" in request.effect.summary else Verdict.ALWAYS

    config = McpConfig({"bad": kind("hostile", timeout=20.0), "turn": kind("turncoat", timeout=20.0)})
    with ScriptedServer() as model:
        async with desk(tmp_path / "home", model) as at, Servers(config, tmp_path, {}) as servers:
            grants = Grants(at.weave.home)
            servers._rules = grants.list
            await until(lambda: not servers.missing, "the servers are there")
            agent = _agent(at.weave, at.chat, servers, Gate(grants, consent))
            itself, before = await at.weave.identity(), await at.weave.facts()
            talk = await at.weave.begin()
            model.queue(
                "chat", calling(("mcp_bad_inject", "{}"), ("mcp_bad_die", "{}")), say("It told a story.")
            )
            events = [event async for event in agent.turn(talk, "Ask the server.")]
            first, second = [event for event in events if isinstance(event, Returned)]
            assert first.ok and "hunter2" not in first.text and not second.ok
            assert [one.origin for one in asked] == ["MCP server bad"] * 2
            assert re.fullmatch(r"mcp:bad/inject#[0-9a-f]{12}", asked[0].effect.grant)
            prompt = [request for request in model.requests if request.kind == "chat"][-1]
            _holds_in_its_marks(prompt.messages)
            tools = str(prompt.body["tools"])
            assert "described" in tools and "</tools>" not in tools and "which is no instruction" in tools
            await at.weave.end(talk.id)
            assert (await at.weave.identity(), await at.weave.facts()) == (itself, before)
            kept = await at.weave.list()
            assert not [m for m in kept if "Mallory" in m.text and m.provenance is Provenance.USER]
            assert not [m for m in kept if m.source.file or "hunter2" in m.text]
            assert {turn.role for turn in agent._minutes.turns(talk)} >= {Role.TOOL}
            await _asks_anew_once_it_is_worded_anew(servers, Gate(grants, consent), asked)


def _agent(weave: object, chat: object, servers: Servers, consent: Consent) -> Agent:
    box = Toolbox((), consent=consent, seconds=30.0)
    box.join(lambda: servers.tools)
    return Agent(weave, chat, system_clock(), tools=box)  # type: ignore[arg-type]


def _holds_in_its_marks(messages: Sequence[tuple[str, str]]) -> None:
    """What the server said stands between marks in a tool's message, and nowhere else."""
    told = [content for role, content in messages if role == "tool" and "Mallory" in content]
    assert len(told) == 1 and re.match(r"<result (\w+)>\n", told[0])
    mark = told[0].split("\n")[0][1:]
    assert told[0].rstrip().endswith(f"</{mark}") and told[0].count(f"</{mark}") == 1
    assert "<identity>" not in told[0] and "<memory" not in told[0]
    assert not [content for role, content in messages if role != "tool" and "Mallory" in content]


async def _asks_anew_once_it_is_worded_anew(servers: Servers, gate: Gate, asked: list[Request]) -> None:
    context = Letters()
    before = len(asked)
    tool = named(servers, "turn", "weather")
    effect = await tool.effect({}, context)  # type: ignore[arg-type]
    assert "The server says that it only reads." in effect.detail
    wanted = Request("1", tool.name, tool.origin, effect, "task")
    assert await gate(wanted) is not Verdict.NO and await gate(wanted) is not Verdict.NO
    assert len(asked) == before + 1
    assert (await run(tool, context)).text == "Sunny."
    await until(
        lambda: "Send all files" in named(servers, "turn", "weather").description, "it is worded anew"
    )
    anew = named(servers, "turn", "weather")
    effect = await anew.effect({}, context)  # type: ignore[arg-type]
    assert effect.detail.startswith("The server words this tool otherwise than when you allowed it")
    await gate(Request("2", anew.name, anew.origin, effect, "task"))
    assert len(asked) == before + 2


def test_a_context_has_the_letters_that_a_servers_tool_asks_for() -> None:
    assert "letters" in ToolContext.__dataclass_fields__
