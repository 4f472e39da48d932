"""What the library says to a question, placed among the memories: on the same scale, and never in their place unasked.

A quotation is found by words alone. Where memories are compared by meaning as well, that half of its relevance is
unknown and counts as nothing, so that a text of a stranger has to say much of what was asked before it stands above
what the person told; and it takes a share of the places at most, none of them one that the best memories have.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from weave.altale.diversity import gist, repeats
from weave.altale.fusion import DEFAULT, DOCUMENTS, SEMANTIC, Weights, bounded
from weave.model import Memory, Place, Recalled
from weave.ports import Query

LEAST = 0.5
"""Share of the question's words, by weight, that a quotation holds at least."""
SHARE = 4
"""One in so many results may be a quotation where memories compete."""
_BORROWED = 0.8
"""What the words of a file are worth beside those that were said to Avery."""
Show = Callable[[Memory], Memory | None]
Rescore = Callable[[Memory, float], Recalled]


@dataclass(frozen=True, slots=True)
class Quote:
    """A place in the library, as a memory made for this recall."""

    memory: Memory
    place: Place
    closeness: float
    """0..1: the share of the question's words, by weight, that the text and its titles hold."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """What the library found: places that only it has, and memories that say the same as a place does."""

    quotes: tuple[Quote, ...] = ()
    same: tuple[tuple[str, float], ...] = ()
    """(id of a memory, closeness)"""


SILENT = Quoted()


class Quoting(Protocol):
    """The library as recall asks it: blocking, raising BackendError like any backend."""

    def __call__(self, query: Query, /) -> Quoted:
        """What it has to say to a question."""
        ...


def relevance(closeness: float, channels: Collection[str], weights: Weights = DEFAULT) -> float:
    """On the scale of the memories' relevance, when these channels took part in it."""
    share = closeness * _BORROWED
    if SEMANTIC in channels:
        whole = weights.lexical + weights.semantic
        background = weights.semantic * weights.unrelated / whole
        share = share * weights.lexical / whole / (1.0 - background)
    return float(bounded(np.array([share]))[0])


def quoted(
    quotes: Iterable[Quote],
    channels: Collection[str],
    show: Show,
    rescore: Rescore,
    results: Sequence[Recalled],
) -> list[Recalled]:
    """The quotations worth showing, best first: close enough, allowed, and said by no result or better quotation."""
    said = [gist(one.memory.text) for one in results]
    ranked: list[Recalled] = []
    for quote in quotes:
        shown = show(quote.memory) if quote.closeness >= LEAST else None
        if shown is not None:
            one = rescore(shown, relevance(quote.closeness, channels))
            told = ((DOCUMENTS, quote.closeness),)
            ranked.append(replace(one, backends=(DOCUMENTS,), channels=told, place=quote.place))
    ranked.sort(key=lambda one: (-one.score.rank, one.memory.id))
    fresh: list[Recalled] = []
    for one in ranked:
        mine = gist(one.memory.text)
        if not any(repeats(mine, other) for other in said):
            said.append(mine)
            fresh.append(one)
    return fresh


def placed(
    results: Sequence[Recalled], quotes: Sequence[Recalled], k: int, guarded: Collection[str]
) -> tuple[Recalled, ...]:
    """`results` with the best quotations where their rank puts them; the last results give way, guarded ones never.

    Beyond their share, quotations have the places that no memory needs.
    """
    among = list(results)
    share = max(1, k // SHARE)
    for at, one in enumerate(quotes):
        if len(among) >= k:
            if at >= share:
                break
            last = _weakest(among, guarded)
            if last is None or among[last].score.rank >= one.score.rank:
                break
            del among[last]
        among.insert(_place(among, one), one)
    return tuple(among)


def _weakest(among: Sequence[Recalled], guarded: Collection[str]) -> int | None:
    """The last memory that is not guarded."""
    free = [at for at, one in enumerate(among) if one.place is None and one.memory.id not in guarded]
    return free[-1] if free else None


def _place(among: Sequence[Recalled], one: Recalled) -> int:
    """Behind everything that ranks as high; what answers the question may stand before higher ranks, and stays there."""
    at = len(among)
    while at and among[at - 1].score.rank < one.score.rank:
        at -= 1
    return at
