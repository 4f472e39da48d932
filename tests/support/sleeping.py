"""A cycle of sleep, killed at each point where it touches the disk, to be compared with one that was left in peace.

As a program (`python -m tests.support.sleeping BASE STEP WHAT`) it copies the home BASE and sleeps (or undoes) in the
copy, in one forked process for each point, which dies there; it says which points it left.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.support.claims import claim
from tests.support.consolidating import KILLED, mortal, tree
from tests.support.homes import NOW, bare
from tests.support.memories import memory
from weave.drafts import in_scope
from weave.model import Memory, MemoryType, State
from weave.weave import Weave


def aged(text: str, days: float, importance: float = 0.2, **others: object) -> Memory:
    """A memory of this age, faint if not said otherwise."""
    old = replace(memory(text), created=NOW - timedelta(days=days), importance=importance)
    return replace(old, **others)  # type: ignore[arg-type]


def filled() -> list[Memory]:
    """Something for every step, and beside it what must stay."""
    fallen = claim("Ghent", days=40, state=State.DEPRECATED)
    letters = aged("Letters take two days.", 9, 0.5, state=State.VOLATILE, derived_from=(fallen.id,))
    raw = {"type": MemoryType.EPISODIC, "state": State.TRANSIENT}
    return [
        fallen,
        letters,
        aged("So stamps are cheap.", 8, 0.5, state=State.VOLATILE, derived_from=(letters.id,)),
        aged("ping 一二 🐈 \\## not a heading", 2, **raw),
        aged("pong", 1.5, **raw),
        aged("What was said just now.", 0.1, **raw),
        aged("The bus was late.", 8),
        aged("## It rained.\n\n```\n## fenced\n```\n", 8),
        aged("Somebody sneezed.", 30, type=MemoryType.EPISODIC),
        aged("It drizzled yesterday.", 6),
        aged("A pinned trifle.", 90, pinned=True),
        *(aged(f"Jar {number} stands on its shelf.", 10, 0.6) for number in range(16)),
    ]


async def build(home: Path, days: int = 0) -> None:
    """A home with work for a cycle; three memories were recalled, one was forgotten long ago.

    `days`: that many more files with something to forget in each.
    """
    async with bare(home, now=NOW - timedelta(days=40)) as weave:
        old = await weave.remember("Long gone.")
        await weave.forget([old.id])
    async with bare(home) as weave:
        task = await weave.start_task("jam")
        await weave._core.run(weave._core.store.add, filled())
        for day in range(days):
            more = [aged(f"Drawer {day}.{number} is shut.", 8 + day, 0.6) for number in range(4)]
            await weave._core.run(weave._core.store.add, [aged(f"Day {day} was grey.", 8 + day), *more])
        noted = in_scope(aged("The pad's own trifle.", 9, state=State.VOLATILE), task.scope)
        await weave._core.run(weave._core.store.add, [noted])
        await weave.recall("which jar stands on its shelf?", k=3)


async def outcome(home: Path) -> tuple[dict[str, bytes], list[tuple[str, tuple[str, ...], int]]]:
    """What a home comes to once nothing is left of its cycle: its files without the record, and what that says."""
    async with bare(home) as weave:
        await weave.sleeping.run()
        told = [(o.step.value, o.ids, o.skipped) for r in await weave.sleeping.reports() for o in r.outcomes]
    return files(home), told


def files(home: Path) -> dict[str, bytes]:
    """Memories, pads and trash, byte for byte."""
    kept = ("memories", "tasks", "trash")
    return {name: data for name, data in tree(home).items() if name.startswith(kept)}


async def brought_back(home: Path) -> list[Memory]:
    """What a home holds once the last cycle is taken back, also if that was begun before."""
    async with bare(home) as weave:
        await weave.sleeping.undo()
        return sorted(await weave.list(), key=lambda one: one.id)


def cut_off(base: Path, step: int, what: str = "run") -> Iterator[Path]:
    """Homes in which the cycle, or its undoing, was killed, at every `step`th point."""
    command = [sys.executable, "-m", "tests.support.sleeping", str(base), str(step), what]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield base.with_name(f"cut-{what}-{line.strip()}")
    assert process.returncode == 0


async def _work(weave: Weave, what: str) -> None:
    await (weave.sleeping.run() if what == "run" else weave.sleeping.undo())


async def _die(home: Path, point: int, what: str) -> None:
    death = mortal(point)
    async with bare(home) as weave:
        death.counting = True
        await _work(weave, what)
        death.counting = False


def main() -> None:
    """One forked process a point, until the end is reached alive."""
    base, step, what = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    for point in range(1, 10_000, step):
        home = base.with_name(f"cut-{what}-{point}")
        shutil.copytree(base, home)
        child = os.fork()
        if not child:
            asyncio.run(_die(home, point, what))
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, KILLED), f"the process ended with {status}"
        print(point, flush=True)
        if status == 0:
            return


if __name__ == "__main__":
    main()
