"""Homes whose figures are known: opened without an event loop, filled, and looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from tests.support.homes import BARE, NOW
from tests.support.memories import memory
from weave import opening
from weave.analytics.survey import survey
from weave.clock import fixed_clock
from weave.config import Config
from weave.core import Core
from weave.model import Memory, Source
from weave.ports import Models


@contextmanager
def core_of(
    home: Path, *, now: datetime = NOW, config: Config = BARE, models: Models | None = None
) -> Iterator[Core]:
    """An open home, its clock standing still; what runs in it runs in this thread."""
    settings = opening.Settings.of(home, config, fixed_clock(now), models, None, still=False)
    with ThreadPoolExecutor(1) as executor:
        core = opening.open_core(settings, executor, opening.claim(home))
        try:
            yield core
        finally:
            opening.close_core(core)


def told(text: str, days: float = 1.0, **others: object) -> Memory:
    """A memory of this age; its transcript is not asked for."""
    one = replace(memory(text), created=NOW - timedelta(days=days))
    return replace(one, **others)  # type: ignore[arg-type]


def said_in(conversation: str, text: str) -> Memory:
    """A memory that comes from a conversation."""
    return told(text, source=Source(conversation, ("t1",)))


def figures(core: Core) -> dict[str, int]:
    """How many findings each part of the health score has."""
    return {part.name.value: len(part.findings) for part in survey(core, NOW).health.parts}


@contextmanager
def planted(core: Core, memories: Sequence[Memory]) -> Iterator[None]:
    """These memories, for a while."""
    core.store.add(memories)
    try:
        yield
    finally:
        core.store.drop([one.id for one in memories])
