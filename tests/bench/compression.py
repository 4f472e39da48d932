"""What summaries keep and cost: `python -m tests.bench.compression [--locomo FILE] [--seed N]`. One line of JSON a figure.

The table of the checker (recall and false alarms by kind); then weeks of the simulated year, and of LoCoMo's
conversations if their file is named: length against the originals, details lost, gold details that stand literally in
the summaries, milliseconds a memory; by extraction, and with replies of models that forget, invent, or do nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.year.generator import generate
from tests.support.summaries import BORNE_OUT, IDLE, LIES, TABLE, TOLD
from weave import ids
from weave.model import Memory, MemoryType, Role, Source, State, Turn
from weave.periods import Period, month_of, week_of
from weave.scribe.importance import is_trivial
from weave.scribe.rules import episode
from weave.sleep.compression.asking import completed, judge
from weave.sleep.compression.bearing import SOURCES, Bearing, bearing
from weave.sleep.compression.checker import Line, ground_of, lost, sentences
from weave.sleep.compression.details import read
from weave.sleep.compression.extract import extract
from weave.sleep.compression.layout import Summary
from weave.sleep.compression.making import portions, summary_memory
from weave.sleep.compression.months import month
from weave.sleep.compression.names import Lowered
from weave.sleep.compression.originals import Originals, originals

SAID = datetime(2026, 9, 28, 12, tzinfo=UTC)
Replying = Callable[[Originals, random.Random], Mapping[str, object]]
Way = Callable[[Originals, Period], Summary]


def main() -> None:
    """All figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    table()
    year = [turn for turn in generate(arguments.seed).turns if not is_trivial(turn.text)]
    weeks = by_week(
        Turn(t.id, Role(t.role), t.speaker, t.text, datetime.fromisoformat(t.time), t.session) for t in year
    )
    measure("year", weeks, arguments.seed)
    gold(weeks, arguments.seed)
    if arguments.locomo:
        measure("locomo", by_week(spoken(arguments.locomo)), arguments.seed)


def tell(**figures: object) -> None:
    """One line."""
    print(json.dumps(figures, ensure_ascii=False), flush=True)


def table() -> None:
    """The checker on its table."""
    found: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for row in TABLE:
        for kind, summary in row.lossy:
            asked[kind] += 1
            found[kind] += bool(_missing(row.original, summary))
    alarms = sum(bool(_missing(row.original, row.faithful)) for row in TABLE)
    idle = sum(bool(read(one, SAID, Lowered.of(IDLE)).details) for one in IDLE)
    tell(checker={kind: [found[kind], asked[kind]] for kind in asked}, false_alarms=[alarms, len(TABLE)])
    tell(idle_sentences_with_details=[idle, len(IDLE)])
    week = _heard(TOLD)
    lies = sum(not week.bears(one, sources=SOURCES) for one in LIES)
    true = sum(not week.bears(one) for one in BORNE_OUT)
    faithful = [(_heard([row.original]), one) for row in TABLE for one in sentences(row.faithful)]
    refused = sum(not original.bears(one) for original, one in faithful)
    tell(lies_refused=[lies, len(LIES)], true_refused=[true + refused, len(BORNE_OUT) + len(faithful)])


def _heard(texts: Sequence[str]) -> Bearing:
    return bearing([(text, sentence, "") for text in texts for sentence in sentences(text)])


def _missing(original: str, summary: str) -> object:
    lowered = Lowered.of([original])
    lines = [Line("M", SAID, one, read(one, SAID, lowered)) for one in sentences(original)]
    return lost(lines, ground_of(summary, SAID))


# -- weeks ----------------------------------------------------------------------------------------------------


def spoken(path: Path) -> Iterable[Turn]:
    """The turns of LoCoMo's conversations."""
    for number, one in enumerate(json.loads(path.read_text(encoding="utf-8"))["conversations"]):
        for turn in one["turns"]:
            said = datetime.fromisoformat(turn["time"])
            said = said if said.tzinfo else said.replace(tzinfo=UTC)
            if not is_trivial(turn["text"]):
                yield Turn(
                    f"{number}:{turn['id']}", Role.USER, turn["speaker"], turn["text"], said, str(number)
                )


def by_week(turns: Iterable[Turn]) -> dict[tuple[str, Period], list[Memory]]:
    """Episodes as the Scribe makes them by rule, by conversation's store and week; those that stay verbatim left out."""
    found: dict[tuple[str, Period], list[Memory]] = defaultdict(list)
    for place, turn in enumerate(turns):
        draft = episode(turn)
        if draft.importance < 0.7:
            store = turn.id.partition(":")[0] if ":" in turn.id else ""
            found[store, week_of(turn.time, UTC)].append(
                Memory(
                    id=ids.derived(turn.time, place, turn.id),
                    type=MemoryType.EPISODIC,
                    title=draft.title,
                    text=draft.text,
                    state=State.ACTIVE,
                    importance=draft.importance,
                    provenance=draft.provenance,
                    created=turn.time,
                    source=Source(turn.conversation, (turn.id,)),
                )
            )
    return found


