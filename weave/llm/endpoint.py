"""Where a model server is and how it is reached: one HTTP client for chat, embeddings and the model list alike.

Certificates are always verified: against the system's authorities and, where one is set, the company's own.
The key is put on each request by the HTTP client, so that no other library ever holds it.
"""

from __future__ import annotations

import ssl
from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from weave.errors import CertificateError, InvalidInput
from weave.keys import Secret

if TYPE_CHECKING:
    import httpx2
    import openai

OPENAI_URL = "https://api.openai.com/v1"
_ENDPOINTS = ("/chat/completions", "/completions", "/embeddings", "/models")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""This machine, which no proxy reaches."""


def normal_url(text: str) -> str:
    """A base URL as requests are built on it: no slash at its end, no pasted endpoint, a scheme.

    Raises InvalidInput for what is no http(s) URL.
    """
    url = text.strip()
    if "://" not in url:
        url = ("http://" if url.split(":")[0].split("/")[0] in LOOPBACK else "https://") + url
    url = url.rstrip("/")
    for ending in _ENDPOINTS:
        url = url.removesuffix(ending).rstrip("/")
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        valid = False
    if not valid:
        raise InvalidInput(f"{text!r} is not a base URL; write it like http://127.0.0.1:11434/v1.")
    return url


def authorities(ca_file: str | None) -> ssl.SSLContext:
    """The system's authorities plus `ca_file`. Raises CertificateError when that file is unusable."""
    import httpx2

    context = httpx2.create_ssl_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ssl.SSLError) as error:
            raise CertificateError(
                f"The certificate file {ca_file} cannot be used ({error}); set model.ca_file to a PEM file."
            ) from error
    return context


@dataclass(frozen=True)
class Endpoint:
    """A model server. `timeout` is in seconds, for connecting and for each silence of a reply."""

    base_url: str = OPENAI_URL
    key: Secret | None = None
    ca_file: str | None = None
    timeout: float = 60.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "base_url", normal_url(self.base_url))

    @property
    def host(self) -> str:
        """host:port as it stands in the URL."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def is_openai(self) -> bool:
        """Whether this is OpenAI itself."""
        return self.base_url == OPENAI_URL

    @cached_property
    def tls(self) -> ssl.SSLContext:
        """What its certificate is verified against. Raises CertificateError."""
        return authorities(self.ca_file)

    def open_async(self) -> openai.AsyncOpenAI:
        """A client for chat and the model list; close it. Retries are the caller's."""
        import httpx2
        import openai

        client = httpx2.AsyncClient(
            verify=self._verify(), auth=self._bearer(), timeout=self._limits(), trust_env=self._by_proxy()
        )
        return openai.AsyncOpenAI(api_key="-", base_url=self.base_url, http_client=client, max_retries=0)

    def open_sync(self) -> openai.OpenAI:
        """A client for worker threads, such as the embedder's; close it. Retries are the caller's."""
        import httpx2
        import openai

        client = httpx2.Client(
            verify=self._verify(), auth=self._bearer(), timeout=self._limits(), trust_env=self._by_proxy()
        )
        return openai.OpenAI(api_key="-", base_url=self.base_url, http_client=client, max_retries=0)

    def _verify(self) -> ssl.SSLContext | bool:
        # Reading the system's authorities costs 20-40 ms, which plain http need not pay.
        return self.tls if self.base_url.startswith("https:") else True

    def _by_proxy(self) -> bool:
        # A proxy cannot reach this machine's own loopback; without NO_PROXY a local server would seem dead.
        return urlsplit(self.base_url).hostname not in LOOPBACK

    def _limits(self) -> httpx2.Timeout:
        import httpx2

        return httpx2.Timeout(self.timeout, connect=min(self.timeout, 10.0))

    def _bearer(self) -> httpx2.Auth:
        import httpx2

        key = self.key

        class Bearer(httpx2.Auth):
            def auth_flow(self, request: httpx2.Request) -> Generator[httpx2.Request, httpx2.Response, None]:
                request.headers.pop("Authorization", None)
                if key:
                    request.headers["Authorization"] = f"Bearer {key.reveal()}"
                yield request

        return Bearer()
