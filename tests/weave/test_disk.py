"""A disk that takes no more: one sentence, nothing that was acknowledged is lost, and work goes on when there is space."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import sys
from pathlib import Path

import pytest

from tests.support.homes import bare
from weave import durable
from weave.errors import HomeError
from weave.model import Role

FULL = """
import asyncio, json, resource, sys
from pathlib import Path
from tests.support.homes import bare
from weave.errors import HomeError
from weave.model import Role

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))

async def attempt(kept, errors, write, word):
    try:
        await write
        kept.append(word)
    except HomeError as error:
        errors.append(str(error))

async def main(home, size):
    kept, errors = [], []
    async with bare(home) as weave:
        talk = await weave.begin()
        await weave.say(talk.id, role=Role.USER, speaker="user", text="first word0000x")
        limit(size)
        for number in range(25):
            word = f"word{number:04}y"
            await attempt(kept, errors, weave.remember(word + " lorem" * 900), word)
            await attempt(kept, errors, weave.say(talk.id, role=Role.USER, speaker="u", text=f"t {word}t"), word + "t")
            await attempt(kept, errors, weave.set((await weave.list())[-1].id, {"importance": "0.5"}), "word0000x")
        limit(resource.RLIM_INFINITY)
        await weave.remember("There is space again.")
        await weave.say(talk.id, role=Role.USER, speaker="user", text="And we go on.")
        await weave.end(talk.id)
        found = [m.text for m in await weave.list()]
    print(json.dumps([kept, errors, "There is space again." in found]))

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""


@pytest.mark.parametrize("size", [20_000, 150_000])
async def test_a_full_disk_is_a_sentence_and_loses_nothing(tmp_path: Path, size: int) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", FULL, str(tmp_path), str(size),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, told = await process.communicate()
    assert process.returncode == 0, told.decode()
    kept, errors, again = json.loads(out)
    assert again
    assert errors
    assert all("\n" not in error and error.endswith(".") for error in errors)
    async with bare(tmp_path) as weave:
        texts = [memory.text for memory in await weave.list()]
        said = [t.text for name in weave._core.journal.ids() for t in weave._core.journal.read(name).turns]
        for word in kept:
            assert any(word in text for text in texts), word
            assert sum(text.startswith(f"{word} ") for text in texts) <= 1, word
            if word.endswith("t"):
                assert sum(word in text for text in said) == 1, word
        assert "There is space again." in texts
    assert list(tmp_path.rglob(".*.tmp")) == []


async def test_a_write_that_fails_half_way_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
        (file,) = tmp_path.glob("memories/semantic/*.md")
        before = file.read_bytes()
        real, wrote = os.write, []

        def full(handle: int, data: bytes) -> int:
            if wrote:
                raise OSError(errno.ENOSPC, "No space left on device")
            wrote.append(real(handle, data[: len(data) // 2]))
            return wrote[0]

        for step in (
            weave.remember("Lost words."),
            weave.edit(made.id, text="Other words."),
            weave.forget([made.id]),
        ):
            wrote.clear()
            with monkeypatch.context() as patch:
                patch.setattr(durable.os, "write", full)
                with pytest.raises(HomeError, match=r"disk is full.*free some space"):
                    await step
            assert file.read_bytes() == before
        await weave.remember("Later words.")
        texts = {memory.text for memory in await weave.list()}
        assert texts == {"The heron nests by the weir.", "Later words."}


def test_a_stream_that_fails_half_way_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "out.zip"
    path.write_bytes(b"before")
    with pytest.raises(HomeError, match="disk is full"), durable.replacing(path) as file:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.zip"]
    assert path.read_bytes() == b"before"
    with durable.replacing(path, mtime_ns=1_000_000_000) as file:
        file.write(b"after")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (b"after", 1_000_000_000)


async def test_a_catalogue_that_takes_no_row_costs_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bare(tmp_path) as weave:
        catalogue = weave._core.catalogue

        def full(*args: object, **kwargs: object) -> None:
            raise HomeError("The catalogue in index/ cannot be written; free disk space.")

        with monkeypatch.context() as patch:
            patch.setattr(catalogue, "put", full)
            made = await weave.remember("The heron nests by the weir.")
            talk = await weave.begin()
            await weave.say(talk.id, role=Role.USER, speaker="user", text="The newt hides.")
        await weave._core.run(weave._core.store.catch_up)
        assert (await weave.get(made.id)).text == made.text
        assert any("newt" in memory.text for memory in await weave.list())


async def test_without_a_place_for_the_catalogue_the_files_still_answer(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember("The heron nests by the weir.")
    file = tmp_path / "index" / "catalogue.sqlite"
    file.unlink()
    file.mkdir()
    async with bare(tmp_path) as weave:
        assert [r.memory.id for r in (await weave.recall("heron")).memories] == [made.id]
        assert any("cannot be written" in note for note in (await weave.checkup()).notes)
        later = await weave.remember("The kingfisher comes at noon.")
    file.rmdir()
    async with bare(tmp_path) as weave:
        assert {m.id for m in await weave.list()} == {made.id, later.id}
