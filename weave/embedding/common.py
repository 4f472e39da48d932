"""What all questions have in common, taken off a question before it is searched with.

In the bundled model's space some texts lie near every question whatever it asks (hubs): short ones, and those
in the question's own language. That nearness is the part of a question which every question shares, so some of
it is subtracted from the question's vector alone; stored vectors stay as the model made them. Measured on whole
recalls: LoCoMo rec@10 .777 -> .786, BEAM hit@1 .465 -> .500, 35 pairs without shared words, 26 of them across
languages, MRR .43 -> .54.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from weave.ports import Vector

SHARE = 0.45
"""Of the common part that is taken off. From 0.6 on BEAM loses recall, and pairs across languages gain little more."""
LEVELS = {"multilingual-e5-small-q4": 0.7921}
"""By embedder: the mean product of the common part and a text, by tests/bench/common_question.py."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is searched with, and how what is found reads as a cosine of the plain question."""

    vector: Vector
    length: float = 1.0
    level: float = 0.0

    def cosine(self, found: float) -> float:
        """The cosine that a text found with `vector` would have if it were no more of a hub than others."""
        return found * self.length + self.level


def aim(embedder: str, question: Vector) -> Aim:
    """What to search with for `question`, a unit vector of the model `embedder`; itself for an unfitted model."""
    if embedder not in LEVELS:
        return Aim(question)
    rest = question - SHARE * common_part(embedder)
    length = float(np.linalg.norm(rest))
    if length < 1e-6:
        return Aim(question)
    return Aim((rest / length).astype(np.float32), length, SHARE * LEVELS[embedder])


@cache
def common_part(embedder: str) -> Vector:
    """The mean of the fitted questions' vectors, shape (dimensions,)."""
    vector: Vector = np.load(file_of(embedder), allow_pickle=False).astype(np.float32)
    return vector


def file_of(embedder: str) -> Path:
    """Where the common part is kept, as float16."""
    return Path(__file__).with_name(f"common-{embedder}.npy")
