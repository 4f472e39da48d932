"""A scripted OpenAI-compatible server over real HTTP on loopback, which logs every request as data.

In a test: `with ScriptedServer() as server: server.queue("chat", say("Hello"))`.
In a terminal: `python -m tests.support.server --port 0 --script FILE --log FILE`, where the script is JSON:
`{"rules": [{"on": "chat", "match": "regular expression", "times": 1, "reply": {"text": "…", "delay": 0.5}}]}`
(`on` is chat, models, embeddings or the name of a schema; the fields of `reply` are those of `Reply`, and `json`
gives a structured answer as a value). Rules are tried in order; without one the defaults of `defaults.py` answer.
"""

from __future__ import annotations

import argparse
import json
import re
import ssl
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.support import defaults
from tests.support.handler import LoopbackHTTPServer
from tests.support.replies import Reply, overflow


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it came."""

    number: int
    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Mapping[str, object]
    at: float
    """Seconds on the monotonic clock."""

    @property
    def kind(self) -> str:
        """models, embeddings, chat, or the name of the structured call's schema."""
        if self.path.endswith("/models"):
            return "models"
        if self.path.endswith("/embeddings"):
            return "embeddings"
        return defaults.schema_name(self.body) or "chat"

    @property
    def messages(self) -> list[tuple[str, str]]:
        """(role, content) of a chat request, in order."""
        found = self.body.get("messages")
        items = found if isinstance(found, list) else []
        return [(str(m["role"]), defaults.content(m)) for m in items]

    @property
    def prompt(self) -> str:
        """Every message's content, joined."""
        return "\n".join(content for _, content in self.messages)


Handler = Callable[[Request], Reply]


class ScriptedServer:
    """Answers with what was queued for a kind, else its handler's word, else a sensible default."""

    def __init__(
        self,
        *,
        port: int = 0,
        tls: ssl.SSLContext | None = None,
        models: tuple[str, ...] = ("scripted-1",),
        context_tokens: int | None = None,
        structured: tuple[str, ...] = ("json_schema", "json_object"),
        log: Path | None = None,
    ) -> None:
        self.models = models
        self.context_tokens = context_tokens
        self.structured = structured
        self.requests: list[Request] = []
        self._queues: dict[str, deque[Reply]] = defaultdict(deque)
        self._handlers: dict[str, Handler] = {}
        self._lock = threading.Lock()
        self._log = log
        self.stopping = threading.Event()
        self._http = LoopbackHTTPServer(port, self.respond, self.stopping, tls)
        scheme = "https" if tls else "http"
        self.origin = f"{scheme}://127.0.0.1:{self._http.server_address[1]}"
        self.url = f"{self.origin}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    def queue(self, kind: str, *replies: Reply) -> None:
        """Answer the next requests of this kind with these, once each."""
        with self._lock:
            self._queues[kind].extend(replies)

    def on(self, kind: str, handler: Handler | Reply) -> None:
        """Answer every request of this kind so, when its queue is empty."""
        self._handlers[kind] = (lambda _request: handler) if isinstance(handler, Reply) else handler

    def of(self, kind: str) -> list[Request]:
        """The logged requests of one kind."""
        with self._lock:
            return [request for request in self.requests if request.kind == kind]

    def wait_for(self, kind: str, count: int = 1, timeout: float = 5.0) -> list[Request]:
        """The requests of one kind once there are `count`; AssertionError when they do not come."""
        end = time.monotonic() + timeout
        while len(found := self.of(kind)) < count:
            assert time.monotonic() < end, f"{count} {kind} requests were expected, {len(found)} came"
            time.sleep(0.01)
        return found

    def respond(
        self, method: str, path: str, headers: Mapping[str, str], body: Mapping[str, object]
    ) -> Reply:
        """Log a request and choose its answer."""
        with self._lock:
            request = Request(len(self.requests) + 1, method, path, headers, body, time.monotonic())
            self.requests.append(request)
            self._write(request)
            refusal = self._refusal(request)
            if refusal is not None:
                return refusal
            queue = self._queues[request.kind]
            if queue:
                return queue.popleft()
        handler = self._handlers.get(request.kind)
        return (
            handler(request) if handler else defaults.reply(request.kind, body, request.prompt, self.models)
        )

    def _refusal(self, request: Request) -> Reply | None:
        if self.context_tokens and len(request.prompt) / 4 > self.context_tokens:
            return overflow()
        return defaults.unsupported(request.body, self.structured)

    def _write(self, request: Request) -> None:
        if self._log:
            line = {**asdict(request), "kind": request.kind}
            with self._log.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.write(json.dumps(line) + "\n")

    def start(self) -> ScriptedServer:
        """Listen in a background thread."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Close the port; a reply that hangs is let go."""
        self.stopping.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(2)

    def stop_listening(self) -> None:
        """Close the port of a server that was never started: its URL then refuses connections."""
        self._http.server_close()

    def __enter__(self) -> ScriptedServer:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def load(server: ScriptedServer, script: Mapping[str, object]) -> None:
    """Make a JSON script's rules the handlers of `server`."""
    rules = script.get("rules")
    by_kind: dict[str, list[dict[str, object]]] = defaultdict(list)
    for rule in rules if isinstance(rules, list) else []:
        by_kind[str(rule.get("on", "chat"))].append(dict(rule))
    for kind, found in by_kind.items():
        server.on(kind, _ruled(found, server.models))


def _ruled(rules: list[dict[str, object]], models: tuple[str, ...]) -> Handler:
    left = [int(str(rule.get("times", 1 << 30))) for rule in rules]

    def handle(request: Request) -> Reply:
        for place, rule in enumerate(rules):
            if left[place] > 0 and re.search(str(rule.get("match", "")), request.prompt, re.DOTALL):
                left[place] -= 1
                return _reply(rule.get("reply"))
        return defaults.reply(request.kind, request.body, request.prompt, models)

    return handle


def _reply(value: object) -> Reply:
    fields: dict[str, Any] = dict(value) if isinstance(value, dict) else {"text": str(value)}
    if "json" in fields:
        fields["text"] = json.dumps(fields.pop("json"), ensure_ascii=False)
    if "fragments" in fields:
        fields["fragments"] = tuple(fields["fragments"])
    return Reply(**fields)


def main() -> None:
    """Serve until the terminal interrupts; prints the base URL first."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.server", description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path)
    parser.add_argument("--log", type=Path, help="append every request to this file, one JSON object a line")
    options = parser.parse_args()
    server = ScriptedServer(port=options.port, log=options.log)
    if options.script:
        load(server, json.loads(options.script.read_text(encoding="utf-8")))
    server.start()
    print(server.url, flush=True)
    try:
        server.stopping.wait()
    except KeyboardInterrupt:
        server.stop()


if __name__ == "__main__":
    main()
