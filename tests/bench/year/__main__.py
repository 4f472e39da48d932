"""A year of daily use in a real home: `python -m tests.bench.year [--seed N] [--months M] [--model gold|inflating|none]`.

Every turn is said through the product at its own time, every task ends, every six hours the memory may sleep, and
questions are put along the way. After each month all that was asked so far is asked again, of the memories and of
the documents. Printed: a table of the months, then the bars; exit status 1 when one is missed. `--plot FILE` draws
the months as SVG, `--record FILE` writes them as lines of JSON. `--vectors` takes the bundled embedder in (slow).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.year.figures import Growth, Share, growth, record, table
from tests.bench.year.generator import generate
from tests.bench.year.gold_model import GoldModel
from tests.bench.year.play import opened
from tests.bench.year.plot import svg
from tests.bench.year.survey import Survey, secrets_left
from weave.ports import Models


def main() -> int:
    """Play, print, judge."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--months", type=int, default=12, choices=range(1, 13), metavar="1..12")
    parser.add_argument("--model", choices=("gold", "inflating", "none"), default="none")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        survey, missed = asyncio.run(played(given, Path(folder)))
    print(table(survey.months))
    if given.plot:
        given.plot.write_text(svg(survey.months), "utf-8")
    if given.record:
        given.record.write_text("".join(json.dumps(record(m)) + "\n" for m in survey.months), "utf-8")
    return 1 if missed else 0


async def played(given: argparse.Namespace, home: Path) -> tuple[Survey, list[str]]:
    """The year, and the bars that it missed."""
    year = generate(given.seed)
    chat = GoldModel(year, inflating=given.model == "inflating") if given.model != "none" else None
    async with opened(year, home, vectors=given.vectors, models=Models(chat=chat)) as play:
        survey = Survey(play)
        for month in range(1, given.months + 1):
            start = time.monotonic()
            await play.month(month)
            said = time.monotonic() - start
            seen = await survey.look(month)
            rest = time.monotonic() - start - said
            print(
                f"month {month}: {seen.turns} turns, played {said:.0f} s, looked {rest:.0f} s",
                file=sys.stderr,
            )
        findable, recoverable = await survey.unfindable(), await survey.recoverable()
        missed = bars(survey, findable, recoverable)
    return survey, missed


def bars(survey: Survey, findable: Share, recoverable: Share) -> list[str]:
    """Print each bar with its figure; return what is missed."""
    last, judge = survey.months[-1], survey.play.judge
    grown = growth(survey.months) if len(survey.months) > 1 else None
    secrets = secrets_left(survey.play)
    lines = [
        ("memories made", f"{last.made}", len(survey.months) < 12 or last.made >= 10_000),
        ("worth 0.7 and more: still there", f"{last.important}", last.important.value == 1),
        ("worth 0.7 and more: found by their words", f"{findable}", findable.value == 1),
        ("gold details of compressed weeks: kept", f"{last.details}", last.details.value == 1),
        ("gold details of compressed weeks: found", f"{recoverable}", recoverable.value == 1),
        ("taken away against the rule", f"{len(judge.unlawful)} of {len(judge.gone)}", not judge.unlawful),
        ("growth", _growth(grown), grown is None or grown.sublinear),
        ("pasted secrets left in the home", f"{len(secrets)}", not secrets),
    ]
    for name, figure, good in lines:
        print(f"{'ok  ' if good else 'MISS'} {name}: {figure}")
    for sentence in [*judge.unlawful[:10], *survey.missing[:20]]:
        print(f"     {sentence}")
    return [name for name, _, good in lines if not good]


def _growth(grown: Growth | None) -> str:
    if grown is None:
        return "needs two months"
    return (
        f"per 1,000 turns {grown.memories[0]:.0f} memories in the first half, {grown.memories[1]:.0f} in the second; "
        f"kB {grown.bytes[0] / 1000:.0f} and {grown.bytes[1] / 1000:.0f}; exponent {grown.exponent:.2f}"
    )


if __name__ == "__main__":
    sys.exit(main())
