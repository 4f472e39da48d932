"""Whatever is said, ended, thrown away, decided, edited and cut off in whatever order, what is known keeps its promises.

The long form: `python -m tests.bench.histories --runs 500`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.lives import GRAPHED, Life, told_again

SEEDS = (101, 7)
LENGTH = 18


@pytest.mark.parametrize("seed", SEEDS)
def test_a_life_with_kills_keeps_its_promises_and_told_again_comes_to_the_same(
    seed: int, tmp_path: Path
) -> None:
    assert told_again(tmp_path, seed, LENGTH, kills=0.2) > 0


def test_in_the_graph_too_nothing_of_an_unfinished_task_is_global(tmp_path: Path) -> None:
    life = Life(tmp_path, GRAPHED)
    try:
        life.live(7, 14, kills=0.0)
        assert life.looked_at_the_graph()
    finally:
        life.done()
