"""What a scripted server may answer: replies and faults as values, so that a test reads as a script."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `text` is streamed in pieces of `piece` characters unless `fragments` says how."""

    text: str = ""
    fragments: tuple[str, ...] = ()
    reasoning: str = ""
    """Sent as `reasoning_content`, the field some servers use beside `content`."""
    deltas: tuple[Mapping[str, object], ...] = ()
    """Sent as they are after the text's pieces: tool calls in whatever shape a server gives them."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: Mapping[str, object] | None = None
    delay: float = 0.0
    """Seconds before the first byte."""
    pace: float = 0.0
    """Seconds between streamed pieces."""
    piece: int = 12
    cut: bool = False
    """Close the socket after the last piece instead of ending the stream."""
    quiet_cut: bool = False
    """End the body cleanly after the last piece, with neither finish_reason nor [DONE]."""
    hang: bool = False
    """Go silent after the last piece and never end."""
    finish: str = "stop"
    raw: bytes | None = None
    """The body as it is, for servers that do not speak JSON."""

    def pieces(self) -> list[str]:
        """The text as it is streamed."""
        if self.fragments:
            return list(self.fragments)
        return [self.text[i : i + self.piece] for i in range(0, len(self.text), self.piece)]

    def whole(self) -> str:
        """The text as it is sent without streaming."""
        return "".join(self.fragments) or self.text


def say(text: str, *, delay: float = 0.0, pace: float = 0.0) -> Reply:
    """A plain answer."""
    return Reply(text=text, delay=delay, pace=pace)


def answer(value: object, *, delay: float = 0.0) -> Reply:
    """A structured answer."""
    return Reply(text=json.dumps(value, ensure_ascii=False), delay=delay)


def cut(text: str) -> Reply:
    """A stream whose socket closes after `text`."""
    return Reply(fragments=(text,), cut=True)


def fault(status: int, message: str, *, code: str | None = None, **headers: str) -> Reply:
    """An error as OpenAI words it."""
    error = {"message": message, "type": "invalid_request_error", "code": code, "param": None}
    return Reply(status=status, error=error, headers={k.replace("_", "-"): v for k, v in headers.items()})


def rate_limited(seconds: float) -> Reply:
    """429 with Retry-After."""
    return fault(429, "Rate limit reached.", code="rate_limit_exceeded", retry_after=f"{seconds:g}")


def unavailable(status: int = 503) -> Reply:
    """A server in trouble."""
    return fault(status, "The server is overloaded.")


def wrong_key() -> Reply:
    """401, which quotes the key's ends as OpenAI does."""
    return fault(401, "Incorrect API key provided: sk-te***1234.", code="invalid_api_key")


def no_schema_support() -> Reply:
    """What an older server says to response_format json_schema."""
    return fault(400, "'response_format.type' must be one of: 'text', 'json_object'.")


def overflow() -> Reply:
    """The prompt did not fit."""
    return fault(400, "This model's maximum context length is 4000 tokens.", code="context_length_exceeded")


def fenced(value: object, language: str = "json") -> Reply:
    """JSON in a code fence."""
    return Reply(text=f"```{language}\n{json.dumps(value)}\n```")


def truncated(reply: Reply, keep: int) -> Reply:
    """The first `keep` characters of a reply, ended by the token limit."""
    return replace(reply, text=reply.whole()[:keep], fragments=(), finish="length")
