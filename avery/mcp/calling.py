"""One call of a server's tool: its time, its progress, and every way in which it may go wrong as a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import httpx2
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED

from avery.mcp.model import Outcome
from avery.mcp.results import outcome
from weave.altale.passage import neutral
from weave.secrets import mask

_DIED = (
    "The MCP server went away in mid-call; whether the call was done is unknown. It is being started again."
)


async def called(
    client: Client, tool: str, arguments: Mapping[str, object], seconds: float, letters: int
) -> tuple[Outcome, bool]:
    """What came of it, and whether the connection is gone. Never raises but for being cancelled."""
    last = ""

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        nonlocal last
        last = f" It had told: {progress:g}{f' of {total:g}' if total else ''} {neutral(mask(message or ''))[:80]}"

    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            result = await client.call_tool(tool, dict(arguments), progress_callback=heard)
        return await asyncio.to_thread(outcome, result, letters), False
    except TimeoutError:
        what = f"It was stopped after {seconds:g} s and may be half done.{last.rstrip()}"
        return Outcome(what, ok=False, own=not last), False
    except MCPError as error:
        if error.code == CONNECTION_CLOSED:
            return Outcome(_DIED, ok=False, own=True), True
        return Outcome(f"The server refused: {_words(error)}", ok=False), False
    except (httpx2.HTTPError, OSError) as error:
        return Outcome(f"The server could not be reached: {_words(error)}", ok=False), True
    except Exception as error:  # the boundary: a server may send what the SDK chokes on
        return Outcome(
            f"The server's answer could not be read ({type(error).__name__}).", ok=False, own=True
        ), False


def _words(error: BaseException) -> str:
    return neutral(mask(str(error)))[:300] or type(error).__name__
