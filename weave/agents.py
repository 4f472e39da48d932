"""Other agents as the source of a memory: the name that one gave itself stands where a file's would. Pure."""

from __future__ import annotations

from weave.model import Source

_SIGN = "mcp:"


def source_of(agent: str) -> Source:
    """The source of a memory that this agent wrote."""
    return Source(file=f"{_SIGN}{agent}")


def agent_of(source: Source) -> str:
    """The agent that wrote it, by its own name for itself; empty for what came another way."""
    file = source.file or ""
    return file.removeprefix(_SIGN) if file.startswith(_SIGN) else ""
