"""Self-check of the year: `python -m tests.bench.year.check [SEED]`. Prints what is wrong, then statistics.

Deterministic; ids unique; times rise; every key detail stands literally in its turn; what is asked about a detail
stands in the evidence; evidence is older than its question; no gold in noise; secrets where they are said to be.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime

from tests.bench.year.generator import generate
from tests.bench.year.matching import answered
from tests.bench.year.model import Question, Year
from tests.bench.year.slots import SLOT
from tests.bench.year.statistics import lines

LEAST = {"turns": 10_000, "days": 300, "templates": 400, "golds": 300, "questions": 600}
POLAR = {"yes", "no", "not", "nein"}


def faults(year: Year) -> list[str]:
    """One sentence for each thing that is wrong."""
    return [*_turns(year), *_golds(year), *_questions(year), *_secrets(year), *_sizes(year)]


def _turns(year: Year) -> Iterator[str]:
    yield from _twice("turn id", (turn.id for turn in year.turns))
    times = [datetime.fromisoformat(turn.time) for turn in year.turns]
    for before, turn, after in zip(times, year.turns[1:], times[1:], strict=False):
        if after <= before:
            yield f"{turn.id} is not later than the turn before it"
    for turn in year.turns:
        if not turn.text.strip() or SLOT.search(turn.text):
            yield f"{turn.id} is empty or has an open slot"


def _golds(year: Year) -> Iterator[str]:
    yield from _twice("gold id", (gold.id for gold in year.golds))
    texts = {turn.id: turn.text for turn in year.turns}
    names = {gold.id for gold in year.golds}
    for gold in year.golds:
        if not gold.why:
            yield f"{gold.id} does not say why it matters"
        for detail in gold.details:
            if detail.text not in texts[detail.turn]:
                yield f"{gold.id}: {detail.text!r} does not stand in {detail.turn}"
        if year.noise & set(gold.turns):
            yield f"{gold.id} lies in noise"
        if not gold.details:
            yield f"{gold.id} has no detail"
        yield from (
            f"{gold.id} supersedes {old}, which is not there" for old in gold.supersedes if old not in names
        )


def _questions(year: Year) -> Iterator[str]:
    yield from _twice("question", (f"{question.text} at {question.ask_at}" for question in year.questions))
    times = {turn.id: datetime.fromisoformat(turn.time) for turn in year.turns}
    texts = {turn.id: turn.text for turn in year.turns}
    for question in year.questions:
        asked = datetime.fromisoformat(question.ask_at)
        if any(times[turn] >= asked for turn in question.evidence):
            yield f"{question.id} ({question.text}) is asked before its evidence"
        if question.kind == "never":
            if question.answers or question.evidence:
                yield f"{question.id} has an answer, though nobody ever said it"
        elif not question.evidence or not question.answers:
            yield f"{question.id} ({question.text}) has no evidence or no answer"
        elif POLAR & set(question.answers):
            yield f"{question.id} ({question.text}) is answered by a mere yes or no, which any text holds"
        elif question.kind != "count" and not _stands(question, texts):
            yield f"{question.id} ({question.text}): none of {question.answers} stands in its evidence"
        elif question.kind == "count" and question.answers != (str(len(question.evidence)),):
            yield f"{question.id} ({question.text}) counts wrongly"


def _stands(question: Question, texts: dict[str, str]) -> bool:
    return answered(question, "\n".join(texts[turn] for turn in question.evidence))


def _secrets(year: Year) -> Iterator[str]:
    texts = {turn.id: turn.text for turn in year.turns}
    for secret in year.secrets:
        if secret.text not in texts[secret.turn]:
            yield f"the secret of {secret.turn} is not in it"


def _sizes(year: Year) -> Iterator[str]:
    days = len({turn.time[:10] for turn in year.turns})
    have = {
        "turns": len(year.turns),
        "days": days,
        "templates": year.templates,
        "golds": len(year.golds),
        "questions": len(year.questions),
    }
    yield from (
        f"only {have[name]} {name}, not {least}" for name, least in LEAST.items() if have[name] < least
    )


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    yield from (f"{what} {name!r} is there {n} times" for name, n in Counter(names).items() if n > 1)


def main() -> int:
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    year = generate(seed)
    found = faults(year)
    if generate(seed) != year:
        found.append("two runs with one seed differ")
    for fault in found:
        print(f"FAULT {fault}")
    print("\n".join(lines(year)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
