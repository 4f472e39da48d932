"""Memories for tests, made from as little as a text."""

from __future__ import annotations

from datetime import UTC, datetime

from weave import ids
from weave.model import GLOBAL, Memory, MemoryType, Provenance, State
from weave.ports import Query

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)


def memory(
    text: str, *, title: str | None = None, scope: str = GLOBAL, state: State = State.ACTIVE
) -> Memory:
    """A semantic memory that says `text`."""
    return Memory(
        id=ids.new(NOW),
        type=MemoryType.SEMANTIC,
        title=text[:40] if title is None else title,
        text=text,
        state=state,
        importance=0.5,
        provenance=Provenance.USER,
        created=NOW,
        scope=scope,
    )


def ask(text: str, *scopes: str, limit: int = 200) -> Query:
    """A question inside `scopes` (global without any)."""
    return Query(text, NOW, scopes or (GLOBAL,), limit)