def measure(name: str, weeks: Mapping[tuple[str, Period], Sequence[Memory]], seed: int) -> None:
    """Each way of summarising these weeks, then their months."""
    read_ = [
        (period, originals(run, UTC)) for (_, period), week in weeks.items() for run in portions(list(week))
    ]
    ways: dict[str, Way] = {"extraction": lambda source, period: extract(source)}
    ways |= {f"model that {what}": _by(reply, seed) for what, reply in REPLIES.items()}
    for what, way in ways.items():
        start = time.process_time()
        made = [way(source, period) for period, source in read_]
        cost = time.process_time() - start
        _tell_ways(name, what, made, [source for _, source in read_], cost)
    _months(name, weeks)


def _tell_ways(
    name: str, way: str, made: Sequence[Summary], sources: Sequence[Originals], cost: float
) -> None:
    letters = sum(source.letters for source in sources)
    count = sum(len(source.memories) for source in sources)
    gone = details = 0
    for summary, source in zip(made, sources, strict=True):
        ground = ground_of(summary.text, source.memories[-1].created, source.lowered)
        gone += sum(len(loss.details) for loss in lost((one.line for one in source.said), ground))
        details += sum(len(one.line.reading.details) for one in source.said)
    ratio = sum(len(summary.text) for summary in made) / letters
    tell(
        text=name,
        way=way,
        memories=count,
        letters=letters,
        ratio=round(ratio, 3),
        details=details,
        lost=gone,
        ms_a_memory=round(cost / count * 1000, 3),
    )


def _by(reply: Replying, seed: int) -> Way:
    random_ = random.Random(seed)

    def way(source: Originals, period: Period) -> Summary:
        known = source.ground()
        known.allow(period.first, period.last)
        return completed(judge(reply(source, random_), source, known), source).summary

    return way


def _forgets(source: Originals, random_: random.Random) -> Mapping[str, object]:
    """Four of five sentences with a detail, and a line of prose."""
    told = [one for one in source.said if one.carries and not one.reply and random_.random() < 0.8]
    listed = [f"{one.day}: {one.line.sentence}" for one in told]
    return {"title": "A week", "text": "It was a week like many.", "key_details": listed}


def _invents(source: Originals, random_: random.Random) -> Mapping[str, object]:
    """The same with a name, a number and a date that nobody said."""
    kept = _forgets(source, random_)
    wild = ["Rodrigo Valparaíso came by.", "It cost 987,654 euros.", "On 1999-12-31 there was a ball."]
    listed = kept["key_details"]
    return {**kept, "key_details": [*(listed if isinstance(listed, list) else []), *wild]}


def _idles(source: Originals, random_: random.Random) -> Mapping[str, object]:
    return {"title": "A week", "text": "A quiet week.", "key_details": []}


REPLIES: dict[str, Replying] = {
    "forgets a fifth": _forgets,
    "forgets and invents": _invents,
    "says nothing": _idles,
}


def _months(name: str, weeks: Mapping[tuple[str, Period], Sequence[Memory]]) -> None:
    months: dict[tuple[str, Period], list[Memory]] = defaultdict(list)
    for (store, period), week in weeks.items():
        for run in portions(list(week)):
            made = summary_memory(period, extract(originals(run, UTC)), run, "")
            months[store, month_of(period)].append(made)
    before = sum(len(one.text) for found in months.values() for one in found)
    after = sum(len(month(found, UTC).text) for found in months.values())
    tell(text=name, months=len(months), letters_of_weeks=before, ratio_to_weeks=round(after / before, 3))


def gold(weeks: Mapping[tuple[str, Period], Sequence[Memory]], seed: int) -> None:
    """The key details of the simulated year that stand literally in the summary of their week, by kind."""
    details = defaultdict(list)
    for one in generate(seed).golds:
        for detail in one.details:
            details[detail.turn].append(detail)
    there: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for week in weeks.values():
        text = extract(originals(week, UTC)).text
        for memory in week:
            for detail in details[memory.source.turns[0]]:
                asked[detail.kind] += 1
                there[detail.kind] += detail.text in text
    tell(gold_details_in_summaries={kind: [there[kind], asked[kind]] for kind in asked})


if __name__ == "__main__":
    main()
