"""What an index lacks, and what it has too much, in real stores."""

from __future__ import annotations

from pathlib import Path

from tests.support.homes import NOW
from tests.support.memories import memory
from tests.weave.test_purge import full
from weave import ids
from weave.analytics.indexes import Listing, compare
from weave.analytics.model import PartName
from weave.core import Core
from weave.weave import Weave


async def differing(weave: Weave) -> set[tuple[str, str]]:
    part = (await weave.analytics.stats()).health.part(PartName.STALE)
    assert not part.unchecked
    return {(finding.id, finding.why) for finding in part.findings}


async def test_what_an_index_lacks_or_has_too_much_is_found_and_what_waits_is_not(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        kept = [await weave.remember(f"Xanthippe Quillfeather owns a mill, number {n}.") for n in range(5)]
        assert await weave.settle(20)
        core = weave._core
        lanes = {lane.backend.name: lane.backend for lane in core.indexer.lanes}
        for backend in lanes.values():
            assert isinstance(backend, Listing)
            assert sorted(backend.ids()) == sorted(one.id for one in kept)
        assert await differing(weave) == set()

        lanes["vector"].delete([kept[0].id])
        stranger = memory("A stranger's words that nobody remembers.")
        lanes["graph"].upsert([stranger])
        assert await differing(weave) == {
            (kept[0].id, "is not in vector"),
            (stranger.id, "is in graph, and is no memory"),
        }
        part = (await weave.analytics.stats()).health.part(PartName.STALE)
        assert part.share == 2 / 20  # of five memories in two indexes, and at least of twenty

        await core.run(_queue, core, kept[0].id, stranger.id)
        assert await differing(weave) == set()


def _queue(core: Core, missing: str, surplus: str) -> None:
    """Both are on their way; held back, so that they wait while they are looked at."""
    for lane in core.indexer.lanes:
        lane.stop()
        lane.join(10)
        lane.backend.open()
    core.catalogue.outbox.enqueue([(missing, "upsert", 1.0), (surplus, "delete", 1.0)])


async def test_a_store_that_is_away_is_told_of_and_costs_nothing(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        await weave.remember("Maribel is allergic to peanuts.")
        assert await weave.settle(20)
        core = weave._core
        for lane in core.indexer.lanes:
            lane.stop()
            lane.join(10)
        found = compare(core)
        assert found.unchecked == "vector, graph could not be asked"
        assert found.findings == ()


def test_ids_tell_when_they_were_made() -> None:
    assert ids.made_at(ids.new(NOW)) == NOW.timestamp()
    assert ids.made_at("no ulid") is None
