"""Looking something up starts nothing; whatever needs a store starts it."""

from __future__ import annotations

from pathlib import Path

from tests.support.embedder import WordEmbedder
from tests.support.homes import NOW
from weave.clock import fixed_clock
from weave.config import Config, FalkorConfig
from weave.indexer import scrub_key
from weave.ports import Models
from weave.weave import Weave

VECTORS = Config(timezone="UTC", falkordb=FalkorConfig(enabled=False))


def still(home: Path) -> Weave:
    models = Models(embedder=WordEmbedder())
    return Weave.open(home, config=VECTORS, clock=fixed_clock(NOW), models=models, still=True)


def running(weave: Weave) -> list[str]:
    return [lane.backend.name for lane in weave._core.indexer.lanes if lane.is_alive()]


async def test_no_store_is_started_to_look_something_up_and_each_is_by_a_write_or_a_question(
    tmp_path: Path,
) -> None:
    async with still(tmp_path) as weave:
        assert (await weave.list(), await weave.facts(), await weave.conflicts()) == ([], [], [])
        assert running(weave) == []
        made = await weave.remember("The ferry to Bohol leaves at six.")
        assert running(weave) == ["vector"]
        assert await weave.settle(10)
    async with still(tmp_path) as weave:
        assert [memory.id for memory in await weave.list()] == [made.id]
        assert running(weave) == []
        assert (await weave.recall("ferry")).memories[0].memory.id == made.id
        assert running(weave) == ["vector"]
        assert await weave.settle(10)


async def test_what_waits_to_be_indexed_is_gone_on_with(tmp_path: Path) -> None:
    async with still(tmp_path) as weave:
        made = await weave.remember("The ferry to Bohol leaves at six.")
        assert await weave.settle(10)
    async with still(tmp_path) as weave:
        weave._core.catalogue.outbox.enqueue([(made.id, "upsert", 1.0)])
    async with still(tmp_path) as weave:
        assert running(weave) == ["vector"]
        assert await weave.settle(10)
    async with still(tmp_path) as weave:
        weave._core.catalogue.set_meta(scrub_key("vector"), "due")
    async with still(tmp_path) as weave:  # a purge that was cut off is not put off
        assert running(weave) == ["vector"]
        assert await weave.settle(10)
