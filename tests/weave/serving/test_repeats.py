"""Calls that were carried out though their answer was lost: asked again they do nothing twice, and answer as one would."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare, shelved
from tests.support.sleeping import build, opened
from weave.errors import NotFound
from weave.identity.model import Kind as EntryKind
from weave.model import Memory, MemoryType, Role
from weave.porting.model import Kind
from weave.procedures.model import Outcome
from weave.serving.offers import Verb, verbs
from weave.serving.repeats import HARMLESS
from weave.serving.session import Session
from weave.weave import Weave

STEPS = "1. Stop the service.\n2. Copy the files.\n3. Start it again."


@pytest.fixture
def lossy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """The answer to the next call of this name is lost, and the connection with it."""
    doomed: set[str] = set()
    answer = Session._answer

    async def losing(session: Session, number: int, verb: Verb, result: object) -> None:
        if verb.name not in doomed:
            return await answer(session, number, verb, result)
        doomed.discard(verb.name)
        session._stream.transport.abort()
        return None

    monkeypatch.setattr(Session, "_answer", losing)
    return doomed.add


def test_every_call_can_be_repeated(tmp_path: Path) -> None:
    assert verbs(Weave.open(tmp_path)).keys() == HARMLESS


async def test_deeds_of_the_browser(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        made = [await weave.remember(f"Bird {n} lives in Porto.") for n in range(3)]
        ids = [memory.id for memory in made]
        task = await weave.start_task("birds")

        async def everything() -> list[Memory]:
            found = [*await owner.list(), *await owner.list(scope=task.scope)]
            return sorted(({m.id: m for m in found}).values(), key=lambda m: m.id)

        before = await everything()

        async def undone(name: str, do: Callable[[], Awaitable[object]]) -> None:
            lossy(f"browsing.{name}")
            await do()
            assert await everything() != before
            lossy("browsing.undo")
            back = await weave.browsing.undo()
            assert back.kept == 0 and await everything() == before, name

        browsing = weave.browsing
        await undone("set", lambda: browsing.set(ids, {"importance": "0.9"}))
        await undone("reword", lambda: browsing.reword(ids[0], text="Bird 0 lives in Lisbon."))
        await undone("move", lambda: browsing.move(ids, task.scope))
        await undone("forget", lambda: browsing.forget(ids))
        await undone("correct", lambda: browsing.correct(ids[0], "Bird 0 lives in Faro."))


async def test_an_undo_takes_back_what_an_earlier_owner_did(tmp_path: Path) -> None:
    owner = bare(tmp_path)
    await owner.__aenter__()
    async with bare(tmp_path, leads=True) as weave, bare(tmp_path) as third:
        one, two = await weave.remember("The heron nests."), await third.remember("The owl hunts.")
        await weave.browsing.forget([one.id])
        await third.browsing.forget([two.id])
        await owner.close()
        await third.browsing.undo()
        await weave.browsing.undo()
        assert {m.id for m in await weave.list()} == {one.id, two.id}


async def test_a_correction_writes_one_memory(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        old = await weave.remember("The heron nests by the weir.")
        lossy("browsing.correct")
        deed = await weave.browsing.correct(old.id, "The heron nests on the island.")
        (new,) = [m for m in await owner.list() if "island" in m.text]
        assert deed.ids == (new.id,) and deed.words == "corrected"
        assert {one.id for one in deed.changes} == {old.id, new.id}


async def test_decisions_about_the_identity(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        first = await weave.identities.text()

        async def proposed(line: str) -> str:
            lossy("identities.propose")
            made = await weave.identities.propose(f"{first}\n- {line}", reason="seen", confidence=0.1)
            return made.id

        one = await proposed("I like birds.")
        lossy("identities.reject")
        assert (await weave.identities.reject(one)).of == one
        two = await proposed("I like the sea.")
        lossy("identities.approve")
        approved = await weave.identities.approve(two)
        (start, *_) = await owner.identities.history()
        lossy("identities.rollback")
        await weave.identities.rollback(start.id)
        kinds = [entry.kind for entry in await owner.identities.history()]
        assert kinds.count(EntryKind.PROPOSAL) == 2 and kinds.count(EntryKind.REFUSAL) == 1
        assert kinds.count(EntryKind.APPROVAL) == kinds.count(EntryKind.ROLLBACK) == 1
        assert approved.of == two and await owner.identities.text() == first


async def test_outcomes_of_procedures_count_once(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        made = await weave.remember(STEPS, type=MemoryType.PROCEDURAL, title="Moving the service")
        for number in (1, 2, 3):
            lossy("procedures.record")
            told = await weave.procedures.record(made.id, Outcome.FAILED, f"It hung {number}.")
            assert (told.procedure.tried, told.procedure.failed) == (number, number)
        assert told.deprecated and told.lesson
        assert [m.id for m in await owner.list() if m.type is MemoryType.ERROR] == [told.lesson]
        lossy("procedures.revive")
        assert (await weave.procedures.revive(made.id)).state.in_force
        lossy("procedures.retire")
        again = await weave.procedures.retire(made.id)
        assert again.deprecated and again.lesson


async def test_chats_and_reminders(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    async with bare(tmp_path) as owner, bare(tmp_path) as weave:
        talk = await weave.begin()
        said = await weave.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")
        await weave.say(talk.id, role=Role.ASSISTANT, speaker="Avery", text="I see.")
        lossy("talks.withdraw")
        assert said.id in (await weave.talks.withdraw(talk.id, said.id)).turns
        await weave.say(talk.id, role=Role.USER, speaker="user", text="The owl nests in the barn.")
        await weave.end(talk.id)
        kept = {m.id for m in await owner.list()}
        lossy("talks.delete")
        gone = await weave.talks.delete(talk.id)
        assert {m.id for m in gone.memories} == kept and not await owner.talks.list()
        lossy("talks.restore")
        assert (
            {m.id for m in await weave.talks.restore(talk.id)} == kept == {m.id for m in await owner.list()}
        )
        reminder = await weave.reminders.add("Water the fern", at=NOW + timedelta(days=1))
        lossy("reminders.erase")
        assert (await weave.reminders.erase(reminder.id)).id == reminder.id
        with pytest.raises(NotFound):
            await weave.reminders.erase(reminder.id)


async def test_conflicts_documents_and_exports(tmp_path: Path, lossy: Callable[[str], None]) -> None:
    (tmp_path / "zephyr.md").write_text("# Zephyr\n\nIt lifts.\n", encoding="utf-8")
    home = tmp_path / "home"
    async with shelved(home) as owner, shelved(home) as weave:
        for words in ("Maribel lives in Porto.", "Maribel lives in Lisbon."):
            await weave.remember(words)
        (conflict,) = await weave.conflicts()
        keep = conflict.sides[0].fact.id
        lossy("resolve")
        decided = await weave.resolve(conflict.id, [keep])
        assert [fact.id for fact in decided.kept] == [keep] and await owner.conflicts() == []
        (item,) = (await weave.library.add([tmp_path / "zephyr.md"])).items
        lossy("library.remove")
        assert (await weave.library.remove(item.id)).file == item.file
        assert await owner.library.list() == []
        lossy("porting.export")
        told = await weave.porting.export(tmp_path / "all.zip")
        assert told.files and (tmp_path / "all.zip").stat().st_size == told.bytes
        lossy("porting.bring")
        (tmp_path / "notes").mkdir()
        (tmp_path / "notes" / "one.md").write_text(
            "# One\n\nThe heron nests by the weir.\n", encoding="utf-8"
        )
        await weave.porting.bring(Kind.MARKDOWN, tmp_path / "notes")
        (batch,) = await owner.porting.list()
        assert sum("heron" in m.text for m in await owner.list()) <= 1
        lossy("porting.undo")
        await weave.porting.undo(batch.id)
        assert not any("heron" in m.text for m in await owner.list())


async def test_a_night_that_is_taken_back_is_the_last_one_alone(
    tmp_path: Path, lossy: Callable[[str], None]
) -> None:
    await build(tmp_path)
    async with opened(tmp_path) as owner, opened(tmp_path) as weave:
        first = await weave.sleeping.run()
        await weave.remember("A trifle.", importance=0.05, at=NOW - timedelta(days=60))
        second = await weave.sleeping.run()
        assert second.undoable
        lossy("sleeping.undo")
        undone = await weave.sleeping.undo()
        assert undone is not None and (undone.cycle, undone.restored) == (second.cycle, len(second.removed))
        assert [one.cycle for one in await owner.sleeping.reports()] == [first.cycle]
