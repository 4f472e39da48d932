"""Single originals in the archive: shown, restored, forgotten, purged; and what a hand does to its files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.weave.sleep.compression.test_compression import (
    MONDAY,
    TOLD,
    _fact,
    add,
    episode,
    opened,
    summaries,
    week,
)
from weave.archive import Archive
from weave.errors import NotFound
from weave.model import State
from weave.sleep.compression.keeping import RESTORED
from weave.weave import Weave


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Weave]:
    async with opened(tmp_path / "home") as weave:
        yield weave


async def test_an_archived_original_is_shown_restored_and_not_archived_again(home: Weave) -> None:
    told = [*week(), episode("I live in Ghent.", facts=(_fact("Ghent"),))]
    await add(home, *told)
    await home.sleeping.run()
    shown = await home.get(told[0].id[:20] if told[0].id[:20] != told[1].id[:20] else told[0].id)
    assert shown.text == TOLD[0] and ("archived", "documents/archive/weekly/2026-W44.md") in shown.extra
    for one in (told[0], told[-1]):
        back = await home.restore(one.id)
        assert (back.text, back.created, back.importance) == (one.text, one.created, one.importance)
        assert any(key == RESTORED for key, _ in back.extra)
    assert [fact.memories for fact in await home.facts()] == [(told[-1].id,)]
    assert told[0].id not in Archive(home.home).among([told[0].id])
    assert len([one for one in await home.list() if one.text == "I live in Ghent."]) == 1
    assert (await home.sleeping.run()).cycle == ""
    await home.reindex()
    assert [fact.memories for fact in await home.facts()] == [(told[-1].id,)]


async def test_a_fact_that_changed_meanwhile_comes_back_with_its_original_as_it_is_now(home: Weave) -> None:
    original = episode("I live in Ghent.", facts=(_fact("Ghent"),))
    await add(home, original)
    await home.sleeping.run()
    await home.remember("I moved to Lisbon.")
    back = await home.restore(original.id)
    assert back.state is State.OUTDATED
    assert {fact.object: fact.state for fact in await home.facts("user")} == {
        "Ghent": State.OUTDATED,
        "Lisbon": State.ACTIVE,
    }


async def test_what_a_person_forgot_out_of_the_archive_does_not_come_back_with_an_undo(home: Weave) -> None:
    told = week()
    await add(home, *told)
    await home.sleeping.run()
    await home.forget([told[2].id])
    await home.sleeping.undo()
    assert {one.text for one in await home.list()} == {TOLD[0], TOLD[1], TOLD[3]}
    assert (await home.restore(told[2].id)).text == TOLD[2]


def _holding(home: Path, words: bytes) -> list[str]:
    files = [file for file in home.rglob("*") if file.is_file()]
    return [str(file.relative_to(home)) for file in files if words in file.read_bytes()]


async def test_an_archived_original_is_forgotten_out_of_every_summary_and_can_be_restored(
    home: Weave,
) -> None:
    told = [*week(), *week(1)]
    await add(home, *told)
    await home.sleeping.run()
    await home.forget([told[2].id])
    [month] = await summaries(home)
    assert month.text.count("Zebulon") == 1 and "Maribel" in month.text
    assert all(
        "Zebulon" not in one.memory.text
        for one in Archive(home.home).sections("documents/archive/weekly/2026-W44.md")
    )
    with pytest.raises(NotFound):
        await home.get(told[2].id)
    assert (await home.restore(told[2].id)).text == TOLD[2]


async def test_a_purged_original_leaves_no_byte_in_archive_summaries_and_records(home: Weave) -> None:
    told = [*week(), *week(1)]
    await add(home, *told)
    await home.sleeping.run()
    [before] = await summaries(home)
    assert _holding(home.home, b"Quarkwright")
    await home.forget([told[2].id, told[6].id], purge=True)
    [after] = await summaries(home)
    assert "Quarkwright" not in after.text and "Maribel" in after.text and after.id != before.id
    await home._core.run(home._core.catalogue.scrub)
    assert _holding(home.home, b"Quarkwright") == []
    for one in told:
        left = Archive(home.home).among([one.id])
        assert bool(left) == ("Quarkwright" not in one.text)


async def test_a_purged_summary_takes_its_originals_with_it(home: Weave) -> None:
    await add(home, *week(), *week(1))
    await home.sleeping.run()
    [month] = await summaries(home)
    await home.forget([month.id], purge=True)
    await home._core.run(home._core.catalogue.scrub)
    assert await home.list() == [] and Archive(home.home).files() == []
    assert _holding(home.home, b"Quarkwright") == []


async def test_a_purge_of_one_week_leaves_the_words_of_the_others(home: Weave) -> None:
    await add(home, *week(), episode("Jun bought a kite.", MONDAY - timedelta(days=7)))
    await home.sleeping.run()
    [month] = await summaries(home)
    archived = Archive(home.home).sections("documents/archive/monthly/2026-10.md")
    alone = next(one.memory for one in archived if "kite" in one.memory.text)
    await home.forget([alone.id], purge=True)
    [left] = await summaries(home)
    assert "kite" not in left.text and "Maribel" in left.text and left.id != month.id


async def test_the_archive_is_never_adopted_and_a_hand_edit_of_it_loses_nothing(home: Weave) -> None:
    told = week()
    await add(home, *told)
    await home.sleeping.run()
    file = home.home / "documents/archive/weekly/2026-W44.md"
    note = "\n## A note of mine\nI was there, too.\n"
    file.write_bytes(file.read_bytes() + note.encode())
    await home.reindex()
    assert len(await home.list()) == 1
    await home.restore(told[0].id)
    await home.forget([told[1].id], purge=True)
    kept = file.read_text(encoding="utf-8")
    assert note in kept and TOLD[0] not in kept and TOLD[1] not in kept and TOLD[2] in kept
