"""Two and ten processes write into one home while its owner is killed again and again: `python -m tests.bench.crowd`.

Every write that was acknowledged must be there exactly once. Prints a line each round; status 1 when one is not.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.support.crowd import crowd


def main() -> int:
    """Rounds of a crowd."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--writes", type=int, default=100, help="by each process")
    given = parser.parse_args()
    failed = 0
    for number in range(given.rounds):
        for writers, kills in ((2, 1), (10, 8)):
            begun = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="crowd-") as home:
                pause = 0.05 + 0.1 * (number % 5)
                found = asyncio.run(crowd(Path(home), writers, given.writes, kills, pause))
            failed += bool(found.missing or found.doubled)
            print(
                f"{writers} writers, {found.kills} owners killed: {found.acknowledged} acknowledged, "
                f"{len(found.missing)} missing, {len(found.doubled)} twice ({time.monotonic() - begun:.1f} s)",
                flush=True,
            )
            for line in (*found.missing, *found.doubled):
                print(f"  {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
