"""What the memory's thread tells of MCP servers: frozen values, free of Textual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from avery.mcp.model import Standing


@dataclass(frozen=True, slots=True)
class ServersStand:
    """How each configured server is, in the order of config.toml; told whenever that changes, and when asked for."""

    servers: tuple[Standing, ...]
