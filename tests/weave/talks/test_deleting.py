"""A conversation that is deleted: into the trash and back, without a trace, cut off in the middle."""

from pathlib import Path

import pytest

from tests.support.consolidating import tree
from tests.support.homes import bare
from tests.weave.test_purge import SECRET, TEXT, full, traces
from weave.errors import NotFound
from weave.model import Role
from weave.talks import deleting
from weave.weave import Weave


async def told(weave: Weave, *texts: str) -> str:
    """An ended conversation in which this was said."""
    talk = await weave.begin()
    for text in texts:
        await weave.say(talk.id, role=Role.USER, speaker="user", text=text)
        await weave.say(talk.id, role=Role.ASSISTANT, speaker="assistant", text="I understand.")
    await weave.end(talk.id)
    return talk.id


async def test_a_deleted_chat_goes_to_the_trash_with_its_memories_and_comes_back_with_them(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        mine = await weave.remember("The heron nests by the weir.")
        other = await told(weave, "My sister Ines lives in Ghent.")
        talk = await told(weave, "I am allergic to peanuts.", "The spare key hangs behind the clock.")
        before = {memory.id for memory in await weave.list()}
        gone = await weave.talks.delete(talk)
        assert gone.memories and all(memory.source.conversation == talk for memory in gone.memories)
        assert {info.id for info in await weave.talks.list()} == {other}
        assert not any("peanuts" in memory.text for memory in await weave.list())
        assert mine.id in {memory.id for memory in await weave.list()}
        assert (tmp_path / "trash" / "conversations" / f"{talk}.jsonl").exists()
        with pytest.raises(NotFound):
            await weave.talks.delete(talk)
    async with bare(tmp_path) as weave:
        assert {info.id for info in await weave.talks.list()} == {other}
        back = await weave.talks.restore(talk)
        assert {memory.id for memory in back} == {memory.id for memory in gone.memories}
        assert {memory.id for memory in await weave.list()} == before
        assert {info.id for info in await weave.talks.list()} == {other, talk}
        with pytest.raises(NotFound):
            await weave.talks.restore(talk)


async def test_a_chat_deleted_without_a_trace_leaves_no_byte_in_any_store(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        await weave.remember("The heron nests by the weir.")
        talk = await told(weave, TEXT, "As I said, Xanthippe Quillfeather has pot zebra-9.", "thanks")
        forgotten = next(m for m in await weave.list() if m.source.conversation == talk)
        await weave.forget([forgotten.id])
        assert await weave.settle(20)
        assert len(traces(tmp_path)) > 3
        gone = await weave.talks.delete(talk, purge=True)
        assert gone.purged and forgotten.id in {memory.id for memory in gone.memories}
        assert traces(tmp_path) == []
        assert not [
            name for name, data in tree(tmp_path).items() if talk.encode() in data and "log" not in name
        ]
        recall = await weave.recall("Xanthippe Quillfeather zebra-9", count=False)
        assert not any(word in found.memory.text for found in recall.memories for word in SECRET)
        assert [memory.text for memory in await weave.list()] == ["The heron nests by the weir."]


@pytest.mark.parametrize("purged", [False, True])
async def test_a_deletion_that_was_cut_off_is_gone_on_with_at_the_next_start(
    tmp_path: Path, purged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        talk = await told(weave, "I am allergic to peanuts.")
        with monkeypatch.context() as patched:
            patched.setattr(deleting, "scrub" if purged else "_move", _broken)
            with pytest.raises(KeyboardInterrupt):
                await weave.talks.delete(talk, purge=purged)
    async with bare(tmp_path) as weave:
        assert await weave.talks.list() == ()
        assert await weave.list() == []
        if not purged:
            assert "I am allergic to peanuts." in [memory.text for memory in await weave.talks.restore(talk)]


async def test_a_task_that_is_thrown_away_is_gone_from_the_chats_in_the_trash_as_well(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="Plum jam stands in six jars.")
        named = await weave.change_task(talk.id, "key")
        await weave.say(talk.id, role=Role.USER, speaker="user", text=TEXT)
        await weave.change_task(talk.id, None)
        await weave.talks.delete(talk.id)
        await weave.discard_task(named.task.id)
        kept = (tmp_path / "trash" / "conversations" / f"{talk.id}.jsonl").read_text()
        assert "Plum jam" in kept and not any(word in kept for word in SECRET)


def _broken(*_: object) -> None:
    raise KeyboardInterrupt
