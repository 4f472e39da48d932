"""Replies that call tools, in the shape of OpenAI's stream: name and id first, then the arguments in parts."""

from __future__ import annotations

import json

from tests.support.replies import Reply

_PART = 7


def note(text: str, *, before: str = "") -> Reply:
    """A reply that calls `note`, perhaps after some words."""
    return calling(("note", json.dumps({"text": text})), before=before)


def calling(*calls: tuple[str, str], before: str = "", **more: object) -> Reply:
    """A reply of these calls (name, arguments as they are written), streamed in small parts."""
    deltas = []
    for index, (name, arguments) in enumerate(calls):
        head = {"index": index, "id": f"call_{index}", "type": "function"}
        deltas.append({"tool_calls": [{**head, "function": {"name": name, "arguments": ""}}]})
        for start in range(0, len(arguments), _PART):
            part = {"arguments": arguments[start : start + _PART]}
            deltas.append({"tool_calls": [{"index": index, "function": part}]})
    fields: dict[str, object] = {"finish": "tool_calls", **more}
    return Reply(text=before, deltas=tuple(deltas), **fields)  # type: ignore[arg-type]
