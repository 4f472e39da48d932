"""The end of a task: planned, written down, carried out; the same whether or not it was killed on the way."""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.claims import claim
from tests.support.consolidating import build, chat, cut_off, opened, outcome
from tests.support.homes import bare, until
from tests.support.replies import Reply, answer
from tests.support.server import Request, ScriptedServer
from weave import consolidation, plans
from weave.consolidation import consolidate, draft
from weave.drafts import in_scope, in_state
from weave.model import GLOBAL, Memory, State, TaskReport
from weave.ports import Models
from weave.store import Store
from weave.weave import Weave

STRIDE = 7
"""Every so many points of a task's end are killed here; `python -m tests.bench.crash --ends` takes every one."""


def verdict(word: str, request: Request) -> Reply:
    """This word on every pair of the question."""
    pairs = re.findall(r'"new": \{"id": "(\w+)".*?"existing": \{"id": "(\w+)"', request.prompt)
    return answer({"verdicts": [{"new": new, "existing": old, "verdict": word} for new, old in pairs]})


@pytest.fixture
async def base(tmp_path: Path) -> AsyncIterator[Path]:
    home = tmp_path / "base"
    await build(home)
    yield home


async def texts(weave: Weave, *states: State) -> set[str]:
    return {memory.text for memory in await weave.list() if memory.state in states}


async def end(weave: Weave) -> TaskReport:
    (task,) = await weave.tasks()
    return await weave.end_task(task.id)


async def test_the_end_of_a_task_merges_and_tells_what_it_did(base: Path) -> None:
    async with bare(base) as weave:
        report = await end(weave)
        assert (report.encoded, report.transferred, report.duplicates, report.facts) == (8, 6, 2, 3)
        assert (report.contested, report.superseded) == (2, 1)
        assert await weave.reports() == [report]
        assert {memory.scope for memory in await weave.list()} == {GLOBAL}
        assert await texts(weave, State.CONTESTED) == {"Rui employer Lindenhof.", "Rui employer Xylo."}
        assert await texts(weave, State.OUTDATED) == {"Maribel home_city Ghent."}
        assert await texts(weave, State.VOLATILE) == {"Letters to Maribel take two days."}
        assert await texts(weave, State.TRANSIENT) == {"What is raw stays raw."}
        (jars,) = [m for m in await weave.list() if "jam jars" in m.text]
        (full,) = [m for m in await weave.list() if "Six jars" in m.text]
        assert full.derived_from == (jars.id,)


async def test_killed_anywhere_it_ends_byte_for_byte_the_same(base: Path) -> None:
    twin = base.with_name("twin")
    shutil.copytree(base, twin)
    expected = await outcome(twin, "")
    points = 0
    for home, _ in cut_off(base, "", STRIDE):
        assert await outcome(home, "") == expected, home.name
        points += 1
    assert points > 6
    again = await outcome(twin, "")
    assert again == expected


async def test_the_model_is_asked_once_however_often_it_is_killed(base: Path) -> None:
    with ScriptedServer() as server:
        server.on("contradiction", lambda request: verdict("compatible", request))
        twin = base.with_name("twin")
        shutil.copytree(base, twin)
        expected = await outcome(twin, server.url)
        assert len(server.of("contradiction")) == 1
        assert (expected[1][0].contested, expected[1][0].transferred) == (0, 6)
        cut = list(cut_off(base, server.url, 4 * STRIDE))  # all first: those being killed ask the same server
        for home, planned in cut:
            before = len(server.of("contradiction"))
            assert await outcome(home, server.url) == expected, home.name
            asked_again = len(server.of("contradiction")) - before
            assert asked_again == 0 or not planned


async def test_the_models_word_counts_for_the_pair_it_was_asked_about_alone(base: Path) -> None:
    with ScriptedServer() as server:
        server.on("contradiction", lambda request: verdict("contradicts", request))
        async with opened(base, server.url) as weave:
            report = await end(weave)
            assert report.contested == 2
            assert "Ines speaks Dutch." in await texts(weave, State.ACTIVE)
        (asked,) = server.of("contradiction")
        assert "Xylo" in asked.prompt and "Ghent" not in asked.prompt and "jars" not in asked.prompt


async def test_a_model_that_is_away_leaves_the_rules_and_no_queue(base: Path) -> None:
    async with opened(base, "http://127.0.0.1:9/v1") as weave:
        report = await end(weave)
        assert (report.queued, report.contested, report.superseded) == (False, 2, 1)


