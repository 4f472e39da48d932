"""What the correction of importance does to scorers of several tempers: `python -m tests.bench.importance`.

The turns of the simulated year come through the Scribe's correction in their order, in batches of 16, on a real home,
scored by models that know the gold: an honest one, ones that inflate or deflate it, and ones that say the same of
everything; then by the rules. Of the second half of the year are printed: the share below 0.3 (never recalled, it is
forgotten) and of 0.7 and more (it stays for ever), before and after; how well high gold stands above noise (AUC, 1 is
perfect); of high gold and of noise the share on the right side after it; and inversions: pairs within a batch that
were scored one way and corrected the other, which may only be what health forbids to lower.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations
from pathlib import Path

from tests.bench.year import Turn, Year, generate
from tests.support.homes import bare
from tests.support.memories import memory
from weave import ids
from weave.batches import batches
from weave.importances import corrected
from weave.model import Memory, MemoryType, Role
from weave.scribe.importance import estimate, floor, is_trivial

Says = Callable[[Turn, float], float]
"""What a scorer says of a turn that is worth so much."""

MODELS: dict[str, Says] = {
    "honest": lambda _, worth: worth,
    "inflates (0.8 to 1)": lambda _, worth: 0.8 + 0.2 * worth,
    "inflates (half way)": lambda _, worth: 0.5 + 0.5 * worth,
    "0.8 or 0.9": lambda _, worth: 0.9 if worth > 0.4 else 0.8,
    "deflates (0 to 0.25)": lambda _, worth: 0.25 * worth,
    "0.9 for everything": lambda _, worth: 0.9,
    "0 for everything": lambda _, worth: 0.0,
    "the rules": lambda turn, _: estimate(turn.text, Role(turn.role)),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A turn's class (high, low or noise), raw score and its correction, and whether health is spoken of."""

    kind: str
    raw: float
    value: float
    vital: bool


def worths(year: Year, seed: int) -> list[tuple[Turn, str, float]]:
    """The turns that say something, with their class and what they are worth: noise 0.1, low 0.45, high 0.85."""
    draw = random.Random(seed)
    gold = {turn: one.importance for one in year.golds for turn in one.turns}
    middle = {"high": 0.85, "low": 0.45, "noise": 0.1, "other": 0.35}
    found = []
    for turn in year.turns:
        if turn.role == "assistant" or is_trivial(turn.text):
            continue
        kind = gold.get(turn.id) or ("noise" if turn.id in year.noise else "other")
        worth = min(1.0, max(0.0, middle[kind] + draw.gauss(0, 0.1)))
        found.append((turn, kind, worth))
    return found


def thinned(rows: Sequence[tuple[Turn, str, float]], seed: int) -> list[tuple[Turn, str, float]]:
    """As a model has it: of the chatter one turn in twelve becomes part of a memory."""
    draw = random.Random(seed)
    return [row for row in rows if row[1] != "noise" or draw.random() < 1 / 12]


def _memory(number: int, turn: Turn, raw: float) -> Memory:
    time = datetime.fromisoformat(turn.time)
    made = replace(memory(turn.text), id=ids.derived(time, number % 1000, turn.id), created=time)
    return replace(made, type=MemoryType.EPISODIC, importance=raw, importance_raw=raw)


async def scored(
    home: Path, rows: Sequence[tuple[Turn, str, float]], says: Says, *, model: bool
) -> list[Row]:
    """The second half, after the whole was corrected in its order; with the inversions within each batch."""
    made = [
        (kind, _memory(n, turn, round(min(1.0, max(0.0, says(turn, worth))), 2)))
        for n, (turn, kind, worth) in enumerate(rows)
    ]
    found: list[Row] = []
    async with bare(home) as weave:
        for batch in batches(made, 16):
            plain = [one for _, one in batch]
            by_model = {one.id for one in plain} if model else frozenset[str]()
            after = await weave._core.run(corrected, weave._core.store, plain, by_model)
            found += [
                Row(kind, old.importance, new.importance, bool(floor(old.text)))
                for (kind, old), new in zip(batch, after, strict=True)
            ]
    return found


def inversions(rows: Sequence[Row]) -> int:
    """Pairs within a batch in the wrong order, but for those where health holds the lower one up."""
    return sum(
        (a.raw - b.raw) * (a.value - b.value) < 0 and not (a.vital or b.vital)
        for batch in batches(rows, 16)
        for a, b in combinations(batch, 2)
    )


def auc(above: Sequence[float], below: Sequence[float]) -> float:
    """The chance that one of the first stands above one of the second; ties count half."""
    ordered = sorted(below)
    places = [(bisect_left(ordered, one) + bisect_right(ordered, one)) / 2 for one in above]
    return sum(places) / len(places) / len(ordered)


def line(name: str, rows: Sequence[Row]) -> str:
    """One scorer's figures."""
    half = rows[len(rows) // 2 :]
    raw, value = [r.raw for r in half], [r.value for r in half]
    high, noise = [r for r in half if r.kind == "high"], [r for r in half if r.kind == "noise"]

    def share(values: Sequence[float], low: float, top: float) -> float:
        return sum(low <= one < top for one in values) / len(values)

    figures = [
        *(share(raw, 0, 0.3), share(value, 0, 0.3), share(raw, 0.7, 2), share(value, 0.7, 2)),
        auc([r.raw for r in high], [r.raw for r in noise]),
        auc([r.value for r in high], [r.value for r in noise]),
        share([r.value for r in high], 0.3, 2),
        share([r.value for r in high], 0.7, 2),
        share([r.value for r in noise], 0, 0.3),
        sum(abs(a - b) for a, b in zip(raw, value, strict=True)) / len(raw),
    ]
    return f"{name:22}" + "".join(f"{one:8.3f}" for one in figures) + f"{inversions(rows):8}"


async def measured(seed: int) -> None:
    """The table."""
    rows = worths(generate(seed), seed)
    heads = ["<.3", "now", ">=.7", "now", "AUC", "now", "hi>=.3", "hi>=.7", "noise<.3", "moved", "invers."]
    print(f"{'scorer':22}" + "".join(f"{head:>8}" for head in heads))
    for name, says in MODELS.items():
        model = name != "the rules"
        with tempfile.TemporaryDirectory() as folder:
            taken = thinned(rows, seed) if model else rows
            print(line(name, await scored(Path(folder), taken, says, model=model)), flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(measured(parser.parse_args().seed))


if __name__ == "__main__":
    main()
