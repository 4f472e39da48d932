"""Kill a working process at random moments, many times: `python -m tests.bench.crash --runs 200`.

With `--ends` the end of one task is killed at every point where it touches the disk instead, without a model and
with one, and what each comes to is compared byte for byte with an end that nobody disturbed.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
from pathlib import Path

from tests.support.consolidating import build, cut_off, outcome
from tests.support.crash import Ledger, check, worker
from tests.support.server import ScriptedServer


def main() -> None:
    """One home, killed and opened again `--runs` times; ends with the first thing found wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", type=int, default=25, help="begin a new home after so many runs")
    parser.add_argument("--ends", action="store_true", help="kill the end of a task at each of its points")
    arguments = parser.parse_args()
    if arguments.ends:
        with ScriptedServer() as server:
            for url in ("", server.url):
                asyncio.run(ends(url))
        return
    moment = random.Random(arguments.seed)
    home, ledger, steps = Path(tempfile.mkdtemp()), Ledger(), 0
    for run in range(arguments.runs):
        if run and run % arguments.fresh == 0:
            shutil.rmtree(home)
            home, ledger = Path(tempfile.mkdtemp()), Ledger()
        lines = worker(home, arguments.seed * 100_000 + run, moment)
        ledger.take(lines)
        steps += sum(line.startswith("ok") for line in lines)
        asyncio.run(check(home, ledger))
    shutil.rmtree(home)
    print(f"{arguments.runs} kills, {steps} acknowledged steps: nothing lost, nothing twice")


async def ends(url: str) -> None:
    """Every point of one task's end."""
    folder = Path(tempfile.mkdtemp())
    base, twin = folder / "base", folder / "twin"
    await build(base)
    shutil.copytree(base, twin)
    expected, points = await outcome(twin, url), 0
    for home, _ in cut_off(base, url):
        found = await outcome(home, url)
        assert found == expected, f"{home}: killed at this point the end comes to something else"
        shutil.rmtree(home)
        points += 1
    shutil.rmtree(folder)
    model = "with a model" if url else "by rule"
    print(f"{points} points of a task's end, {model}: the same bytes and the same report at each")


if __name__ == "__main__":
    main()
