"""What recall and the models did, from the logs that are kept of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from weave.analytics.model import HitSource, Latency, Recalls, Tokens
from weave.llm.meter import Tally as Spent
from weave.llm.usage import Outcome
from weave.recalls import WHOLE, RecallLog, Tally, month_before


def recalls(log: RecallLog, today: date) -> Recalls:
    """The last 30 days, and whatever is dated later (a clock that was set back)."""
    return summary(log.since(month_before(today)))


def summary(tally: Tally) -> Recalls:
    """Percentiles and sources; the whole of a recall first, then its backends by name."""
    names = sorted({*tally.times, *tally.failed}, key=lambda name: (name != WHOLE, name))
    return Recalls(
        count=tally.recalls,
        empty=tally.empty,
        latency=tuple(
            Latency(
                name,
                tally.times[name].total() if name in tally.times else 0,
                tally.percentile(name, 0.5),
                tally.percentile(name, 0.95),
                tally.failed[name],
            )
            for name in names
        ),
        sources=tuple(
            HitSource(name, entered, tally.alone[name]) for name, entered in tally.entered.most_common()
        ),
    )


def tokens(tallies: Iterable[Spent]) -> tuple[Tokens, ...]:
    """What was asked of models for each purpose, the dearest first."""
    sums: dict[str, Tokens] = {}
    for one in tallies:
        known = sums.get(one.kind, Tokens(one.kind, 0, 0, 0, 0))
        costs = [cost for cost in (known.cost, one.cost) if cost is not None]
        sums[one.kind] = Tokens(
            purpose=one.kind,
            calls=known.calls + one.calls,
            failed=known.failed + (one.calls if one.outcome is not Outcome.OK else 0),
            prompt=known.prompt + one.prompt,
            completion=known.completion + one.completion,
            cost=sum(costs) if costs else None,
        )
    return tuple(sorted(sums.values(), key=lambda t: (-(t.prompt + t.completion), t.purpose)))
