"""A cycle of sleep, killed at each point where it touches the disk, to be compared with one that was left in peace.

As a program (`python -m tests.support.sleeping BASE WHAT POINTS MODEL`) it copies the home BASE and sleeps (or undoes)
in the copy, in one forked process for each point, which dies there; it says which points it left. POINTS is a step, or
how many points by chance and a seed (`200@1`); the server at MODEL, if one is named, is asked under each home's name.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.support.claims import claim
from tests.support.consolidating import KILLED, chat, mortal, tree
from tests.support.homes import BARE, NOW, bare
from tests.support.memories import memory
from tests.support.replaying import coffee, conclusion, episode, shown
from tests.support.replies import Reply, answer
from tests.support.server import Request, ScriptedServer
from weave.clock import fixed_clock
from weave.drafts import in_scope
from weave.model import Memory, MemoryType, State
from weave.ports import Models
from weave.weave import Weave

FILES = replace(BARE, documents=replace(BARE.documents, enabled=False))
"""Without the library: what a cycle comes to is in the files."""


def opened(home: Path, model: str = "") -> Weave:
    """The home with the model at `model`, if one is named."""
    models = Models(chat=chat(model)) if model else None
    return Weave.open(home, config=FILES, clock=fixed_clock(NOW), models=models)


def aged(text: str, days: float, importance: float = 0.2, **others: object) -> Memory:
    """A memory of this age, faint if not said otherwise."""
    old = replace(memory(text), created=NOW - timedelta(days=days), importance=importance)
    return replace(old, **others)  # type: ignore[arg-type]


def _raw(text: str, days: float) -> Memory:
    return aged(text, days, type=MemoryType.EPISODIC, state=State.TRANSIENT)


def filled() -> list[Memory]:
    """Something for every step, and beside it what must stay."""
    fallen = claim("Ghent", days=40, state=State.DEPRECATED)
    letters = aged("Letters take two days.", 9, 0.5, state=State.VOLATILE, derived_from=(fallen.id,))
    return [
        fallen,
        letters,
        aged("So stamps are cheap.", 8, 0.5, state=State.VOLATILE, derived_from=(letters.id,)),
        _raw("ping 一二 🐈 \\## not a heading", 2),
        _raw("pong", 1.5),
        _raw("What was said just now.", 0.1),
        aged("The bus was late.", 8),
        aged("## It rained.\n\n```\n## fenced\n```\n", 8),
        aged("Somebody sneezed.", 30, type=MemoryType.EPISODIC),
        aged("It drizzled yesterday.", 6),
        aged("A pinned trifle.", 90, pinned=True),
        *(aged(f"Jar {number} stands on its shelf.", 10, 0.6) for number in range(16)),
    ]


def weeks() -> list[Memory]:
    """Episodes of three weeks long past that a model is asked about, and one that recurs."""
    told = [
        episode(f"On day {day} Rui carried {day + 3} jars of plum jam to Ghent. 一二 🐈", day)
        for day in (52, 51, 45, 44, 43, 37, 36)
    ]
    return [*coffee(), *told]


def scripted(server: ScriptedServer) -> None:
    """A model whose words depend on nothing but the question."""
    server.on("replay", _concluded)
    server.on("weekly_summary", answer({"title": "Jam", "text": "Rui carried jam.", "key_details": []}))


def _concluded(request: Request) -> Reply:
    return answer({"knowledge": [conclusion("Sarah likes dark roast.", "dark roast", *shown(request))]})


async def build(home: Path, days: int = 0, *, thinking: bool = False) -> None:
    """A home with work for a cycle; three memories were recalled, one was forgotten long ago.

    `days`: that many more files with something to forget in each. `thinking`: something for the steps that think.
    """
    async with bare(home, now=NOW - timedelta(days=40)) as weave:
        old = await weave.remember("Long gone.")
        await weave.forget([old.id])
    async with bare(home) as weave:
        task = await weave.start_task("jam")
        await weave._core.run(weave._core.store.add, [*filled(), *(weeks() if thinking else ())])
        for day in range(days):
            more = [aged(f"Drawer {day}.{number} is shut.", 8 + day, 0.6) for number in range(4)]
            await weave._core.run(weave._core.store.add, [aged(f"Day {day} was grey.", 8 + day), *more])
        noted = in_scope(aged("The pad's own trifle.", 9, state=State.VOLATILE), task.scope)
        await weave._core.run(weave._core.store.add, [noted])
        await weave.recall("which jar stands on its shelf?", k=3)


Told = list[tuple[str, tuple[str, ...], int, tuple[tuple[str, str, tuple[str, ...]], ...]]]
"""Of each step of a cycle: its name, the ids it removed, how many it left, and what came of each question."""


async def outcome(home: Path, model: str = "") -> tuple[dict[str, bytes], Told]:
    """What a home comes to once nothing is left of its cycle: its files without the record, and what that says."""
    async with opened(home, at(model, home)) as weave:
        await weave.sleeping.run()
        told = [
            (o.step.value, o.ids, o.skipped, tuple((a.action, a.verdict.value, a.made) for a in o.answers))
            for report in await weave.sleeping.reports()
            for o in report.outcomes
        ]
    return files(home), told


def at(model: str, home: Path) -> str:
    """The server's address for one home, so that it is known who asked."""
    return f"{model}/{home.name}/v1" if model else ""


