"""A page of the web as text: of a host the person allowed, from the address that was checked, within its limits.

No cookie, no key and no history goes along. What a page leads to on another host is another page, asked for anew.
"""

from __future__ import annotations

import asyncio
import ssl
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypedDict
from urllib.parse import urljoin
from urllib.request import proxy_bypass_environment  # type: ignore[attr-defined]

from avery.agent.arguments import Arguments
from avery.agent.concealing import concealed
from avery.agent.consent import OWN, Effect
from avery.agent.tools import ToolContext, ToolResult
from avery.tools.addresses import Address, Target, addresses, is_open, sounds_local, target
from avery.tools.arguments import integer, number, schema, string, text
from avery.tools.contents import parse
from weave.documents.limits import Limits
from weave.errors import InvalidInput
from weave.llm.endpoint import LOOPBACK, authorities

if TYPE_CHECKING:
    import httpx2

_MOST_BYTES = 4 * 1024 * 1024
_MOST_HOPS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_SUFFIXES = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "application/pdf": ".pdf",
    "application/epub+zip": ".epub",
}
_TEXTS = ("text/", "application/json", "application/xml", "application/rss+xml", "application/atom+xml")
_ENCODINGS = ("", "identity", "gzip", "x-gzip", "deflate")
"""Each packs a thousandfold at most; packed twice, one piece that was read could fill the memory."""
_AGENT = "Avery (a personal assistant; fetches one page when its person allows it)"


@dataclass(frozen=True, slots=True)
class _Checked:
    """An address, and where the name led when it was checked; none behind a proxy, which looks it up itself."""

    at: Target
    address: Address | None
    proxy: str | None
    near: bool
    """It lies on this machine or in its network."""

    @property
    def rule(self) -> str:
        """What allows it: a host of the internet by its name, one nearby by name and port."""
        return f"reach:{self.at.host}:{self.at.port}" if self.near else f"fetch:{self.at.place}"


@dataclass(frozen=True, slots=True)
class _Answer:
    """A body and what it is, or where else the page is."""

    kind: str = ""
    body: bytes = b""
    onward: Target | None = None


