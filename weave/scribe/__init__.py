"""The Scribe: turns what was said into memories and facts, by rule alone or with a model."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weave.scribe.dates import query_range, resolve
    from weave.scribe.rules import encode, extract

__all__ = ["encode", "extract", "query_range", "resolve"]

_HOMES = {
    "encode": "weave.scribe.rules",
    "extract": "weave.scribe.rules",
    "query_range": "weave.scribe.dates",
    "resolve": "weave.scribe.dates",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
