"""How much of one self is in another, 0..1, over the whole text.

Each statement of one text is laid beside its nearest in the other: the calibrated cosine of their embeddings, or,
without an embedder, the letters they share. The mean, weighted by length, is taken in both directions and the lower
one counts, so that neither a self that was mostly taken away nor one buried under additions passes for the old one.
A whole text's single vector sees neither: another self in the same form and voice scores .83 there, and .27 here,
and an embedder with a short window would judge by the first lines. The knots are fitted by tests/bench/calibrate.py.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence

from weave.embedding.calibration import Knots, interpolate
from weave.embedding.chunks import split
from weave.errors import ModelError
from weave.identity.lines import key, statements
from weave.lexical import fold
from weave.ports import Embedder

log = logging.getLogger(__name__)

BY_EMBEDDING: Knots = ((0.0, 0.0), (0.477, 0.3), (0.77, 0.85), (1.0, 1.0))
BY_LETTERS: Knots = ((0.0, 0.0), (0.392, 0.3), (0.734, 0.85), (1.0, 1.0))
LETTERS = "letters"
"""The name of the measure that needs no embedder."""
_MOST = 400
"""Statements that are compared; a text of more is far beyond what may be proposed."""

Nearness = Callable[[Sequence[str], Sequence[str]], "list[list[float]]"]
"""The nearness of each of some statements to each of others, 0..1."""


def likeness(text: str, others: Sequence[str], embedder: Embedder | None) -> tuple[tuple[float, ...], str]:
    """The likeness of `text` to each of `others`, and the measure's name.

    May take a second for statements that were never embedded. Falls back to letters when the embedder is away.
    """
    if embedder is not None:
        try:
            return tuple(by_embedding(text, other, embedder) for other in others), embedder.name
        except ModelError as error:
            log.warning("The identity is compared by its letters: %s", error)
    return tuple(by_letters(text, other) for other in others), LETTERS


def by_embedding(one: str, other: str, embedder: Embedder) -> float:
    """The likeness by the calibrated cosines of the statements. Raises ModelError."""
    return interpolate(BY_EMBEDDING, shared(one, other, by_cosine(embedder)))


def by_cosine(embedder: Embedder) -> Nearness:
    """The nearness of statements as `embedder` sees it, calibrated."""

    def nearness(left: Sequence[str], right: Sequence[str]) -> list[list[float]]:
        rows = embedder.passages([*left, *right])
        product = rows[: len(left)] @ rows[len(left) :].T
        return [[embedder.calibrate(float(cosine)) for cosine in row] for row in product]

    return nearness


def by_letters(one: str, other: str) -> float:
    """The likeness by letters alone."""
    return interpolate(BY_LETTERS, shared(one, other, letters))


def shared(one: str, other: str, nearness: Nearness) -> float:
    """The share of either text that is in the other, 0..1, the lower of the two; the map is not applied."""
    left, right = pieces(one), pieces(other)
    if not left or not right:
        return 0.0
    unknown = [piece for piece in left if piece not in right], [piece for piece in right if piece not in left]
    if unknown == ([], []):
        return 1.0
    near = nearness(left, right)
    ahead = [max(row) for row in near]
    back = [max(column) for column in zip(*near, strict=True)]
    return max(0.0, min(1.0, _mean(ahead, left), _mean(back, right)))


def pieces(text: str) -> tuple[str, ...]:
    """The statements, long ones cut so that every embedder sees all of them."""
    return tuple(piece for statement in statements(text) for piece in split(statement))[:_MOST]


def _mean(values: Sequence[float], weights: Sequence[str]) -> float:
    lengths = [max(1, len(piece)) for piece in weights]
    return sum(value * length for value, length in zip(values, lengths, strict=True)) / sum(lengths)


def letters(left: Sequence[str], right: Sequence[str]) -> list[list[float]]:
    """Dice's coefficient of the runs of three letters (two in scripts that write syllables or words)."""
    ahead, back = [_runs(piece) for piece in left], [_runs(piece) for piece in right]
    return [[_dice(one, other) for other in back] for one in ahead]


def _runs(piece: str) -> Counter[str]:
    word = f" {' '.join(part for part in key(fold(piece)).split())} "
    size = 2 if sum(ord(letter) >= 0x900 for letter in word) > len(word) / 2 else 3
    return Counter(word[at : at + size] for at in range(max(1, len(word) - size + 1)))


def _dice(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / (one.total() + other.total())
