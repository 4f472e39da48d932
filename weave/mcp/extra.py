"""The official MCP SDK is an extra: whoever does without it carries none of its weight, and is told how to get it."""

from __future__ import annotations

from importlib.util import find_spec

from weave.errors import UsageError

MISSING = "MCP needs its extra; install it with pip install 'avery[mcp]', then try again."


def installed() -> bool:
    """Whether the SDK is there; nothing of it is imported."""
    return find_spec("mcp") is not None


def require() -> None:
    """Raises UsageError that says what to install."""
    if not installed():
        raise UsageError(MISSING)
