"""Memories and talks for the tests of recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from weave import ids
from weave.model import Memory, MemoryType, Provenance, Recalled, Source, State
from weave.scoring import score

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)


def note(text: str, number: int = 0, **changes: object) -> Memory:
    """A memory said so many minutes before NOW."""
    at = NOW - timedelta(minutes=number)
    base = Memory(
        id=ids.derived(at, 0, text, str(number)),
        type=MemoryType.SEMANTIC,
        title="",
        text=text,
        state=State.ACTIVE,
        importance=0.5,
        provenance=Provenance.USER,
        created=at,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def talk(*lines: str, conversation: str = "c1") -> list[Memory]:
    """Verbatim episodes of one conversation, in order."""
    return [
        Memory(
            id=ids.derived(NOW + timedelta(minutes=n), n, conversation, str(n)),
            type=MemoryType.EPISODIC,
            title="",
            text=line,
            state=State.ACTIVE,
            importance=0.5,
            provenance=Provenance.USER,
            created=NOW + timedelta(minutes=n),
            source=Source(conversation, (f"t{n}",)),
        )
        for n, line in enumerate(lines)
    ]


def recalled(memory: Memory, relevance: float = 0.5, conflicts: tuple[str, ...] = ()) -> Recalled:
    return Recalled(memory, score(memory, relevance, NOW, 0.2), ("physical",), conflicts)


def shelf(memories: Sequence[Memory]):  # type: ignore[no-untyped-def]
    """A function that fetches these by id, as the catalogue does."""
    known = {memory.id: memory for memory in memories}

    def fetch(wanted: Sequence[str]) -> Mapping[str, Memory]:
        return {i: known[i] for i in wanted if i in known}

    return fetch