class FetchPage:
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "fetch_page"
    description: Final = "Fetch a page of the web as text."
    schema: Final = schema(
        ("url",),
        url=text("http or https.", most=2_000),
        start=number("First letter wanted.", least=0),
    )
    origin: Final = OWN

    def __init__(self, environment: Mapping[str, str], limits: Limits, ca_file: str | None = None) -> None:
        self._proxies = {
            name.lower().removesuffix("_proxy"): value
            for name, value in environment.items()
            if name.lower().endswith("_proxy") and value
        }
        self._asked: dict[str, str] = {}
        self._limits = limits
        self._ca_file = ca_file

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """The host that would be asked. Raises InvalidInput."""
        checked = await self._checked(target(string(arguments, "url")))
        self._asked[checked.at.url] = checked.rule
        near = " (this machine or its network)" if checked.near else ""
        return Effect(
            f"fetch from {checked.at.place}{near}: {checked.at.url}", checked.at.url, grant=checked.rule
        )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The page's text from `start` on. Raises InvalidInput."""
        checked = await self._checked(target(string(arguments, "url")))
        if self._asked.pop(checked.at.url, "") != checked.rule:
            raise InvalidInput(f"{checked.at.host} leads elsewhere than a moment ago; nothing was fetched.")
        answer = await self._fetched(checked)
        if answer.onward is not None:
            place = answer.onward.url
            return ToolResult(f"The page has moved to another host, {place}; fetch that if it is needed.")
        whole = await self._text(answer.kind, answer.body)
        start = integer(arguments, "start", 0)
        stop = start + context.letters - 300
        shown = concealed(whole, start, stop)
        more = f"\n[{len(whole) - stop} more letters; start={stop} goes on]" if len(whole) > stop else ""
        return ToolResult(f"{checked.at.url}\n\n{shown or 'The page holds no text.'}{more}")

    async def _checked(self, at: Target) -> _Checked:
        """The address with what it really leads to. Raises InvalidInput."""
        proxy = self._proxy(at)
        if proxy is not None:
            return _Checked(at, None, proxy, await _near_by_proxy(at))
        found = await addresses(at)
        return _Checked(at, found[0], None, not all(is_open(one) for one in found))

    def _proxy(self, at: Target) -> str | None:
        # A proxy cannot reach this machine's own loopback.
        if at.host in LOOPBACK or proxy_bypass_environment(
            f"{at.host}:{at.port}", {"no": self._proxies.get("no", "")}
        ):
            return None
        return self._proxies.get(at.scheme) or self._proxies.get("all")

    async def _fetched(self, checked: _Checked) -> _Answer:
        """The answer after redirects on the same host; one that leads to another host stands as it is."""
        asked = checked.rule
        for _ in range(_MOST_HOPS):
            answer = await self._once(checked)
            if answer.onward is None:
                return answer
            checked = await self._checked(answer.onward)
            if checked.rule != asked:
                return answer
        raise InvalidInput("The page leads from one place to the next without end.")

    async def _once(self, checked: _Checked) -> _Answer:
        """What one request gives. Raises InvalidInput."""
        import httpx2

        place = checked.at.place
        async with self._client(checked) as client:
            try:
                async with client.stream("GET", **_request(checked)) as response:
                    status, headers = response.status_code, response.headers
                    if status in _REDIRECTS and "location" in headers:
                        return _Answer(onward=target(urljoin(checked.at.url, headers["location"])))
                    if status >= 400:
                        raise InvalidInput(f"{place} answered with status {status}; there is no such page.")
                    if headers.get("content-encoding", "").strip().lower() not in _ENCODINGS:
                        raise InvalidInput(f"{place} sent the page packed in a way that is not read.")
                    kind = headers.get("content-type", "text/html").partition(";")[0].strip().lower()
                    return _Answer(kind, await _body(response))
            except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
                why = str(error) or type(error).__name__
                raise InvalidInput(f"{place} could not be read ({why}).") from error

    @cached_property
    def _authorities(self) -> ssl.SSLContext:
        # Read once, and not for every hop: it takes 20-40 ms.
        return authorities(self._ca_file)

    def _client(self, checked: _Checked) -> httpx2.AsyncClient:
        import httpx2

        headers = {
            "User-Agent": _AGENT,
            "Accept": "text/html, text/*, application/*;q=0.5",
            "Accept-Encoding": "gzip, deflate",
        }
        limits = httpx2.Timeout(15.0, connect=10.0)
        return httpx2.AsyncClient(
            verify=self._authorities, proxy=checked.proxy, trust_env=False, timeout=limits, headers=headers
        )

    async def _text(self, kind: str, data: bytes) -> str:
        """What a reader of the page sees. Raises InvalidInput."""
        suffix = _SUFFIXES.get(kind)
        if suffix is None and not kind.startswith(_TEXTS):
            raise InvalidInput(f"It is no page but a file of the kind {kind[:60]}, which is not read.")
        stopped = threading.Event()
        try:
            return await asyncio.to_thread(self._parsed, data, suffix or ".txt", stopped)
        finally:
            stopped.set()

    def _parsed(self, data: bytes, suffix: str, stopped: threading.Event) -> str:
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            return parse(file.fileno(), f"page{suffix}", self._limits, stopped.is_set)


class _Asked(TypedDict, total=False):
    url: httpx2.URL | str
    headers: dict[str, str]
    extensions: dict[str, str]


def _request(checked: _Checked) -> _Asked:
    """How it is asked for: at the address that was checked, in the name of the host, which the certificate must show."""
    import httpx2

    at, address = checked.at, checked.address
    if address is None:
        return {"url": at.url}
    host = f"[{at.host}]" if ":" in at.host else at.host
    named = host if at.place == at.host else f"{host}:{at.port}"
    url = httpx2.URL(at.url).copy_with(host=str(address))
    return {"url": url, "headers": {"Host": named}, "extensions": {"sni_hostname": at.host}}


async def _body(response: httpx2.Response) -> bytes:
    """The body, no longer than a page is. Raises InvalidInput."""
    body = bytearray()
    async with aclosing(response.aiter_bytes()) as pieces:
        async for piece in pieces:
            body += piece
            if len(body) > _MOST_BYTES:
                raise InvalidInput(
                    f"The page has more than {_MOST_BYTES // 1024 // 1024} MiB and is not read."
                )
    return bytes(body)


async def _near_by_proxy(at: Target) -> bool:
    """Whether a name may stand for something nearby; the proxy looks it up, so that what is not known here may be far."""
    if sounds_local(at.host):
        return True
    try:
        found: Sequence[Address] = await addresses(at)
    except InvalidInput:
        return False
    return not all(is_open(one) for one in found)
