"""Over HTTP: any number of clients, each with the home's token. On loopback unless another address was named.

A page in a browser reaches loopback too: a request whose Host is another name (DNS rebinding), or that comes from a
page (Origin) of another place, is refused before the token is looked at.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from weave.errors import InvalidInput
from weave.keys import Secret
from weave.mcp.lease import Lease
from weave.mcp.server import build
from weave.mcp.token import admits
from weave.servers import is_here

PATH = "/mcp"
_GRACE = 2
"""Seconds that open connections get when the server ends."""
_REFUSED = (
    b"A token is needed: send Authorization: Bearer, with the word that weave mcp --http names the file of."
)
Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen. Port 0: a free one."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """As a client is told."""
        return f"http://{self.named}:{self.port}{PATH}"

    @property
    def named(self) -> str:
        """The host as a URL has it."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def private(self) -> bool:
        """Whether no other machine reaches it."""
        return is_here(self.host)


def address(text: str) -> Address:
    """`PORT`, `HOST:PORT` or `[IPv6]:PORT`. Raises InvalidInput."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65_536) or (":" in host and host[0] != "["):
        raise InvalidInput(f"--http takes [HOST:]PORT, such as 8765 or 127.0.0.1:8765, not {text!r}.")
    return Address(host.strip("[]") or "127.0.0.1", int(port))


async def serve(
    lease: Lease, where: Address, token: Secret, hosts: Sequence[str], told: Callable[[Address], None]
) -> None:
    """Until it is told to end; `told` gets the address once it listens. `hosts`: further names it is reached by.

    Raises InvalidInput when the address cannot be used.
    """
    app = build(lease).streamable_http_app(
        streamable_http_path=PATH, transport_security=_security(where, hosts), host=where.host
    )
    config = uvicorn.Config(
        _guarded(app, token),
        log_level="critical",
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
        lifespan="on",
    )
    listening = _bound(where)
    server = uvicorn.Server(config)
    try:
        told(Address(where.host, listening.getsockname()[1]))
        await server.serve(sockets=[listening])
    finally:
        listening.close()
        await asyncio.shield(lease.close())


def _bound(where: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((where.host, where.port))
        found.listen()  # whoever is told of it may come at once
    except OSError as error:
        found.close()
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(
            f"{where.host}:{where.port} cannot be used ({reason}); name another port."
        ) from error
    return found


def _security(where: Address, hosts: Sequence[str]) -> TransportSecuritySettings:
    names = dict.fromkeys(["127.0.0.1", "localhost", "[::1]", *hosts, where.named])
    return TransportSecuritySettings(
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[f"http://{name}:*" for name in names],
    )


def _guarded(app: App, token: Secret) -> App:
    """`app` for whoever has the token."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and not admits(token, _authorization(scope)):
            await _refuse(send)
        else:
            await app(scope, receive, send)

    return guard


def _authorization(scope: Scope) -> str:
    found = [value for name, value in scope["headers"] if name == b"authorization"]
    return bytes(found[0]).decode("latin-1") if len(found) == 1 else ""


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": _REFUSED})
