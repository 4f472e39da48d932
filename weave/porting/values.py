"""What a stranger's JSON holds, taken out by type: what is not what it should be is as if it were not there. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Table = Mapping[str, object]
NOTHING: Table = {}


def table(value: object) -> Table:
    """An object, empty for anything else."""
    return value if isinstance(value, dict) else NOTHING


def listed(value: object) -> Sequence[object]:
    """A list, empty for anything else."""
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """A string, empty for anything else."""
    return value if isinstance(value, str) else ""