async def _begun(weave: Weave) -> tuple[Store, Path, str]:
    """The task's end, cut off when half of it was done."""
    (task,) = await weave.tasks()
    core = weave._core
    folder = core.pads.folder(task.id)
    plan, _ = await core.run(draft, core.store, task.id)
    plans.write(folder, plan)
    half = plan.moved[: len(plan.moved) // 2]
    await core.run(core.store.update, [step.after for step in plan.revised])
    await core.run(core.store.move, [step.after for step in half])
    await core.run(core.store.drop, [memory.id for memory in plan.repeated])
    return core.store, folder, task.id


async def test_what_a_person_edits_between_the_crash_and_the_next_start_wins(base: Path) -> None:
    async with bare(base) as weave:
        await _begun(weave)
    for file in base.glob("*/**/*.md"):
        told = file.read_text().replace("Boil the plums for an hour", "Boil them for two hours")
        if file.match("memories/semantic/*") and "The jam jars stand in the cellar." in told:
            told = re.sub(r"## The jam jars.*?(?=\n## |\Z)", "", told, flags=re.DOTALL)
        file.write_text(told)
    async with bare(base) as weave:
        await until(lambda: _none_open(weave))
        now = await texts(weave, State.ACTIVE)
        assert "Boil them for two hours, then add the sugar." in now
        assert "the jam jars stand in the  cellar" in now  # what it repeated is gone, so it is news again
        assert await texts(weave, State.CONTESTED) == {"Rui employer Lindenhof.", "Rui employer Xylo."}
        assert await texts(weave, State.OUTDATED) == {"Maribel home_city Ghent."}
        (report,) = await weave.reports()
        assert (report.transferred, report.duplicates, report.superseded) == (7, 1, 1)


async def _none_open(weave: Weave) -> bool:
    return not await weave.tasks()


async def test_a_plan_that_fits_no_longer_is_taken_back_whole(base: Path) -> None:
    async with bare(base) as weave:
        before = {memory.id: memory for memory in await weave.list()}
        store, folder, _ = await _begun(weave)
        plan = plans.read(folder)
        assert plan is not None and consolidation.stands(store, plan)
        await weave._core.run(consolidation.take_back, store, plan)
        assert {memory.id: memory for memory in await weave.list()} == before


async def test_a_fact_learned_meanwhile_is_met_too(base: Path) -> None:
    async with bare(base) as weave:
        store, folder, task = await _begun(weave)
        await weave._core.run(store.add, [claim("Ghent", subject="Rui", days=1, state=State.ACTIVE)])
        rival = claim("Lisbon", predicate="home_city", days=1, state=State.ACTIVE)
        await weave._core.run(store.add, [rival])
        report = await weave._core.run(consolidate, store, folder, task)
        assert isinstance(report, TaskReport)
        assert (await weave.get(rival.id)).state is State.CONTESTED


async def test_doing_it_twice_changes_nothing(base: Path) -> None:
    async with bare(base) as weave:
        (task,) = await weave.tasks()
        store, folder = weave._core.store, weave._core.pads.folder(task.id)
        first = await weave._core.run(consolidate, store, folder, task.id)
        before = await weave.list()
        assert await weave._core.run(consolidate, store, folder, task.id) == first
        assert await weave.list() == before


def test_a_plan_comes_back_from_its_file_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    made = plans.Plan(
        TaskReport("jam", 3, 2, 1, 1),
        moved=(plans.Step(claim("Porto"), claim("Porto", state=State.ACTIVE)),),
        repeated=(replace(claim("日本 \ud800 \0"), extra=(("mood", "fine"),)),),
        asked=(("Maribel", "home_city"), ("user",)),
        consulted={"01J": "ab"},
        verdicts={("a", "b"): plans.Verdict.REFINES},
    )
    plans.write(tmp_path, made)
    assert plans.read(tmp_path) == made
    for damaged in (b"", b"{", b"[]", b'{"version": 2}', plans.encode(made)[:-40]):
        (tmp_path / plans.FILE).write_bytes(damaged)
        assert plans.read(tmp_path) is None


async def test_a_purge_leaves_no_word_of_it_in_a_plan(base: Path) -> None:
    async with bare(base) as weave:
        _, folder, _ = await _begun(weave)
        assert b"basil" in (folder / plans.FILE).read_bytes()
        (gone,) = [memory for memory in await weave.list() if "basil" in memory.text]
        await weave.forget([gone.id], purge=True)
        assert not plans.exists(folder)


async def _ended(home: Path, facts: list[Memory], server: ScriptedServer) -> list[Memory]:
    """The facts in a pad of their own, ended; what is known then."""
    async with bare(home, models=Models(chat=chat(server.url))) as weave:
        task = await weave.start_task("garden")
        made = [in_state(in_scope(one, task.scope), State.VOLATILE) for one in facts]
        await weave._core.run(weave._core.store.add, made)
        await weave.end_task(task.id)
        return await weave.list()


async def test_case_9_a_judge_that_always_says_same_merges_no_two_people(tmp_path: Path) -> None:
    def office(person: str, days: int, number: int) -> Memory:
        predicate = "treasurer_of" if person == "Baptiste" else "chairs"
        made = claim("allotment society", subject=person, predicate=predicate, days=days, single=False)
        words = {
            1: "Lindqvist chairs the allotment society.",
            2: "Baptiste is treasurer of the allotment society.",
            3: "The allotment society's chair is Lindqvist.",
        }
        return replace(made, text=words[number])

    statements = [office("Lindqvist", 3, 1), office("Baptiste", 2, 2), office("Lindqvist", 1, 3)]
    with ScriptedServer() as server:
        server.on("contradiction", lambda request: verdict("same", request))
        for _ in range(2):
            found = await _ended(tmp_path, statements, server)
            active = sorted(memory.text for memory in found if memory.state is State.ACTIVE)
            assert active == [
                "Baptiste is treasurer of the allotment society.",
                "Lindqvist chairs the allotment society.",
            ]
            assert not any("Baptiste" in m.text and "Lindqvist" in m.text for m in found)
