"""A Qdrant server that is away or refuses the key."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.embedder import WordEmbedder
from tests.support.memories import ask
from weave.backends.vector import VectorMemory
from weave.backends.vector_server import ServerStore
from weave.errors import BackendError, BackendUnavailable
from weave.keys import Secret


class _Answer(BaseHTTPRequestHandler):
    status = 401
    keys: list[str | None] = []  # noqa: RUF012 - one server, one test

    def do_GET(self) -> None:
        type(self).keys.append(self.headers.get("api-key"))
        body = b'{"status": {"error": "no"}}'
        self.send_response(self.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Quiet."""


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_a_dead_server_is_named_with_the_setting() -> None:
    vector = VectorMemory(ServerStore("http://127.0.0.1:9", timeout=2), WordEmbedder())
    with pytest.raises(BackendUnavailable, match=r"http://127\.0\.0\.1:9 .*qdrant\.url"):
        vector.open()
    assert not vector.health().ok
    with pytest.raises(BackendUnavailable):
        vector.search(ask("tea"))
    vector.close()


@pytest.mark.parametrize(("status", "words"), [(401, "refused the key"), (500, "HTTP 500")])
def test_a_server_that_refuses_says_why_and_the_key_stays_secret(url: str, status: int, words: str) -> None:
    _Answer.status = status
    vector = VectorMemory(ServerStore(url, key=Secret("qd-secret-key-1234")), WordEmbedder())
    with pytest.raises(BackendError, match=words) as caught:
        vector.open()
    assert _Answer.keys[-1] == "qd-secret-key-1234"
    assert "qd-secret" not in str(caught.value)


@pytest.mark.parametrize("dead", ["http://127.0.0.1:9", "not a url", "127.0.0.1:6333"])
def test_why_a_server_could_not_be_reached_is_told_afterwards_too(dead: str) -> None:
    vector = VectorMemory(ServerStore(dead, timeout=2), WordEmbedder())
    with pytest.raises(BackendUnavailable) as caught:
        vector.open()
    assert "qdrant.url" in str(caught.value)
    assert vector.health().detail == str(caught.value)
    with pytest.raises(BackendUnavailable, match=r"qdrant\.url"):
        vector.search(ask("tea"))
