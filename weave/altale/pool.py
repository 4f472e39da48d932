"""The candidates of one question as columns: what the backends found, its neighbours, and what fits the time.

Pure but for the reading of the figures; heavy enough to run off the event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from weave.altale.context import lifted_by_twins, retold, with_context
from weave.altale.figures import Column, Figures, Rows, Slice
from weave.altale.fusion import DEFAULT, Channel, Weights, bounded, channel, fuse
from weave.altale.priors import priors
from weave.altale.ranking import best_first, ranks
from weave.altale.timewords import time_favour
from weave.model import Memory
from weave.ports import Hit
from weave.scribe.dates import TimeRange

View = Callable[[Memory], Memory | None]
"""How a memory looks at another time; None when it was not there."""
TIMELY = 100
"""Memories of the asked time that are looked at though no backend found them."""
_LONGEST_LINE = 64
"""Times that a value was replaced, through which what a question finds leads to what holds now."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Ranked candidates, best first, with their relevance."""

    ids: tuple[str, ...]
    relevance: Column
    channels: Mapping[str, Channel]
    instead: Mapping[str, str]
    """Knowledge that is left out because an episode says it in full, with the episode's id."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is fixed about one question."""

    text: str
    now: datetime
    scopes: tuple[str, ...]
    limit: int
    strength_weight: float
    time: TimeRange | None = None
    """The time its words name."""


def as_channels(figures: Figures, hits: Mapping[str, Sequence[Hit]], limit: int) -> dict[str, Channel]:
    """Each backend's hits (scores 0..1) as a channel over the figures' rows."""
    channels = {}
    for name, found in hits.items():
        values = np.fromiter((hit.score for hit in found), np.float64, len(found))
        channels[name] = channel(figures.rows([hit.id for hit in found]), values, limit)
    return channels


def _in_scope(figures: Figures, rows: Rows, scopes: tuple[str, ...]) -> Slice:
    pool = figures.take(rows)
    inside = np.isin(pool.scope, figures.scope_numbers(scopes))
    return pool if bool(inside.all()) else figures.take(rows[inside])


def gather(figures: Figures, asked: Asked, channels: Mapping[str, Channel]) -> Slice:
    """The pool: rows that a channel named, their neighbours, and some of the time asked about."""
    named = [found.rows for found in channels.values()]
    if asked.time is not None:
        named.append(figures.between(asked.time.start.timestamp(), asked.time.end.timestamp(), TIMELY))
    together = np.concatenate(named) if named else np.zeros(0, np.int64)
    near = figures.around(together.astype(np.int64))
    return _in_scope(figures, _with_heirs(figures, near), asked.scopes)


def _with_heirs(figures: Figures, rows: Rows) -> Rows:
    """These rows and all that took their place, however often it was replaced since; sorted."""
    together = np.unique(rows)
    fresh = together
    while len(fresh):
        _, heirs = figures.heirs(fresh)
        fresh = np.setdiff1d(heirs, together)
        together = np.union1d(together, fresh)
    return together


def lifted_to_heirs(figures: Figures, pool: Slice, relevant: Column) -> Column:
    """What answers the question by an old value is answered by the one that took its place: as relevant at least."""
    old, new = figures.heirs(pool.rows)
    if not len(old):
        return relevant
    there = np.isin(new, pool.rows)
    lifted = relevant.copy()
    at, since = np.searchsorted(pool.rows, new[there]), np.searchsorted(pool.rows, old[there])
    for _ in range(_LONGEST_LINE):
        before = lifted.copy()
        np.maximum.at(lifted, at, before[since])
        if np.array_equal(lifted, before):
            break
    return lifted


def relevance(
    figures: Figures, asked: Asked, pool: Slice, channels: Mapping[str, Channel], weights: Weights = DEFAULT
) -> Column:
    """The 0..1 relevance of each row of the pool."""
    if not len(pool.rows):
        return np.zeros(0, np.float64)
    own = lifted_by_twins(pool, fuse(pool.rows, channels, weights))
    added = priors(asked.text, pool, figures.speakers(), weights)
    added += weights.time * time_favour(pool, asked.time)
    return bounded(with_context(pool, own, weights) + added)


def seen_through(
    pool: Slice, memories: Mapping[str, Memory], ids: Sequence[str], view: View
) -> tuple[Slice, NDArray[np.bool_]]:
    """The pool with the states it had in `view`, and what was there at all."""
    seen = [view(memories[i]) if i in memories else None for i in ids]
    state = np.array([memory.state.weight if memory else 0.0 for memory in seen], np.float64)
    return replace(pool, state=state), state > 0


def candidates(
    figures: Figures,
    asked: Asked,
    hits: Mapping[str, Sequence[Hit]],
    *,
    memories: Callable[[Sequence[str]], Mapping[str, Memory]],
    view: View | None = None,
    weights: Weights = DEFAULT,
) -> Candidates:
    """Everything that might be meant, best first. Rows that rank 0 in a view are left out."""
    channels = as_channels(figures, hits, asked.limit)
    pool = gather(figures, asked, channels)
    relevant = relevance(figures, asked, pool, channels, weights)
    there = np.ones(len(pool.rows), np.bool_)
    if view is None:
        relevant = lifted_to_heirs(figures, pool, relevant)
    else:
        ids = figures.ids(pool.rows)
        pool, there = seen_through(pool, memories(ids), ids, view)
    doubles = retold(pool)
    if view is None:  # an episode that says in full what took a place answers as that would have
        for knowledge, episode in doubles.items():
            relevant[episode] = max(relevant[episode], relevant[knowledge])
    there[list(doubles)] = False
    rank = ranks(pool, relevant, asked.now, asked.strength_weight)
    order = best_first(pool, rank, asked.now, figures.ids)
    order = order[there[order]]
    return Candidates(
        tuple(figures.ids(pool.rows[order])),
        relevant[order],
        channels,
        {figures.ids(pool.rows[[i]])[0]: figures.ids(pool.rows[[e]])[0] for i, e in doubles.items()},
    )
