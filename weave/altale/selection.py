"""From ranked candidates to the results: repetitions left out, the best lexical hits always among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from weave.altale.diversity import distinct
from weave.batches import batches
from weave.model import Memory

FLOOR = 2
"""Best lexical hits that are always among the first k: recall is never worse than grep."""
Keep = Callable[[Memory], Memory | None]
"""The memory as it is to be shown, or None to leave it out."""
Fetch = Callable[[Sequence[str]], Mapping[str, Memory]]


def fetched(ids: Sequence[str], fetch: Fetch, keep: Keep, batch: int) -> Iterator[Memory]:
    """The memories of `ids` in their order, read in batches, those that `keep` shows."""
    for part in batches(ids, batch):
        memories = fetch(part)
        for identity in part:
            shown = keep(memories[identity]) if identity in memories else None
            if shown is not None:
                yield shown


def _first_distinct(memories: Iterable[Memory], k: int) -> tuple[list[Memory], dict[str, str]]:
    """The first k that repeat none before them, and for each repetition met the id of what it repeats."""
    chosen: list[Memory] = []
    doubles: dict[str, str] = {}
    for memory, double in distinct(memories):
        if double is not None:
            doubles[memory.id] = double.id
            continue
        chosen.append(memory)
        if len(chosen) == k:
            break
    return chosen, doubles


def select(ranked: Sequence[str], lexical: Sequence[str], k: int, fetch: Fetch, keep: Keep) -> list[Memory]:
    """The k memories to show: best first, the floor's ones, where missing, in the last places.

    `ranked` are all candidates, best first; `lexical` the lexical hits in the lexical backend's own order, in which
    an id may stand again: for itself, and for knowledge that it says in full.
    """
    chosen, doubles = _first_distinct(fetched(ranked, fetch, keep, 2 * k + 10), k)
    there = {memory.id for memory in chosen}
    floor: list[Memory] = []
    for memory in fetched(list(dict.fromkeys(lexical)), fetch, keep, 2 * FLOOR):
        floor.append(memory)
        if len(floor) == min(FLOOR, k):
            break
    for memory, double in distinct([*chosen, *(m for m in floor if m.id not in there)]):
        if double is not None:  # a hit may repeat a result although it was not met before there were k
            doubles.setdefault(memory.id, double.id)
    missing = [m for m in floor if m.id not in there and m.id not in doubles]
    guarded = {memory.id for memory in floor} | {doubles[m.id] for m in floor if m.id in doubles}
    while len(chosen) + len(missing) > k:
        last = max(i for i, memory in enumerate(chosen) if memory.id not in guarded)
        del chosen[last]
    return chosen + missing
