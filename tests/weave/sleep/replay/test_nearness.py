"""Episodes whose vectors are near, from the vectors that there are."""

from __future__ import annotations

from pathlib import Path

from tests.support.embedder import WordEmbedder
from tests.support.homes import NOW, bare
from tests.support.replaying import add, episode
from weave.clock import fixed_clock
from weave.config import Config, FalkorConfig
from weave.ports import Models
from weave.sleep.replay import nearness
from weave.sleep.replay.nearness import near
from weave.weave import Weave


async def test_what_is_near_is_found_among_what_was_embedded_and_nothing_is_embedded_for_it(
    tmp_path: Path,
) -> None:
    texts = (
        "an espresso in the old town",
        "espresso in the old town",
        "in the old town an espresso",
        "rain and hail",
    )
    memories = [episode(text, day) for day, text in zip((9, 6, 3, 1), texts, strict=True)]
    embedder = WordEmbedder()
    config = Config(timezone="UTC", falkordb=FalkorConfig(enabled=False))
    async with Weave.open(
        tmp_path, config=config, clock=fixed_clock(NOW), models=Models(embedder=embedder)
    ) as weave:
        core = weave._core
        assert near(core, memories) == {}, "no vectors yet"
        await add(weave, *memories)
        assert await weave.settle(20)
        asked = len(embedder.asked)
        found = near(core, memories)
        ids = [memory.id for memory in memories]
        assert {id_: set(others) for id_, others in found.items()} == {
            id_: set(ids[:3]) - {id_} for id_ in ids[:3]
        }
        assert len(embedder.asked) == asked
        assert near(core, []) == {}


async def test_without_vectors_nothing_is_near(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        assert near(weave._core, [episode("An espresso.", 1)] * 3) == {}
    assert nearness.MOST <= 2_000
