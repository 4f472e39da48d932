"""A cycle of sleep over a large home without a model: `python -m tests.bench.sleep --memories 100000`.

With `--kills` a small home's cycle, with every step and a scripted model over loopback, is killed where it touches the
disk instead, then its undoing, and what each comes to is compared with one that nobody disturbed: at every such point,
or with `--points` at so many by chance. Prints one line of JSON a figure.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.support.homes import NOW, bare
from tests.support.memories import memory
from tests.support.server import ScriptedServer
from tests.support.sleeping import brought_back, build, cut_off, opened, outcome, scripted
from weave.batches import batches
from weave.model import Memory, MemoryType, State
from weave.weave import Weave

_CALLS = 2
"""Of one action, which a kill before its answer was kept puts again: a summary, and what was missing in it."""
_WORDS = "heron weir jam plum jar cellar bus stamp letter mill barn shelf rain bridge lamp".split()
_TYPES = [MemoryType.EPISODIC, MemoryType.EPISODIC, MemoryType.SEMANTIC, MemoryType.PROCEDURAL]


def main() -> None:
    """Measure, or kill."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kills", action="store_true")
    parser.add_argument("--points", type=int, default=0, help="so many points by chance; all without")
    parser.add_argument("--days", type=int, default=4, help="files that the killed cycle has to write")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "base"
        if arguments.kills:
            points = f"{arguments.points}@{arguments.seed}" if arguments.points else "1"
            asyncio.run(kills(home, arguments.days, points))
        else:
            asyncio.run(measure(home, arguments.memories, random.Random(arguments.seed)))


def tell(**figures: object) -> None:
    """One line."""
    print(json.dumps(figures), flush=True)


def lived(count: int, random_: random.Random) -> Iterator[Memory]:
    """A year of memories: a fifth of them to be forgotten, a tenth in the raw buffer."""
    for number in range(count):
        text = f"{number}: " + " ".join(random_.choices(_WORDS, k=20))
        one = replace(
            memory(text),
            created=NOW - timedelta(hours=random_.random() * 24 * 365),
            type=random_.choice(_TYPES),
            importance=0.2 if number % 5 == 0 else 0.6,
        )
        yield replace(one, state=State.TRANSIENT) if number % 10 == 1 else one


async def measure(home: Path, count: int, random_: random.Random) -> None:
    """Fill a home, recall a twentieth of it, sleep, undo."""
    made = sorted(lived(count, random_), key=lambda one: one.created)
    async with bare(home) as weave:
        for batch in batches(made, 5_000):
            await weave._core.run(weave._core.store.add, batch)
        seen = [one.id for one in made[:: max(1, count // (count // 20))]]
        await weave._core.run(weave._core.catalogue.touch, seen, NOW)
    del made
    tell(filled=count, peak_mb=_peak())
    async with bare(home) as weave:
        gc.freeze()  # as Avery does once its memory is open
        tell(opened=True, peak_mb=_peak())
        for what, work in (("plan", weave.sleeping.plan), ("run", weave.sleeping.run)):
            start = time.monotonic()
            _, stalls, waits = await _watched(weave, work())
            tell(
                what=what,
                seconds=round(time.monotonic() - start, 2),
                loop_ms_p99_max=stalls,
                other_call_ms_p99_max=waits,
                peak_mb=_peak(),
            )
        for report in await weave.sleeping.reports():
            tell(**{one.step.value: [len(one.ids), round(one.seconds, 2)] for one in report.outcomes})
        start = time.monotonic()
        undone = await weave.sleeping.undo()
        tell(what="undo", seconds=round(time.monotonic() - start, 2), back=undone and undone.restored)


async def _watched(weave: Weave, work: object) -> tuple[object, list[float], list[float]]:
    """The result, and how late the loop and another call on the core's thread were, in ms: p99 and most."""
    task = asyncio.ensure_future(work)  # type: ignore[call-overload]
    late: list[float] = []
    calls: list[float] = []

    async def call() -> None:
        while not task.done():
            start = time.monotonic()
            await weave._core.run(weave._core.catalogue.meta, "clean")
            calls.append(time.monotonic() - start)
            await asyncio.sleep(0.02)

    other = asyncio.create_task(call())
    while not task.done():
        start = time.monotonic()
        await asyncio.sleep(0.005)
        late.append(time.monotonic() - start - 0.005)
    await other
    return await task, _tail(late), _tail(calls)


def _tail(values: list[float]) -> list[float]:
    ordered = sorted(values) or [0.0]
    return [round(ordered[int(len(ordered) * 0.99)] * 1000, 1), round(ordered[-1] * 1000, 1)]


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


async def kills(base: Path, days: int, points: str) -> None:
    """A cycle with all steps, and its undoing, killed; raises at the first that comes to something else."""
    with ScriptedServer() as server:
        scripted(server)
        await build(base, days, thinking=True)
        twin = base.with_name("twin")
        shutil.copytree(base, twin)
        _, told = await outcome(twin, server.origin)
        left, asked = await _remembered(twin), _asked(server, twin)
        tell(undisturbed=True, steps=[step for step, *_ in told], questions=asked)
        killed, again = 0, []
        for home in cut_off(base, points, "run", server.origin):
            _, found = await outcome(home, server.origin)
            if (found, await _remembered(home)) != (told, left):
                raise SystemExit(f"{home.name} came to something else")
            again.append(_asked(server, home) - asked)
            shutil.rmtree(home)
            killed += 1
        tell(
            killed=killed, lost=0, doubled=0, questions_more_at_most=max(again), more_on_average=_mean(again)
        )
        if max(again) > _CALLS:
            raise SystemExit("a question was put again that had been answered")
        was, killed = await _remembered(base), 0
        for home in cut_off(twin, points, "undo"):
            if await brought_back(home) != was:
                raise SystemExit(f"{home.name} brought back something else")
            shutil.rmtree(home)
            killed += 1
        tell(killed_undoing=killed, lost=0, doubled=0)


def _asked(server: ScriptedServer, home: Path) -> int:
    """How often this home put a question to the model; the bare list of models is none."""
    return sum(r.path.startswith(f"/{home.name}/") and r.kind != "models" for r in server.requests)


def _mean(values: list[int]) -> float:
    return round(sum(values) / len(values), 3)


async def _remembered(home: Path) -> list[Memory]:
    async with opened(home) as weave:
        await weave.reindex()
        return sorted(await weave.list(), key=lambda one: one.id)


if __name__ == "__main__":
    main()
