"""What a server may send over HTTP: no more than a message, and nothing that grows when it is unpacked."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import httpx2
import pytest

from avery.mcp.transports import LONGEST_MESSAGE, _Bounded


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = {
            "/packed": gzip.compress(b"\0" * 1_000_000),
            "/long": b"x" * (LONGEST_MESSAGE + 1),
        }.get(self.path, self.headers["Accept-Encoding"].encode())
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/packed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


async def test_an_answer_that_is_packed_or_too_long_is_not_read_and_none_is_asked_for(base: str) -> None:
    async with httpx2.AsyncClient(transport=_Bounded()) as http:
        assert (await http.get(f"{base}/plain")).text == "identity"
        with pytest.raises(httpx2.ReadError, match="packed"):
            await http.get(f"{base}/packed")
        with pytest.raises(httpx2.ReadError, match="more than"):
            await http.get(f"{base}/long")
