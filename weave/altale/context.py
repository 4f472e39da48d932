"""An utterance is understood by what was said around it: shares of its neighbours' and its session's relevance.

"Yes, last Tuesday!" answers a question whose words it does not hold. The longer a memory is, the better it
speaks for itself, so its shares shrink with its own length; distilled knowledge takes none.
"""

from __future__ import annotations

import numpy as np

from weave.altale.figures import ABSENT, Column, Rows, Slice
from weave.altale.fusion import DEFAULT, Weights


def need(words: Column, utterance: float) -> Column:
    """How much of its context a memory of so many words needs, 0..1."""
    return np.minimum(1.0, utterance / np.maximum(words, 1.0))


def _at(rows: Rows, pool: Rows, values: Column) -> Column:
    """`values` of the pool at `rows`; 0 for those outside it."""
    place = np.minimum(np.searchsorted(pool, rows), len(pool) - 1)
    return np.where((rows != ABSENT) & (pool[place] == rows), values[place], 0.0)


def _step(links: Rows, rows: Rows, pool: Rows) -> Rows:
    """Follow `links` (of the pool) from `rows`; -1 where the way leaves the pool."""
    place = np.minimum(np.searchsorted(pool, rows), len(pool) - 1)
    inside = (rows != ABSENT) & (pool[place] == rows)
    return np.where(inside, links[place], ABSENT)


def _session_best(conversation: Rows, values: Column) -> Column:
    """The best value of each one's conversation; its own where it has none."""
    best = np.full(int(conversation.max(initial=0)) + 1, 0.0)
    member = conversation != ABSENT
    np.maximum.at(best, conversation[member], values[member])
    return np.where(member, best[np.maximum(conversation, 0)], values)


def lifted_by_twins(pool: Slice, own: Column) -> Column:
    """An episode is as relevant as the best that was drawn from its turns."""
    if not len(own):
        return own
    best = np.zeros(int(pool.source.max()) + 2)
    np.maximum.at(best, pool.source, own)  # -1 lands in the last place, which nothing reads
    return np.where(pool.episodic & (pool.source != ABSENT), best[pool.source], own)


def retold(pool: Slice) -> dict[int, int]:
    """Positions of knowledge that an episode of the same turns, scope and state says in full, with the episode's."""
    knowledge = np.flatnonzero(pool.semantic & (pool.source != ABSENT)).tolist()
    if not knowledge:
        return {}
    keys = list(zip(pool.source.tolist(), pool.scope.tolist(), pool.state.tolist(), strict=True))
    episodes = {keys[i]: i for i in np.flatnonzero(pool.episodic & (pool.source != ABSENT)).tolist()}
    return {i: episodes[keys[i]] for i in knowledge if keys[i] in episodes}


def with_context(pool: Slice, own: Column, weights: Weights = DEFAULT) -> Column:
    """`own` relevance and the shares from around it. The pool's rows are sorted.

    Only what stands out of the pool's median is shared: a common background would favour short texts.
    """
    if not len(own):
        return own
    rows = pool.rows
    lift = np.maximum(own - np.median(own), 0.0)
    shares = weights.neighbour * (_at(pool.before, rows, lift) + _at(pool.after, rows, lift))
    for links in (pool.before, pool.after):
        shares += weights.second_neighbour * _at(_step(links, links, rows), rows, lift)
    needed = need(pool.words, weights.utterance)
    near = lift + needed * shares
    shared = needed * (shares + weights.session * _session_best(pool.conversation, near))
    return np.asarray(own + shared, np.float64)
