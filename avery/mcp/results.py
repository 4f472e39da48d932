"""What a call came back with, as text: words as they are, anything else only told of. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from avery.mcp.model import Outcome
from weave.altale.passage import neutral, unmarked

if TYPE_CHECKING:
    from mcp_types import CallToolResult, ContentBlock

_MOST_BLOCKS = 100
_NOTHING = "It gave nothing back."


def outcome(result: CallToolResult, letters: int) -> Outcome:
    """The result in at most about `letters` characters."""
    blocks = list(map(_told, result.content[:_MOST_BLOCKS]))
    if len(result.content) > _MOST_BLOCKS:
        blocks.append(f"[{len(result.content) - _MOST_BLOCKS} more parts were not looked at]")
    text = _joined(blocks, letters)
    if result.structured_content is not None and not any(block.type == "text" for block in result.content):
        text = _joined(
            [text, _json(result.structured_content)] if text else [_json(result.structured_content)], letters
        )
    if not text.strip():
        return Outcome(_NOTHING, ok=not result.is_error, own=True)
    return Outcome(text, ok=not result.is_error)


def _told(block: ContentBlock) -> str:
    match block.type:
        case "text":
            return block.text
        case "image" | "audio":
            return f"[{block.type} of {_size(block.data)}, {neutral(block.mime_type)[:60]}: not shown]"
        case "resource_link":
            return f"[a link, not followed: {neutral(block.uri)[:300]} {neutral(block.name)[:100]}]"
        case "resource":
            inside = block.resource
            words = getattr(inside, "text", None)
            if isinstance(words, str):
                return words
            return f"[a file of {_size(getattr(inside, 'blob', ''))}, {neutral(inside.uri)[:300]}: not shown]"
        case _:
            return "[a part of another kind: not shown]"


def _joined(blocks: Iterable[str], letters: int) -> str:
    """Cut before it is cleaned, so that a giant result costs no more than a long one."""
    whole = "\n".join(block[: letters + 1] for block in blocks)
    text = unmarked(whole[: letters + 1])
    return text if len(whole) <= letters else f"{text[:letters]}\n[… the result was longer]"


def _json(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return "[data that cannot be written down]"


def _size(encoded: str) -> str:
    return f"{max(1, len(encoded) * 3 // 4 // 1024)} KiB"
