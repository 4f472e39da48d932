"""A simulated year of daily use, with gold written before any rule: `generate(seed)` gives it.

Mira Castellanos, hydrologist, lives in Leipzig, from June on in Hamburg. The episodes are written by hand (`life/`,
`noise/`, `routine_talk.py`) in the notation of `script.py`; the seed decides days, slots and small talk.
`python -m tests.bench.year.check` verifies the whole and prints its statistics.
"""

from __future__ import annotations

from tests.bench.year.generator import generate
from tests.bench.year.model import Detail, Gold, Question, Secret, Turn, Year

__all__ = ["Detail", "Gold", "Question", "Secret", "Turn", "Year", "generate"]
