"""What the year holds, in figures a person can read."""

from __future__ import annotations

import hashlib
from collections import Counter
from datetime import datetime

from tests.bench.year.model import Year


def lines(year: Year) -> list[str]:
    days = Counter(turn.time[:10] for turn in year.turns)
    texts = Counter(turn.text for turn in year.turns)
    ages = _ages(year)
    return [
        f"seed {year.seed}, fingerprint {fingerprint(year)}",
        f"turns {len(year.turns)} in {len({turn.session for turn in year.turns})} sessions on {len(days)} days,"
        f" busiest {max(days.values())}, different texts {len(texts)}",
        f"months {_table(Counter(turn.time[5:7] for turn in year.turns))}",
        f"roles {_table(Counter(turn.role for turn in year.turns))}",
        f"offsets {_table(Counter(turn.time[-6:] for turn in year.turns))}",
        f"templates {year.templates}; noise turns {len(year.noise)}, role-play turns {len(year.roleplay)},"
        f" secrets {len(year.secrets)}",
        f"golds {len(year.golds)} ({_table(Counter(gold.importance for gold in year.golds))}),"
        f" superseding {sum(bool(gold.supersedes) for gold in year.golds)}",
        f"details {_table(Counter(detail.kind for gold in year.golds for detail in gold.details))}",
        f"questions {len(year.questions)} ({_table(Counter(question.kind for question in year.questions))};"
        f" {_table(Counter(question.importance for question in year.questions))})",
        f"asked in month {_table(Counter(question.ask_at[5:7] for question in year.questions))}",
        f"age of the newest evidence: median {ages[len(ages) // 2]} days,"
        f" over 30 days {sum(age > 30 for age in ages)}, over 90 days {sum(age > 90 for age in ages)}",
    ]


def fingerprint(year: Year) -> str:
    """A short hash over turns, golds and questions: two years with the same one are the same."""
    told = repr((year.turns, year.golds, year.questions, year.secrets, sorted(year.noise)))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def _ages(year: Year) -> list[int]:
    times = {turn.id: datetime.fromisoformat(turn.time) for turn in year.turns}
    return sorted(
        (datetime.fromisoformat(question.ask_at) - max(times[turn] for turn in question.evidence)).days
        for question in year.questions
        if question.evidence
    )


def _table(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
