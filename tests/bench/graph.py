"""How fast the graph is: loading, searching, closing, opening again, and its memory.

    uv run python -m tests.bench.graph --memories 10000

The memories are made up: one person who states much, a few dozen friends, and names that few share. Figures are
wall-clock milliseconds over a socket to the embedded server, on whatever else the machine is doing.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from tests.support.memories import NOW
from weave import ids
from weave.backends.graph import GraphMemory
from weave.model import Fact, Memory, MemoryType, Provenance, State
from weave.ports import Query

FIRST = [
    f"{a}{b}" for a in "Ka Mi Ro Ta Lu Be No Si".split() for b in "rin lan vek mos dia tor nel sha".split()
]
LAST = [
    f"{a}{b}"
    for a in "Or Du Fe Gal Hav Ing Pol Vas".split()
    for b in "berg mann idez ovic aki ström ney war".split()
]
VERBS = ["works at", "lives in", "is married to", "owns", "likes", "visited", "studies", "is allergic to"]


def made(number: int, seed: int) -> list[Memory]:
    """Memories with one to two facts each, or none but names in the text."""
    dice = random.Random(seed)
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    memories = []
    for place in range(number):
        someone, other = dice.choice(names), f"thing {dice.randrange(number)}"
        facts = [Fact(ids.new(NOW), "user", dice.choice(VERBS), someone)] if place % 3 == 0 else []
        if place % 4 != 1:
            facts.append(Fact(ids.new(NOW), someone, dice.choice(VERBS), other))
        text = f"Caroline: we talked with {someone} about {other} and the Blue Lagoon {dice.randrange(300)}"
        memories.append(
            Memory(
                id=ids.new(NOW),
                type=MemoryType.SEMANTIC,
                title=text[:40],
                text=text,
                state=State.ACTIVE,
                importance=0.5,
                provenance=Provenance.USER,
                created=NOW,
                facts=tuple(facts),
            )
        )
    return memories


def questions(number: int, seed: int) -> list[str]:
    """Questions about one person, about two, about the user, and about no one."""
    dice = random.Random(seed)
    forms = [
        "What does {a} own?",
        "Do {a} and {b} know each other?",
        "Where did I work with {a}?",
        "Where do I live?",
    ]
    forms += [
        "what about {c} and thing 77?",
        "is it raining in the hills",
        "What did Caroline say about {a}?",
    ]
    return [
        forms[place % len(forms)].format(
            a=f"{dice.choice(FIRST)} {dice.choice(LAST)}",
            b=f"{dice.choice(FIRST)} {dice.choice(LAST)}",
            c=dice.choice(FIRST).lower(),
        )
        for place in range(number)
    ]


def tell(what: str, value: str) -> None:
    sys.stdout.write(f"{what:<28}{value}\n")


def spread(times: Sequence[float]) -> str:
    ordered = sorted(times)
    return f"p50 {statistics.median(ordered) * 1000:.1f} ms   p95 {ordered[int(len(ordered) * 0.95)] * 1000:.1f} ms"


def timed(call: object, *args: object) -> float:
    started = time.perf_counter()
    call(*args)  # type: ignore[operator]
    return time.perf_counter() - started


def measure(number: int, asked: int, folder: Path) -> None:
    graph = GraphMemory(folder)
    tell("first start", f"{timed(graph.open):.2f} s")
    try:
        memories = made(number, 1)
        load = timed(graph.upsert, memories)
        tell("load", f"{load:.2f} s, {number / load:.0f} memories/s")
        graph.search(Query("warm", NOW))
        tell("search", spread([timed(graph.search, Query(text, NOW)) for text in questions(asked, 2)]))
        some = random.Random(3).sample(memories, min(50, number))
        tell("upsert of one again", spread([timed(graph.upsert, [one]) for one in some]))
        tell("delete of one", spread([timed(graph.delete, [one.id]) for one in some]))
        process = graph._link.process
        if process is not None and process.record is not None:
            tell("server's memory", f"{psutil.Process(process.record.pid).memory_info().rss / 2**20:.0f} MB")
        tell("purge's rewrite", f"{timed(graph.scrub):.2f} s")
        graph.upsert(memories[: number // 2])
        tell("close", f"{timed(graph.close):.2f} s")
        tell("open again", f"{timed(graph.open):.2f} s")
        tell("disk", f"{sum(p.stat().st_size for p in folder.rglob('*') if p.is_file()) / 2**20:.1f} MB")
    finally:
        graph.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=210)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(given.memories, given.questions, Path(folder))


if __name__ == "__main__":
    main()
