"""Stores that fail under an open memory: the markdown is written, what waits is told, all catch up by themselves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

from tests.support.embedder import WordEmbedder
from tests.support.homes import NOW, until
from weave import indexer
from weave.backends.graph import GraphMemory
from weave.backends.vector_edge import EdgeStore
from weave.clock import fixed_clock
from weave.config import Config, FalkorConfig
from weave.errors import BackendUnavailable, ModelUnavailable
from weave.model import Memory
from weave.ports import BackendReport, Matrix, Models
from weave.weave import Weave

VECTORS = Config(timezone="UTC", falkordb=FalkorConfig(enabled=False))


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(indexer, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(indexer, "RETRY_SECONDS", 0.3)
    monkeypatch.setattr(indexer, "CHECK_SECONDS", 0.2)


def home(path: Path, embedder: WordEmbedder | None = None, config: Config = VECTORS) -> Weave:
    return Weave.open(
        path, config=config, clock=fixed_clock(NOW), models=Models(embedder=embedder or WordEmbedder())
    )


async def row(weave: Weave, name: str) -> BackendReport:
    return next(one for one in (await weave.checkup()).backends if one.name == name)


def count(weave: Weave, name: str) -> int:
    lane = weave._core.indexer.lane(name)
    assert lane is not None
    return lane.backend.count()


async def _all_in(weave: Weave, number: int, name: str = "vector") -> bool:
    waiting = weave.status().waiting.get(name, 0)
    return waiting == 0 and not weave.status().degraded and count(weave, name) == number


async def test_case_69_a_vector_store_that_refuses_waits_and_catches_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with home(tmp_path) as weave:
        await weave.remember("The heron nests by the weir.")
        assert await weave.settle(10)

        def refused(self: object, entries: object) -> None:
            raise BackendUnavailable("The vector server refuses connections; start it.")

        with monkeypatch.context() as patch:
            patch.setattr(EdgeStore, "put", refused)
            made = await weave.remember("The kingfisher comes at noon.")
            await until(lambda: _degraded(weave, "refuses connections"))
            assert made.id in "".join(p.read_text() for p in tmp_path.glob("memories/**/*.md"))
            report = await row(weave, "vector")
            assert (report.waiting, report.last_error) == (
                1,
                "The vector server refuses connections; start it.",
            )
            assert (await weave.recall("kingfisher")).memories[0].memory.id == made.id
            assert await weave.settle(5)
        await until(lambda: _all_in(weave, 2))


async def _degraded(weave: Weave, words: str) -> bool:
    return any(words in one.reason for one in weave.status().degraded)


class Narrow(WordEmbedder):
    """Gives a wrong number of numbers while it is told to."""

    wrong = True

    def passages(self, texts: Sequence[str]) -> Matrix:
        vectors = super().passages(texts)
        return vectors[:, :-1] if self.wrong else vectors


async def test_case_69_vectors_of_a_wrong_size_are_never_stored(tmp_path: Path) -> None:
    embedder = Narrow()
    async with home(tmp_path, embedder) as weave:
        for number in range(5):
            await weave.remember(f"Jar {number} holds plum jam.")
        await until(lambda: _told(weave, "vector", "vectors of shape"))
        assert count(weave, "vector") == 0
        assert (await row(weave, "vector")).waiting == 5
        embedder.wrong = False
        await until(lambda: _all_in(weave, 5))


async def _told(weave: Weave, name: str, words: str) -> bool:
    return words in ((await row(weave, name)).last_error or "")


async def test_an_embedder_that_is_away_is_waited_for(tmp_path: Path) -> None:
    away = True

    def before(text: str) -> None:
        if away:
            raise ModelUnavailable("The embeddings server is away.")

    async with home(tmp_path, WordEmbedder(before=before)) as weave:
        for number in range(20):
            await weave.remember(f"Jar {number} holds plum jam.")
        await until(lambda: _degraded(weave, "server is away"))
        await asyncio.sleep(1.0)
        away = False
        await until(lambda: _all_in(weave, 20))


async def test_one_memory_that_a_store_cannot_take_holds_up_no_other(tmp_path: Path) -> None:
    def before(text: str) -> None:
        if "poison" in text:
            raise ValueError("this text cannot be embedded")

    async with home(tmp_path, WordEmbedder(before=before)) as weave:
        for number in range(30):
            await weave.remember("a poison" if number in (3, 17) else f"Jar {number} holds plum jam.")
        await until(lambda: _counts(weave, 28), 5)
        await weave.remember("The heron nests by the weir.")
        await until(lambda: _counts(weave, 29), 3)
        await until(lambda: _waiting(weave, 2))  # what is in the store is struck off the list a moment later
        report = await row(weave, "vector")
        assert report.waiting == report.failed == 2
        assert "cannot be embedded" in (report.last_error or "")
        assert await weave.settle(5)


async def _waiting(weave: Weave, number: int) -> bool:
    return (await row(weave, "vector")).waiting == number


async def _counts(weave: Weave, number: int) -> bool:
    return count(weave, "vector") == number


async def test_a_store_that_comes_back_empty_while_it_runs_is_filled_anew(tmp_path: Path) -> None:
    async with home(tmp_path) as weave:
        for number in range(5):
            await weave.remember(f"Jar {number} holds plum jam.")
        assert await weave.settle(10)
        lane = weave._core.indexer.lane("vector")
        assert lane is not None
        lane.backend.clear()
        await until(lambda: _all_in(weave, 5))


async def test_case_69_a_graph_that_is_killed_in_the_middle_of_writing_ends_equal(tmp_path: Path) -> None:
    async with home(tmp_path, config=Config(timezone="UTC")) as weave:
        await weave.remember("Ana lives in Porto.")
        assert await weave.settle(20)
        lane = weave._core.indexer.lane("graph")
        assert lane is not None and isinstance(lane.backend, GraphMemory)
        process = lane.backend._link.process
        assert process is not None and process.record is not None
        writing = asyncio.create_task(_write(weave, 120))
        await asyncio.sleep(0.05)
        psutil.Process(process.record.pid).kill()
        made = await writing
        await until(lambda: _all_in(weave, 121, "graph"), 20)
        assert await weave.settle(20)
        assert count(weave, "vector") == 121
        known = await asyncio.to_thread(lane.backend._link.read, "MATCH (m:Memory) RETURN m.id", {})
        assert {str(one[0]) for one in known} >= {memory.id for memory in made}


async def _write(weave: Weave, number: int) -> list[Memory]:
    return [await weave.remember(f"Ben{n} lives in Lisbon with Ana.") for n in range(number)]


async def test_twenty_writers_readers_and_a_hand_at_once(tmp_path: Path) -> None:
    async with home(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        (file,) = tmp_path.glob("memories/semantic/*.md")
        writes = [weave.remember(f"Jar {number} holds plum jam.") for number in range(20)]
        recalls = [weave.recall(f"jar {number}") for number in range(20)]

        def by_hand() -> None:
            for number in range(5):
                (file.parent / f"note-{number}.md").write_text(f"## Note {number}\nWritten by hand.\n")

        await asyncio.gather(*writes, *recalls, asyncio.to_thread(by_hand))
        await until(lambda: _memories(weave, 26))
        assert await weave.settle(10)
        assert count(weave, "vector") == 26
        assert (await weave.get(made.id)).text == made.text


async def _memories(weave: Weave, number: int) -> bool:
    return len(await weave.list()) == number


async def test_closing_in_the_middle_of_embedding_is_no_failure(tmp_path: Path) -> None:
    def before(text: str) -> None:
        time.sleep(0.05)

    async with home(tmp_path, WordEmbedder(before=before)) as weave:
        for number in range(12):
            await weave.remember(f"Jar {number} holds plum jam.")
    async with home(tmp_path) as weave:
        rows = weave._core.catalogue.outbox.waiting()
        assert not any(failed or error for _, failed, error in rows.values())
        await until(lambda: _all_in(weave, 12))
