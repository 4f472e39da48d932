"""All configured servers, beside the chat: started together, each alone in its trouble, ended together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from avery.mcp.connection import Connection
from avery.mcp.model import Standing, State
from avery.mcp.tool import Rules, ServerTool
from weave.config import McpConfig

MOST_TOOLS = 100
"""Of all servers together; the first ones of config.toml come first."""


def granted(config: McpConfig, rules: Sequence[str]) -> McpConfig:
    """The servers of which some tool may run unasked: where nobody can be asked, no other is worth its start."""
    return McpConfig(
        {
            name: server
            for name, server in config.servers.items()
            if any(rule.startswith(f"mcp:{name}/") for rule in rules)
        }
    )


class Servers:
    """Use it inside `async with`: it begins to connect at once, and waits for nobody."""

    def __init__(
        self,
        config: McpConfig,
        home: Path,
        environment: Mapping[str, str],
        *,
        rules: Rules = tuple,
        told: Callable[[tuple[Standing, ...]], None] = lambda standing: None,
    ) -> None:
        """`rules`: what the person has allowed for good. `told`: how the servers are, whenever that changes."""
        self.config = config
        self._rules = rules
        self._told = told
        self._connections = {
            name: Connection(name, one, home, environment, self._tell) for name, one in config.servers.items()
        }

    async def __aenter__(self) -> Self:
        for connection in self._connections.values():
            connection.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End all servers; nothing of them is left when this returns. Idempotent."""
        self._told = lambda standing: None
        await asyncio.gather(*(connection.stop() for connection in self._connections.values()))

    @property
    def standing(self) -> tuple[Standing, ...]:
        """How each server is."""
        return tuple(connection.standing for connection in self._connections.values())

    @property
    def tools(self) -> Sequence[ServerTool]:
        """What is there now."""
        found = [
            ServerTool(listed, connection, self._rules)
            for connection in self._connections.values()
            for listed in connection.standing.tools
        ]
        return found[:MOST_TOOLS]

    @property
    def missing(self) -> tuple[str, ...]:
        """The servers that a turn has to do without."""
        away = (State.STARTING, State.WAITING)
        return tuple(standing.name for standing in self.standing if standing.state in away)

    def restart(self, name: str) -> None:
        """Connect to one anew, now; unknown names are passed over."""
        connection = self._connections.get(name)
        if connection is not None:
            connection.restart()

    async def settled(self, seconds: float) -> None:
        """Wait until every server is there or has failed, but no longer than this."""
        deadline = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < deadline:
            if all(standing.state is not State.STARTING for standing in self.standing):
                return
            await asyncio.sleep(0.02)

    def _tell(self) -> None:
        self._told(self.standing)
