"""Many drawn lives of a home against the promises: `python -m tests.bench.histories --runs 200`.

Each life (statements, tasks, decisions, edits by hand, kills) is watched step by step and told again in a fresh home;
the first broken promise of each is printed with its seed, and the command fails if there was one.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.support.lives import GRAPHED, Life, told_again


def main() -> None:
    """So many lives; exit status 1 if one broke a promise."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--length", type=int, default=40, help="steps of a life")
    parser.add_argument("--kills", type=float, default=0.2, help="how many steps are killed half-way, 0 to 1")
    parser.add_argument(
        "--graph", action="store_true", help="with a real graph behind each home, and no kills"
    )
    arguments = parser.parse_args()
    broken, killed = 0, 0
    for seed in range(arguments.seed, arguments.seed + arguments.runs):
        with tempfile.TemporaryDirectory() as folder:
            try:
                if arguments.graph:
                    graphed(Path(folder), seed, arguments.length)
                else:
                    killed += told_again(Path(folder), seed, arguments.length, kills=arguments.kills)
            except AssertionError as error:
                broken += 1
                sys.stdout.write(f"seed {seed}: {error}\n")
    sys.stdout.write(f"{arguments.runs} lives, {killed} kills: {broken} broke a promise\n")
    sys.exit(1 if broken else 0)


def graphed(folder: Path, seed: int, length: int) -> None:
    """One life with a graph. AssertionError says which promise was broken."""
    life = Life(folder, GRAPHED)
    try:
        life.live(seed, length, kills=0.0)
        assert life.looked_at_the_graph()
    finally:
        life.done()


if __name__ == "__main__":
    main()
