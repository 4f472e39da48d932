"""The code in a message, as it is to be pasted elsewhere: what stands between fences, and nothing around it. Pure."""

from __future__ import annotations

from weave.markdown.fences import closes, opener


def code_blocks(text: str) -> tuple[str, ...]:
    """The fenced blocks in their order, each exactly as written; one that was never closed goes to the end."""
    found: list[str] = []
    fence, inside = "", list[str]()
    for line in text.split("\n"):
        if fence and closes(line, fence):
            found.append("\n".join(inside))
            fence = ""
        elif fence:
            inside.append(line)
        elif fence := opener(line):
            inside = []
    if fence:
        found.append("\n".join(inside))
    return tuple(found)
