"""Where nobody can be asked: a server starts only if some of its tools may run, and only those run."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from avery.ask import Means, ask
from avery.mcp.servers import granted
from avery.tools.box import Workplace
from avery.tools.rules import covers
from avery.ui.sides import origin
from tests.support.memories import memory
from tests.support.replies import say
from tests.support.server import ScriptedServer
from tests.support.tool_calls import calling
from tests.weave.cli.conftest import LEAN
from weave.agents import source_of
from weave.cli.terminal import attach
from weave.config import McpConfig
from weave.roots import assemble
from weave.servers import ServerConfig

ROOT = str(Path(__file__).parents[3])


async def test_a_rule_of_the_command_line_lets_one_tool_of_a_server_run_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        f'{LEAN}\n[mcp.servers.good]\ncommand = "{sys.executable}"\nargs = ["-m", "tests.support.mcp_server", "good"]\n'
        f'folder = "{ROOT}"\n'
    )
    out, err = io.StringIO(), io.StringIO()
    with ScriptedServer() as model:
        calls = (("mcp_good_echo", '{"text": "hello"}'), ("mcp_good_numbers", "{}"))
        model.queue("chat", calling(*calls), say("It said hello."))
        environment = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "sk-x", "AVERY_MODEL": "scripted-1"}
        means = Means(Workplace(tmp_path), ("mcp:good/echo",))
        terminal = attach(out, err, environment)
        assert await ask(assemble(tmp_path, environment), "Say hello.", terminal, means, as_json=True) == 0
    first, second = json.loads(out.getvalue())["calls"]
    assert (first["ok"], first["text"]) == (True, "good: hello")
    assert not second["ok"] and "--allow 'mcp:good/numbers#" in second["text"]


def test_only_servers_of_which_something_may_run_are_started() -> None:
    config = McpConfig({"a": ServerConfig(command="x"), "a-b": ServerConfig(command="y")})
    assert granted(config, ()).servers == {}
    assert set(granted(config, ("mcp:a/read#0", "run:mcp:a-b/x")).servers) == {"a"}


@pytest.mark.parametrize(
    ("rule", "needed", "allowed"),
    [
        ("mcp:files/read#1a", "mcp:files/read#1a", True),
        ("mcp:files/read#1a", "mcp:files/read#2b", False),
        ("mcp:files/read", "mcp:files/read#2b", True),
        ("mcp:files/read", "mcp:files/read#x#2b", False),
        ("mcp:files/*", "mcp:files/read#2b", True),
        ("mcp:files/*", "mcp:files-2/read#2b", False),
        ("mcp:files/re", "mcp:files/read#2b", False),
    ],
)
def test_a_rule_covers_the_tool_as_it_was_worded_or_however_it_is(
    rule: str, needed: str, allowed: bool
) -> None:
    assert covers(rule, needed) is allowed


def test_what_another_agent_wrote_says_so_on_the_screen() -> None:
    written = replace(memory("The kettle is broken."), source=source_of("helper 1.0\n[red]"))
    assert origin(written) == "another agent, helper 1.0 [red]"
