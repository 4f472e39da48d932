"""One server: started, listed, called, and started again when it dies, each time a little later.

Everything of the SDK lives in one task, which alone enters and leaves its scopes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from avery.mcp.listing import Listing, Raw, listing
from avery.mcp.model import Listed, Outcome, Standing, State
from avery.mcp.place import place
from avery.mcp.words import looked_up
from weave.altale.passage import neutral
from weave.errors import WeaveError
from weave.mcp.extra import MISSING, installed
from weave.secrets import mask
from weave.servers import ServerConfig

if TYPE_CHECKING:
    from mcp import Client

    from avery.mcp.transports import LastWords

_WAITS = (1.0, 2.0, 5.0, 15.0, 60.0, 300.0)
"""Seconds before it is started again, the longer the more often it failed."""
_STEADY = 60.0
"""Seconds after which a connection counts as having worked."""
START_SECONDS = 30.0
_MOST_PAGES = 20


class Connection:
    """Use `start` and `stop`; `call` from anywhere on the same loop."""

    def __init__(
        self,
        name: str,
        config: ServerConfig,
        home: Path,
        environment: Mapping[str, str],
        told: Callable[[], None],
    ) -> None:
        """`told` is called whenever `standing` has changed."""
        self._name = name
        self._config = config
        self._home = home
        self._environment = environment
        self._told = told
        self._client: Client | None = None
        self._task: asyncio.Task[None] | None = None
        self._gone = asyncio.Event()
        self._again = asyncio.Event()
        self._changed = asyncio.Event()
        self._failures = 0
        state = State.STARTING if config.enabled else State.OFF
        self.standing = Standing(name, state, place(config))

    def start(self) -> None:
        """Begin to connect."""
        if self._config.enabled and self._task is None:
            self._task = asyncio.create_task(self._serve(), name=f"mcp {self._name}")

    async def stop(self) -> None:
        """End the server; nothing of it is left when this returns."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        self._stand(State.ENDED if self._config.enabled else State.OFF, "", Listing((), ()))

    def restart(self) -> None:
        """Connect anew, now."""
        self._failures = 0
        self._again.set()
        self._gone.set()

    async def call(self, tool: Listed, arguments: Mapping[str, object], letters: int) -> Outcome:
        """Run a tool of this server, within its time. Never raises but for being cancelled."""
        client = self._client
        if client is None:
            return _own(f"The MCP server {self._name} is not there ({self.standing.detail or 'starting'}).")
        from avery.mcp.calling import called

        result, gone = await called(client, tool.name, arguments, self._config.timeout, letters)
        if gone:
            self._gone.set()
        self._changed.set()  # not every server announces that it words its tools anew
        return result

    # -- the one task -----------------------------------------------------------------------------------

    async def _serve(self) -> None:
        while True:
            begun = asyncio.get_running_loop().time()
            reason = await self._once()
            steady = asyncio.get_running_loop().time() - begun > _STEADY
            self._failures = 0 if steady else self._failures + 1
            if self._again.is_set():
                wait = 0.0
            else:
                wait = _WAITS[min(self._failures, len(_WAITS)) - 1] if self._failures else _WAITS[0]
                self._stand(State.WAITING, f"{reason} It is tried again in {wait:g} s.", Listing((), ()))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._again.wait()
            self._again.clear()

    async def _once(self) -> str:
        """Connect and stay connected; why that ended, in a sentence."""
        self._gone.clear()
        self._stand(State.STARTING, "", Listing((), ()))
        if not installed():
            return MISSING
        from_server: LastWords | None = None
        try:
            transports = await asyncio.to_thread(import_module, "avery.mcp.transports")
            from_server = transports.LastWords()
            await self._connected(from_server)
            ended = "it ended"
        except WeaveError as error:
            return str(error)
        except Exception as error:  # the boundary: whatever a server and the SDK do, the others live on
            ended = _reason(error)
        finally:
            self._client = None
        last = from_server.text if from_server is not None else ""
        return f"{ended[:1].upper()}{ended[1:]}{f': {last}' if last else ''}."

    async def _connected(self, words: LastWords) -> None:
        from avery.mcp import transports

        config = self._config
        where = f"mcp.servers.{self._name}"
        if config.command is not None:
            env = await asyncio.to_thread(looked_up, config.env, self._environment, f"{where}.env")
            transport = transports.child(config, env, self._home, self._gone, words)
        else:
            headers = await asyncio.to_thread(
                looked_up, config.headers, self._environment, f"{where}.headers"
            )
            transport = transports.remote(config, headers, self._gone)
        async with contextlib.AsyncExitStack() as stack:
            async with asyncio.timeout(START_SECONDS):
                client = await stack.enter_async_context(self._new_client(transport))
                await self._list(client)
            self._client = client
            await self._stay(client)

    def _new_client(self, transport: object) -> Client:
        import mcp_types as types
        from mcp import Client

        async def heard(message: object) -> None:
            if isinstance(message, types.ToolListChangedNotification):
                self._changed.set()

        self._changed.clear()
        info = types.Implementation(name="Avery", version=version("avery"))
        return Client(transport, client_info=info, cache=None, message_handler=heard)  # type: ignore[arg-type]

    async def _stay(self, client: Client) -> None:
        """Until the connection is gone; a list that changed is read again."""
        while not self._gone.is_set():
            waiting = [asyncio.create_task(self._gone.wait()), asyncio.create_task(self._changed.wait())]
            try:
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in waiting:
                    task.cancel()
            if self._changed.is_set() and not self._gone.is_set():
                self._changed.clear()
                async with asyncio.timeout(START_SECONDS):
                    await self._list(client)
                await asyncio.sleep(
                    1.0
                )  # a server that changes its list all the time is not asked all the time

    async def _list(self, client: Client) -> None:
        raw: list[Raw] = []
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            page = await client.list_tools(cursor=cursor)
            for tool in page.tools:
                hints = tool.annotations
                reads = bool(hints and hints.read_only_hint)
                raw.append(Raw(tool.name, tool.description or "", tool.input_schema, reads))
            cursor = page.next_cursor
            if not cursor:
                break
        info = client.server_info
        itself = neutral(mask(f"{info.name} {info.version}"))[:80] if info is not None else ""
        found = await asyncio.to_thread(listing, self._name, self._config, raw)
        self._stand(State.READY, itself, found)

    def _stand(self, state: State, detail: str, found: Listing) -> None:
        after = replace(self.standing, state=state, detail=detail, tools=found.tools, left_out=found.left_out)
        if after != self.standing:
            self.standing = after
            self._told()


def _own(sentence: str) -> Outcome:
    return Outcome(sentence, ok=False, own=True)


def _reason(error: BaseException) -> str:
    """The innermost cause in a few words; a server's own are cleaned and cut."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return f"it did not answer within {START_SECONDS:g} s"
    words = neutral(mask(str(error)))[:200].rstrip(".")
    return words or type(error).__name__
