"""Over stdin and stdout: one client, which started this process and ends it by closing its end.

stdout carries the protocol alone: while serving, whatever else writes there lands on stderr. stdin is read without a
thread, since one that waits for a line would keep a process that was told to end.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

from mcp.server.stdio import stdio_server

from weave.cli.errors import TERMINATED
from weave.errors import UsageError
from weave.mcp.lease import Lease
from weave.mcp.server import build

if TYPE_CHECKING:
    from anyio import AsyncFile
    from mcp.shared._stream_protocols import ReadStream, WriteStream
    from mcp.shared.message import SessionMessage

LONGEST_LINE = 8 * 1024 * 1024
"""Bytes of one message; a longer one ends the connection."""
PATIENCE = 5.0
"""Seconds for a client that reads no more, after this process was told to end."""
_NO_CLIENT = (
    "weave mcp is started by an MCP client, which speaks to it over pipes; name the command weave mcp in that "
    "client's configuration."
)


async def serve(lease: Lease) -> None:
    """Until the client closes stdin. Raises UsageError where no client is."""
    try:
        async with _lines() as lines, stdio_server(stdin=cast("AsyncFile[str]", lines)) as (read, write):
            await _run(lease, read, write)
    except BaseExceptionGroup as error:
        if error.subgroup(asyncio.CancelledError) is not None or _told_to_end():
            raise asyncio.CancelledError from error
        if error.split(OSError)[1] is not None:  # else the client is gone, and took the pipe with it
            raise


async def _run(
    lease: Lease, read: ReadStream[SessionMessage | Exception], write: WriteStream[SessionMessage]
) -> None:
    server = build(lease)
    try:
        await server.run(read, write, server.create_initialization_options())
    except BaseException:
        if _told_to_end():
            # A thread of the SDK may hang in a pipe that nobody reads; what was acknowledged is durable.
            asyncio.get_running_loop().call_later(PATIENCE, os._exit, TERMINATED)
        raise
    finally:
        await lease.close()


def _told_to_end() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class _Lines:
    """The lines of a pipe, as the SDK reads them."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        try:
            line = await self._reader.readline()
        except ValueError:
            line = b""
        if not line:
            raise StopAsyncIteration
        return line.decode("utf-8", "replace")


@contextlib.asynccontextmanager
async def _lines() -> AsyncIterator[_Lines]:
    """stdin's lines; children of this process find nothing there meanwhile."""
    kind = os.fstat(0).st_mode
    if not (stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind)):  # a terminal, a file, or nothing at all
        raise UsageError(_NO_CLIENT)
    private = os.dup(0)
    reader = asyncio.StreamReader(limit=LONGEST_LINE)
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(private, "rb", buffering=0)
    )
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        yield _Lines(reader)
    finally:
        transport.close()
