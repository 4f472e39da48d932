"""A cycle on a real home: planned, carried out, killed, taken back."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from tests.support.sleeping import aged, build, files, filled, outcome
from tests.weave.test_purge import full
from weave.mending import mend
from weave.model import Memory, Role, State
from weave.sleep.cycle import Cycle
from weave.sleep.model import Plan, StepName
from weave.weave import Weave


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("sleep") / "base"
    asyncio.run(build(home))
    yield home


@pytest.fixture
def base(kept: Path, tmp_path: Path) -> Path:
    home = tmp_path / "base"
    shutil.copytree(kept, home)
    return home


async def add(weave: Weave, *memories: Memory) -> None:
    await weave._core.run(weave._core.store.add, list(memories))


async def texts(weave: Weave) -> set[str]:
    return {memory.text for memory in await weave.list()}


async def test_a_cycle_takes_what_the_rule_names_and_nothing_else(base: Path) -> None:
    async with bare(base) as weave:
        before = {one.id: one for one in await weave.list()}
        report = await weave.sleeping.run()
        after = {one.id: one for one in await weave.list()}
        gone = {before[id_].text for id_ in before.keys() - after.keys()}
        assert gone == {
            "ping 一二 🐈 \\## not a heading",
            "pong",
            "The bus was late.",
            "## It rained.\n\n```\n## fenced\n```",
            "Somebody sneezed.",
            "The pad's own trifle.",
            "Letters take two days.",
            "So stamps are cheap.",
        }
        assert all(after[id_] == before[id_] for id_ in after)
        counts = {step.value: count for step in StepName if (count := report.count(step))}
        assert counts == {"purge": 2, "forget": 4, "drop": 2, "empty": 1, "count": 3}
        assert set(report.removed) == before.keys() - after.keys()
        assert (report.before.memories, report.after.memories) == (len(before), len(after))
        assert report.after.bytes < report.before.bytes
        assert not report.waiting


async def test_two_runs_in_a_row_and_the_second_does_nothing(base: Path) -> None:
    first = await outcome(base)
    assert await outcome(base) == first
    assert len(list((base / "sleep").glob("0*.json"))) == 1
    async with bare(base, now=NOW + timedelta(hours=1)) as weave:
        assert not (await weave.sleeping.run()).cycle


async def test_a_plan_changes_nothing_and_names_all_that_the_run_does(base: Path) -> None:
    was = files(base)
    async with bare(base) as weave:
        plan = await weave.sleeping.plan()
        assert files(base) == was
        assert not (base / "sleep").exists()
        report = await weave.sleeping.run()
    planned = {stage.step: {action.id for action in stage.actions} for stage in plan.due}
    done = {one.step: {a.action for a in one.answers} or set(one.ids) for one in report.outcomes}
    assert done == planned | {StepName.ANALYSE: set()}


async def test_access_counts_outlive_the_index(base: Path) -> None:
    async with bare(base) as weave:
        await weave.sleeping.run()
        was = {one.id: (one.access_count, one.accessed) for one in await weave.list()}
    assert sum(count for count, _ in was.values()) == 3
    shutil.rmtree(base / "index")
    async with bare(base) as weave:
        assert {one.id: (one.access_count, one.accessed) for one in await weave.list()} == was


async def test_undo_brings_back_texts_states_and_counts_as_they_were_and_they_stay(base: Path) -> None:
    async with bare(base) as weave:
        store = weave._core.store
        (pong,) = [one for one in await weave.list() if one.text == "pong"]
        await weave._core.run(weave._core.catalogue.touch, [pong.id], NOW)
        was = {one.id: one for one in await weave.list()}
        report = await weave.sleeping.run()
        assert pong.id in report.removed
        undone = await weave.sleeping.undo()
        assert undone is not None
        assert (undone.cycle, undone.restored, undone.missing) == (report.cycle, 8, 0)
        assert {one.id: one for one in await weave.list()} == was
        assert not await weave._core.run(store.trash.among, set(was))
        assert not (await weave.sleeping.run()).removed
        assert await weave.sleeping.undo() is None
    shutil.rmtree(base / "index")
    async with bare(base) as weave:
        assert {one.id: one for one in await weave.list()} == was


async def test_vectors_and_edges_go_and_come_back_with_the_memories(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        old = NOW.replace(year=2020)
        question = "which tea does Xanthippe Quillfeather drink?"
        told = "Xanthippe Quillfeather drinks nettle tea."
        kept = await weave.remember(told, importance=0.1, at=old)

        async def finders() -> set[str]:
            assert await weave.settle(20)
            seen = await weave.recall(question, count=False)
            return {name for one in seen.memories if one.memory.id == kept.id for name in one.backends}

        before = await finders()
        assert "vector" in before
        assert (await weave.sleeping.run()).removed == (kept.id,)
        assert await finders() == set()
        await weave.sleeping.undo()
        assert await finders() == before
        assert await weave.get(kept.id) == kept


async def test_undo_after_undo_goes_further_back(base: Path) -> None:
    async with bare(base) as weave:
        first = await weave.sleeping.run()
    async with bare(base, now=NOW + timedelta(days=3)) as weave:
        second = await weave.sleeping.run()
        assert second.removed
        undone = [await weave.sleeping.undo() for _ in range(3)]
        assert [one and one.cycle for one in undone] == [second.cycle, first.cycle, None]


async def test_what_is_recalled_edited_or_pinned_between_plan_and_run_stays(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        names = ("recalled", "pinned", "weighty", "edited", "plain")
        faint = {name: aged(f"A {name} trifle.", 9) for name in names}
        await add(weave, *faint.values())
        cycle = weave.sleeping._owned
        plan = await asyncio.to_thread(cycle.plan, NOW, approved=False)
        await weave._core.run(weave._core.catalogue.touch, [faint["recalled"].id], NOW)
        await weave.set(faint["pinned"].id, {"pinned": "true"})
        await weave.set(faint["weighty"].id, {"importance": "0.9"})
        file = next((tmp_path / "memories").rglob("*.md"))
        file.write_bytes(file.read_bytes().replace(b"importance=0.2 ", b"importance=0.8 "))
        await weave.sleeping.run()
        report = await cycle.run(plan)
        assert not report.removed
        assert report.outcomes[0].skipped == 5
        assert len(await weave.list()) == 5
        assert file.read_bytes().count(b"importance=0.8") == 4


async def test_case_109_while_a_cycle_runs_other_calls_get_through_and_nothing_is_missing(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        await add(weave, *(aged(f"Trifle {n}.", 9 + n % 9) for n in range(250)))
        await add(weave, aged("The heron nests by the weir.", 9, 0.8))
        cycle = asyncio.create_task(weave.sleeping.run(approved=True))
        waits = 0
        while not cycle.done():
            seen = await weave.recall("where does the heron nest?", count=False)
            assert "weir" in seen.passage
            await weave.remember(f"Note {waits} that was written meanwhile.")
            waits += 1
        assert len((await cycle).removed) == 250
        assert waits > 2
        assert len(await weave.list()) == 1 + waits


async def test_case_101_there_is_at_most_one_cycle_a_period_also_when_one_fails(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(base) as weave:
        with monkeypatch.context() as patch:
            patch.setattr(Cycle, "_report", _broken)
            with pytest.raises(RuntimeError):
                await weave.sleeping.run_if_due()
        assert [await weave.sleeping.run_if_due() for _ in range(94)] == [None] * 94
    async with bare(base, now=NOW + timedelta(hours=5, minutes=59)) as weave:
        assert await weave.sleeping.run_if_due() is None
    async with bare(base, now=NOW + timedelta(hours=24)) as weave:
        report = await weave.sleeping.run_if_due()
        assert report is not None
        assert await weave.sleeping.run_if_due() is None
        assert "A pinned trifle." in await texts(weave)


async def test_case_110_more_than_a_quarter_waits_for_a_word(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await add(weave, *(aged(f"Trifle {n}.", 9) for n in range(24)))
        await add(weave, *(aged(f"Jar {n}.", 9, 0.6) for n in range(6)))
        await add(weave, *(aged(f"ping {n}", 2, state=State.TRANSIENT) for n in range(90)))
        file = tmp_path / "memories" / "semantic" / "2020-01-01.md"
        file.write_text("## By hand\nThis a person wrote.\n")
        report = await weave.sleeping.run()
        assert (report.count(StepName.PURGE), report.count(StepName.FORGET), report.waiting) == (90, 0, 24)
        again = await weave.sleeping.run()
        assert (again.cycle, again.waiting) == ("", 24)
        told = await weave.sleeping.run(approved=True)
        assert (told.count(StepName.FORGET), told.waiting) == (24, 0)
        await weave.reindex()
        assert await texts(weave) == {"This a person wrote.", *(f"Jar {n}." for n in range(6))}
        assert len(list((tmp_path / "trash").glob("2026-11-30.md"))) == 1


async def test_the_transcript_stays_when_the_raw_buffer_is_purged(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")
        script = next((tmp_path / "conversations").glob("*.jsonl"))
        was = script.read_bytes()
    async with bare(tmp_path, now=NOW + timedelta(days=2), resume=talk.id) as weave:
        await weave.sleeping.run()
        assert not [one for one in await weave.list() if one.state is State.TRANSIENT]
        assert script.read_bytes() == was


async def test_case_90_a_key_that_was_pasted_is_in_no_file_and_what_is_purged_leaves_no_word(
    tmp_path: Path,
) -> None:
    token = "tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3"
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        said = f"export PAY_TOKEN={token} fails with Zanzibar."
        await weave.say(talk.id, role=Role.USER, speaker="user", text=said)
    async with bare(tmp_path, now=NOW + timedelta(days=2), resume=talk.id) as weave:
        report = await weave.sleeping.run()
        assert report.removed
        assert _holding(tmp_path, token) == []
        assert _holding(tmp_path, "Zanzibar")
        await weave.forget(report.removed, purge=True)
        undone = await weave.sleeping.undo()
        assert undone is not None
        assert (undone.restored, undone.missing) == (0, len(report.removed))
        assert _holding(tmp_path, "Zanzibar") == []


def _holding(home: Path, word: str) -> list[str]:
    return [str(file) for file in home.rglob("*") if file.is_file() and word.encode() in file.read_bytes()]


async def test_a_conclusion_stays_when_its_source_faded_and_goes_when_a_person_took_it_away(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        source = aged("The mill is blue.", 9)
        await add(weave, source, aged("Mills are blue.", 9, 0.5, derived_from=(source.id,)))
        await weave.sleeping.run()
        assert await texts(weave) == {"Mills are blue."}
        assert (await weave.list())[0].state is State.ACTIVE
        other = await weave.remember("The barn is red.")
        await add(weave, aged("Barns are red.", 9, 0.5, derived_from=(other.id,)))
        await weave.forget([other.id])
        report = await weave.sleeping.run()
        assert report.count(StepName.DROP) == 1
        assert await texts(weave) == {"Mills are blue."}


async def test_a_step_that_fails_leaves_a_journal_that_the_next_cycle_finishes(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = base.with_name("twin")
    shutil.copytree(base, twin)
    expected = await outcome(twin)
    async with bare(base) as weave:
        report_of = Cycle._report
        monkeypatch.setattr(Cycle, "_report", _broken)
        with pytest.raises(RuntimeError):
            await weave.sleeping.run()
        monkeypatch.setattr(Cycle, "_report", report_of)
        report = await weave.sleeping.run()
        assert report.resumed
    assert await outcome(base) == expected


def _broken(*args: object) -> None:
    raise RuntimeError("the plug was pulled")


async def test_a_journal_that_cannot_be_read_holds_up_no_cycle(base: Path) -> None:
    (base / "sleep").mkdir()
    (base / "sleep" / "0001-2026-11-30.plan.jsonl").write_bytes(b'{"now": 7}\n\xff\xfe')
    (base / "sleep" / "0002-2026-11-30.json").write_text("[]")
    async with bare(base) as weave:
        assert len((await weave.sleeping.run()).removed) == 8
        assert len(await weave.sleeping.reports()) == 1


async def test_the_record_of_a_cycle_holds_no_word_of_what_it_took(base: Path) -> None:
    async with bare(base) as weave:
        await weave.sleeping.run()
    records = list((base / "sleep").glob("0*"))
    assert {one.name.partition(".")[2] for one in records} == {"json", "places.jsonl"}
    words = "".join(one.read_text() for one in records).casefold()
    assert not any(one.title.casefold() in words for one in filled() if len(one.title) > 4)


async def test_a_memory_repeated_in_another_file_does_not_come_back(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await add(weave, aged("A trifle.", 9))
        file = next((tmp_path / "memories").rglob("*.md"))
        (tmp_path / "memories" / "semantic" / "copy.md").write_bytes(file.read_bytes())
        await weave.sleeping.run()
        await weave.reindex()
        assert await weave.list() == []


def test_a_plan_counts_what_waits() -> None:
    from weave.sleep.model import Action, Size, Stage

    stage = Stage(StepName.FORGET, (Action("a", "b"),), held=True)
    plan = Plan(NOW, Size(1, 1), (stage, replace(stage, step=StepName.PURGE, held=False)))
    assert (plan.waiting, plan.due) == (1, (plan.stages[1],))


async def test_each_cycle_that_did_something_leaves_its_figures_once(base: Path) -> None:
    async with bare(base) as weave:
        first = await weave.sleeping.run()
        assert not (await weave.sleeping.run()).cycle
        kept = await weave.analytics.history()
        assert [(one.cycle, one.memories) for one in kept] == [(first.cycle, first.after.memories)]


async def test_figures_that_cannot_be_had_hold_up_no_cycle(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("weave.analytics.snapshots.snapshot", _broken)
    async with bare(base) as weave:
        assert (await weave.sleeping.run()).removed
        assert not (base / "sleep" / "0001-2026-11-30.plan.jsonl").exists()


async def test_what_was_made_of_something_that_faded_stands_after_a_crash_too(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        source = aged("The mill is blue.", 9)
        await add(weave, source, aged("Mills are blue.", 9, 0.5, derived_from=(source.id,)))
        await weave.sleeping.run()
        await weave._core.run(mend, weave._core.store)
        assert [(one.text, one.state) for one in await weave.list()] == [("Mills are blue.", State.ACTIVE)]
