"""[mcp.servers.NAME] of config.toml: whose tools Avery may use, and how each server is reached. Pure."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from weave.errors import InvalidInput

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """One server: a command that is started, or the URL of one that runs."""

    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    """For the command; a value that ends in `keyring:NAME` or `env:NAME` is looked up there."""
    folder: str | None = None
    """Where the command is started; the home's own folder by itself."""
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    """For the URL; values as in `env`."""
    enabled: bool = True
    timeout: float = 60.0
    """Seconds that one call may take."""
    allow: tuple[str, ...] = ()
    """The tools that are offered, by the server's names; none named: all."""
    deny: tuple[str, ...] = ()
    """Tools that are not."""

    def offers(self, tool: str) -> bool:
        """Whether the person lets this tool be offered."""
        return tool not in self.deny and (not self.allow or tool in self.allow)


def check(name: str, server: ServerConfig) -> None:
    """Raises InvalidInput that names the key."""
    where = f"config.toml: mcp.servers.{name}"
    if not _NAME.fullmatch(name):
        raise InvalidInput(f"{where}: a server's name has up to 24 letters, digits and hyphens.")
    if (server.command is None) == (server.url is None):
        raise InvalidInput(f"{where} needs either a command or a url.")
    if not 0 < server.timeout <= 3_600:
        raise InvalidInput(f"{where}.timeout must be above 0 and at most 3600 seconds.")
    if server.command is not None:
        _check_command(where, server)
    else:
        _check_url(where, server, server.url or "")


def _check_command(where: str, server: ServerConfig) -> None:
    if not (server.command or "").strip():
        raise InvalidInput(f"{where}.command is empty; name a program.")
    if server.headers:
        raise InvalidInput(f"{where}.headers go with a url; a command takes env.")
    texts = (server.command or "", server.folder or "", *server.args, *server.env.values())
    if any("\0" in text for text in texts):
        raise InvalidInput(f"{where} holds a NUL character; take it out.")
    for variable in server.env:
        if not _VARIABLE.fullmatch(variable):
            raise InvalidInput(f"{where}.env: {variable!r} is no name of a variable.")


def _check_url(where: str, server: ServerConfig, url: str) -> None:
    if server.args or server.env or server.folder:
        raise InvalidInput(f"{where}: args, env and folder go with a command; a url takes headers.")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise InvalidInput(f"{where}.url must begin with https:// or http:// and name a host.")
    if parts.username or parts.password:
        raise InvalidInput(f"{where}.url holds a password; put it into headers as keyring:NAME.")
    if parts.scheme == "http" and server.headers and not is_here(host):
        raise InvalidInput(f"{where}: headers would travel in clear text to {host}; use https.")
    for name, value in server.headers.items():
        if not re.fullmatch(r"[A-Za-z0-9-]+", name) or re.search(r"[\r\n\0]", value):
            raise InvalidInput(f"{where}.headers: {name!r} is no header that can be sent.")


def is_here(host: str) -> bool:
    """Whether the name or address is this machine, so that no other is on the way."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
