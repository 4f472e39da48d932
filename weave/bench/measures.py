"""How a result is measured: a memory counts only for turns whose words it holds. Pure."""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterable, Sequence

from weave.bench.model import Figures, Measures, Question
from weave.model import Memory, Recall

AMONG = 10
"""Results that count."""
_WORD = re.compile(r"\w+")


def words(text: str) -> frozenset[str]:
    """What a memory must hold of a turn to count for it."""
    return frozenset(_WORD.findall(text.casefold()))


def turns_told(memory: Memory, turns: dict[str, frozenset[str]]) -> set[str]:
    """The turns whose words this memory holds, all but a tenth, among those it says it comes from."""
    mine = words(memory.text)
    return {t for t in memory.source.turns if t in turns and len(turns[t] - mine) <= len(turns[t]) / 10}


def shown(result: Recall) -> list[str]:
    """The text of the first results, as a caller gets them."""
    return [f"[{r.memory.created:%-d %B %Y}] {r.memory.text}" for r in result.memories[:AMONG]]


def measure(question: Question, result: Recall, turns: dict[str, frozenset[str]], tokens: int) -> Measures:
    """rec@10, hit@1, hit@10, all@10 of a result of at most ten memories."""
    told = [turns_told(recalled.memory, turns) for recalled in result.memories[:AMONG]]
    found = question.evidence & set().union(*told)
    return Measures(
        kind=question.kind,
        recall=len(found) / len(question.evidence),
        first=float(bool(told) and bool(told[0] & question.evidence)),
        any=float(bool(found)),
        all=float(found == question.evidence),
        tokens=tokens,
        elapsed_ms=result.elapsed_ms,
        degraded=tuple(f"{one.backend}: {one.reason}" for one in result.degraded),
    )


def summed(rows: Sequence[Measures]) -> tuple[Figures, ...]:
    """The figures of all questions, then of each kind."""
    kinds = sorted({row.kind for row in rows})
    return tuple(_figures(kind, [r for r in rows if kind in ("all", r.kind)]) for kind in ("all", *kinds))


def _figures(kind: str, rows: Sequence[Measures]) -> Figures:
    def mean(values: Iterable[float]) -> float:
        return statistics.fmean(values) if rows else 0.0

    return Figures(
        kind,
        len(rows),
        mean(r.recall for r in rows),
        mean(r.first for r in rows),
        mean(r.any for r in rows),
        mean(r.all for r in rows),
        mean(r.tokens for r in rows),
    )