def files(home: Path) -> dict[str, bytes]:
    """Memories, pads, trash and archive, byte for byte."""
    kept = ("memories", "tasks", "trash", "documents")
    return {name: data for name, data in tree(home).items() if name.startswith(kept)}


async def brought_back(home: Path) -> list[Memory]:
    """What a home holds once the last cycle is taken back, also if that was begun before."""
    async with opened(home) as weave:
        await weave.sleeping.undo()
        return sorted(await weave.list(), key=lambda one: one.id)


def cut_off(base: Path, points: str, what: str = "run", model: str = "") -> Iterator[Path]:
    """Homes in which the cycle, or its undoing, was killed: at every `points`th point, or at so many by chance."""
    command = [sys.executable, "-m", "tests.support.sleeping", str(base), what, points, model]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield base.with_name(f"cut-{what}-{line.strip()}")
    assert process.returncode == 0


# -- the killed one ---------------------------------------------------------------------------------------------


async def _work(weave: Weave, what: str) -> None:
    await (weave.sleeping.run() if what == "run" else weave.sleeping.undo())


async def _die(home: Path, point: int, what: str, model: str) -> int:
    """How many points were left when it was over."""
    death = mortal(point)
    async with opened(home, at(model, home)) as weave:
        death.counting = True
        await _work(weave, what)
        death.counting = False
    return death.left


def _killed(base: Path, point: int, what: str, model: str) -> bool:
    """Whether a process of its own was killed at that point; else it reached the end."""
    home = base.with_name(f"cut-{what}-{point}")
    shutil.copytree(base, home)
    child = os.fork()
    if not child:
        left = asyncio.run(_die(home, point, what, model))
        (home / "left").write_text(str(left))
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED), f"the process ended with {status}"
    return status == KILLED


_ENDLESS = 1_000_000


def _by_chance(base: Path, what: str, model: str, points: str) -> Iterator[int]:
    """Points drawn from all that the work has, counted by doing it once."""
    count, _, seed = points.partition("@")
    _killed(base, _ENDLESS, what, model)
    home = base.with_name(f"cut-{what}-{_ENDLESS}")
    total = _ENDLESS - int((home / "left").read_text())
    shutil.rmtree(home)
    yield from sorted(random.Random(seed).sample(range(1, total + 1), min(int(count), total)))


def main() -> None:
    """One forked process a point; in steps, until the end is reached alive."""
    base, what, points, model = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
    for name in ("openai", "weave.analytics.snapshots"):
        importlib.import_module(name)  # once, for all the forked
    drawn = "@" in points
    places = _by_chance(base, what, model, points) if drawn else range(1, 10_000, int(points))
    for point in places:
        killed = _killed(base, point, what, model)
        print(point, flush=True)
        if not killed and not drawn:
            return


if __name__ == "__main__":
    main()
