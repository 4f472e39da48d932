"""Kill a working process at random moments, many times: `python -m tests.bench.crash --runs 200`."""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
from pathlib import Path

from tests.support.crash import Ledger, check, worker


def main() -> None:
    """One home, killed and opened again `--runs` times; ends with the first thing found wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", type=int, default=25, help="begin a new home after so many runs")
    arguments = parser.parse_args()
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


if __name__ == "__main__":
    main()
