"""The rank over columns is the rank of the rules, and ties are settled the same way every time."""

from __future__ import annotations

import random
from datetime import timedelta

import numpy as np
import pytest

from tests.weave.altale.samples import NOW, note
from weave import scoring
from weave.altale.figures import Figures, Slice
from weave.altale.ranking import best_first, ranks
from weave.model import Memory, Provenance, State


def sliced(memories: list[Memory]) -> tuple[Figures, Slice]:
    figures = Figures(memories)
    return figures, figures.take(figures.rows([memory.id for memory in memories]))


def order(memories: list[Memory], weight: float = 0.2) -> list[str]:
    figures, pool = sliced(memories)
    rank = ranks(pool, np.full(len(memories), 0.5), NOW, weight)
    return [memories[i].text for i in best_first(pool, rank, NOW, figures.ids)]


def test_columns_and_rules_agree() -> None:
    dice = random.Random(3)
    memories = [
        note(
            f"m{n}",
            created=NOW - timedelta(days=dice.uniform(-2, 60)),
            accessed=NOW - timedelta(days=dice.uniform(0, 60)) if n % 2 else None,
            access_count=dice.randrange(40),
            importance=dice.random(),
            state=dice.choice(list(State)),
            provenance=dice.choice(list(Provenance)),
        )
        for n in range(50)
    ]
    _, pool = sliced(memories)
    got = ranks(pool, np.full(50, 0.7), NOW, 0.3)
    assert got.tolist() == pytest.approx([scoring.score(m, 0.7, NOW, 0.3).rank for m in memories])


@pytest.mark.parametrize("days", [0, 10, 3_000])
def test_each_factor_alone_decides_however_old_the_two_are(days: int) -> None:
    at = NOW - timedelta(days=days)
    base = {"created": at, "access_count": 2, "importance": 0.5}
    for better in ({"access_count": 3}, {"importance": 0.6}, {"created": at + timedelta(hours=1)}):
        changed = {**base, **better}
        if days == 0 and "created" in better:
            continue  # both would lie in the future, where recency is 1
        assert order([note("worse", **base), note("better", **changed)]) == ["better", "worse"]


def test_full_ties_go_to_the_newer_and_then_to_the_id() -> None:
    now = [note("a", id="01B"), note("b", id="01A"), note("c", id="01C", created=NOW + timedelta(days=1))]
    assert order(now) == ["c", "b", "a"]
