"""Everything goes out in one file and comes back as it was; into a home with a life of its own nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import json
import stat
import threading
import zipfile
from pathlib import Path

import pytest

from tests.support.homes import shelved
from weave.errors import InvalidInput
from weave.model import Role
from weave.weave import Weave


def files(home: Path) -> dict[str, bytes]:
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and path.relative_to(home).parts[0] not in ("index", ".lock")
    }


async def lived(weave: Weave, folder: Path) -> None:
    await weave.remember("Maribel is allergic to peanuts.")
    gone = await weave.remember("The blue door sticks.")
    await weave.forget([gone.id])
    talk = await weave.begin(name="Garden")
    await weave.say(talk.id, role=Role.USER, speaker="user", text="I planted 14 leeks in the north bed.")
    await weave.end(talk.id)
    await weave.start_task("Roof repair")
    (folder / "beds.md").write_text("# Beds\nThe south bed holds kale.\n")
    await weave.library.add([folder / "beds.md"])
    await weave.identity()
    await weave.recall("peanuts")


async def test_a_home_goes_out_and_comes_back(tmp_path: Path) -> None:
    old, new, archive = tmp_path / "old", tmp_path / "new", tmp_path / "out.zip"
    async with shelved(old) as weave:
        await lived(weave, tmp_path)
        (old / "secrets.toml").write_text("key = 'sk-secret'")
        (old / "grants.toml").write_text("always = ['run:*']")
        told = await weave.porting.export(archive)
        memories, facts = await weave.list(), await weave.facts()
        before, history = files(old), await weave.identities.history()
        assert stat.S_IMODE(archive.stat().st_mode) == 0o600
        assert told.files == len(before) - 2
        assert not list((old / "index").glob("export-*"))
        with pytest.raises(InvalidInput, match="there already"):
            await weave.porting.export(archive)
        with pytest.raises(InvalidInput, match="in the home"):
            await weave.porting.export(old / "x.zip")
    assert b"sk-secret" not in archive.read_bytes()
    assert not {"secrets.toml", "grants.toml"} & set(zipfile.ZipFile(archive).namelist())
    async with shelved(new) as weave:
        done = await weave.porting.restore(archive)
        assert not done.notices
        after = files(new)
        assert {
            name: data for name, data in before.items() if name not in ("secrets.toml", "grants.toml")
        } == after
        assert await weave.list() == memories
        assert await weave.facts() == facts
        assert await weave.identities.history() == history
        assert [task.name for task in await weave.tasks()] == ["Roof repair"]
        assert (await weave.library.search("south bed kale")).spans
        assert any(
            "peanuts" in one.memory.text for one in (await weave.recall("peanuts", count=False)).memories
        )
        again = await weave.porting.restore(archive)
        assert (again.files, again.memories, again.lines) == (0, 0, 0)
        back = [m for m, _ in weave._core.store.trash.all()]
        assert (await weave.restore(back[0].id)).text == "The blue door sticks."


async def test_a_home_with_a_life_of_its_own_loses_and_doubles_nothing(tmp_path: Path) -> None:
    home, archive = tmp_path / "home", tmp_path / "out.zip"
    async with shelved(home) as weave:
        await lived(weave, tmp_path)
        await weave.porting.export(archive)
        kept = await weave.remember("A kettle was bought since.")
        leeks = next(m for m in await weave.list() if "leeks" in m.text)
        await weave.edit(leeks.id, text="I planted 15 leeks.")
        allergy = next(m for m in await weave.list() if "peanuts" in m.text)
        await weave.forget([allergy.id])
        before = await weave.list()
        done = await weave.porting.restore(archive)
        assert await weave.list() == before
        assert (done.memories, done.forgotten) == (0, 1)
        assert kept.id in {m.id for m in before}


async def test_an_archive_is_whole_though_another_is_written_meanwhile(tmp_path: Path) -> None:
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    written, go_on = threading.Event(), threading.Event()

    def held(what: str, done: int, total: int) -> None:
        written.set()
        assert go_on.wait(60)

    async with shelved(tmp_path / "home") as weave:
        await lived(weave, tmp_path)
        exporting = asyncio.create_task(weave.porting.export(first, progress=held))
        assert await asyncio.to_thread(written.wait, 60)
        await weave.porting.export(second)
        go_on.set()
        await exporting
    names = [zipfile.ZipFile(path).namelist() for path in (first, second)]
    assert names[0] == names[1]


async def test_lines_hold_every_memory_fact_and_turn(tmp_path: Path) -> None:
    async with shelved(tmp_path / "home") as weave:
        await lived(weave, tmp_path)
        told = await weave.porting.export(tmp_path / "out.jsonl", jsonl=True)
        lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        memories = [line for line in lines if line["kind"] == "memory"]
        assert {line["id"] for line in memories} == {m.id for m in await weave.list()}
        assert len([line for line in lines if line["kind"] == "fact"]) == told.facts
        assert [line["text"] for line in lines if line["kind"] == "turn"] == [
            "I planted 14 leeks in the north bed."
        ]


async def test_a_damaged_member_is_left_out_and_named(tmp_path: Path) -> None:
    archive, bad = tmp_path / "out.zip", tmp_path / "bad.zip"
    async with shelved(tmp_path / "home") as weave:
        await lived(weave, tmp_path)
        await weave.porting.export(archive)
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(bad, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data + b"!" if name.startswith("conversations/") else data)
    async with shelved(tmp_path / "new") as weave:
        done = await weave.porting.restore(bad)
        assert any("damaged" in sentence for sentence in done.notices)
        assert any("peanuts" in m.text for m in await weave.list())
