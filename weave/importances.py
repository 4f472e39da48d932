"""Importance corrected once, at encoding, by its rank among what the store has seen; never again later.

What was seen is kept in `memories/.importance.json`: for each scorer and type of memory a histogram, and the last
corrections that were handed out. It is written before the memories are, so a turn that is encoded again after a kill
counts once and gets the same value; a memory is known there by a digest of its id. The file holds no word of what a
memory says. If it is lost, the raw scores of the memories that there are stand in for it.

What a person set has no raw score and stands, as does what was never scored. Runs on the core's thread.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Final

from weave.batches import batches
from weave.durable import replace_bytes
from weave.model import Memory, MemoryType
from weave.scribe.importance import estimate, floor
from weave.scribe.importance_ranks import IMPORTANT, UNIMPORTANT, Scale, Score, Scorer, Seen, band_of
from weave.store import Store

__all__ = ["FILE", "Standing", "corrected", "judged_alone", "standings"]

FILE = "memories/.importance.json"
VERSION = 1
_TOGETHER: Final = 64
"""Memories that are ranked among the same scores: within them a higher score is never corrected to less."""
_KEPT: Final = 512
"""Corrections that are remembered, for what a kill makes be encoded again."""
_LEARNED: Final = 200.0
"""Weight of all the memories there are, where the file is lost: what forgetting left is no fair sample."""

Kind = tuple[Scorer, MemoryType]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one scorer has scored one type of memory: `seen` scores (old ones fade), and shares 0..1 of them."""

    scorer: Scorer
    type: MemoryType
    seen: float
    below: float
    """Share of raw scores below 0.3."""
    above: float
    """Share of raw scores of 0.7 and more."""
    bent: bool
    """Whether the scale is corrected now."""


@dataclass(slots=True)
class _Ledger:
    """The file's content."""

    seen: dict[Kind, Seen] = field(default_factory=dict)
    given: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Raw score and its correction, by the digest of a memory's id; the oldest first."""

    def of(self, kind: Kind) -> Seen:
        return self.seen.setdefault(kind, Seen())


def corrected(
    store: Store, memories: Sequence[Memory], by_model: Collection[str] = frozenset()
) -> list[Memory]:
    """New memories, their facts with them, with the importance that their rank gives them; the scores are counted.

    `by_model` are the ids of those that a model scored. To be called once for what is about to be written.
    Raises HomeError when the scores cannot be written down.
    """
    if not any(memory.importance_raw is not None for memory in memories):
        return list(memories)
    ledger = _read(store)
    before = len(ledger.given)
    found: list[Memory] = []
    for batch in batches(memories, _TOGETHER):
        found += _batch(ledger, batch, by_model)
    if len(ledger.given) > before:
        _write(store.place.home, ledger, len(ledger.given) - before)
    return found


def judged_alone(store: Store, memory: Memory) -> Memory:
    """A single memory that the rules scored, by the same ranks; it is not counted among what conversations hold."""
    if memory.importance_raw is None:
        return memory
    kind = (Scorer.RULE, memory.type)
    return _worth(memory, _scale(_read(store), kind), memory.importance_raw, _score(memory, Scorer.RULE))


def standings(store: Store) -> list[Standing]:
    """For analytics: what each scorer's scores look like, and whether they are corrected."""
    seen = _read(store).seen
    return [
        Standing(
            *kind,
            seen=one.total,
            below=one.share(0.0, UNIMPORTANT),
            above=one.share(IMPORTANT, 1.01),
            bent=bool(one.scale(band_of(*kind)).knots),
        )
        for kind, one in sorted(seen.items())
    ]


# -- one batch -----------------------------------------------------------------------------------------------------


def _batch(ledger: _Ledger, batch: Sequence[Memory], by_model: Collection[str]) -> list[Memory]:
    kinds = [(Scorer.MODEL if m.id in by_model else Scorer.RULE, m.type) for m in batch]
    scales = {kind: _scale(ledger, kind) for kind in set(kinds)}
    found: list[Memory] = []
    for memory, kind in zip(batch, kinds, strict=True):
        raw = memory.importance_raw
        if raw is None:
            found.append(memory)
            continue
        name = _digest(memory.id)
        known = ledger.given.get(name)
        if known is not None and known[0] == raw:
            found.append(_weighing(memory, known[1]))
            continue
        score = _score(memory, kind[0])
        found.append(_worth(memory, scales[kind], raw, score))
        if known is None:
            ledger.of(kind).add([score])
            ledger.given[name] = (raw, found[-1].importance)
    return found


def _scale(ledger: _Ledger, kind: Kind) -> Scale:
    return ledger.of(kind).scale(band_of(*kind))


def _score(memory: Memory, scorer: Scorer) -> Score:
    """The rules' own estimate stands beside a model's word only: their own it would repeat."""
    rule = estimate(memory.text) if scorer is Scorer.MODEL else 0.0
    return Score.of(memory.importance_raw or 0.0, rule)


def _worth(memory: Memory, scale: Scale, raw: float, score: Score) -> Memory:
    value = scale.corrected(raw, score)
    return _weighing(memory, max(value, min(raw, floor(memory.text))) if value < raw else value)


def _weighing(memory: Memory, importance: float) -> Memory:
    if importance == memory.importance:
        return memory
    facts = tuple(replace(fact, importance=importance) for fact in memory.facts)
    return replace(memory, importance=importance, facts=facts)


def _digest(id_: str) -> str:
    return hashlib.blake2b(id_.encode(), digest_size=8).hexdigest()


# -- the file ------------------------------------------------------------------------------------------------------


def _read(store: Store) -> _Ledger:
    """What the file says; a lost or damaged one is made anew from the raw scores of what is remembered."""
    try:
        return _decoded(json.loads((store.place.home / FILE).read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return _learned(store.catalogue.raw_scores())


def _learned(counts: Iterable[tuple[str, int, int]]) -> _Ledger:
    """Whoever gave these scores, they are what either scorer is measured by at first."""
    ledger = _Ledger()
    for name, rows in groupby(counts, key=lambda row: row[0]):
        scores = {Score(raw): float(count) for _, raw, count in rows}
        share = min(1.0, _LEARNED / sum(scores.values()))
        for scorer in Scorer:
            fair = {score: round(count * share, 4) for score, count in scores.items()}
            ledger.seen[scorer, MemoryType(name)] = Seen(fair)
    return ledger


def _decoded(table: dict[str, object]) -> _Ledger:
    seen, given = table["seen"], table["given"]
    if table["version"] != VERSION or not isinstance(seen, dict) or not isinstance(given, list):
        raise ValueError("it is not of this version")
    ledger = _Ledger()
    for name, rows in seen.items():
        scorer, kind = name.split("/")
        counts = {Score(int(raw), int(rule)): float(count) for raw, rule, count in rows}
        ledger.seen[Scorer(scorer), MemoryType(kind)] = Seen(counts)
    ledger.given = {str(name): (float(raw), float(value)) for name, raw, value in given}
    return ledger


def _write(home: Path, ledger: _Ledger, fresh: int) -> None:
    given = list(ledger.given.items())[-max(_KEPT, fresh) :]
    table = {
        "version": VERSION,
        "seen": {
            f"{scorer}/{kind}": [[score.raw, score.rule, n] for score, n in sorted(seen.counts.items())]
            for (scorer, kind), seen in sorted(ledger.seen.items())
            if seen.counts
        },
        "given": [[name, *values] for name, values in given],
    }
    replace_bytes(home / FILE, json.dumps(table, separators=(",", ":")).encode("ascii"))
