"""From what the backends found to one relevance: scores on a common, absolute 0..1 scale, added.

Scores added beat reciprocal ranks by far (they keep how much better the first hit is), and absolute ones beat
per-query z-scores: these grow with the store, and call the best of an unrelated store relevant. Lexical
relevance is the share of the question's idf that a memory covers; semantic relevance is the calibrated cosine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from weave.altale.figures import Column, Rows

SEMANTIC, LEXICAL, GRAPH, DOCUMENTS = "vector", "physical", "graph", "documents"


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts, in relevance; found on two unlike sets of conversations together."""

    lexical: float = 0.35
    semantic: float = 0.65
    other: float = 0.03
    """Any further backend (graph)."""
    unrelated: float = 0.15
    """What a text that has nothing to do with the question mostly reaches, by its calibrated cosine."""
    neighbour: float = 0.2
    second_neighbour: float = 0.04
    session: float = 0.2
    speaker: float = 0.017
    teller: float = 0.05
    """The same for a question that asks for several things: their own words, all over the years, hold them."""
    question: float = 0.009
    short: float = 0.03
    standing: float = 0.06
    time: float = 0.15
    utterance: float = 60.0
    """Words of a full utterance; a longer one stands on its own and needs its context less."""


DEFAULT = Weights()


@dataclass(frozen=True, slots=True)
class Channel:
    """What one backend says: sorted rows and their 0..1 relevance. `complete` if it named all it knows."""

    rows: Rows
    values: Column
    complete: bool = False


def channel(rows: Rows, values: Column, limit: int) -> Channel:
    """A channel of hits in any order; rows of -1 are left out, of two hits on a row the better one stays."""
    known = rows >= 0
    rows, values = rows[known], np.clip(values[known], 0.0, 1.0)
    order = np.lexsort((-values, rows))
    rows, values = rows[order], values[order]
    first = np.ones(len(rows), np.bool_)
    first[1:] = rows[1:] != rows[:-1]
    return Channel(rows[first], values[first], len(known) < limit)


def align(found: Channel, pool: Rows, missing: float) -> Column:
    """The channel's values for `pool` (sorted rows), `missing` where it did not name a row."""
    out = np.full(len(pool), missing, np.float64)
    if len(found.rows):
        place = np.minimum(np.searchsorted(found.rows, pool), len(found.rows) - 1)
        there = found.rows[place] == pool
        out[there] = found.values[place[there]]
    return out


def unnamed(found: Channel) -> float:
    """What a memory the channel did not name is taken for: no better than the last one named.

    Where it could have named more, the memory is not indexed yet, and is taken for a middling one.
    """
    if not len(found.values):
        return 0.0
    return float(np.median(found.values) if found.complete else found.values.min())


def fuse(pool: Rows, channels: Mapping[str, Channel], weights: Weights = DEFAULT) -> Column:
    """The relevance of each pool row from all channels, before its context is looked at.

    The two main channels are a weighted mean, so that either alone, when the other is away, spans 0..1. What
    an unrelated text reaches by its cosine alone is the zero of the scale; below it values are negative.
    """
    total = np.zeros(len(pool), np.float64)
    weight = 0.0
    for name, share in ((LEXICAL, weights.lexical), (SEMANTIC, weights.semantic)):
        found = channels.get(name)
        if found is not None:
            total += share * align(found, pool, unnamed(found) if name == SEMANTIC else 0.0)
            weight += share
    background = weights.semantic * weights.unrelated / weight if SEMANTIC in channels else 0.0
    total = (total / weight - background) / (1.0 - background) if weight else total
    for name, found in channels.items():
        if name not in (
            LEXICAL,
            SEMANTIC,
            DOCUMENTS,
        ):  # the library found the same words that counted already
            total += weights.other * align(found, pool, 0.0)
    return total


SOFT = 0.03
"""Where the scale's zero is rounded off."""


def bounded(raw: Column) -> Column:
    """`raw` onto 0..1, nearly unchanged between 0.1 and 0.6; order survives below 0 and at the top."""
    positive = SOFT * np.logaddexp(0.0, raw / SOFT)
    return np.asarray(positive / (1.0 + positive**4) ** 0.25, np.float64)
