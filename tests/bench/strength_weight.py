"""How far strength may move the ranking: rec@10 for several `recall.strength_weight`, and the default from it.

    uv run python tests/bench/strength_weight.py --data locomo-dev.json [--vectors CACHE.sqlite] [--limit N]

Each conversation is stored once and asked once for every weight, at the moment the data set names, so that old
facts have a recency of nearly nothing. The default is the largest weight below 1 that costs at most .005 rec@10
against none at all (weight 0, which config.toml does not take: relevance, state and trust alone).
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from tests.bench.conversations import RememberedVectors, configured
from weave.bench.formats import load
from weave.bench.measures import measure, words
from weave.bench.model import Name, Talk
from weave.bench.running import Setting, stored
from weave.ports import Models
from weave.weave import Weave

WEIGHTS = (0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9, 0.99)
ALLOWED = 0.005


async def asked(
    talk: Talk, home: Path, embedder: RememberedVectors, weight: float
) -> list[tuple[float, float]]:
    """(recall at ten, hit at one) of each question, with this weight."""
    turns = {turn.id: words(turn.text) for turn in talk.turns}
    config = configured(vectors=True, graph=False, weight=weight)
    rows = []
    clock = talk.clock()
    async with Weave.open(home, config=config, clock=clock, models=Models(embedder=embedder)) as weave:
        for question in talk.questions:
            clock.now = question.now
            result = await weave.recall(question.text, k=10, count=False)
            found = measure(question, result, turns, 0)
            rows.append((found.recall, found.first))
    return rows


async def run(talks: list[Talk], embedder: RememberedVectors) -> dict[float, list[tuple[float, float]]]:
    """All questions for all weights."""
    rows: dict[float, list[tuple[float, float]]] = {weight: [] for weight in WEIGHTS}
    for talk in talks:
        with tempfile.TemporaryDirectory() as folder:
            setting = Setting(configured(vectors=True, graph=False), embedder)
            async with stored(talk, Path(folder), setting, talk.clock()):
                pass
            for weight in WEIGHTS:
                rows[weight] += await asked(talk, Path(folder), embedder, weight)
    return rows


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Measure recall.strength_weight.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--set", choices=[name.value for name in Name], default="locomo", dest="kind")
    parser.add_argument("--vectors", type=Path, default=Path("recall-vectors.sqlite"))
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    talks = load(Name(options.kind), options.data, options.limit)
    rows = asyncio.run(run(talks, RememberedVectors(options.vectors)))
    recall = {weight: sum(r for r, _ in found) / len(found) for weight, found in rows.items()}
    first = {weight: sum(f for _, f in found) / len(found) for weight, found in rows.items()}
    for weight in WEIGHTS:
        print(f"w {weight:4}  rec@10 {recall[weight]:.4f}  hit@1 {first[weight]:.4f}")
    fits = [weight for weight in WEIGHTS[1:] if recall[weight] >= recall[0.0] - ALLOWED]
    print(f"largest that costs at most {ALLOWED}: {max(fits) if fits else 'none'}")


if __name__ == "__main__":
    main()
