"""Killed while it indexes, the library goes on at the next start and holds no half of anything."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.support.homes import shelved

_INDEXING = """
import asyncio, sys
from pathlib import Path
from tests.support.homes import shelved

async def main():
    async with shelved(Path(sys.argv[1])) as weave:
        done = []
        def told(what, number, total):
            done.append(what)
            if len(done) == 4:
                print("in the middle", flush=True)
        await weave.library.refresh(told)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def killed_in_the_middle(home: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", _INDEXING, str(home)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "in the middle"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


async def test_a_kill_in_the_middle_of_indexing_costs_nothing_but_time(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "documents"
    folder.mkdir(parents=True)
    for number in range(8):
        text = f"# Part {number}\n\nThe capstan number{number} turns.\n\n"
        (folder / f"{number}.md").write_text(text + "The binnacle glows.\n" * 2_000)  # large: one at a time
    killed_in_the_middle(tmp_path / "home")
    async with shelved(tmp_path / "home") as weave:
        before = len(await weave.library.list())
        assert 1 <= before < 8
        assert await weave.settle(120)
        items = await weave.library.list()
        assert [item.file for item in items] == [f"documents/{n}.md" for n in range(8)]
        for number in range(8):
            spans = (await weave.library.search(f"number{number}")).spans
            assert [span.file for span in spans] == [f"documents/{number}.md"]
