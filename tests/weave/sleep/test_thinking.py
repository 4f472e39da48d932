"""Steps of a cycle that think: asked once, journalled, carried out in pieces, taken back."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.consolidating import chat
from tests.support.embedder import WordEmbedder
from tests.support.homes import BARE, NOW, bare
from tests.support.replies import Reply, answer
from tests.support.server import ScriptedServer
from tests.support.sleeping import aged, files
from tests.support.thinking import TOKENS, Merging, Musing, steps, topic
from weave.clock import fixed_clock
from weave.config import Config, SleepConfig
from weave.core import Core
from weave.errors import HomeError, MalformedReply, ModelError, ModelUnavailable
from weave.markdown import Layout
from weave.model import Memory
from weave.ports import Models
from weave.sleep.model import Action, Budget, Draft, Progress, StepName, Verdict
from weave.sleep.tried import Tried
from weave.weave import Weave

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


async def filled(weave: Weave, *names: str, parts: int = 4) -> dict[str, Memory]:
    for name in names:
        await weave._core.run(weave._core.store.add, topic(name, parts))
    return await everything(weave)


async def everything(weave: Weave) -> dict[str, Memory]:
    return {one.id: one for one in await weave.list()}


async def titles(weave: Weave) -> list[str]:
    return sorted(one.title for one in await weave.list())


def capped(home: Path, tokens: int, **others: object) -> Weave:
    config = replace(BARE, sleep=SleepConfig(max_tokens=tokens))
    return Weave.open(home, config=config, clock=fixed_clock(NOW), **others)  # type: ignore[arg-type]


@dataclass
class Refusing(Merging):
    """A step at which the model fails, or finds nothing."""

    error: ModelError | None = None

    async def think(self, core: Core, action: Action, now: object, budget: Budget) -> Draft | None:
        self.asked.append(action.id)
        budget.spend(TOKENS)
        if self.error is not None:
            raise self.error
        return None


@dataclass
class Altered(Merging):
    """A step whose draft is not what it should be."""

    alter: Callable[[Draft], Draft] = field(default=lambda draft: draft)

    async def think(self, core: Core, action: Action, now: object, budget: Budget) -> Draft | None:
        draft = await super().think(core, action, NOW, budget)
        return None if draft is None else self.alter(draft)


async def test_a_draft_is_carried_out_whole_and_told(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        weave.sleeping.steps = steps(Merging(), Musing())
        report = await weave.sleeping.run()
        assert await titles(weave) == ["Index of Jam", "Mused", "Whole of Jam"]
        assert {one.text for one in (await everything(weave)).values()} >= {"Jam is one whole."}
        archived = (tmp_path / "documents/archive/weekly/Jam.md").read_text()
        parts = [one for one in was.values() if one.title == "Part of Jam"]
        assert all(one.id in archived and one.text in archived for one in parts)
        assert set(report.removed) == {one.id for one in parts}
        mused, merged = report.answers
        assert (mused.verdict, merged.verdict) == (Verdict.DONE, Verdict.DONE)
        assert (len(mused.made), len(merged.made), len(merged.changed)) == (1, 1, 1)
        assert merged.files == ("documents/archive/weekly/Jam.md",)
        again = await weave.sleeping.run()
        assert not again.cycle
        assert [one.cycle for one in await weave.sleeping.reports()] == [report.cycle]


async def test_undo_leaves_everything_as_it_was_and_nothing_is_thought_again(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam", "Ink")
        await weave.recall("which jar holds plums?", k=3)
        was, stood = await everything(weave), files(tmp_path)
        merging = Merging()
        weave.sleeping.steps = steps(merging, Musing())[2:]
        report = await weave.sleeping.run()
        undone = await weave.sleeping.undo()
        assert undone is not None
        assert (undone.cycle, undone.restored, undone.missing) == (report.cycle, 8, 0)
        assert (undone.withdrawn, undone.reverted) == (4, 2)
        assert await everything(weave) == was
        assert not list((tmp_path / "documents").rglob("*.md"))
        assert not list((tmp_path / "sleep").glob("*.drafts.jsonl"))
        asked = len(merging.asked)
        assert not (await weave.sleeping.run()).answers
        assert len(merging.asked) == asked
    shutil.rmtree(tmp_path / "index")
    async with bare(tmp_path) as weave:
        assert {one.id: bare_of(one) for one in (await everything(weave)).values()} == {
            id_: bare_of(one) for id_, one in was.items()
        }
    assert {name.split("/")[0] for name in stood} == {name.split("/")[0] for name in files(tmp_path)}


def bare_of(memory: Memory) -> Memory:
    return replace(memory, accessed=None, access_count=0)


async def test_what_is_edited_while_the_model_thinks_voids_the_draft_and_stays(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        part = next(one for one in was.values() if one.title == "Part of Jam")

        async def edit() -> None:
            file = next(f for f in (tmp_path / "memories").rglob("*.md"))
            file.write_bytes(file.read_bytes().replace(b"number 2", b"number two"))
            await weave.set(part.id, {"importance": "0.9"})

        merging = Merging(meanwhile=edit)
        weave.sleeping.steps = steps(merging)
        report = await weave.sleeping.run()
        assert [one.verdict for one in report.answers] == [Verdict.VOID]
        assert not report.undoable
        texts = {one.text for one in (await everything(weave)).values()}
        assert len(texts) == 5
        assert any("number two" in text for text in texts)
        assert not (tmp_path / "documents").is_dir() or not list((tmp_path / "documents").rglob("*.md"))
        merging.meanwhile = None
        assert [one.verdict for one in (await weave.sleeping.run()).answers] == [Verdict.DONE]


async def test_what_is_recalled_while_the_model_thinks_voids_nothing_and_counts(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        index = next(one for one in was.values() if one.title == "Index of Jam")
        merging = Merging(meanwhile=lambda: weave._core.run(weave._core.catalogue.touch, [index.id], NOW))
        weave.sleeping.steps = steps(merging)
        report = await weave.sleeping.run()
        assert [one.verdict for one in report.answers] == [Verdict.DONE]
        assert (await weave.get(index.id)).access_count == 1
        await weave.sleeping.undo()
        assert (await weave.get(index.id)).access_count == 1


@pytest.mark.parametrize(
    "alter",
    [
        lambda draft: replace(draft, removes=(*draft.removes, "01JDYQ3V5W8Z1N6T2K4R7M9XAB")),
        lambda draft: replace(draft, files=(("memories/semantic/x.md", "x"),)),
        lambda draft: replace(draft, files=(("documents/../x.md", "x"),)),
        lambda draft: replace(draft, files=(("/tmp/x.md", "x"),)),
        lambda draft: replace(draft, basis=draft.basis[:-1]),
        lambda draft: replace(draft, basis=((draft.removes[0], "0" * 16), *draft.basis[1:])),
    ],
    ids=["removes more", "outside documents", "climbs", "absolute", "changes the unseen", "another basis"],
)
async def test_a_draft_that_reaches_too_far_is_void_and_writes_nothing(
    tmp_path: Path, alter: Callable[[Draft], Draft]
) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        weave.sleeping.steps = steps(Altered(alter=alter))
        report = await weave.sleeping.run()
        assert [one.verdict for one in report.answers] == [Verdict.VOID]
        assert await everything(weave) == was


async def test_what_a_person_pinned_or_disputes_is_never_replaced(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        part = next(one for one in was.values() if one.title == "Part of Jam")
        await weave.set(part.id, {"pinned": "true"})
        weave.sleeping.steps = steps(Merging())
        report = await weave.sleeping.run()
        assert len(report.removed) == 3
        assert (await weave.get(part.id)).text == part.text


async def test_a_file_that_stands_there_already_is_not_overwritten(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        file = tmp_path / "documents/archive/weekly/Jam.md"
        file.parent.mkdir(parents=True)
        file.write_text("mine")
        weave.sleeping.steps = steps(Merging())
        report = await weave.sleeping.run()
        assert [one.verdict for one in report.answers] == [Verdict.VOID]
        assert file.read_text() == "mine"
        assert await everything(weave) == was


async def test_case_101_what_comes_to_nothing_is_tried_once_and_then_left_alone(tmp_path: Path) -> None:
    step = Refusing()
    names = [f"Topic {n}" for n in range(18)]
    note = tmp_path / "memories" / "semantic" / "2026-11-01.md"
    async with bare(tmp_path) as weave:
        await filled(weave, *names)
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("## By hand\nThis a person wrote.\n")
        weave.sleeping.steps = steps(step)
        report = await weave.sleeping.run_if_due()
        assert report is not None
        assert {one.verdict for one in report.answers} == {Verdict.NOTHING}
        assert 18 * TOKENS == report.tokens <= report.max_tokens
    shutil.rmtree(tmp_path / "index")
    for hour in (1, 5, 6, 12, 18, 24, 30, 48):
        async with bare(tmp_path, now=NOW + hour * HOUR) as weave:
            weave.sleeping.steps = steps(step)
            again = await weave.sleeping.run_if_due()
            assert again is None or not again.answers
    assert sorted(step.asked) == sorted(f"merge:{name}" for name in names)
    assert "This a person wrote." in note.read_text()
    async with bare(tmp_path, now=NOW + 3 * DAY) as weave:
        weave.sleeping.steps = steps(step)
        part = next(one for one in await weave.list() if one.title == "Part of Topic 7")
        await weave.set(part.id, {"importance": "0.9"})
        assert [one.action for one in (await weave.sleeping.run()).answers] == ["merge:Topic 7"]


async def test_case_101_a_cycle_that_dies_each_time_asks_each_question_three_times_at_most(
    tmp_path: Path,
) -> None:
    """The plug is pulled while the model thinks; nothing of it was answered."""

    async def pull() -> None:
        raise RuntimeError("the plug was pulled")

    step = Merging(meanwhile=pull)
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam")
        weave.sleeping.steps = steps(step)
        for _ in range(3):
            with pytest.raises(RuntimeError):
                await weave.sleeping.run()
        report = await weave.sleeping.run()
        assert [one.verdict for one in report.answers] == [Verdict.FAILED]
        assert len(step.asked) == 3
        assert not (await weave.sleeping.run()).answers


async def test_a_model_that_fails_puts_the_question_off_longer_each_time(tmp_path: Path) -> None:
    step = Refusing(error=MalformedReply("It could not be read."))
    asked = []
    for hour in range(0, 73, 6):
        async with bare(tmp_path, now=NOW + hour * HOUR) as weave:
            if not hour:
                await filled(weave, "Jam")
            weave.sleeping.steps = steps(step)
            await weave.sleeping.run()
            asked.append(len(step.asked))
    assert asked == [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4]


async def test_a_model_that_is_away_is_asked_no_more_in_this_cycle(tmp_path: Path) -> None:
    step = Refusing(error=ModelUnavailable("It is away."))
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam", "Ink", "Tea")
        weave.sleeping.steps = steps(step, replace(step, name=StepName.REPLAY))
        report = await weave.sleeping.run()
        verdicts = sorted(one.verdict for one in report.answers)
        assert verdicts == [Verdict.FAILED, *[Verdict.WAITS] * 5]
        assert len(step.asked) == 1
        assert (await weave.sleeping.run()).answers


async def test_a_cycle_spends_no_more_tokens_than_it_may_and_the_next_goes_on(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("weekly_summary", answer({"title": "t", "text": "It is jam.", "key_details": []}))
        models = Models(chat=chat(server.url))
        async with capped(tmp_path, 200, models=models) as weave:
            await filled(weave, "Jam", "Ink", "Tea")
            weave.sleeping.steps = steps(Merging())
            first = await weave.sleeping.run()
            assert sorted(one.verdict for one in first.answers) == ["done", "done", "waits"]
            assert 100 < first.tokens <= first.max_tokens == 200
            second = await weave.sleeping.run()
            assert [one.verdict for one in second.answers] == [Verdict.DONE]
        assert len(server.of("weekly_summary")) == 3


async def test_case_110_summaries_replace_no_more_at_once_than_the_share(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await filled(weave, "Everything", parts=744)
        await weave._core.run(weave._core.store.add, topic("Other", parts=185))
        weave.sleeping.steps = steps(Merging())[2:]
        plan = await weave.sleeping.plan()
        assert [(stage.held, stage.memories) for stage in plan.stages if stage.actions] == [
            (False, 185),
            (True, 744),
        ]
        report = await weave.sleeping.run()
        assert (len(report.removed), report.waiting) == (185, 744)
        again = await weave.sleeping.run()
        assert (again.cycle, again.waiting) == ("", 744)
        told = await weave.sleeping.run(approved=True)
        assert (len(told.removed), told.waiting) == (744, 0)
        assert len(list((tmp_path / "documents/archive/weekly").iterdir())) == 2


async def test_a_draft_survives_a_kill_and_the_model_is_not_asked_again(tmp_path: Path) -> None:
    step = Merging()
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam")
        weave.sleeping.steps = steps(step)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("weave.sleep.carrying._write", _broken)
            with pytest.raises(RuntimeError):
                await weave.sleeping.run()
        assert "Part of Jam" in await titles(weave)
    async with bare(tmp_path) as weave:
        weave.sleeping.steps = steps(step)
        report = await weave.sleeping.run()
        assert report.resumed
        assert await titles(weave) == ["Index of Jam", "Whole of Jam"]
    assert step.asked == ["merge:Jam"]


def _broken(*args: object) -> None:
    raise RuntimeError("the plug was pulled")


async def test_what_is_purged_stands_in_no_draft_and_does_not_come_back_from_one(tmp_path: Path) -> None:
    step = Merging()
    async with bare(tmp_path) as weave:
        was = await filled(weave, "Jam")
        weave.sleeping.steps = steps(step)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("weave.sleep.carrying._write", _broken)
            with pytest.raises(RuntimeError):
                await weave.sleeping.run()
        part = next(one for one in was.values() if "number 3" in one.text)
        assert "number 3" in "".join(file.read_text() for file in (tmp_path / "sleep").iterdir())
        await weave.forget([part.id], purge=True)
        assert "number 3" not in "".join(file.read_text() for file in (tmp_path / "sleep").iterdir())
        step.meanwhile = None
        await weave.sleeping.run()
        assert not any("number 3" in one.text for one in (await everything(weave)).values())


async def test_the_way_back_goes_with_the_trash(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam")
        weave.sleeping.steps = steps(Merging())
        await weave.sleeping.run()
        assert list((tmp_path / "sleep").glob("*.drafts.jsonl"))
    async with bare(tmp_path, now=NOW + 31 * DAY) as weave:
        weave.sleeping.steps = steps()
        await weave.sleeping.run()
        assert not list((tmp_path / "sleep").glob("*.drafts.jsonl"))


async def test_a_cycle_shows_where_it_is_and_can_be_stopped_while_a_model_thinks(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("weekly_summary", Reply(delay=60.0))
        models = Models(chat=chat(server.url))
        async with bare(tmp_path, models=models) as weave:
            await filled(weave, "Jam")
            weave.sleeping.steps = steps(Merging())
            seen: list[Progress | None] = []
            weave.sleeping.watch(seen.append)
            cycle = asyncio.create_task(weave.sleeping.run())
            await asyncio.to_thread(server.wait_for, "weekly_summary", timeout=60.0)
            assert weave.sleeping.progress == Progress(StepName.COMPRESS, 0, 1)
            assert weave.sleeping.stop()
            report = await cycle
            assert report.stopped
            assert weave.sleeping.progress is None
            assert not weave.sleeping.stop()
            assert seen[-1] is None
            assert "Part of Jam" in await titles(weave)
            server.on("weekly_summary", answer({"title": "t", "text": "It is jam.", "key_details": []}))
            again = await weave.sleeping.run()
            assert again.resumed
            assert await titles(weave) == ["Index of Jam", "Whole of Jam"]


async def test_a_guest_reads_what_a_cycle_would_do(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await filled(weave, "Jam")
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest
            guest.sleeping.steps = weave.sleeping.steps = steps(Merging())
            assert await guest.sleeping.plan() == await weave.sleeping.plan()
            assert await guest.sleeping.run_if_due() is None
            assert await guest.sleeping.next() is None


def test_a_record_of_what_was_tried_that_is_damaged_costs_its_own_lines_only(tmp_path: Path) -> None:
    tried = Tried(tmp_path)
    key = StepName.REPLAY, "muse:Jam"
    tried.note(key, Verdict.NOTHING, [("a", "1")], NOW, period=6)
    file = tmp_path / "sleep" / "tried.jsonl"
    file.write_bytes(b"\xff\n[1]\n" + file.read_bytes() + b'{"step": "rep')
    assert list(Tried(tmp_path).known()) == [key]
    for number in range(120):
        Tried(tmp_path).note(key, Verdict.NOTHING, [("a", str(number))], NOW, period=6)
    again = Tried(tmp_path)
    again.tidy()
    assert len(file.read_bytes().splitlines()) == 1
    assert json.loads(file.read_bytes())["action"] == "muse:Jam"


async def test_case_109_originals_stay_until_what_replaces_them_is_found_by_meaning_too(
    tmp_path: Path,
) -> None:
    """The embedder hangs at the summary, the cycle waits; what is asked finds the originals all the while."""
    hold, reached = threading.Event(), threading.Event()

    def slow(text: str) -> None:
        if "Whole of Jam" in text:
            reached.set()
            hold.wait(60)

    config = Config(timezone="UTC", falkordb=BARE.falkordb)
    models = Models(embedder=WordEmbedder(before=slow))
    async with Weave.open(tmp_path, config=config, clock=fixed_clock(NOW), models=models) as weave:
        was = await filled(weave, "Jam")
        parts = {one.id for one in was.values() if one.title == "Part of Jam"}
        assert await weave.settle(60)
        weave.sleeping.steps = steps(Merging())
        cycle = asyncio.create_task(weave.sleeping.run())
        assert await asyncio.to_thread(reached.wait, 60)
        for _ in range(3):
            found = await weave.recall("which jar holds plums?", count=False)
            assert parts & {one.memory.id for one in found.memories}
            assert parts <= (await everything(weave)).keys()
            await asyncio.sleep(0.15)
        hold.set()
        report = await cycle
        assert set(report.removed) == parts
        assert await weave.settle(60)
        (whole,) = [one for one in await weave.list() if one.title == "Whole of Jam"]
        again = await weave.recall("which jar holds plums?", count=False)
        assert any(one.memory.id == whole.id and "vector" in one.backends for one in again.memories)


async def test_an_undo_that_is_stopped_brings_back_the_rest_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        await weave._core.run(weave._core.store.add, [aged(f"Trifle {n}.", 9) for n in range(450)])
        was = await everything(weave)
        weave.sleeping.steps = steps()
        await weave.sleeping.run(approved=True)
        assert not await everything(weave)
        loop, revive = asyncio.get_running_loop(), weave._core.store.revive

        def first(batch: Sequence[Memory], layouts: Mapping[str, Layout]) -> None:
            revive(batch, layouts)
            loop.call_soon_threadsafe(weave.sleeping.stop)

        with monkeypatch.context() as patch, pytest.raises(HomeError, match="stopped"):
            patch.setattr(weave._core.store, "revive", first)
            await weave.sleeping.undo()
        assert 0 < len(await everything(weave)) < 450
        undone = await weave.sleeping.undo()
        assert undone is not None
        assert (undone.restored, undone.missing) == (450, 0)
        assert await everything(weave) == was
