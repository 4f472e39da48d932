"""Hand edits on real files, made while the memory is open and while nothing ran."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.support.homes import bare, until
from weave import sync
from weave.model import Memory, Provenance
from weave.weave import Weave

COMMENT = re.compile(r"<!-- weave [^\n]*-->\n")


def folder(home: Path, kind: str = "semantic") -> Path:
    path = home / "memories" / kind
    path.mkdir(parents=True, exist_ok=True)
    return path


def day_file(home: Path) -> Path:
    (path,) = (home / "memories" / "semantic").glob("*.md")
    return path


async def look(weave: Weave) -> sync.SyncReport:
    return await weave._core.run(sync.sync, weave._core.store)


def in_one_go(file: Path, data: bytes) -> None:
    """Without the empty moment that writing in place has: the watcher, which waits for no quiet here, may look then."""
    draft = file.with_suffix(".part")
    draft.write_bytes(data)
    draft.replace(file)


async def texts(weave: Weave) -> set[str]:
    return {memory.text for memory in await weave.list()}


async def named(weave: Weave, word: str) -> Memory:
    (found,) = [memory for memory in await weave.list() if word in memory.title + memory.text]
    return found


async def notes(weave: Weave) -> str:
    return "\n".join((await weave.checkup()).notes)


async def test_sections_added_by_hand_are_adopted_and_no_other_byte_is_touched(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        file = day_file(tmp_path)
        mine = (
            file.read_text()
            + "## Otter\nThe otter   sleeps\tlate.  \n\n\n## Newt\n\n```\n## no heading\n```\n\n## Wren"
        )
        file.write_text(mine)
        await until(lambda: _count(weave, 4))
        otter = await named(weave, "otter")
        assert (otter.provenance, otter.pinned, otter.title) == (Provenance.USER, True, "Otter")
        content = file.read_text()
        assert COMMENT.sub("", content).rstrip() == COMMENT.sub("", mine).rstrip()
        assert content.count("<!-- weave id=") == 4
        assert (await weave.recall("otter")).memories[0].memory.id == otter.id
        assert (await look(weave)) == sync.SyncReport()
    async with bare(tmp_path) as weave:
        assert {m.id for m in await weave.list()} >= {made.id, otter.id}
        assert file.read_text() == content


async def _count(weave: Weave, number: int) -> bool:
    return len(await weave.list()) == number


@pytest.mark.parametrize("while_open", [True, False])
async def test_an_edited_section_is_the_memory_from_now_on(tmp_path: Path, while_open: bool) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("Cabin Wi-Fi is on channel 6.", pin=True)
        file = day_file(tmp_path)
        if while_open:
            file.write_text(file.read_text().replace("channel 6", "channel 11"))
            await until(lambda: _says(weave, made.id, "Cabin Wi-Fi is on channel 11."))
    if not while_open:
        file.write_text(file.read_text().replace("channel 6", "channel 11"))
    async with bare(tmp_path) as weave:
        assert [m.memory.text for m in (await weave.recall("cabin wifi channel")).memories] == [
            "Cabin Wi-Fi is on channel 11."
        ]
        facts = await weave.facts()
        assert not [fact for fact in facts if "6" in fact.object]


async def _says(weave: Weave, id_: str, text: str) -> bool:
    return (await weave.get(id_)).text == text


async def test_a_state_set_by_hand_is_the_state_of_its_facts_too(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("I live in Porto.")
        assert made.facts
        file = day_file(tmp_path)
        file.write_text(file.read_text().replace("state=active", "state=outdated"))
        await look(weave)
        assert {fact.state for fact in await weave.facts()} == {(await weave.get(made.id)).state}


async def test_a_removed_section_lies_in_the_trash_and_an_undo_brings_it_back_once(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        await weave.remember("The newt hides.")
        await weave.recall("heron")
        counted = await weave.get(made.id)
        file = day_file(tmp_path)
        before = file.read_bytes()
        file.write_bytes(before[before.index(b"## The newt") :])
        await until(lambda: _count(weave, 1))
        file.write_bytes(before)
        await until(lambda: _count(weave, 2))
        assert await weave.get(made.id) == counted
        assert list((tmp_path / "trash").glob("*.md")) == []
        file.unlink()
        await until(lambda: _count(weave, 0))
        assert await weave.restore(made.id) == counted


async def test_a_renamed_or_moved_file_keeps_its_ids(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        elsewhere = folder(tmp_path) / "herons.md"
        day_file(tmp_path).rename(elsewhere)
        await until(lambda: _stands(weave, made.id, "memories/semantic/herons.md"))
        deeper = folder(tmp_path, "episodic") / "birds" / "herons.md"
        deeper.parent.mkdir()
        elsewhere.rename(deeper)
        await until(lambda: _stands(weave, made.id, "memories/episodic/birds/herons.md"))
    shutil.move(deeper, folder(tmp_path) / "back.md")
    async with bare(tmp_path) as weave:
        assert [m.id for m in await weave.list()] == [made.id]
        assert (await weave.edit(made.id, text="The heron left.")).text == "The heron left."
        assert "The heron left." in (folder(tmp_path) / "back.md").read_text()
    assert not list((tmp_path / "trash").glob("*.md"))


async def _stands(weave: Weave, id_: str, path: str) -> bool:
    return weave._core.catalogue.paths_of([id_]).get(id_) == path


async def test_case_53_saves_by_rename_and_editors_leavings(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        file = folder(tmp_path) / "garden.md"
        file.write_text("## Garden\nPeas first.\n")
        await until(lambda: _has(weave, "Peas first."))
        garden = await named(weave, "Peas")
        for number in range(3):
            for name in ("4913", "garden.md~", ".garden.md.swp", ".#garden.md", "#garden.md#"):
                (file.parent / name).write_text("## Ghost\nnever indexed\n")
            temporary = file.parent / ".garden.tmp"
            temporary.write_text(file.read_text().replace(await _text(weave, garden.id), f"Text {number}."))
            temporary.replace(file)
            await until(lambda number=number: _says(weave, garden.id, f"Text {number}."), 3)
        file.rename(file.with_name("plot.md"))
        await until(lambda: _stands(weave, garden.id, "memories/semantic/plot.md"), 3)
        file.with_name("plot.md").unlink()
        await until(lambda: _count(weave, 0), 3)
        assert (await weave.recall("ghost never indexed garden")).memories == ()


async def _has(weave: Weave, text: str) -> bool:
    return text in await texts(weave)


async def _text(weave: Weave, id_: str) -> str:
    return (await weave.get(id_)).text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1", "utf-8"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
async def test_plain_notes_of_any_encoding_are_taken_in(tmp_path: Path, encoding: str, newline: str) -> None:
    note = "---\ntitle: Café list\ntags: [a, b]\n---\n\nRoast is dark.\n\n## Später\nÖl kaufen.\n"
    file = folder(tmp_path) / "cafe.md"
    file.write_bytes(note.replace("\n", newline).encode(encoding))
    async with bare(tmp_path) as weave:
        assert await texts(weave) == {"Roast is dark.", "Öl kaufen."}
        ids = {m.id for m in await weave.list()}
        await weave.edit((await named(weave, "Öl")).id, text="Öl ist da.")
    if encoding != "latin-1":  # there new letters are written as UTF-8 beside the old ones
        assert "Öl ist da." in file.read_bytes().decode(encoding)
    async with bare(tmp_path) as weave:
        assert {m.id for m in await weave.list()} == ids


async def test_a_section_copied_as_a_template_becomes_a_memory_of_its_own(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        file = day_file(tmp_path)
        section = file.read_text()
        file.write_text(section.replace("heron nests by the weir", "stork nests on the barn") + section)
        other = folder(tmp_path) / "copy.md"
        other.write_text(section.replace("heron nests by the weir", "owl nests in the oak"))
        await until(lambda: _count(weave, 3))
        assert (await weave.get(made.id)).text == "The heron nests by the weir."
        assert {"The stork nests on the barn.", "The owl nests in the oak."} <= await texts(weave)
        for memory in await weave.list():
            if memory.id != made.id:
                await weave.forget([memory.id])
        assert await texts(weave) == {"The heron nests by the weir."}
    async with bare(tmp_path) as weave:
        assert await texts(weave) == {"The heron nests by the weir."}


async def test_a_verbatim_copy_is_told_and_does_not_bring_back_what_was_forgotten(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        file = day_file(tmp_path)
        (folder(tmp_path, "episodic") / "copy.md").write_bytes(file.read_bytes() * 2)
        await until(lambda: _noted(weave, "repeats"))
        assert await _count(weave, 1)
        await weave.forget([made.id])
        await weave.reindex()
        assert await _count(weave, 0)
        assert (await weave.restore(made.id)).text == made.text


async def _noted(weave: Weave, word: str) -> bool:
    return word in await notes(weave)


async def test_a_section_moved_by_hand_from_a_pad_belongs_to_everyone(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        task = await weave.start_task("pond")
        made = await weave.remember("The newt hides.", task=task.id)
        (pad,) = (tmp_path / "tasks" / task.id).rglob("*.md")
        pad.rename(folder(tmp_path) / "newt.md")
        await until(lambda: _stands(weave, made.id, "memories/semantic/newt.md"))
        assert (await weave.get(made.id)).scope == "global"
        assert [r.memory.id for r in (await weave.recall("newt")).memories] == [made.id]
        assert "scope=" not in (folder(tmp_path) / "newt.md").read_text()


GARDEN = "# Garden\n\nSow the beans in May and the peas in March.\n\nThe rake is in the shed behind the plum tree.\n"
COPIES = (
    "Garden (Ana's conflicted copy 2026-04-01).md",
    "Garden.sync-conflict-20260401-101500-ABC1234.md",
    "Garden-LAPTOP7.md",
)


@pytest.mark.parametrize("adopted_first", [True, False])
async def test_case_60_conflict_copies_are_told_and_a_second_note_is_a_note(
    tmp_path: Path, adopted_first: bool
) -> None:
    here = folder(tmp_path)
    (here / "Garden.md").write_text(GARDEN)
    if adopted_first:
        async with bare(tmp_path):
            pass
    text = (here / "Garden.md").read_text()
    for name in COPIES:
        (here / name).write_text(text.replace("in May", "in June"))
    (here / "Garden 2.md").write_text("# Second garden\n\nOnly roses and a bench.\n")
    async with bare(tmp_path) as weave:
        found = (await weave.recall("when to sow beans and peas")).memories
        assert [m.memory.text.split(" and")[0] for m in found if "Sow" in m.memory.text] == [
            "Sow the beans in May"
        ]
        assert "Only roses and a bench." in await texts(weave)
        assert await _count(weave, 2)
        told = await notes(weave)
        for name in COPIES:
            assert name in told
        assert told.count("diff ") == 3 and "delete the copy" in told
        async with bare(tmp_path, serves=False) as second:
            assert second.guest and second.owner_pid == os.getpid()
    assert all("in June" in (here / name).read_text() for name in COPIES)


async def test_case_60_a_copy_takes_the_place_of_its_original_when_that_goes(tmp_path: Path) -> None:
    here = folder(tmp_path)
    (here / "Garden.md").write_text(GARDEN)
    async with bare(tmp_path) as weave:
        (memory,) = await weave.list()
        copy = here / COPIES[0]
        copy.write_text((here / "Garden.md").read_text().replace("May", "June"))
        await until(lambda: _noted(weave, "conflict copy"))
    async with bare(tmp_path) as weave:
        (here / "Garden.md").unlink()
        await until(lambda: _stands(weave, memory.id, f"memories/semantic/{COPIES[0]}"))
        assert "in June" in (await weave.get(memory.id)).text
        assert "conflict copy" not in await notes(weave)


@pytest.mark.parametrize("share", [0.05, 0.15, 0.3, 0.55, 0.7, 0.95])
async def test_case_66_a_cut_file_is_set_aside_and_restored(tmp_path: Path, share: float) -> None:
    async with bare(tmp_path) as weave:
        for bird in ("heron", "stork", "osprey", "wren"):
            await weave.remember(f"The {bird} nests by the weir.\n\nIt comes in the evening, mostly.")
        await weave.recall("heron")
        kept = {m.id: m for m in await weave.list()}
    file = day_file(tmp_path)
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * share)])
    async with bare(tmp_path) as weave:
        assert {m.id: m for m in await weave.list()} == kept
        assert "was cut short" in await notes(weave)
        assert "restored" in await notes(weave)
    assert [p.read_bytes() for p in (tmp_path / "trash" / "damaged").iterdir()] == [
        data[: int(len(data) * share)]
    ]
    assert sorted(file.read_text().split("\n## ")) != []


async def test_case_66_every_cut_loses_nothing_beyond_the_trash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "QUIET_SECONDS", 0.0)
    async with bare(tmp_path) as weave:
        for bird in ("heron", "stork"):
            await weave.remember(f"The {bird} nests by the weir.\n\nIt comes in the evening.")
        file, kept = day_file(tmp_path), {m.id: m.text for m in await weave.list()}
        data = file.read_bytes()
        for at in range(0, len(data), 7):
            in_one_go(file, data[:at])
            await look(weave)
            here = {m.id: m.text for m in await weave.list()}
            buried = weave._core.store.trash.among(kept.keys() - here.keys())
            whole = here | {m.id: m.text for m in buried.values()}
            assert {i: whole[i] for i in kept} == kept, at
            assert len(whole) == 2, at
            in_one_go(file, data)
            await look(weave)
            assert {m.id: m.text for m in await weave.list()} == kept


async def test_a_block_of_nul_bytes_is_damage(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        file = day_file(tmp_path)
        file.write_bytes(b"\0" * file.stat().st_size)
        await look(weave)
        assert await weave.list() == [made]


async def test_shortening_a_text_by_hand_is_an_edit_and_no_damage(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.\n\nIt comes at noon.")
        file = day_file(tmp_path)
        file.write_text(file.read_text().replace("\n\nIt comes at noon.", ""))
        await look(weave)
        assert (await weave.get(made.id)).text == "The heron nests by the weir."
        assert await notes(weave) == ""


async def test_a_set_that_meets_an_unseen_hand_edit_keeps_the_hand_edit(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        task = await weave.start_task("pond")
        padded = await weave.remember("The newt hides.", task=task.id)
        file = day_file(tmp_path)
        (pad,) = (tmp_path / "tasks" / task.id).rglob("*.md")
        await _stop_watching(weave)
        file.write_text(file.read_text().replace("weir", "mill") + "## Otter\nIt sleeps.\n")
        changed = await weave.set(made.id, {"importance": "0.25"})
        assert (changed.text, changed.importance) == ("The heron nests by the mill.", 0.25)
        assert "## Otter" in file.read_text() and "mill" in file.read_text()
        pad.write_text(pad.read_text().replace("hides", "sings") + "## Toad\nIt waits.\n")
        await weave.end_task(task.id)
        assert (await weave.get(padded.id)).text == "The newt sings."
        assert {"It sleeps.", "It waits."} <= await texts(weave)


async def _stop_watching(weave: Weave) -> None:
    assert weave._maintenance is not None
    await weave._maintenance.stop()


async def test_an_edit_between_reading_and_noting_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        await _stop_watching(weave)
        file, physical = day_file(tmp_path), weave._core.physical
        read = type(physical).read

        def and_then_saved_again(self: object, path: str) -> object:
            document = read(physical, path)
            if "mill" in file.read_text():
                file.write_text(file.read_text().replace("mill", "bridge"))
            return document

        monkeypatch.setattr(type(physical), "read", and_then_saved_again)
        file.write_text(file.read_text().replace("weir", "mill"))
        await look(weave)
        await look(weave)
        assert (await weave.get(made.id)).text == "The heron nests by the bridge."


async def test_a_save_in_place_that_takes_its_time_is_not_interrupted(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        file = day_file(tmp_path)
        whole = file.read_text() + "## Otter\nIt sleeps late.\n\n## Newt\nIt hides.\n"
        with file.open("w") as handle:
            for start in range(0, len(whole), 12):
                handle.write(whole[start : start + 12])
                handle.flush()
                await asyncio.sleep(0.06)
        await until(lambda: _count(weave, 3))
        assert {"It sleeps late.", "It hides."} <= await texts(weave)
        assert COMMENT.sub("", file.read_text()) == COMMENT.sub("", whole)
        assert await weave.get(made.id) == made


async def test_memories_that_vanish_as_a_whole_come_back_as_a_whole(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        for number in range(25):
            await weave.remember(f"Jar {number} stands on shelf {number % 7}.")
        kept = {m.id: m for m in await weave.list()}
        (tmp_path / "memories").rename(tmp_path / "unmounted")
        await until(lambda: _count(weave, 0))
        assert len(list(weave._core.store.trash.all())) == 25
        shutil.rmtree(tmp_path / "memories", ignore_errors=True)
        (tmp_path / "unmounted").rename(tmp_path / "memories")
        await until(lambda: _count(weave, 25))
        assert {m.id: m for m in await weave.list()} == kept
        assert list(weave._core.store.trash.all()) == []


async def test_hostile_files_cost_only_themselves_and_are_told(tmp_path: Path) -> None:
    here = folder(tmp_path)
    (here / "good.md").write_text("## Good\nStill here.\n")
    (here / "folder.md").mkdir()
    (here / "folder.md" / "inside.md").write_text("## Inside\nFound too.\n")
    (here / "loop.md").symlink_to(here / "loop.md")
    (here / "loop").symlink_to(here)
    (here / "values.md").write_text(
        "## Odd\n<!-- weave id=01JDYQ3V5W8Z1N6T2K4R7M9XAB importance=seven state=sleepy created=never -->\nKept words.\n"
    )
    (here / "binary.md").write_bytes(bytes(range(256)) * 64)
    async with bare(tmp_path) as weave:
        assert {"Still here.", "Found too.", "Kept words."} <= await texts(weave)
        told = await notes(weave)
        assert "values.md" in told and "state='sleepy'" in told and "mend" in told
        assert "importance=seven" in (here / "values.md").read_text()


async def test_a_file_that_cannot_be_read_is_named_and_its_memories_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
    file = day_file(tmp_path)
    (folder(tmp_path) / "good.md").write_text("## Good\nStill here.\n")
    with file.open("a") as handle:
        handle.write("## More\nLater.\n")
    real = Path.read_bytes

    def refused(self: Path) -> bytes:  # rights do not stop root, so the system call's answer is given here
        if self.name == file.name:
            raise PermissionError(13, "Permission denied", str(self))
        return real(self)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refused)
        async with bare(tmp_path) as weave:
            assert {made.text, "Still here."} == await texts(weave)
            assert f"{file.name} cannot be read" in await notes(weave)
    async with bare(tmp_path) as weave:
        assert "Later." in await texts(weave)
        assert "cannot be read" not in await notes(weave)


async def test_a_huge_file_and_thousands_of_sections_are_taken_in(tmp_path: Path) -> None:
    here = folder(tmp_path)
    (here / "many.md").write_text("".join(f"## Jar {n}\nPlum jam number {n}.\n\n" for n in range(4_000)))
    (here / "big.md").write_text("## Big\n" + "A long line of words that goes on.\n" * 60_000)
    (here / "good.md").write_text("## Good\nStill here.\n")
    async with bare(tmp_path) as weave:
        assert await _count(weave, 4_002)
        assert weave.status().memories == 4_002
        assert (await asyncio.wait_for(weave.recall("plum jam number 3999"), 20)).memories
