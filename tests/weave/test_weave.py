"""The facade on real files: what is said stays, what is deleted is gone, a crash costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import BARE, NOW, bare
from weave.clock import fixed_clock
from weave.errors import InvalidInput, NotFound, WeaveError
from weave.model import MemoryType, Provenance, Role, State, Turn
from weave.weave import Weave


def turns(count: int, session: str = "one") -> Iterable[Turn]:
    for number in range(count):
        yield Turn(
            f"t{number}", Role.USER, "Ana", f"Ana keeps jar number {number} of plum jam on shelf {number % 7}.",
            NOW - timedelta(days=30) + timedelta(minutes=number), f"file-{session}", session=session,
        )  # fmt: skip


def texts_below(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


async def test_what_is_remembered_is_there_in_a_new_process(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("My sister Maribel is allergic to peanuts.", pin=True)
    async with bare(tmp_path) as weave:
        assert await weave.get(made.id) == made
        recall = await weave.recall("what must Maribel avoid?")
        assert [r.memory.id for r in recall.memories] == [made.id]
        assert made.id in recall.passage


async def test_the_index_may_be_deleted_and_nothing_is_lost(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember(
            "The heron nests by the weir.", importance=0.9, at=NOW - timedelta(days=3)
        )
    for path in sorted((tmp_path / "index").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    async with bare(tmp_path) as weave:
        assert await weave.list() == [made]


async def test_a_damaged_catalogue_is_built_anew(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
    (tmp_path / "index" / "catalogue.sqlite").write_bytes(b"this is no database" * 300)
    async with bare(tmp_path) as weave:
        assert await weave.list() == [made]
        assert any("built anew" in note for note in (await weave.checkup()).notes)


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "\0"])
async def test_an_empty_text_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    async with bare(tmp_path) as weave:
        with pytest.raises(InvalidInput, match="empty text"):
            await weave.remember(text)


async def test_a_megabyte_is_an_ordinary_text(tmp_path: Path) -> None:
    huge = ("日本語 and some words [/b] \u202e " * 40_000)[:1_000_000]
    async with bare(tmp_path) as weave:
        made = await weave.remember(huge + " the insurance renews on 9 June")
        assert (await weave.recall("when does the insurance renew?")).memories[0].memory.id == made.id
    async with bare(tmp_path) as weave:
        assert (await weave.get(made.id)).text == made.text


async def test_a_secret_is_masked_before_it_is_written(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("export PAY_TOKEN=tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3")
        talk = await weave.begin()
        await weave.say(
            talk.id, role=Role.USER, speaker="user", text="PAY_TOKEN=tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3 fails"
        )
        await weave.end(talk.id)
    assert b"51x9Qm2ZtR7v" not in texts_below(tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "word"),
    [
        ("importance", "1.2", "0 to 1"),
        ("state", "sleepy", "active"),
        ("colour", "red", "importance"),
        ("pinned", "maybe", "true"),
    ],
)
async def test_a_wrong_setting_names_what_is_allowed(tmp_path: Path, key: str, value: str, word: str) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        with pytest.raises(InvalidInput, match=word):
            await weave.set(made.id, {key: value})
        assert await weave.get(made.id) == made


async def test_settings_and_words_are_in_the_file_at_once(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        await weave.set(made.id, {"state": "contested", "importance": "0.25", "type": "episodic"})
        edited = await weave.edit(made.id[:12], text="The heron nests by the mill.")
    content = texts_below(tmp_path / "memories").decode()
    assert "mill" in content
    assert "weir" not in content
    assert "state=contested importance=0.25" in content
    assert edited.title == "The heron nests by the mill"
    assert [path.parent.name for path in (tmp_path / "memories").rglob("*.md")] == ["episodic"]


async def test_what_was_forgotten_can_be_restored_as_it_was(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.", pin=True)
        await weave.forget([made.id])
        assert await weave.list() == []
        assert (await weave.recall("heron")).memories == ()
        with pytest.raises(NotFound):
            await weave.get(made.id)
    async with bare(tmp_path) as weave:
        assert await weave.restore(made.id) == made
        assert await weave.get(made.id) == made
        with pytest.raises(NotFound):
            await weave.restore(made.id)


async def test_forgetting_names_nothing_unknown_and_then_changes_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        with pytest.raises(NotFound):
            await weave.forget([made.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"])
        assert await weave.list() == [made]


async def test_a_conversation_is_known_tomorrow(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="My new bank branch is on Kettle Lane.")
        now = await weave.recall("which bank branch?", task=talk.task.id)
        assert now.memories[0].memory.state is State.TRANSIENT
        report = await weave.end(talk.id)
        assert report.transferred >= 1
    async with bare(tmp_path, now=NOW + timedelta(days=1)) as weave:
        found = (await weave.recall("which bank branch?")).memories
        assert "Kettle Lane" in found[0].memory.text
        assert {m.memory.state for m in found} == {State.ACTIVE}
        assert await weave.tasks() == []


async def test_case_4_a_turn_outlives_a_process_that_never_closed(tmp_path: Path) -> None:
    crashed = bare(tmp_path)
    await crashed.__aenter__()
    talk = await crashed.begin()
    await crashed.say(talk.id, role=Role.USER, speaker="user", text="My new bank branch is on Kettle Lane.")
    await _abandon(crashed)
    for _ in range(2):
        async with bare(tmp_path) as weave:
            await _until_no_pads(weave)
            kept = [m for m in await weave.list() if "Kettle Lane" in m.text]
            assert len([m for m in kept if m.type is MemoryType.EPISODIC]) == 1
            assert len([m for m in kept if m.type is MemoryType.SEMANTIC]) <= 1


async def test_a_resumed_conversation_keeps_its_pad(tmp_path: Path) -> None:
    crashed = bare(tmp_path)
    await crashed.__aenter__()
    talk = await crashed.begin()
    await crashed.say(talk.id, role=Role.USER, speaker="user", text="My new bank branch is on Kettle Lane.")
    await _abandon(crashed)
    async with bare(tmp_path, resume=talk.id) as weave:
        again = await weave.begin(talk.id)
        assert again.task.id == talk.task.id
        assert [t.text for t in again.turns] == ["My new bank branch is on Kettle Lane."]
        await asyncio.sleep(0.7)
        assert len(await weave.tasks()) == 1


async def test_a_pad_is_invisible_to_other_tasks_and_discarded_without_a_byte(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        mine, other = await weave.start_task("Porto trip"), await weave.start_task("taxes")
        await weave.remember("The ferry leaves from pier zebra-9.", task=mine.id)
        assert len((await weave.recall("ferry pier", task=mine.id)).memories) == 1
        assert (await weave.recall("ferry pier", task=other.id)).memories == ()
        assert (await weave.recall("ferry pier")).memories == ()
        await weave.discard_task(mine.id)
        assert [task.id for task in await weave.tasks()] == [other.id]
    assert b"zebra-9" not in texts_below(tmp_path)


async def test_ending_a_task_merges_it_once(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("I live in Porto.")
        task = await weave.start_task("move")
        await weave.remember("I live in Porto.", task=task.id)
        await weave.remember("The key lies under the blue pot.", task=task.id)
        report = await weave.end_task(task.id)
        assert (report.transferred, report.duplicates) == (1, 1)
        assert sorted(m.state for m in await weave.list()) == [State.ACTIVE, State.ACTIVE]
        with pytest.raises(NotFound):
            await weave.end_task(task.id)


async def test_ingesting_twice_writes_nothing_twice(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        first = await weave.ingest(turns(30))
        again = await weave.ingest(turns(30))
        assert (first.turns, first.tasks, again.turns, again.skipped) == (30, 1, 0, 30)
        assert again.memories == 0
        episodes = [m for m in await weave.list() if m.type is MemoryType.EPISODIC]
        assert len(episodes) == 30
        assert [m.source.turns[0] for m in sorted(episodes, key=lambda m: m.id)] == [
            f"t{n}" for n in range(30)
        ]


async def test_an_ingest_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.ingest(turns(10))
        for path in (tmp_path / "conversations").glob("*.jsonl"):
            lines = path.read_bytes().splitlines(keepends=True)
            path.write_bytes(b"".join(line for line in lines if b'"kind":"encoded"' not in line))
        await weave.forget([m.id for m in await weave.list()][:3])
        report = await weave.ingest(turns(12))
        assert report.turns == 2
        assert len([m for m in await weave.list() if m.type is MemoryType.EPISODIC]) == 12


async def test_recall_counts_an_access_once_a_task(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        task = await weave.start_task("birds")
        for _ in range(3):
            await weave.recall("where does the heron nest?", task=task.id)
        assert (await weave.get(made.id)).access_count == 1
        await weave.recall("where does the heron nest?")
        assert (await weave.get(made.id)).access_count == 2
        await weave.recall("where does the heron nest?", as_of=NOW)
        await weave.recall("where does the heron nest?", count=False)
        assert (await weave.get(made.id)).access_count == 2


async def test_a_second_opening_is_a_guest_whose_writes_reach_the_owner(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner:
        await owner.remember("The heron nests by the weir.")
        async with bare(tmp_path, serves=False) as guest:
            assert guest.guest
            assert (await guest.recall("heron")).memories[0].memory.title == "The heron nests by the weir"
            queued = await guest.remember("The kingfisher comes at noon.")
            with pytest.raises(WeaveError, match="owns this home"):
                await guest.forget([queued.id])
        for _ in range(60):
            if any(m.id == queued.id for m in await owner.list()):
                break
            await asyncio.sleep(0.1)
        assert (await owner.get(queued.id)).text == "The kingfisher comes at noon."
        assert owner.inbox.waiting() == 0


async def test_a_home_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(WeaveError, match="--home"):
        async with bare(tmp_path / "file"):
            pass


async def test_a_memory_learned_later_is_not_known_then(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("The heron nests by the weir.", at=NOW - timedelta(days=9))
        await weave.remember("The heron left the weir.", at=NOW - timedelta(days=2))
        known = await weave.recall("heron weir", known_at=NOW - timedelta(days=5))
        assert [m.memory.title for m in known.memories] == ["The heron nests by the weir"]


async def test_what_the_assistant_says_of_itself_is_no_fact_of_the_person(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="How do people store kimchi?")
        await weave.say(
            talk.id,
            role=Role.ASSISTANT,
            speaker="Avery",
            text="I keep mine in a clay pot. I would switch to glass.",
        )
        await weave.end(talk.id)
        assert await weave.facts("user") == []
        assert {m.provenance for m in await weave.list() if "clay" in m.text} <= {Provenance.AGENT}


async def _abandon(weave: Weave) -> None:
    """What is left of a process that was killed: nothing is flushed, only the lock and the threads go."""
    core = weave._core
    assert weave._maintenance is not None
    await weave._maintenance.stop()
    core.indexer.stop(5)
    core.catalogue.close()
    assert core.lock is not None
    core.lock.release()
    core.executor.shutdown()


async def _until_no_pads(weave: Weave) -> None:
    for _ in range(60):
        if not await weave.tasks():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the pad of the crash was not consolidated")


async def test_the_clock_is_the_one_handed_down(tmp_path: Path) -> None:
    async with Weave.open(tmp_path, config=BARE, clock=fixed_clock(NOW - timedelta(days=400))) as weave:
        made = await weave.remember("The heron nests by the weir.")
        assert made.created == NOW - timedelta(days=400)
        assert (tmp_path / "memories" / "semantic" / "2025-10-26.md").exists()
