"""A guest beside the owner, through the facade: what it writes reaches the owner in order and once, by inbox/ alone."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.support.homes import bare, until
from tests.support.memories import memory
from weave.model import MemoryType, Role
from weave.weave import Weave

OWNER = """
import asyncio, sys
from pathlib import Path
from tests.support.homes import bare
async def main():
    async with bare(Path(sys.argv[1])) as weave:
        await weave.remember("The heron nests by the weir.")
        print("ready", flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


def snapshot(home: Path) -> dict[str, tuple[int, int]]:
    """Every file outside inbox/ (and SQLite's shared memory, which readers map) with time and size."""
    found = {}
    for folder, _, names in os.walk(home):
        for name in names:
            path = Path(folder) / name
            relative = path.relative_to(home).as_posix()
            if not relative.startswith("inbox/") and not relative.endswith("-shm"):
                found[relative] = (path.stat().st_mtime_ns, path.stat().st_size)
    return found


async def act(guest: Weave, name: str) -> None:
    await guest.recall("heron")
    await guest.remember(f"The {name} comes at noon.")
    talk = await guest.begin()
    for number in range(3):
        await guest.say(talk.id, role=Role.USER, speaker="user", text=f"{name} says number {number}.")
    await guest.checkup()
    await guest.identity()
    await guest.end(talk.id)


async def test_a_guest_writes_nothing_outside_the_inbox_and_a_dead_owners_heir_takes_it_up(
    tmp_path: Path,
) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable, "-c", OWNER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert owner.stdout is not None and await owner.stdout.readline() == b"ready\n"
    owner.send_signal(19)  # SIGSTOP: it holds the home and takes nothing up
    before = snapshot(tmp_path)
    async with bare(tmp_path) as one, bare(tmp_path) as two:
        assert one.guest and two.guest and one.owner_pid == owner.pid
        await asyncio.gather(act(one, "kingfisher"), act(two, "wagtail"))
        assert snapshot(tmp_path) == before
    owner.kill()
    await owner.wait()
    for _ in range(2):
        async with bare(tmp_path) as heir:
            assert not heir.guest
            await until(lambda heir=heir: _taken(heir))
            texts = [
                m.text for m in await heir.list() if m.type is not MemoryType.SEMANTIC or "noon" in m.text
            ]
            for name in ("kingfisher", "wagtail"):
                assert texts.count(f"The {name} comes at noon.") == 1
                assert [texts.count(f"{name} says number {n}.") for n in range(3)] == [1, 1, 1]
            talks = [heir._core.journal.read(name).turns for name in heir._core.journal.ids()]
            for turns in talks:
                assert [turn.text[-2] for turn in turns] == ["0", "1", "2"]


async def _taken(weave: Weave) -> bool:
    return weave.inbox.waiting() == 0 and not await weave.tasks()


async def test_a_guest_that_resumes_a_conversation_changes_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner:
        talk = await owner.begin()
        await owner.say(talk.id, role=Role.USER, speaker="user", text="The heron nests by the weir.")
        before = snapshot(tmp_path)
        async with bare(tmp_path, serves=False) as guest:
            again = await guest.begin(talk.id)
            assert [turn.text for turn in again.turns] == ["The heron nests by the weir."]
        assert snapshot(tmp_path) == before


async def test_a_write_that_can_never_be_taken_up_holds_up_no_other(tmp_path: Path) -> None:
    async with bare(tmp_path) as owner:
        assert owner._maintenance is not None
        await owner._maintenance.stop()
        owner.inbox.put_memory(memory("lost scope", scope="task:../../etc"))
        owner.inbox.put_memory(memory("bad scope", scope="nowhere"))
        owner.inbox.put_memory(memory("ended pad", scope="task:gone-1"))
        owner.inbox.put_memory(memory("a fine one"))
    async with bare(tmp_path) as owner:
        await until(lambda: _taken(owner))
        found = {m.text: m.scope for m in await owner.list()}
        assert found["a fine one"] == found["ended pad"] == "global"
        assert all(
            path.is_relative_to(tmp_path / "memories")
            for path in tmp_path.rglob("*.md")
            if "inbox" not in path.parts
        )
