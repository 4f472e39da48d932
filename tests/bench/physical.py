"""Measures Physical Memory: durable appends, and searches over homes of several sizes.

    uv run python -m tests.bench.physical [--sizes 1000 10000 100000] [--seed 1]

Texts are made up: 60 words drawn from 8,000 by Zipf's law, with names that stand in a third of all entries, so
that questions hold rare, common and ubiquitous words. CPU seconds stand beside the wall time, since another
program on the machine changes only the latter.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from weave import ids
from weave.backends.physical import PhysicalMemory
from weave.model import Memory, MemoryType, Provenance, State
from weave.ports import Query

START = datetime(2024, 1, 1, tzinfo=UTC)
NAMES = ("Maribel", "Lindqvist", "Baptiste")
QUESTIONS = 60


def words(seed: int) -> list[str]:
    """8,000 words, the most frequent first, some accented, some Chinese."""
    draw = random.Random(seed)
    plain = [
        "".join(draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(draw.randint(2, 4)))
        for _ in range(7600)
    ]
    accented = [word.replace("a", "á", 1).replace("e", "é", 1) for word in plain[3000:3300]]
    chinese = ["".join(chr(draw.randint(0x4E00, 0x5E00)) for _ in range(2)) for _ in range(100)]
    return [*plain[:3000], *accented, *chinese, *plain[3000:]]


def memories(count: int, days: int, vocabulary: Sequence[str], seed: int) -> Iterator[Memory]:
    """`count` memories over `days` days, oldest first."""
    draw = random.Random(seed)
    weights = [1 / (rank + 10) ** 0.9 for rank in range(len(vocabulary))]
    for n in range(count):
        moment = START + timedelta(days=n * days // count, seconds=n % 80_000)
        text = [*draw.choices(vocabulary, weights, k=60), draw.choice(NAMES)]
        kind = (MemoryType.EPISODIC, MemoryType.SEMANTIC)[n % 2]
        yield Memory(
            ids.derived(moment, n % 1000, str(n)), kind, " ".join(text[:4]), " ".join(text[4:]), State.ACTIVE,
            0.5, Provenance.USER, moment,
        )  # fmt: skip


def questions(vocabulary: Sequence[str], seed: int) -> list[str]:
    """Five words each, a name in every third."""
    draw = random.Random(seed + 1)
    asked = [" ".join(draw.choices(vocabulary[200:], k=5)) for _ in range(QUESTIONS)]
    return [f"{q} {draw.choice(NAMES)}" if n % 3 == 0 else q for n, q in enumerate(asked)]


def cpu() -> float:
    """CPU seconds of this process and of the rg runs that ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """(wall, CPU) milliseconds."""
    wall, used = time.perf_counter(), cpu()
    work()
    return (time.perf_counter() - wall) * 1000, (cpu() - used) * 1000


def measure(count: int, seed: int) -> None:
    """One home of `count` memories, its figures printed as a row."""
    vocabulary = words(seed)
    with tempfile.TemporaryDirectory() as folder:
        physical = PhysicalMemory(Path(folder), UTC)
        days = max(10, min(1000, count // 66))
        batch = list(memories(count, days, vocabulary, seed))
        written, _ = timed(lambda: physical.append(batch))
        files = sum(1 for _ in physical.scan())
        fresh = PhysicalMemory(Path(folder), UTC)
        asked = questions(vocabulary, seed)
        first, _ = timed(lambda: fresh.search_detailed(Query(asked[0], START)))
        figures = [timed(partial(fresh.search_detailed, Query(q, START))) for q in asked]
        names, _ = timed(lambda: fresh.search_detailed(Query(" ".join(NAMES), START)))
    wall = sorted(w for w, _ in figures)
    used = statistics.median(c for _, c in figures)
    print(
        f"{count:>8} {files:>6} {count / written * 1000:>10.0f}/s {first:>9.0f} {statistics.median(wall):>8.1f} "
        f"{wall[int(len(wall) * 0.95)]:>8.1f} {used:>8.1f} {names:>10.0f}"
    )


def main() -> None:
    """Read the arguments, print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("memories  files    appended  first ms   p50 ms   p95 ms  cpu p50  in all ms")
    for size in given.sizes:
        measure(size, given.seed)


if __name__ == "__main__":
    main()
