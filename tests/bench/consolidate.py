"""How long the end of a task takes, by the size of the task and by the size of what is known.

    uv run python -m tests.bench.consolidate [--entities 10000 100000] [--facts 50 200 800]

What is known: one memory with one fact for each entity, spread over two years of day files, and a tenth as many
facts about the person, under two hundred predicates. A task: half its facts are about new entities, the rest
change, contradict or repeat what is known, or are about the person. Measured is `weave.end_task` from the call to
its report, everything durable; the stores index in the background and are left out unless `--stores`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.bench.speed import SeededEmbedder
from tests.support.claims import claim
from tests.support.homes import BARE, NOW
from weave.batches import batches
from weave.clock import fixed_clock
from weave.config import Config
from weave.drafts import in_scope
from weave.model import Change, Memory, State, TaskReport
from weave.ports import Models
from weave.weave import Weave

DAYS = 730
CITIES = [f"City {number}" for number in range(500)]
FIRST = "Ana Bo Chidi Dara Eun Farid Gita Hanne Ivo Jun Kavya Lior Mei Nils Oona Pavel Quim Rosa Sami Tuva".split()
PERSONS_PREDICATES = 200


def person(number: int) -> str:
    """An entity's name; first names are shared by many, as they are."""
    return f"{FIRST[number % len(FIRST)]} Surname{number:06d}"


def lives(number: int, city: str, *, days: int, change: Change = Change.NEW) -> Memory:
    """Somebody's home, known for so many days."""
    made = claim(city, subject=person(number), days=days, state=State.ACTIVE)
    return replace(made, facts=(replace(made.facts[0], change=change),))


def of_the_person(number: int, *, days: int) -> Memory:
    """One of the many things known about the person."""
    predicate = f"trait_{number % PERSONS_PREDICATES}"
    return claim(
        f"value {number}", subject="user", predicate=predicate, single=False, days=days, state=State.ACTIVE
    )


def known(entities: int) -> Iterator[Memory]:
    """What the global scope holds."""
    for number in range(entities):
        yield lives(number, CITIES[number % len(CITIES)], days=30 + number % DAYS)
    for number in range(entities // 10):
        yield of_the_person(number, days=30 + number % DAYS)


def noted(facts: int, entities: int, seed: int) -> Iterator[Memory]:
    """What a task learned."""
    dice = random.Random(seed)
    for number in range(facts):
        someone, day = dice.randrange(entities), 1 + number % 20
        match number % 10:
            case 0 | 1:
                yield lives(someone, f"Elsewhere {seed}-{number}", days=day, change=Change.CHANGE)
            case 2:
                yield lives(someone, f"Nowhere {seed}-{number}", days=day)
            case 3:
                yield lives(someone, CITIES[someone % len(CITIES)], days=day)
            case 4:
                yield of_the_person(1_000_000 + seed * 10_000 + number, days=day)
            case _:
                yield lives(1_000_000 + seed * 10_000 + number, dice.choice(CITIES), days=day)


def opened(home: Path, stores: bool) -> Weave:
    """The home; with `stores` the embedded vectors and graph index beside."""
    config = Config(timezone="UTC") if stores else BARE
    models = Models(embedder=SeededEmbedder()) if stores else None
    return Weave.open(home, config=config, clock=fixed_clock(NOW + timedelta(days=1)), models=models)


async def build(home: Path, entities: int, stores: bool) -> float:
    """Fill a home; seconds."""
    begun = time.perf_counter()
    async with opened(home, stores) as weave:
        for group in batches(list(known(entities)), 5_000):
            await weave._core.run(weave._core.store.add, group)
        await weave.settle()
    return time.perf_counter() - begun


async def end(weave: Weave, facts: int, entities: int, seed: int) -> tuple[float, float, TaskReport]:
    """Seconds that the end of a task of so many facts takes, by the clock and of the processor; what it did."""
    task = await weave.start_task(f"task of {facts}")
    pad = [
        replace(
            in_scope(one, task.scope),
            state=State.VOLATILE,
            facts=(replace(one.facts[0], scope=task.scope, state=State.VOLATILE),),
        )
        for one in noted(facts, entities, seed)
    ]
    await weave._core.run(weave._core.store.add, pad)
    begun, worked = time.perf_counter(), time.process_time()
    report = await weave.end_task(task.id)
    return time.perf_counter() - begun, time.process_time() - worked, report


async def measure(entities: int, sizes: list[int], stores: bool, rounds: int) -> None:
    """One row for each size of task, the middle one of some rounds."""
    home = Path(tempfile.mkdtemp(prefix="weave-consolidate-"))
    try:
        built = await build(home, entities, stores)
        print(f"# {entities:,} entities, built in {built:.0f} s", flush=True)
        async with opened(home, stores) as weave:
            for facts in sizes:
                ends = [await end(weave, facts, entities, 1_000 * facts + one) for one in range(rounds)]
                spent, worked, report = sorted(ends, key=lambda one: one[0])[len(ends) // 2]
                print(
                    f"| {entities:,} | {facts} | {spent:.2f} s | {worked:.2f} s | {1000 * worked / facts:.2f} ms "
                    f"| {report.transferred} | {report.duplicates} | {report.superseded} | {report.contested} |",
                    flush=True,
                )
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main() -> None:
    """The whole table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entities", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--facts", type=int, nargs="+", default=[50, 200, 800])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--stores", action="store_true", help="with the embedded vectors and graph indexing beside"
    )
    given = parser.parse_args()
    print(
        "| known | facts | end | processor | a fact | transferred | duplicates | superseded | contested |\n"
        + "|---" * 9
        + "|"
    )
    for entities in given.entities:
        asyncio.run(measure(entities, given.facts, given.stores, given.rounds))


if __name__ == "__main__":
    main()
