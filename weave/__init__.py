"""Weave: the memory that Avery embeds. Public names are loaded when they are first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from weave import late

if TYPE_CHECKING:
    from weave.checkup import Status
    from weave.config import Config
    from weave.conversations import Conversation
    from weave.errors import WeaveError
    from weave.ingest import IngestReport
    from weave.journal import ConversationInfo
    from weave.keys import Keys, Secret
    from weave.model import (
        Conflict,
        Degraded,
        Fact,
        Memory,
        MemoryType,
        Provenance,
        Recall,
        Recalled,
        Resolution,
        Role,
        Score,
        Side,
        State,
        Task,
        TaskReport,
        Turn,
    )
    from weave.ports import Backend, ChatModel, Checkup, Embedder, Models
    from weave.upkeep import ReindexReport
    from weave.weave import Weave

__all__ = [
    "Backend",
    "ChatModel",
    "Checkup",
    "Config",
    "Conflict",
    "Conversation",
    "ConversationInfo",
    "Degraded",
    "Embedder",
    "Fact",
    "IngestReport",
    "Keys",
    "Memory",
    "MemoryType",
    "Models",
    "Provenance",
    "Recall",
    "Recalled",
    "ReindexReport",
    "Resolution",
    "Role",
    "Score",
    "Secret",
    "Side",
    "State",
    "Status",
    "Task",
    "TaskReport",
    "Turn",
    "Weave",
    "WeaveError",
]

_HOMES = {
    "weave.config": ("Config",),
    "weave.conversations": ("Conversation",),
    "weave.errors": ("WeaveError",),
    "weave.ingest": ("IngestReport",),
    "weave.journal": ("ConversationInfo",),
    "weave.keys": ("Keys", "Secret"),
    "weave.model": (
        "Conflict", "Degraded", "Fact", "Memory", "MemoryType", "Provenance", "Recall", "Recalled", "Resolution",
        "Role", "Score", "Side", "State", "Task", "TaskReport", "Turn",
    ),
    "weave.ports": ("Backend", "ChatModel", "Checkup", "Embedder", "Models"),
    "weave.upkeep": ("ReindexReport",),
    "weave.checkup": ("Status",),
    "weave.weave": ("Weave",),
}  # fmt: skip
late.install()
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
