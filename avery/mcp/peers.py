"""The servers of a sitting: started once the memory is open, kept while it is opened anew, ended with the sitting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from avery.mcp.model import Standing
from avery.mcp.servers import Servers
from avery.mcp.tool import Rules, ServerTool
from weave.config import McpConfig

Told = Callable[[tuple[Standing, ...]], None]


class Peers:
    """What a sitting knows of the programs beside it."""

    def __init__(self) -> None:
        self._servers: Servers | None = None
        self._missed: tuple[str, ...] = ()
        self.told: Told = lambda standing: None
        """Told how the servers are, whenever that changes."""

    async def open(self, config: McpConfig, home: Path, environment: Mapping[str, str], rules: Rules) -> None:
        """Begin to start what is configured; what runs already under the same configuration goes on."""
        if self._servers is not None and self._servers.config == config:
            return
        await self.close()
        self._servers = Servers(config, home, environment, rules=rules, told=self.told)
        await self._servers.__aenter__()

    async def close(self) -> None:
        """End all of them. Idempotent."""
        servers, self._servers = self._servers, None
        if servers is not None:
            await servers.close()

    @property
    def tools(self) -> Sequence[ServerTool]:
        """What is there now."""
        return self._servers.tools if self._servers is not None else ()

    @property
    def standing(self) -> tuple[Standing, ...]:
        """How each server is."""
        return self._servers.standing if self._servers is not None else ()

    def restart(self, name: str) -> None:
        """Connect to one anew, now."""
        if self._servers is not None:
            self._servers.restart(name)

    def without(self) -> str | None:
        """What a turn that begins now has to do without, in a sentence; None when that is nothing new."""
        missing = self._servers.missing if self._servers is not None else ()
        before, self._missed = self._missed, missing
        if not missing or missing == before:
            return None
        names = ", ".join(missing)
        return f"This turn goes without the tools of {names}: not there yet; /mcp tells why."
