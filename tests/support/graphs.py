"""Memories with facts, and a graph on a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from tests.support.memories import NOW
from weave import ids
from weave.backends.graph import GraphMemory
from weave.model import GLOBAL, Fact, Memory, MemoryType, Provenance, State

Triple = tuple[str, str, str]


def stating(text: str, *facts: Triple, scope: str = GLOBAL, id_: str | None = None) -> Memory:
    """A memory that says `text` and states these facts."""
    return Memory(
        id=id_ or ids.new(NOW),
        type=MemoryType.SEMANTIC,
        title=text[:40],
        text=text,
        state=State.ACTIVE,
        importance=0.5,
        provenance=Provenance.USER,
        created=NOW,
        scope=scope,
        facts=tuple(Fact(ids.new(NOW), *fact, scope=scope) for fact in facts),
    )


@contextmanager
def opened(folder: Path) -> Iterator[GraphMemory]:
    """An embedded graph, open, and closed whatever happens."""
    graph = GraphMemory(folder)
    try:
        graph.open()
        yield graph
    finally:
        graph.close()


def server_of(graph: GraphMemory) -> psutil.Process:
    """The redis-server behind an embedded graph."""
    process = graph._link.process
    assert process is not None and process.record is not None
    return psutil.Process(process.record.pid)


def gone(process: psutil.Process, seconds: float) -> bool:
    """Whether it ended in time."""
    try:
        process.wait(seconds)
    except psutil.TimeoutExpired:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
    return True
