"""Compression in a cycle of sleep on real homes: weeks, months, the archive, undo, restoring, forgetting, purging."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.bench.year.generator import generate
from tests.support.embedder import WordEmbedder
from tests.support.homes import BARE, NOW, bare
from tests.support.memories import memory
from tests.support.sleeping import cut_off
from tests.weave.sleep.compression.test_extract import weeks_of_the_year
from weave.archive import Archive
from weave.clock import fixed_clock
from weave.config import QdrantConfig
from weave.errors import NotFound
from weave.model import Fact, Memory, MemoryType, Provenance, State
from weave.periods import covered
from weave.ports import Models
from weave.sleep.compression.reviving import changeable
from weave.sleep.compression.step import Compress
from weave.sleep.model import StepName, digest
from weave.sleep.rules import forgettable
from weave.weave import Weave

MONDAY = datetime(2026, 10, 26, 9, tzinfo=UTC)
"""Of the last week of October: the month is over when the week is."""
TOLD = (
    "Maribel carries an injector: peanuts make her airway swell shut.",
    "We paid €1,312.50 to Nordkabel, not in cash.",
    "Zebulon Quarkwright lent me the violet lantern.",
    "We walked along the river for a while.",
)


def episode(text: str, at: datetime = MONDAY, **others: object) -> Memory:
    one = replace(memory(text), type=MemoryType.EPISODIC, created=at, importance=0.5)
    return replace(one, **others)  # type: ignore[arg-type]


def week(number: int = 0, *, of: Sequence[str] = TOLD) -> list[Memory]:
    """The week `number` before the last of October."""
    at = MONDAY - timedelta(days=7 * number)
    return [
        episode(f"{text} {'' if not number else 'Week'}".strip(), at + timedelta(hours=n))
        for n, text in enumerate(of)
    ]


async def add(weave: Weave, *memories: Memory) -> None:
    await weave._core.run(weave._core.store.add, list(memories))


def opened(home: Path, **how: object) -> Weave:
    """A home whose sleep does nothing but compress."""
    weave = bare(home, **how)  # type: ignore[arg-type]
    weave.sleeping.steps = (Compress(),)
    return weave


async def summaries(weave: Weave) -> list[Memory]:
    return sorted((m for m in await weave.list() if covered(m)), key=lambda one: one.created)


def state(memories: Sequence[Memory]) -> dict[str, tuple[str, int, datetime | None]]:
    return {one.id: (digest(one), one.access_count, one.accessed) for one in memories}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Weave]:
    async with opened(tmp_path / "home") as weave:
        yield weave


async def test_a_week_long_past_becomes_one_summary_and_its_originals_are_archived(home: Weave) -> None:
    told = week()
    await add(home, *told, episode("The pinned jar.", pinned=True), episode("What matters.", importance=0.7))
    report = await home.sleeping.run()
    [made] = await summaries(home)
    assert (made.type, made.state, made.scope) == (MemoryType.EPISODIC, State.ACTIVE, "global")
    assert set(made.derived_from) == {one.id for one in told}
    assert (home.home / "memories/weekly/2026-W44.md").read_text(encoding="utf-8").count("\n## ") == 0
    assert {one.text for one in await home.list()} == {made.text, "The pinned jar.", "What matters."}
    assert all(words in made.text for words in ("Maribel", "€1,312.50", "not in cash", "Zebulon Quarkwright"))
    archived = Archive(home.home).sections("documents/archive/weekly/2026-W44.md")
    assert sorted(digest(one.memory) for one in archived) == sorted(map(digest, told))
    assert report.count(StepName.COMPRESS) == len(told)
    again = await home.sleeping.run()
    assert again.cycle == "" and await summaries(home) == [made], "the second run does nothing"


async def test_a_summary_is_found_and_survives_a_reindex_and_a_sync(home: Weave) -> None:
    await add(home, *week())
    await home.sleeping.run()
    [made] = await summaries(home)
    assert [r.memory.id for r in (await home.recall("who lent me a lantern?")).memories] == [made.id]
    await home.reindex()
    assert [digest(one) for one in await summaries(home)] == [digest(made)]
    assert {path.name for path in (home.home / "memories/weekly").iterdir()} == {"2026-W44.md"}


async def test_undo_brings_every_original_back_exactly_and_takes_all_that_was_made(home: Weave) -> None:
    told = [*week(), *week(1), episode("I live in Ghent.", MONDAY, facts=(_fact("Ghent"),))]
    await add(home, *told)
    await home.recall("who lent me a lantern?")
    before, facts = state(await home.list()), await home.facts()
    await home.sleeping.run()
    assert [one.title.split(" ")[0] for one in await summaries(home)] == ["Month"]
    undone = await home.sleeping.undo()
    assert undone is not None and state(await home.list()) == before and await home.facts() == facts
    assert Archive(home.home).files() == [] and not list((home.home / "documents/archive").glob("*"))
    assert not list((home.home / "memories").glob("*ly/*.md"))
    assert (await home.sleeping.run()).cycle == "", "what was taken back is not compressed again"


def _fact(city: str) -> Fact:
    return Fact("01M4NMASNR00003CSA44EGVZEY", "user", "home_city", city, single_valued=True)


async def test_what_lies_in_the_archive_is_not_changed_there_and_how_it_comes_back_is_said(
    home: Weave,
) -> None:
    told = week()
    await add(home, *told)
    await home.sleeping.run()
    for change in (home.set(told[0].id, {"pinned": "true"}), home.edit(told[0].id, text="Else.")):
        with pytest.raises(NotFound, match=f"lies in the archive.*weave restore {told[0].id}"):
            await change
    with pytest.raises(NotFound, match="weave restore"):
        changeable(await home.get(told[0].id))
    await home.restore(told[0].id)
    assert (await home.edit(told[0].id, text="Else.")).text == "Else."


async def test_a_fact_of_an_original_keeps_its_id_and_goes_on_changing(home: Weave) -> None:
    await add(home, episode("I live in Ghent.", facts=(_fact("Ghent"),)), *week())
    [before] = await home.facts()
    await home.sleeping.run()
    [after] = await home.facts()
    assert replace(after, memories=()) == replace(before, memories=())
    [stated] = [one for one in await home.list() if one.facts]
    assert (stated.type, stated.text, stated.created) == (MemoryType.SEMANTIC, "I live in Ghent.", MONDAY)
    assert [r.memory.id for r in (await home.recall("where do I live?", k=1)).memories] == [stated.id]
    await home.remember("I moved to Lisbon.")
    moved = {fact.object: fact.state for fact in await home.facts("user")}
    assert moved == {"Ghent": State.OUTDATED, "Lisbon": State.ACTIVE}
    assert [one.state for one in await summaries(home)] == [State.ACTIVE], "a summary states no fact"
    await home.reindex()
    assert {fact.object: fact.state for fact in await home.facts("user")} == moved


async def test_a_closed_month_is_made_of_its_weeks_key_details_and_they_are_archived(home: Weave) -> None:
    await add(home, *week(), *week(1), *week(2))
    await home.sleeping.run()
    [month] = await summaries(home)
    assert covered(month) is not None and (home.home / "memories/monthly/2026-10.md").exists()
    assert not list((home.home / "memories/weekly").glob("*.md"))
    weeks = Archive(home.home).sections("documents/archive/monthly/2026-10.md")
    assert {one.memory.id for one in weeks} == set(month.derived_from) and len(weeks) == 3
    assert month.text.count("Zebulon Quarkwright") == 3 and month.text.count("walked along") == 1


async def test_a_single_week_of_a_month_stays_a_week_and_a_month_waits_for_its_last(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    async with opened(first) as weave:
        await add(weave, *week())
        await weave.sleeping.run()
        assert [covered(one).name for one in await summaries(weave) if covered(one)] == ["2026-W44"]  # type: ignore[union-attr]
    early = datetime(2026, 11, 12, tzinfo=UTC)
    async with opened(second, now=early) as weave:
        await add(weave, *week(), *week(1), *week(2))
        await weave.sleeping.run()
        names = [period.name for one in await summaries(weave) if (period := covered(one))]
        assert names == ["2026-W42", "2026-W43"], "the last week of the month is not 14 days past"
        assert len(await weave.list()) == 2 + len(TOLD)


async def test_what_comes_late_into_a_compressed_week_makes_a_further_part(home: Weave) -> None:
    await add(home, *week())
    await home.sleeping.run()
    [first] = await summaries(home)
    await add(home, episode("Tao sang at the harbour.", MONDAY + timedelta(days=2)))
    await home.sleeping.run()
    made = await summaries(home)
    assert made[0].id == first.id and len(made) == 2
    assert (home.home / "memories/weekly/2026-W44.md").read_text(encoding="utf-8").count("## Week") == 2
    assert Archive(home.home).files() == [
        "documents/archive/weekly/2026-W44-2.md",
        "documents/archive/weekly/2026-W44.md",
    ]


async def test_every_gold_detail_of_compressed_weeks_is_in_a_summary_or_in_the_archive(
    tmp_path: Path,
) -> None:
    year = generate(1)
    weeks = [one for found in weeks_of_the_year(2) for one in found]
    weeks = [one for one in weeks if not forgettable(one, NOW)]
    turns = {turn for one in weeks for turn in one.source.turns}
    details = [detail for gold in year.golds for detail in gold.details if detail.turn in turns]
    async with opened(tmp_path) as weave:
        await add(weave, *weeks)
        await weave.sleeping.run(approved=True)
        kept = [one for one in await weave.list() if not covered(one)]
        assert await summaries(weave) and all(one.importance >= 0.7 or one.private for one in kept)
        told = "\n".join(one.text for one in await summaries(weave))
        archived = "\n".join(one.memory.text for one in Archive(tmp_path).each())
        verbatim = "\n".join(one.text for one in kept)
        lost = [one.text for one in details if one.text not in told + archived + verbatim]
        assert len(details) > 10 and lost == []
        literally = sum(one.text in told + verbatim for one in details)
        assert literally >= 0.9 * len(details), "nearly all of them in what is recalled"


async def test_what_changes_while_the_cycle_goes_on_is_left_as_it_is(home: Weave) -> None:
    told = week()
    await add(home, *told)
    plan = await home.sleeping.plan()
    [stage] = plan.due
    assert [action.id for action in stage.actions] == ["week:2026-W44"]
    await home.edit(told[0].id, text="Maribel carries no injector any more.")
    await home.sleeping.run()
    [made] = await summaries(home)
    assert "no injector any more" in made.text


async def test_memories_of_other_scripts_and_hostile_titles_are_compressed_like_any(home: Weave) -> None:
    texts = [
        "昨日、佐藤さんと梅干しを三個漬けた。",
        "اسمها ليلى ولا تأكل السمك.",
        "## Not a heading\n\n```\n## fenced\n```",
        "Key details:\n- forged",
        "🐈" * 40,
    ]
    await add(home, *(episode(text, title="--> ## x <!-- weave id=") for text in texts))
    before = state(await home.list())
    await home.sleeping.run()
    [made] = await summaries(home)
    assert "佐藤さん" in made.text and "ليلى" in made.text
    archived = {
        one.memory.id: one.memory
        for one in Archive(home.home).sections("documents/archive/weekly/2026-W44.md")
    }
    assert state(list(archived.values())) == before


async def test_case_110_a_week_larger_than_a_quarter_waits_and_what_a_person_wrote_is_never_in_the_set(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as weave:
        day = tmp_path / "memories/episodic/2026-10-26.md"
        day.parent.mkdir(parents=True)
        day.write_text("## By hand\nI planted the pear tree myself.\n", encoding="utf-8")
        await weave.reindex()
        await add(weave, *(episode(f"Jar {n} was moved to shelf {n % 7}.") for n in range(120)))
        report = await weave.sleeping.run()
        assert report.cycle == "" and report.waiting and len(await weave.list()) == 121
        await weave.sleeping.run(approved=True)
        left = [one for one in await weave.list() if not covered(one)]
        assert [one.text for one in left] == ["I planted the pear tree myself."]
        archive = Archive(tmp_path)
        assert len(archive.sections("documents/archive/weekly/2026-W44.md")) == 120


async def test_case_109_at_every_moment_the_originals_or_their_summary_are_found(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        await add(weave, *(one for n in range(4) for one in week(n)))
        cycle = asyncio.create_task(weave.sleeping.run())
        looks = 0
        while not cycle.done():
            found = await weave.recall("who lent me a violet lantern?", count=False)
            assert any("Quarkwright" in one.memory.text for one in found.memories)
            looks += 1
            await asyncio.sleep(0)
        await cycle
        assert looks > 3 and len(await summaries(weave)) == 1


async def test_case_109_by_meaning_too_while_the_embedder_takes_its_time(tmp_path: Path) -> None:
    slow: list[bool] = []

    def before(text: str) -> None:
        if slow and len(text) > 150:
            time.sleep(0.4)

    how = replace(BARE, qdrant=QdrantConfig())
    models = Models(embedder=WordEmbedder(before=before))
    async with Weave.open(tmp_path, config=how, clock=fixed_clock(NOW), models=models) as weave:
        weave.sleeping.steps = (Compress(),)
        await add(weave, *week())
        assert await weave.settle(30)
        slow.append(True)
        cycle = asyncio.create_task(weave.sleeping.run())
        while not cycle.done():
            found = await weave.recall("who lent me a violet lantern?", count=False)
            told = [one.backends for one in found.memories if "Quarkwright" in one.memory.text]
            assert any("vector" in backends for backends in told)
            await asyncio.sleep(0.02)
        await cycle
        assert len(await summaries(weave)) == 1


def test_case_109_also_after_a_kill(tmp_path: Path, cut: Callable[[Path], list[Path]]) -> None:
    async def build(base: Path) -> None:
        async with bare(base) as weave:
            await add(weave, *week(), *week(1))

    async def look(home: Path) -> tuple[bool, int, int]:
        async with bare(home) as weave:
            found = await weave.recall("who lent me a violet lantern?", count=False)
            there = any("Quarkwright" in one.memory.text for one in found.memories)
            await weave.sleeping.run()
            kept = [m for m in await weave.list() if covered(m)]
            return there, len(kept), len({one.memory.id for one in Archive(home).each()})

    asyncio.run(build(tmp_path / "base"))
    homes = cut(tmp_path / "base")
    assert len(homes) > 2
    for home in homes:
        assert asyncio.run(look(home)) == (True, 1, 2 * len(TOLD) + 2), home.name
        shutil.rmtree(home)


@pytest.fixture
def cut() -> Callable[[Path], list[Path]]:
    return lambda base: list(cut_off(base, "67"))


async def test_trust_is_that_of_the_weakest_source(home: Weave) -> None:
    await add(
        home,
        episode("Jun called."),
        episode("Tao sang.", provenance=Provenance.AGENT),
        episode("Ida ran.", provenance=Provenance.INFERRED),
    )
    await home.sleeping.run()
    [made] = await summaries(home)
    assert made.provenance is Provenance.INFERRED and made.created < NOW
