"""Procedures in a home: offered where they fit, their outcomes kept in the file, withdrawn when they keep failing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from weave.errors import HomeBusy, InvalidInput
from weave.model import Memory, MemoryType, Provenance, State
from weave.procedures.model import Outcome
from weave.weave import Weave

DEPLOY = "To deploy the website:\n1. Run the tests\n2. Build the image\n3. Push it"
FIT = {
    "How do I deploy the website?": "Deploy the website",
    "please deploy the website": "Deploy the website",
    "Let's release version 2.4": "Release a new version",
    "the router hangs again, let's reset it": "Reset the router",
    "I want to bake sourdough bread today": "Bake sourdough bread",
    "Mach mit mir den Monatsabschluss": "Monatsabschluss",
    "I lost the tables, restore the database please": "Restore the database",
    "我要报销发票": "报销流程",
}
UNFIT = (
    "Where is the website hosted?", "Where is the router?", "What bread do I like?", "Which database do we run?",
    "Tell me a joke", "When did version 2.3 come out?", "When did we deploy the website?", "Write a poem about bread",
    "Wann war der Monatsabschluss?", "Wann ist der nächste Feiertag?", "How was your day?",
)  # fmt: skip
KNOWN = {
    "Deploy the website": DEPLOY,
    "Reset the router": "To reset the router:\n1. Unplug it\n2. Wait thirty seconds\n3. Plug it in again",
    "Bake sourdough bread": "Sourdough bread: first feed the starter, then knead the dough, finally bake it.",
    "Release a new version": "1. Bump the version\n2. Write the changelog\n3. Tag and push",
    "Monatsabschluss": "Monatsabschluss:\n1. Belege sammeln\n2. Konten abgleichen",
    "Restore the database": "To restore the database from a backup:\n1. Stop the app\n2. Load the dump",
    "报销流程": "报销流程：\n1. 收集发票\n2. 填写表格",
}


async def taught(
    weave: Weave, title: str = "Deploy the website", text: str = DEPLOY, **more: object
) -> Memory:
    return await weave.remember(text, type=MemoryType.PROCEDURAL, title=title, **more)  # type: ignore[arg-type]


async def fail(weave: Weave, id_: str, times: int, by: Provenance = Provenance.USER) -> None:
    for number in range(times):
        task = await weave.start_task(f"try {number}")
        await weave.procedures.record(id_, Outcome.FAILED, f"reason {number}", task=task.id, by=by)


async def test_a_procedure_is_offered_for_what_it_is_for_and_for_nothing_else(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        for title, text in KNOWN.items():
            await taught(weave, title, text)
        for text in (
            "The website is hosted at Hetzner.",
            "The router is in the hall.",
            "We run Postgres 15.",
        ):
            await weave.remember(text)
        found = {words: await weave.procedures.fitting(words) for words in (*FIT, *UNFIT)}
        assert {words: one.title for words, one in found.items() if one} == FIT
        task = await weave.start_task("Deploy the website")
        named = await weave.procedures.fitting("let's go", task.id)
        assert named is not None and named.steps == ("Run the tests", "Build the image", "Push it")


@pytest.mark.parametrize("why", ["private", "deprecated", "contested", "no steps"])
async def test_what_may_not_be_followed_is_not_offered(tmp_path: Path, why: str) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave, text="Push the website." if why == "no steps" else DEPLOY)
        if why == "private":
            await weave.set(made.id, {"private": "true"})
        elif why != "no steps":
            await weave.set(made.id, {"state": why})
        assert await weave.procedures.fitting("deploy the website") is None


async def test_three_failures_in_a_row_withdraw_it_and_keep_the_lesson(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave)
        await fail(weave, made.id, 2)
        assert (await weave.get(made.id)).state is State.ACTIVE
        task = await weave.start_task("third")
        done = await weave.procedures.record(made.id, Outcome.FAILED, "the port was taken", task=task.id)
        assert done.deprecated and done.lesson
        fallen, lesson = await weave.get(made.id), await weave.get(done.lesson)
        assert fallen.state is State.DEPRECATED
        assert (lesson.type, lesson.state, lesson.derived_from) == (
            MemoryType.ERROR,
            State.ACTIVE,
            (made.id,),
        )
        assert (
            "3 times in a row" in lesson.text
            and "the port was taken" in lesson.text
            and "reason 0" in lesson.text
        )
        assert await weave.procedures.fitting("deploy the website") is None
        await weave.reindex()
        [kept] = await weave.procedures.list()
        assert (kept.tried, kept.failed, len(kept.trials), kept.state) == (3, 3, 3, State.DEPRECATED)
        assert (await weave.get(done.lesson)).state is State.ACTIVE
        assert (await weave.procedures.revive(made.id)).state is State.ACTIVE
        await fail(weave, made.id, 1)
        again = await weave.get(made.id)
        assert again.state is State.ACTIVE and (await weave.procedures.list())[0].waits


async def test_what_worked_in_between_or_was_abandoned_gives_it_time(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave)
        for outcome in ("failed", "failed", "worked", "failed", "abandoned", "failed"):
            done = await weave.procedures.record(made.id, Outcome(outcome))
            assert not done.deprecated
        assert (await weave.procedures.record(made.id, Outcome.FAILED)).deprecated


async def test_a_task_counts_once_and_the_persons_word_stands(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made, task = await taught(weave), (await weave.start_task("one")).id
        for _ in range(5):
            done = await weave.procedures.record(made.id, Outcome.FAILED, task=task, by=Provenance.AGENT)
        assert (done.procedure.tried, done.procedure.failed, done.deprecated) == (1, 1, False)
        done = await weave.procedures.record(made.id, Outcome.WORKED, task=task)
        assert (done.procedure.tried, done.procedure.failed, done.replaced) == (1, 0, Outcome.FAILED)
        with pytest.raises(InvalidInput, match="said already"):
            await weave.procedures.record(made.id, Outcome.FAILED, task=task, by=Provenance.AGENT)


@pytest.mark.parametrize("guard", ["pinned", "state"])
async def test_a_pinned_one_or_one_set_by_hand_waits_for_the_person(tmp_path: Path, guard: str) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave, pin=guard == "pinned")
        if guard == "state":
            await weave.set(made.id, {"state": "contested"})
            await weave.procedures.revive(made.id)
        await fail(weave, made.id, 3, Provenance.AGENT)
        [one] = await weave.procedures.list()
        assert one.waits and one.state is State.ACTIVE
        done = await weave.procedures.retire(made.id)
        assert done.deprecated and (await weave.get(made.id)).state is State.DEPRECATED


async def test_a_lesson_is_trusted_no_more_than_who_told_it(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave, provenance=Provenance.INFERRED)
        for _ in range(3):
            done = await weave.procedures.record(made.id, Outcome.FAILED)
        assert (await weave.get(done.lesson or "")).provenance is Provenance.INFERRED


async def test_what_is_no_procedure_has_no_outcome_and_a_guest_records_none(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        other = await weave.remember("Ana lives in Ghent.")
        with pytest.raises(InvalidInput, match="no procedure"):
            await weave.procedures.record(other.id, Outcome.WORKED)
        made = await taught(weave)
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest
            with pytest.raises(HomeBusy):
                await guest.procedures.record(made.id, Outcome.WORKED)


async def test_notes_are_one_line_without_secrets_and_unreadable_trials_cost_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made, key = await taught(weave), "sk-" + "a1B2c3D4e5F6" * 4
        await weave.procedures.record(made.id, Outcome.FAILED, f"key {key},\n--> with, commas")
        [file] = (tmp_path / "memories" / "procedural").glob("*.md")
        text = file.read_text("utf-8")
        assert key not in text and "tried=1 failed=1" in text
        file.write_text(text.replace('outcomes="', 'outcomes="rubbish,2026 worked,'), "utf-8")
        await weave.reindex()
        [one] = await weave.procedures.list()
        assert (one.tried, len(one.trials)) == (1, 1) and "with, commas" in one.trials[0].note


async def test_a_purge_takes_the_lesson_along(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave, text="1. Ask Marisol for the zebra key\n2. Turn the zebra key")
        for _ in range(3):
            done = await weave.procedures.record(made.id, Outcome.FAILED)
        await weave.forget([made.id], purge=True)
        assert done.lesson not in {memory.id for memory in await weave.list()}


async def test_sleep_keeps_a_procedure_and_what_came_of_it(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave)
        await weave.procedures.record(made.id, Outcome.FAILED, "the port was taken")
        await weave.recall("deploy the website")
    async with bare(tmp_path, now=NOW + timedelta(days=60)) as weave:
        await weave.sleeping.run()
        await weave.reindex()
        [one] = await weave.procedures.list()
        assert (one.id, one.tried, one.failed, one.state) == (made.id, 1, 1, State.ACTIVE)
        assert (await weave.get(made.id)).access_count == 1


async def test_a_second_process_records_through_the_owner(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await taught(weave)
        async with bare(tmp_path) as other:
            assert other.served
            done = await other.procedures.record(made.id, Outcome.WORKED, "fine")
            assert done.procedure.tried == 1 and (await weave.procedures.list())[0].tried == 1
            found = await other.procedures.fitting("deploy the website")
            assert found is not None and found.tried == 1
