"""Reading through the facade: what is left out, what a moment shows, how ids are named."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare
from weave.errors import InvalidInput, NotFound
from weave.model import Role, State


async def test_what_was_just_said_is_neither_recalled_nor_counted(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        known = await weave.remember("The heron nests by the weir.")
        talk = await weave.begin()
        said = await weave.say(talk.id, role=Role.USER, speaker="user", text="Where does the heron nest?")
        plain = await weave.recall("Where does the heron nest?", task=talk.task.id, count=False)
        assert len(plain.memories) == 2
        found = await weave.recall("Where does the heron nest?", task=talk.task.id, exclude=[said.id])
        assert [r.memory.id for r in found.memories] == [known.id]
        assert said.text not in found.passage
        raw = next(m for m in await weave.list() if m.text == said.text)
        assert raw.access_count == 0
        assert (await weave.get(known.id)).access_count == 1
        nothing = await weave.recall(
            "Where does the heron nest?", task=talk.task.id, exclude=[said.id, known.id]
        )
        assert nothing.memories == ()


async def test_ids_are_named_by_their_beginning_or_refused_in_words(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.", at=NOW - timedelta(days=400))
        other = await weave.remember("The newt hides.")
        assert (await weave.get(made.id.lower())).id == made.id
        with pytest.raises(InvalidInput, match="more than one id"):
            await weave.get(made.id[:7])
        for wrong in ("", "01", "nobody", "../../etc", "\0", "*" * 26, "01JDYQ3V5W8Z1N6T2K4R7M9XAB"):
            for call in (weave.get(wrong), weave.edit(wrong, text="x"), weave.set(wrong, {"state": "active"}),
                         weave.forget([wrong]), weave.forget([wrong], purge=True), weave.restore(wrong)):  # fmt: skip
                with pytest.raises(NotFound):
                    await call
        with pytest.raises(NotFound):
            await weave.forget([other.id, "nobody"])
        assert len(await weave.list()) == 2


async def test_a_set_an_edit_and_a_restore_come_back_after_the_index_is_lost(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("I live in Porto.")
        await weave.set(made.id, {"importance": "0.9", "state": "contested", "pinned": "true"})
        await weave.edit(made.id, title="Home", text="I live in Lisbon.")
        wanted = await weave.get(made.id)
        assert (wanted.state, wanted.pinned, wanted.title) == (State.CONTESTED, True, "Home")
        await weave.forget([made.id])
        assert await weave.restore(made.id[:12]) == wanted
        with pytest.raises(NotFound):
            await weave.restore(made.id)
    for path in (tmp_path / "index").iterdir():
        if path.is_file():
            path.unlink()
    async with bare(tmp_path) as weave:
        assert await weave.get(made.id) == wanted
        assert {fact.object for fact in await weave.facts("user")} == {fact.object for fact in wanted.facts}
