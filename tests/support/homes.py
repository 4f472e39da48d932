"""Homes for tests: real files and catalogue, with the slow backends switched off where they are not the matter."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from weave.clock import fixed_clock
from weave.config import Config, DocumentsConfig, FalkorConfig, QdrantConfig, RecallConfig
from weave.ports import Models
from weave.weave import Weave

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)
BARE = Config(
    timezone="UTC",
    qdrant=QdrantConfig(enabled=False),
    falkordb=FalkorConfig(enabled=False),
    documents=DocumentsConfig(enabled=False),
)
"""Files and catalogue only."""
SHELVED = replace(BARE, documents=DocumentsConfig(), recall=RecallConfig(timeout_ms=20_000))
"""The same with the library, for which a busy machine is waited."""


def bare(
    home: Path,
    *,
    now: datetime = NOW,
    models: Models | None = None,
    resume: str | None = None,
    serves: bool = True,
    yields: bool = False,
    leads: bool = False,
) -> Weave:
    """A memory with nothing but the file system beneath it, its clock standing still.

    Beside another that owns the home, one with `serves=False` is its guest.
    """
    return Weave.open(
        home,
        config=BARE,
        clock=fixed_clock(now),
        models=models,
        resume=resume,
        serves=serves,
        yields=yields,
        leads=leads,
    )


def shelved(home: Path, *, now: datetime = NOW, models: Models | None = None, serves: bool = True) -> Weave:
    """A memory with its files and a library."""
    return Weave.open(home, config=SHELVED, clock=fixed_clock(now), models=models, serves=serves)


async def until(true: Callable[[], Awaitable[bool]], seconds: float = 8.0, what: str = "it") -> None:
    """Wait for background work; AssertionError when it does not come."""
    end = time.monotonic() + seconds
    while not await true():
        assert time.monotonic() < end, f"{what} did not come about in {seconds} s"
        await asyncio.sleep(0.02)
