"""Messages as the chat endpoint takes them, and the same in plain words for servers that know no tools. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from weave.ports import Message, ToolCall, ToolSpec

_ANSWERED = "[What the tools answered]"


def as_sent(message: Message) -> dict[str, Any]:
    """One message on the wire."""
    # An empty text beside calls, never null: Ollama and LM Studio refuse null, and nobody refuses "".
    sent: dict[str, Any] = {"role": message.role, "content": encodable(message.content)}
    if message.calls:
        sent["tool_calls"] = [_call(call) for call in message.calls]
    if message.role == "tool":
        sent["tool_call_id"] = message.call
    return sent


def _call(call: ToolCall) -> dict[str, Any]:
    function = {"name": encodable(call.name), "arguments": encodable(call.arguments)}
    sent: dict[str, Any] = {"id": call.id, "type": "function", "function": function}
    if call.extra:
        sent["extra_content"] = json.loads(call.extra)
    return sent


def offer(tool: ToolSpec) -> dict[str, Any]:
    """One tool on the wire."""
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.schema)}
    return {"type": "function", "function": function}


def in_words(messages: Sequence[Message]) -> list[Message]:
    """The messages without calls: what was called and what came back becomes text of both sides, alternating."""
    plain: list[Message] = []
    for message in messages:
        if message.calls:
            names = ", ".join(call.name for call in message.calls)
            said = "\n".join(part for part in (message.content, f"[called {names}]") if part)
            plain.append(Message("assistant", said))
        elif message.role != "tool":
            plain.append(message)
        elif plain and plain[-1].role == "user" and plain[-1].content.startswith(_ANSWERED):
            plain[-1] = Message("user", f"{plain[-1].content}\n{message.content}")
        else:
            plain.append(Message("user", f"{_ANSWERED}\n{message.content}"))
    return plain


def encodable(text: str) -> str:
    """Half of a surrogate pair cannot be sent; it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
