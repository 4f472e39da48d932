"""The protocol's side: a server of the official SDK whose tools and resources are this memory's.

Whatever goes wrong in a call is the call's result, in one sentence; the connection lives on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from weave.cli.errors import unexpected_sentence
from weave.errors import WeaveError
from weave.mcp import resources
from weave.mcp.answers import Answer, failure
from weave.mcp.arguments import Arguments, checked
from weave.mcp.caller import named
from weave.mcp.lease import Lease
from weave.mcp.offers import BY_NAME, INSTRUCTIONS, OFFERS, Offer
from weave.mcp.operations import OPERATIONS, Call
from weave.ports import Progress

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    Context: TypeAlias = ServerRequestContext[dict[str, object], object]

NAME = "weave"
Value = TypeVar("Value")


def build(lease: Lease) -> Server[dict[str, object]]:
    """A server that may serve any number of connections, each call through the lease."""
    handlers = _Handlers(lease)
    server: Server[dict[str, object]] = Server(
        NAME,
        version=version("avery"),
        title="Weave, a memory",
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.tools,
        on_call_tool=handlers.call,
        on_list_resources=handlers.resources,
        on_list_resource_templates=handlers.templates,
        on_read_resource=handlers.read,
    )
    server.middleware.clear()  # it would send traces to wherever this process's environment says
    return server


class _Handlers:
    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    async def tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(offer) for offer in OFFERS])

    async def call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        offer = BY_NAME.get(params.name)
        if offer is None:
            raise MCPError(code=types.INVALID_PARAMS, message="There is no tool of that name.")
        answer = await self._answered(
            lambda: self._run(context, offer, checked(params.arguments, offer.schema))
        )
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=_encodable(answer.text))],
            structured_content=_plain(answer.data),
            is_error=answer.failed,
        )

    async def _answered(self, work: Callable[[], Awaitable[Answer]]) -> Answer:
        """What came of the call; every failure is an answer as well."""
        try:
            return await work()
        except WeaveError as error:
            return failure(str(error))
        except Exception as error:  # the boundary: one call fails, the connection lives on
            return failure(unexpected_sentence(error, self._lease.home))

    async def _run(self, context: Context, offer: Offer, arguments: Arguments) -> Answer:
        async with self._lease.weave() as weave:
            call = Call(weave, _caller(context), arguments, _progress(context))
            return await OPERATIONS[offer.name](call)

    async def resources(
        self, _: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        async with self._lease.weave() as weave:
            page = await _told(resources.page(weave, params.cursor if params else None))
        return types.ListResourcesResult(
            resources=[
                types.Resource(
                    name=one.name, title=_encodable(one.title), uri=one.uri, mime_type="text/plain"
                )
                for one in page.rows
            ],
            next_cursor=page.next,
        )

    async def templates(
        self, _: Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(name=name, uri_template=uri, description=words, mime_type="text/plain")
                for name, uri, words in resources.TEMPLATES
            ]
        )

    async def read(self, _: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        async with self._lease.weave() as weave:
            text = await _told(resources.read(weave, params.uri))
        content = types.TextResourceContents(uri=params.uri, text=_encodable(text), mime_type="text/plain")
        return types.ReadResourceResult(contents=[content])


async def _told(work: Awaitable[Value]) -> Value:
    """The same for what the protocol gives no result for its failures."""
    try:
        return await work
    except WeaveError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=str(error)) from error


def _tool(offer: Offer) -> types.Tool:
    return types.Tool(
        name=offer.name,
        title=offer.title,
        description=offer.description,
        input_schema=dict(offer.schema),
        annotations=types.ToolAnnotations(
            title=offer.title,
            read_only_hint=not offer.changes,
            destructive_hint=offer.destroys,
            idempotent_hint=offer.idempotent,
            open_world_hint=False,
        ),
    )


def _caller(context: Context) -> str:
    params = context.session.client_params
    info = params.client_info if params is not None else None
    return named(info.name, info.version) if info is not None else named(None)


def _progress(context: Context) -> Progress:
    """Tells the client how far a call is, if it asked for that; from any thread."""
    loop = asyncio.get_running_loop()

    async def send(what: str, done: int, total: int) -> None:
        with suppress(Exception):  # a client that is gone needs no progress
            await context.session.report_progress(done, total or None, _encodable(what))

    def progress(what: str, done: int, total: int) -> None:
        with suppress(RuntimeError):  # the loop has ended
            asyncio.run_coroutine_threadsafe(send(what, done, total), loop)

    return progress


def _encodable(text: str) -> str:
    """A lone surrogate has no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(value: object) -> object:
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value
