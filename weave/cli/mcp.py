"""weave mcp: the memory for other agents, over stdin and stdout or HTTP."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.parsing import Commands
from weave.errors import UsageError

if TYPE_CHECKING:
    from weave.mcp.http import Address
    from weave.mcp.lease import Lease


def register(commands: Commands) -> None:
    """Add this command."""
    parser = commands.add(
        "mcp", serve, "offer the memory to other agents over the Model Context Protocol, by stdin and stdout"
    )
    parser.add_argument(
        "--http",
        metavar="[HOST:]PORT",
        help="over HTTP instead, on this machine alone unless a HOST is named; clients need the token",
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name by which clients reach it, with --http",
    )


async def serve(desk: Desk) -> int:
    """Serve until the client is gone or the process is told to end."""
    from weave.mcp import extra

    extra.require()
    desk.kept = "Ended; what was acknowledged stays."
    where, hosts = desk.text("http"), desk.texts("allow_host")
    if where is None and hosts:
        raise UsageError("--allow-host goes with --http; leave it out, or name a port.")
    lease = await _lease(desk)
    if where is None:
        from weave.mcp import stdio

        await stdio.serve(lease)
        return DONE
    await _over_http(desk, lease, where, hosts)
    return DONE


async def _lease(desk: Desk) -> Lease:
    """The memory that is opened when a call comes; what is wrong with the configuration is told now."""
    from weave.mcp.lease import Lease
    from weave.roots import assemble
    from weave.weave import Weave

    root = await asyncio.to_thread(assemble, desk.home, desk.environment, now=desk.moment("now"))
    return Lease(
        root.home,
        lambda: Weave.open(
            root.home,
            config=root.config,
            clock=root.clock,
            models=root.models,
            keys=root.keys,
            yields=True,
        ),
    )


async def _over_http(desk: Desk, lease: Lease, where: str, hosts: list[str]) -> None:
    from weave.mcp import http
    from weave.mcp.token import FILE, token_of

    listening = http.address(where)
    token = token_of(desk.home)

    def told(at: Address) -> None:
        desk.terminal.note(f"Serving at {at.url}; clients send the token in {desk.home / FILE}.")
        if not at.private:
            desk.terminal.note(
                "Other machines reach it, and nothing is encrypted: put a TLS proxy before it."
            )

    await http.serve(lease, listening, token, hosts, told)
