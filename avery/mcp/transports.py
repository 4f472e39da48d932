"""How a server is reached: as a child on a leash, or over HTTP. Each tells when the connection is gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

import httpx2
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from avery.mcp import leash
from weave.altale.passage import neutral
from weave.keys import Secret
from weave.secrets import mask
from weave.servers import ServerConfig

if TYPE_CHECKING:
    from mcp.client._transport import ReadStream, TransportStreams
    from mcp.shared.message import SessionMessage

LONGEST_MESSAGE = 4 * 1024 * 1024
"""Bytes of one message of a server, held in memory until it is whole."""
_LAST_WORDS = 2_000
_CONNECT = 15.0


class LastWords:
    """The end of what a server wrote to stderr, which says why it died better than its silence does."""

    def __init__(self) -> None:
        self._kept = b""

    def add(self, data: bytes) -> None:
        """More of it."""
        self._kept = (self._kept + data)[-_LAST_WORDS:]

    @property
    def text(self) -> str:
        """Its last line."""
        lines = [line for line in self._kept.decode("utf-8", "replace").splitlines() if line.strip()]
        return neutral(mask(lines[-1]))[:200] if lines else ""


@contextlib.asynccontextmanager
async def child(
    config: ServerConfig, env: Mapping[str, Secret], home: Path, gone: asyncio.Event, words: LastWords
) -> AsyncIterator[TransportStreams]:
    """Start the command. Raises OSError, ValueError."""
    own = [sys.executable, "-I", "-S", leash.__file__, str(LONGEST_MESSAGE)]
    line = [*(own if os.name == "posix" else ()), config.command or "", *config.args]
    parameters = StdioServerParameters(
        command=line[0],
        args=line[1:],
        env={name: value.reveal() for name, value in env.items()},
        cwd=str(Path(config.folder).expanduser()) if config.folder else home,
    )
    async with _heard(words) as stderr, stdio_client(parameters, errlog=stderr) as (read, write):
        yield _Watched(read, gone), write


@contextlib.asynccontextmanager
async def remote(
    config: ServerConfig, headers: Mapping[str, Secret], gone: asyncio.Event
) -> AsyncIterator[TransportStreams]:
    """Connect to the URL; nothing is sent before the first request."""
    limit = httpx2.Timeout(_CONNECT, read=config.timeout + _CONNECT)
    own = {name: value.reveal() for name, value in headers.items()}
    async with (
        httpx2.AsyncClient(headers=own, timeout=limit, transport=_Bounded()) as http,
        streamable_http_client(config.url or "", http_client=http, max_sse_event_size=LONGEST_MESSAGE) as (
            read,
            write,
        ),
    ):
        yield _Watched(read, gone), write


@contextlib.asynccontextmanager
async def _heard(words: LastWords) -> AsyncIterator[TextIO]:
    """A file for stderr whose end is kept: a server that drew on the terminal would draw over the chat."""
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    loop = asyncio.get_running_loop()

    def take() -> None:
        with contextlib.suppress(BlockingIOError):
            data = os.read(reader, 65_536)
            words.add(data)
            if not data:
                loop.remove_reader(reader)

    loop.add_reader(reader, take)
    try:
        with os.fdopen(writer, "w") as stream:
            yield stream
    finally:
        loop.remove_reader(reader)
        os.close(reader)


class _Watched:
    """A stream of messages that says when it has ended."""

    def __init__(self, read: ReadStream[SessionMessage | Exception], gone: asyncio.Event) -> None:
        self._read = read
        self._gone = gone

    async def receive(self) -> SessionMessage | Exception:
        try:
            return await self._read.receive()
        except BaseException:
            self._gone.set()
            raise

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self._read.__anext__()
        except BaseException:
            self._gone.set()
            raise

    def __aiter__(self) -> Self:
        return self

    async def aclose(self) -> None:
        self._gone.set()
        await self._read.aclose()

    async def __aenter__(self) -> Self:
        await self._read.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._read.__aexit__(kind, error, trace)


class _Bounded(httpx2.AsyncHTTPTransport):
    """No answer of a server is read further than a message may be long; a stream of events has bounds of its own."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        request.headers["Accept-Encoding"] = "identity"
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity").strip().lower() != "identity":
            await response.aclose()  # unpacked, a small answer may fill the memory
            raise httpx2.ReadError("the answer is packed, which was not asked for")
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            response.stream = _Cut(response.stream)
        return response


class _Cut(httpx2.AsyncByteStream):
    def __init__(self, stream: object) -> None:
        assert isinstance(stream, httpx2.AsyncByteStream)
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for part in self._stream:
            length += len(part)
            if length > LONGEST_MESSAGE:
                raise httpx2.ReadError(f"the answer has more than {LONGEST_MESSAGE} bytes")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
