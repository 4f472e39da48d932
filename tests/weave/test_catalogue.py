"""The catalogue: rows come back as memories, the outbox is durable, idempotent and in order."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.homes import bare
from weave.catalogue import Catalogue
from weave.model import Change, Fact, Memory, MemoryType, Polarity, Provenance, Source, State

NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=UTC)


def memory(number: int, **changes: object) -> Memory:
    made = Memory(
        f"01ARZ3NDEKTSV4RRFFQ69G5{number:03d}",
        MemoryType.EPISODIC,
        "kettle",
        "The kettle is on.",
        State.ACTIVE,
        0.4,
        Provenance.USER,
        NOW + timedelta(days=number),
        source=Source("talk", (f"t{number}",)),
    )
    return replace(made, **changes)  # type: ignore[arg-type]


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    made = Catalogue(tmp_path / "catalogue.sqlite", ["vector", "graph"])
    yield made
    made.close()


def test_every_field_comes_back(catalogue: Catalogue) -> None:
    full = memory(
        1, importance_raw=0.9, occurred=NOW, accessed=NOW, access_count=3, derived_from=("X", "Y"),
        superseded_by="Z", pinned=True, private=True, extra=(("mood", 'a "b" -->'),), scope="task:pad",
        source=Source("talk", ("a", "b"), "notes.pdf"),
    )  # fmt: skip
    fact = Fact(
        "F1", "Maribel", "allergic_to", "peanuts", Polarity.NEGATED, State.CONTESTED, NOW, None,
        Provenance.USER, 0.7, "task:pad", "F0", True, Change.CORRECTION, (full.id,),
    )  # fmt: skip
    full = replace(full, facts=(fact,))
    catalogue.put([(full, "memories/episodic/2026-11-30.md")])
    assert catalogue.get_many([full.id]) == {full.id: full}
    assert catalogue.facts("maribel") == [fact]
    assert list(catalogue.each()) == [full]


def test_deletions_go_first_then_the_newest(catalogue: Catalogue) -> None:
    catalogue.put([(memory(n), "f.md") for n in (1, 2, 3)])
    catalogue.remove([memory(2).id])
    jobs = catalogue.outbox.jobs("vector", 10)
    assert [(job.id[-1], job.operation) for job in jobs] == [
        ("2", "delete"),
        ("3", "upsert"),
        ("1", "upsert"),
    ]


def test_a_memory_changed_while_it_is_indexed_stays_queued(catalogue: Catalogue) -> None:
    catalogue.put([(memory(1), "f.md")])
    jobs = catalogue.outbox.jobs("vector", 10)
    catalogue.put([(memory(1, text="The kettle is off."), "f.md")])
    catalogue.outbox.done(jobs)
    assert catalogue.outbox.waiting()["vector"][0] == 1


def test_failures_are_counted_per_backend_with_their_reason(catalogue: Catalogue) -> None:
    catalogue.put([(memory(1), "f.md")])
    catalogue.outbox.failed(catalogue.outbox.jobs("graph", 10), "The server is away.")
    assert catalogue.outbox.waiting() == {"vector": (1, 0, None), "graph": (1, 1, "The server is away.")}
    assert catalogue.outbox.counts() == {"vector": 1, "graph": 1}


def test_a_backend_that_came_back_empty_gets_everything_once(catalogue: Catalogue) -> None:
    catalogue.put([(memory(n), "f.md") for n in (1, 2)])
    catalogue.outbox.done(catalogue.outbox.jobs("graph", 10))
    assert catalogue.outbox.enqueue_all("graph") == 2
    assert catalogue.outbox.enqueue_all("graph") == 0


def test_the_outbox_outlives_the_process(tmp_path: Path) -> None:
    first = Catalogue(tmp_path / "c.sqlite", ["vector"])
    first.put([(memory(1), "f.md")])
    first.close()
    second = Catalogue(tmp_path / "c.sqlite", ["vector"])
    assert [job.id for job in second.outbox.jobs("vector", 5)] == [memory(1).id]
    second.close()


def test_neighbours_are_the_turns_of_the_same_conversation(catalogue: Catalogue) -> None:
    catalogue.put([(memory(n), "f.md") for n in (1, 2, 3, 4)])
    catalogue.put([(memory(9, source=Source("other", ("x",))), "f.md")])
    near = catalogue.neighbours([memory(2).id], 1)
    assert near == {memory(2).id: [(memory(1).id, -1), (memory(3).id, 1)]}


def test_an_id_is_found_by_its_beginning(catalogue: Catalogue) -> None:
    catalogue.put([(memory(1), "f.md"), (memory(2), "f.md")])
    assert catalogue.by_prefix(memory(1).id) == [memory(1).id]
    assert len(catalogue.by_prefix("01ARZ3")) == 2


def test_access_is_counted_without_a_new_index_job(catalogue: Catalogue) -> None:
    catalogue.put([(memory(1), "f.md")])
    catalogue.outbox.done(catalogue.outbox.jobs("vector", 5))
    catalogue.touch([memory(1).id], NOW)
    found = catalogue.get_many([memory(1).id])[memory(1).id]
    assert (found.access_count, found.accessed) == (1, NOW)
    assert "vector" not in catalogue.outbox.waiting()


def test_a_failed_change_leaves_everything_as_it_was(catalogue: Catalogue) -> None:
    with pytest.raises(RuntimeError), catalogue.transaction():
        catalogue.put([(memory(1), "f.md")])
        raise RuntimeError
    assert catalogue.count() == 0
    assert catalogue.outbox.waiting() == {}


def test_scrubbing_leaves_no_byte_of_a_removed_row(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.put([(memory(1, text="heron-4711 " * 500), "f.md"), (memory(2), "f.md")])
    catalogue.remove([memory(1).id])
    catalogue.scrub()
    assert not any(b"heron-4711" in path.read_bytes() for path in tmp_path.iterdir())


async def test_a_catalogue_of_another_version_is_built_anew_without_a_word(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
    with contextlib.closing(sqlite3.connect(tmp_path / "index" / "catalogue.sqlite")) as file:
        file.execute("PRAGMA user_version = 1")
    async with bare(tmp_path) as weave:
        assert await weave.list() == [made]
        assert (await weave.checkup()).notes == ()


def test_a_thread_that_ended_leaves_no_connection_open(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.sqlite", ())
    for _ in range(20):
        reader = threading.Thread(target=catalogue.count)
        reader.start()
        reader.join()
    assert len(catalogue._open) <= 3
    assert catalogue.count() == 0
    catalogue.close()
