"""What the scripted server answers when nothing was scripted: the smallest valid reply of each kind."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
import struct
from collections.abc import Mapping

from tests.support.replies import Reply, no_schema_support, say

_NAMED = re.compile(r'JSON schema named "(\w+)"')
_TURN = re.compile(r"^\[([^\]\s]+)\] (\w+) (.*?): (.*)$", re.MULTILINE)


def content(message: Mapping[str, object]) -> str:
    """A message's text, whether plain or in parts."""
    found = message.get("content")
    if isinstance(found, list):
        return "".join(str(part.get("text", "")) for part in found)
    return str(found or "")


def schema_name(body: Mapping[str, object]) -> str | None:
    """The schema that a structured call names in response_format, or in words after a fallback."""
    wanted = body.get("response_format")
    if isinstance(wanted, dict) and isinstance(schema := wanted.get("json_schema"), dict):
        return str(schema["name"])
    messages = body.get("messages")
    text = "\n".join(content(m) for m in messages) if isinstance(messages, list) else ""
    found = _NAMED.search(text)
    return found.group(1) if found else None


def unsupported(body: Mapping[str, object], structured: tuple[str, ...]) -> Reply | None:
    """The refusal of a response_format that the server does not know."""
    wanted = body.get("response_format")
    kind = wanted.get("type") if isinstance(wanted, dict) else None
    return no_schema_support() if kind not in (None, "text", *structured) else None


def reply(kind: str, body: Mapping[str, object], prompt: str, models: tuple[str, ...]) -> Reply:
    """A valid reply of this kind."""
    if kind == "models":
        data = [{"id": name, "object": "model", "created": 0, "owned_by": "scripted"} for name in models]
        return say(json.dumps({"object": "list", "data": data}))
    if kind == "embeddings":
        return say(json.dumps(embeddings(body)))
    if kind == "chat":
        return say("Understood.")
    return say(json.dumps(_STRUCTURED[kind](prompt)))


def embeddings(body: Mapping[str, object]) -> dict[str, object]:
    """A bag of hashed words for each input: texts that share words are near."""
    given = body.get("input")
    texts = given if isinstance(given, list) else [given]
    size = int(str(body.get("dimensions") or 64))
    as_base64 = body.get("encoding_format") == "base64"
    data = []
    for index, text in enumerate(texts):
        vector = vector_of(str(text), size)
        packed = base64.b64encode(struct.pack(f"<{size}f", *vector)).decode() if as_base64 else vector
        data.append({"object": "embedding", "index": index, "embedding": packed})
    usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
    return {"object": "list", "data": data, "model": body.get("model"), "usage": usage}


def vector_of(text: str, size: int) -> list[float]:
    """The normalised vector of a text."""
    vector = [0.0] * size
    for word in re.findall(r"\w+", text.lower()) or [""]:
        digest = hashlib.sha256(word.encode("utf-8", "replace")).digest()
        vector[int.from_bytes(digest[:4]) % size] += 1.0
    norm = math.sqrt(sum(value * value for value in vector))
    return [value / norm for value in vector]


def _encoding(prompt: str) -> dict[str, object]:
    turns = _TURN.findall(prompt)
    users = [turn for turn in turns if turn[1] == "user"] or turns
    text = users[0][3] if users else "Nothing was said."
    ids = [turn[0] for turn in users[:1]]
    summary = {"title": text[:60], "text": text, "importance": 0.5, "source_turns": ids}
    return {"summary": summary, "knowledge": [], "procedures": [], "errors": []}


_STRUCTURED = {
    "encoding": _encoding,
    "contradiction": lambda _prompt: {"verdicts": []},
    "replay": lambda _prompt: {"knowledge": []},
    "weekly_summary": lambda _prompt: {"title": "A week", "text": "A quiet week.", "key_details": []},
    "identity_update": lambda _prompt: {"identity": "", "reason": "nothing new", "confidence": 0.0},
    "synthesis": lambda _prompt: {"text": "", "citations": []},
    "document_summary": lambda _prompt: {"summaries": []},
    "tree_search": lambda _prompt: {"reasoning": "", "nodes": []},
}
