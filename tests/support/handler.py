"""The HTTP side of the scripted server: reads requests, writes replies, streams, cuts."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.support.replies import Reply

Respond = Callable[[str, str, Mapping[str, str], Mapping[str, object]], Reply]


class LoopbackHTTPServer(ThreadingHTTPServer):
    """One thread a connection, on 127.0.0.1, with TLS when a context is given."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(
        self, port: int, respond: Respond, stopping: threading.Event, tls: ssl.SSLContext | None
    ) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.respond = respond
        self.stopping = stopping
        self.tls = tls

    def finish_request(self, request: object, client_address: object) -> None:
        """Shake hands in the connection's own thread; a client that refuses the certificate just leaves."""
        assert isinstance(request, socket.socket)
        if self.tls is None:
            super().finish_request(request, client_address)
            return
        try:
            wrapped = self.tls.wrap_socket(request, server_side=True)
        except OSError:
            return
        super().finish_request(wrapped, client_address)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: LoopbackHTTPServer

    def log_message(self, format: str, *args: object) -> None:
        """Requests are logged as data by the server, not to stderr."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        self._answer(json.loads(self.rfile.read(length) or b"{}"))

    def _answer(self, body: Mapping[str, object]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.respond(self.command, self.path, headers, body)
        if reply.delay and self.server.stopping.wait(reply.delay):
            self.close_connection = True
            return
        if reply.raw is not None:
            self._send(reply, reply.raw)
        elif reply.error is not None or reply.status >= 400:
            self._send(reply, json.dumps({"error": reply.error}).encode())
        elif self.path.endswith("/chat/completions"):
            self._stream(reply, body) if body.get("stream") else self._complete(reply, body)
        else:
            self._send(reply, reply.whole().encode())

    def _send(self, reply: Reply, content: bytes) -> None:
        self.send_response(reply.status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def _complete(self, reply: Reply, body: Mapping[str, object]) -> None:
        if reply.cut:
            self._hang_up()
            return
        message = {
            "role": "assistant",
            "content": reply.whole(),
            "reasoning_content": reply.reasoning or None,
        }
        choice = {"index": 0, "message": message, "finish_reason": reply.finish}
        self._send(
            reply, json.dumps(_envelope("chat.completion", body, [choice], _usage(reply, body))).encode()
        )

    def _stream(self, reply: Reply, body: Mapping[str, object]) -> None:
        self.send_response(reply.status)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        deltas: list[dict[str, object]] = [{"role": "assistant", "content": ""}]
        deltas += [{"reasoning_content": reply.reasoning}] if reply.reasoning else []
        deltas += [{"content": piece} for piece in reply.pieces()]
        deltas += [dict(delta) for delta in reply.deltas]
        for delta in deltas:
            self._event(_chunk(body, delta))
            if reply.pace and self.server.stopping.wait(reply.pace):
                return
        self._end(reply, body)

    def _end(self, reply: Reply, body: Mapping[str, object]) -> None:
        if reply.hang:
            self.server.stopping.wait(600)
        if reply.cut or reply.hang:
            self._hang_up()
            return
        if not reply.quiet_cut:
            self._event(_chunk(body, {}, finish=reply.finish))
            if isinstance(options := body.get("stream_options"), dict) and options.get("include_usage"):
                self._event(_envelope("chat.completion.chunk", body, [], _usage(reply, body)))
            self._chunked(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _hang_up(self) -> None:
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)

    def _event(self, value: object) -> None:
        self._chunked(f"data: {json.dumps(value)}\n\n".encode())

    def _chunked(self, content: bytes) -> None:
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        self.wfile.flush()


def _envelope(kind: str, body: Mapping[str, object], choices: object, usage: object) -> dict[str, object]:
    return {
        "id": "chatcmpl-1",
        "object": kind,
        "created": 1_700_000_000,
        "model": body.get("model"),
        "choices": choices,
        "usage": usage,
    }


def _chunk(
    body: Mapping[str, object], delta: Mapping[str, object], finish: str | None = None
) -> dict[str, object]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _envelope("chat.completion.chunk", body, [choice], None)


def _usage(reply: Reply, body: Mapping[str, object]) -> dict[str, object]:
    prompt = max(1, len(json.dumps(body.get("messages"))) // 4)
    completion = max(1, len(reply.whole()) // 4)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
