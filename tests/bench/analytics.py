"""The figures of a large home: `python -m tests.bench.analytics --memories 100000`.

Prints one line of JSON a figure: how long `stats` takes, how late the event loop and another call on the core's thread
were meanwhile, and how long finding near-identical texts takes where there are the most of them.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.bench.sleep import _watched, lived, tell
from tests.support.homes import bare
from weave.analytics.duplicates import Texts, twins
from weave.backends.words import words_of
from weave.batches import batches
from weave.catalogue_schema import said_of

_PLACES = "Cebu Davao Ghent Lisbon Osaka Quito Riga Salta Turku Ulm Vaasa York".split()
HARD: Mapping[str, Callable[[int], str]] = {
    "the same": lambda n: f"The kettle hums a quiet song in the old mill by the weir {'indeed ' * (n % 50)}",
    "forms with names": lambda n: (
        f"The committee met in {_PLACES[n % 12]} with {_PLACES[n // 12 % 12]} about plums"
    ),
    "forms with numbers": lambda n: (
        f"Filter number {n} fits the hood in the flat of the old mill number {n % 97}"
    ),
}


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "home", arguments.memories, random.Random(arguments.seed)))
    for name, said in HARD.items():
        tell(texts=name, **compare([said(number) for number in range(arguments.memories)]))


async def measure(home: Path, count: int, random_: random.Random) -> None:
    """Fill a home, and ask for its figures three times."""
    made = sorted(lived(count, random_), key=lambda one: one.created)
    async with bare(home) as weave:
        for batch in batches(made, 5_000):
            await weave._core.run(weave._core.store.add, batch)
    del made
    async with bare(home) as weave:
        for _ in range(3):
            start, used = time.monotonic(), time.process_time()
            _, stalls, waits = await _watched(weave, weave.analytics.stats())
            tell(
                what="stats",
                memories=count,
                seconds=round(time.monotonic() - start, 2),
                processor_seconds=round(time.process_time() - used, 2),
                loop_ms_p99_max=stalls,
                other_call_ms_p99_max=waits,
            )


def compare(said: Sequence[str]) -> dict[str, object]:
    """How long finding the near-identical among these takes, and how many are found."""
    texts = Texts()
    by_id = {f"{number:07}": text for number, text in enumerate(said)}
    for id_, text in by_id.items():
        texts.add(id_, "semantic", said_of(text), text, words=words_of("", text), learned=float(id_))
    start = time.process_time()
    found = twins(texts, lambda ids: {id_: by_id[id_] for id_ in ids})
    return {"found": len(found), "processor_seconds": round(time.process_time() - start, 2)}


if __name__ == "__main__":
    main()
