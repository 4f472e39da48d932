"""Counts, histograms, the forgetting curve and sizes, against homes whose figures are known."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.metamemory import core_of, planted, told
from tests.support.sleeping import build
from weave.analytics import burials, disk
from weave.analytics.census import ACCESS_EDGES, IMPORTANCE_EDGES, histogram
from weave.analytics.model import Age, DiskPart, Stats
from weave.analytics.survey import survey
from weave.core import Core
from weave.llm.usage import Call, Outcome
from weave.model import GLOBAL, MemoryType, Provenance, State
from weave.ports import Usage
from weave.scoring import recency


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Core]:
    with core_of(tmp_path_factory.mktemp("figures") / "home") as opened:
        yield opened


def test_an_empty_home_has_figures_and_is_well(core: Core) -> None:
    stats = survey(core, NOW)
    assert (stats.census.memories, stats.census.by_type, stats.curve, stats.done) == (0, (), (), ())
    assert (stats.importance.corrected.total, stats.importance.mean_raw, stats.accesses.total) == (0, 0.0, 0)
    assert (stats.recalls.count, stats.tokens, stats.health.value) == (0, (), 100.0)


def test_a_home_of_one_memory_has_one_of_everything(core: Core) -> None:
    with planted(core, [told("Alone.", 3.0, importance=1.0, importance_raw=0.25, access_count=70)]):
        stats = survey(core, NOW)
    assert stats.census.memories == 1
    assert stats.importance.corrected.counts[-1] == 1
    assert stats.importance.raw.counts[2] == 1
    assert (stats.importance.scored, stats.importance.mean_raw) == (1, 0.25)
    assert stats.accesses.counts[-1] == 1
    [age] = stats.curve
    assert (age.after_days, age.before_days, age.kept_share, age.recalled_share) == (2.0, 4.0, 1.0, 1.0)


def test_memories_are_counted_by_type_state_provenance_and_scope(core: Core) -> None:
    task = core.pads.create("jam", NOW)
    memories = [
        *(told(f"A {number}", type=MemoryType.EPISODIC) for number in range(3)),
        told("B", state=State.OUTDATED, provenance=Provenance.OBSERVED),
        told("C", state=State.VOLATILE, scope=task.scope, pinned=True),
    ]
    with planted(core, memories):
        census = survey(core, NOW).census
    core.pads.remove(task.id, without_trace=True)
    assert census.memories == 5
    assert census.by_type == (("episodic", 3), ("semantic", 2))
    assert census.by_state == (("active", 3), ("outdated", 1), ("volatile", 1))
    assert census.by_provenance == (("user", 4), ("observed", 1))
    assert census.by_scope == ((GLOBAL, 4), (task.scope, 1))
    assert census.pinned == 1


def test_raw_and_corrected_importance_are_counted_over_the_same_memories(core: Core) -> None:
    memories = [
        told("One.", importance=0.3, importance_raw=0.9),
        told("Two.", importance=0.35, importance_raw=0.95),
        told("Three, set by hand.", importance=0.8),
    ]
    with planted(core, memories):
        importance = survey(core, NOW).importance
    assert importance.raw.counts == (0, 0, 0, 0, 0, 0, 0, 0, 1, 2)
    assert importance.corrected.counts == (0, 0, 0, 2, 0, 0, 0, 0, 1, 0)
    assert importance.scored == 2
    assert importance.mean_raw == pytest.approx((0.9 + 0.95 + 0.8) / 3)


def test_every_value_falls_into_one_bin_however_large_it_is() -> None:
    counts = [0, 0, 1, 2, 3, 4, 5, 8, 9, 64, 65, 10**18]
    found = histogram(counts, ACCESS_EDGES)
    assert found.counts == (2, 1, 1, 2, 2, 1, 0, 1, 2)
    assert histogram([-1.0, 0.0, 0.05, 0.1, 0.99, 1.0, 7.0], IMPORTANCE_EDGES).counts == (
        *(3, 1, 0, 0, 0, 0, 0, 0, 0),
        3,
    )


def test_a_count_beyond_any_machine_word_is_counted(core: Core) -> None:
    with planted(core, [told("Much loved.", access_count=2**62)]):
        assert survey(core, NOW).accesses.counts[-1] == 1


# -- the forgetting curve ------------------------------------------------------------------------------------


def slept(home: Path) -> Stats:
    """The figures after a cycle over a home in which something of every kind has to go."""
    asyncio.run(build(home))

    async def sleep() -> Stats:
        async with bare(home) as weave:
            await weave.sleeping.run()
            return await weave.analytics.stats()

    return asyncio.run(sleep())


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Stats]:
    home = tmp_path_factory.mktemp("slept") / "home"
    return home, slept(home)


def span(curve: tuple[Age, ...], days: float) -> Age:
    return next(age for age in curve if age.after_days <= days < age.before_days)


def test_the_curve_says_what_became_of_what_was_learned_when(after: tuple[Path, Stats]) -> None:
    curve = after[1].curve
    second_week = span(curve, 8.0)
    # 16 jars of ten days are kept; two trifles, two that rested on what fell and the pad's own are forgotten
    assert (second_week.kept, second_week.forgotten) == (16, 5)
    assert second_week.learned == 21
    assert second_week.kept_share == pytest.approx(16 / 21)
    assert second_week.recalled == 3
    assert (span(curve, 30.0).kept, span(curve, 30.0).forgotten) == (1, 1)
    assert span(curve, 90.0).kept == 1


def test_the_raw_buffer_is_no_part_of_the_curve(after: tuple[Path, Stats]) -> None:
    youngest = [age for age in after[1].curve if age.before_days <= 4]
    assert sum(age.learned for age in youngest) == 0


def test_beside_it_stands_the_recency_of_the_score(core: Core) -> None:
    days = (7.5, 9.0, 13.0)
    with planted(core, [told(f"{age}", age) for age in days]):
        [age] = survey(core, NOW).curve
    expected = [recency(NOW - timedelta(days=one), None, NOW) for one in days]
    assert age.theory == pytest.approx(sum(expected) / 3)


def test_what_sleep_did_is_counted_with_its_sizes(after: tuple[Path, Stats]) -> None:
    home, stats = after
    done = {one.step: (one.memories, one.bytes) for one in stats.done}
    assert {step: count for step, (count, _) in done.items()} == {
        "purge": 2,
        "forget": 4,
        "drop": 2,
        "empty": 1,
    }
    graves = burials.graves(home / "trash")
    assert sum(size for _, size in done.values()) == sum(grave.bytes for grave in graves)
    assert done["forget"][1] > 4 * len("The bus was late.")
    assert done["empty"] == (1, 0)


def test_a_deleted_index_takes_nothing_from_the_figures(after: tuple[Path, Stats], tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(after[0], home)
    shutil.rmtree(home / "index")
    with core_of(home) as core:
        again = survey(core, NOW)
    was = after[1]
    for name in ("census", "importance", "accesses", "curve", "done", "recalls", "health"):
        assert getattr(again, name) == getattr(was, name), name


def test_a_cycle_that_was_taken_back_has_done_nothing(tmp_path: Path) -> None:
    asyncio.run(build(tmp_path / "home"))

    async def there_and_back() -> Stats:
        async with bare(tmp_path / "home") as weave:
            await weave.sleeping.run()
            await weave.sleeping.undo()
            return await weave.analytics.stats()

    stats = asyncio.run(there_and_back())
    assert stats.done == ()
    assert sum(age.forgotten for age in stats.curve) == 0


def test_sections_of_the_trash_are_read_by_their_comments(after: tuple[Path, Stats]) -> None:
    home = after[0]
    found = {grave.id: grave for grave in burials.graves(home / "trash")}
    with core_of(home) as core:
        parsed = {memory.id: memory for memory, _ in core.store.trash.all()}
    assert found.keys() == parsed.keys()
    for id_, memory in parsed.items():
        assert found[id_].learned == memory.created.timestamp()
        assert found[id_].faded == any(key == "forgotten_by" for key, _ in memory.extra)
    assert sum(grave.bytes for grave in found.values()) == sum(
        path.stat().st_size for path in (home / "trash").glob("*.md")
    )


def test_a_memory_that_quotes_a_section_is_one_section(core: Core) -> None:
    other = told("Another.")
    quoting = told(f"It began so:\n\n<!-- weave id={other.id} type=semantic -->\n\n```\n## A\n```\n")
    with planted(core, [quoting]):
        core.store.entomb([quoting], NOW, "sleep")
        assert [grave.id for grave in burials.graves(core.place.home / "trash")] == [quoting.id]
        core.store.trash.remove([quoting.id])


def test_sections_with_dos_line_ends_or_without_figures_are_read() -> None:
    one, other = told("A."), told("B.")
    data = (
        f"# Week\r\n\r\n## A\r\n<!-- weave id={one.id} created=2026-01-02T00:00:00+08:00 forgotten_by=sleep -->\r\nA."
        f"\r\n\r\n## B\r\n<!-- weave id={other.id} created=yesterday -->\r\nB.\r\n## No memory\r\n<!-- weave x -->\r\n"
    )
    first, second = burials.sections(data.encode())
    assert (first.id, first.faded, second.id, second.faded) == (one.id, True, other.id, False)
    assert first.learned == datetime(2026, 1, 1, 16, tzinfo=UTC).timestamp()
    assert second.learned == NOW.timestamp()


def test_a_clock_that_was_set_back_makes_nothing_younger_than_new(core: Core) -> None:
    with planted(core, [told("From tomorrow.", -1.0), told("Of today.", 0.5)]):
        [age] = survey(core, NOW).curve
    assert (age.after_days, age.learned, age.kept) == (0.0, 2, 2)
    assert age.theory <= 1.0


def test_a_year_at_the_beginning_or_the_end_of_the_calendar_has_figures(core: Core) -> None:
    old = replace(told("Old."), created=NOW.replace(year=1))
    new = replace(told("New."), created=NOW.replace(year=9999))
    with planted(core, [old, new]):
        for now in (NOW, NOW.replace(year=1, month=1, day=2), NOW.replace(year=9999)):
            assert sum(age.learned for age in survey(core, now).curve) == 2


# -- sizes, tokens -------------------------------------------------------------------------------------------


def test_sizes_are_those_of_the_files(tmp_path: Path) -> None:
    for name, length in (
        ("memories/semantic/a.md", 5),
        ("documents/a.pdf", 7),
        ("documents/archive/weekly/w.md", 11),
        ("index/catalogue.sqlite-wal", 13),
        ("index/qdrant/shard-0/x", 17),
        ("identity.md", 19),
        ("index/owner", 23),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * length)
    (tmp_path / "loop").symlink_to(tmp_path)
    parts = {part.name: part.bytes for part in disk.usage(tmp_path)}
    assert parts == {
        "memories": 5,
        "documents": 7,
        "documents/archive": 11,
        "index/catalogue": 13,
        "index/qdrant": 17,
        "settings and identity": 19,
        "index/other": 23,
    }
    assert disk.kept(disk.usage(tmp_path)) == 5 + 7 + 11 + 19
    assert disk.usage(tmp_path / "nowhere") == ()
    assert DiskPart("memories", 5, 1) in disk.usage(tmp_path)


def test_tokens_are_added_up_by_purpose_and_cost_only_where_prices_are_set(tmp_path: Path) -> None:
    with core_of(tmp_path / "home") as core:
        for outcome in (Outcome.OK, Outcome.OK, Outcome.UNREADABLE):
            core.meter.record(Call("encoding", "m", Usage(100, 10), 0.5, outcome))
        core.meter.record(Call("chat", "m", Usage(7, 3), 0.5))
        tokens = {one.purpose: one for one in survey(core, NOW).tokens}
    encoding = tokens["encoding"]
    assert (encoding.calls, encoding.failed, encoding.prompt, encoding.completion) == (3, 1, 300, 30)
    assert (tokens["chat"].prompt, tokens["chat"].completion) == (7, 3)
    assert encoding.cost is None


# -- guests --------------------------------------------------------------------------------------------------


async def test_a_guest_sees_the_figures_but_for_the_indexes_and_leaves_no_trace(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner:
        await owner.remember("Maribel is allergic to peanuts.")
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest
            await guest.recall("peanuts")
            stats = await guest.analytics.stats()
            assert (stats.census.memories, stats.recalls.count) == (1, 0)
            stale = next(part for part in stats.health.parts if part.name == "stale")
            assert "owner" in stale.unchecked
            assert stale.lost == 0.0
            assert await guest.analytics.history() == []
    assert not (tmp_path / "analytics").exists()


def test_what_a_store_reserved_and_did_not_write_takes_no_room(tmp_path: Path) -> None:
    (tmp_path / "index" / "qdrant").mkdir(parents=True)
    with (tmp_path / "index" / "qdrant" / "log").open("wb") as file:
        file.write(b"written")
        file.truncate(50_000_000)
    [part] = disk.usage(tmp_path)
    assert part.bytes < 1_000_000
