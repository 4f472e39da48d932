"""`avery mcp`: the configured servers listed, added and removed, without the chat."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from avery.mcp.model import Standing, State
from weave import config
from weave.cli.errors import DONE, FAILED
from weave.cli.process import interruptible
from weave.cli.terminal import Terminal
from weave.cli.text import one_line
from weave.errors import UsageError
from weave.secrets import find
from weave.servers import ServerConfig

_LIST_SECONDS = 40.0
_LONGEST = 100
_KEPT = "Interrupted; nothing was changed."


def run(arguments: argparse.Namespace, home: Path, environment: Mapping[str, str], terminal: Terminal) -> int:
    """Run the command that was given. Raises WeaveError."""
    match arguments.mcp:
        case "add":
            from avery.mcp.editing import add

            path = add(home, arguments.name, _server(arguments))
            terminal.say(f"Added {arguments.name} to {path}.")
        case "remove":
            from avery.mcp.editing import remove

            path = remove(home, arguments.name)
            terminal.say(f"Removed {arguments.name} from {path}.")
        case _:
            as_json = bool(getattr(arguments, "json", False))
            return asyncio.run(
                interruptible(_list(home, environment, terminal, as_json), terminal, lambda: _KEPT)
            )
    return DONE


def _server(arguments: argparse.Namespace) -> ServerConfig:
    command, *rest = arguments.line or [None]
    env, headers = _pairs(arguments.env, "--env"), _pairs(arguments.header, "--header")
    return ServerConfig(command=command, args=tuple(rest), url=arguments.url, env=env, headers=headers)


def _pairs(given: Sequence[str], option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in given:
        name, mark, value = one.partition("=")
        if not mark or not name.strip():
            raise UsageError(f"{option} takes NAME=VALUE, not {one!r}.")
        if find(f"{name}: {value}") or find(value):
            raise UsageError(
                f"{option} {name} looks like a key, which config.toml should not hold; keep it with keyring set avery "
                f"NAME, and give {name}=keyring:NAME."
            )
        found[name.strip()] = value
    return found


async def _list(home: Path, environment: Mapping[str, str], terminal: Terminal, as_json: bool) -> int:
    """Start all that are switched on and show what they offer; exit status 1 when one is not there."""
    from avery.mcp.servers import Servers
    from weave.mcp.extra import require

    loaded = config.load(home, environment)
    if loaded.mcp.servers:
        require()
    async with Servers(loaded.mcp, home, environment) as servers:
        await servers.settled(_LIST_SECONDS)
        standing = servers.standing
    if as_json:
        terminal.data([_document(one) for one in standing])
    else:
        _show(standing, terminal)
    return DONE if all(one.state in (State.READY, State.OFF) for one in standing) else FAILED


def _show(standing: Sequence[Standing], terminal: Terminal) -> None:
    if not standing:
        terminal.say("No servers; avery mcp add NAME -- COMMAND adds one.")
    for one in standing:
        detail = f": {one_line(one.detail)}" if one.detail else ""
        terminal.say(f"{one.name}  {one.state}{detail}  ({one_line(one.where)})")
        for tool in one.tools:
            words = one_line(tool.description)
            terminal.say(f"  {one_line(tool.name)}  {words[:_LONGEST]}{'…' if len(words) > _LONGEST else ''}")
        for sentence in one.left_out:
            terminal.say(f"  {one_line(sentence)}")


def _document(one: Standing) -> dict[str, object]:
    return {
        "name": one.name,
        "state": str(one.state),
        "where": one.where,
        "detail": one.detail,
        "tools": [
            {"name": tool.name, "called": tool.called, "description": tool.description, "reads": tool.reads}
            for tool in one.tools
        ],
        "left_out": list(one.left_out),
    }
