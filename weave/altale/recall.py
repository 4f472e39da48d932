"""Altale: asks every backend at once, makes one relevance of their answers, ranks, and writes the passage.

A backend that fails or is slow is named in `degraded` and never delays or empties the result. Physical Memory
has no limit but its own: with everything else down, recall still works.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import partial

import numpy as np

from weave.altale import answering
from weave.altale.figures import Figures
from weave.altale.fusion import DEFAULT, DOCUMENTS, LEXICAL, SEMANTIC, Channel, Weights, align
from weave.altale.lanes import Answer, Lane
from weave.altale.lexis import lexical_hits
from weave.altale.passage import Passage, compose
from weave.altale.pool import Asked, View, candidates
from weave.altale.quotes import SILENT, Quoted, Quoting, placed, quoted
from weave.altale.selection import FLOOR, Keep, select
from weave.altale.synthesis import synthesise
from weave.altale.timewords import asked_range, one_day
from weave.backends.bm25 import Match
from weave.backends.physical import PhysicalMemory
from weave.config import RecallConfig
from weave.model import GLOBAL, Degraded, Memory, Recall, Recalled, State
from weave.ports import Backend, ChatModel, Embedder, Hit, Query, Shelf
from weave.scoring import score

LEXICAL_LIMIT, OTHER_LIMIT = 300, 200
"""Hits asked of Physical Memory and of every other backend; 96 % of the evidence is in the first 150."""
LONGEST = 2_000
"""Letters of a question that backends are asked with; a pasted file would keep an embedder busy for minutes."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the backends answered."""

    hits: dict[str, list[Hit]]
    """By backend, on a 0..1 scale."""
    lexical: tuple[str, ...]
    """Ids in the lexical backend's own order."""
    terms: tuple[str, ...]
    """Words that matched."""
    degraded: tuple[Degraded, ...]
    timings: tuple[tuple[str, float], ...] = ()
    """How many milliseconds each backend that was asked took."""
    quoted: Quoted = SILENT
    """What the library says."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """What is not to be recalled: it stands before the reader already, or was asked away."""

    ids: frozenset[str] = frozenset()
    turns: frozenset[str] = frozenset()
    """Ids of turns; a memory is left out when all it was made from are among them."""

    def covers(self, memory: Memory) -> bool:
        """Whether `memory` is left out."""
        turns = memory.source.turns
        return memory.id in self.ids or (bool(turns) and self.turns.issuperset(turns))


NOTHING = Exclusion()
BESIDE = 0.5
"""The relevance, against the best found, of what states something about the topic and was found by no backend."""
Chosen = tuple[Recalled, ...]


class Altale:
    """Recall over all memories of a home. Build it once; `recall` may be called concurrently."""

    def __init__(
        self,
        physical: PhysicalMemory,
        backends: Sequence[Backend],
        shelf: Shelf,
        figures: Figures,
        config: RecallConfig,
        *,
        embedder: Embedder | None = None,
        chat: ChatModel | None = None,
        zone: tzinfo | None = None,
        weights: Weights = DEFAULT,
        facts: answering.Known | None = None,
        library: Quoting | None = None,
    ) -> None:
        """`embedder` calibrates the vector backend's cosines; `chat` writes the passage, None: the template.

        `zone` is that of the dates in the passage, None the machine's own.
        """
        self._physical = physical
        self._backends = tuple(backends)
        self._shelf = shelf
        self._figures = figures
        self._config = config
        self._embedder = embedder
        self._chat = chat
        self._zone = zone
        self._weights = weights
        self._facts = facts
        self._library = library
        self._shelves: Lane[Quoted] = Lane(DOCUMENTS)
        self._lexical: Lane[list[Match]] = Lane(LEXICAL)
        self._lanes: dict[str, Lane[list[Hit]]] = {b.name: Lane(b.name) for b in self._backends}

    async def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        scopes: tuple[str, ...] = (GLOBAL,),
        now: datetime,
        budget: int | None = None,
        exclude: Exclusion = NOTHING,
        view: View | None = None,
        for_model: bool = True,
    ) -> Recall:
        """The k memories that come to mind, best first, and a passage of at most about `budget` tokens.

        `view` shows memories as they were at another time (None: leave out). Private memories are in the result,
        and in the passage only if it is not `for_model`. Raises nothing for a backend's sake.
        """
        start = time.perf_counter()
        k = k or self._config.k
        found = await self._ask(query, scopes, now)
        weight = self._config.strength_weight
        asked = Asked(query, now, scopes, OTHER_LIMIT, weight, asked_range(query, now))
        ranked = await asyncio.to_thread(self._choose, asked, k, found, exclude, view)
        passage = await asyncio.to_thread(self._write, ranked, found, budget, for_model)
        text = await synthesise(query, passage, self._chat) if self._chat else passage.text
        elapsed = (time.perf_counter() - start) * 1000
        return Recall(query, ranked, text, found.degraded, elapsed, passage.left_out, found.timings)

    async def _ask(self, text: str, scopes: tuple[str, ...], now: datetime) -> Found:
        """All backends at once; each other than Physical Memory has its own limit."""
        limit = self._config.timeout_ms / 1000
        lexical_query = Query(text[:LONGEST], now, scopes, LEXICAL_LIMIT)
        other_query = Query(text[:LONGEST], now, scopes, OTHER_LIMIT)
        asked = [self._lanes[b.name].ask(partial(b.search, other_query), limit) for b in self._backends]
        lexical, others, quotes = await asyncio.gather(
            self._lexical.ask(partial(self._physical.search_detailed, lexical_query), None),
            asyncio.gather(*asked),
            self._quotes(other_query, limit),
        )
        return self._found(lexical, dict(zip(self._lanes, others, strict=True)), quotes)

    async def _quotes(self, query: Query, limit: float) -> Answer[Quoted]:
        """What the library says; nothing where there is none."""
        if self._library is None:
            return Answer(SILENT)
        return await self._shelves.ask(partial(self._library, query), limit)

    def _found(
        self, lexical: Answer[list[Match]], others: dict[str, Answer[list[Hit]]], quotes: Answer[Quoted]
    ) -> Found:
        matches, said = lexical.result or [], quotes.result or SILENT
        hits = {LEXICAL: lexical_hits(matches)} if lexical.result is not None else {}
        every = [
            (LEXICAL, lexical.trouble, lexical.seconds),
            *((name, answer.trouble, answer.seconds) for name, answer in others.items()),
            (DOCUMENTS, quotes.trouble, quotes.seconds),
        ]
        for name, answer in others.items():
            if answer.result is not None:
                hits[name] = self._calibrated(answer.result) if name == SEMANTIC else answer.result
        if said.same:
            hits[DOCUMENTS] = [Hit(id_, closeness) for id_, closeness in said.same]
        return Found(
            hits,
            tuple(match.id for match in matches),
            tuple(dict.fromkeys(term for match in matches for term in match.terms)),
            tuple(Degraded(name, trouble) for name, trouble, _ in every if trouble is not None),
            tuple((name, seconds * 1000) for name, _, seconds in every if seconds),
            said,
        )

    def _calibrated(self, hits: list[Hit]) -> list[Hit]:
        """Cosines on the common scale."""
        if self._embedder is None:
            return hits
        calibrate = self._embedder.calibrate
        return [Hit(hit.id, calibrate(hit.score), hit.detail) for hit in hits]

    def _choose(self, asked: Asked, k: int, found: Found, exclude: Exclusion, view: View | None) -> Chosen:
        """The memories to show, scored. Runs in a thread."""
        candidates_ = candidates(
            self._figures, asked, found.hits, memories=self._shelf.get_many, view=view, weights=self._weights
        )

        def keep(memory: Memory) -> Memory | None:
            shown = memory if view is None else view(memory)
            return (
                None if shown is None or shown.scope not in asked.scopes or exclude.covers(shown) else shown
            )

        lexical = [candidates_.instead.get(i, i) for i in found.lexical]
        chosen = select(candidates_.ids, lexical, k, self._shelf.get_many, keep)
        relevance = dict(zip(candidates_.ids, candidates_.relevance.tolist(), strict=True))
        contested = [memory.id for memory in chosen if _disputed(memory)]
        conflicts = self._shelf.conflicts(contested) if contested else {}
        said = self._said_by(candidates_.channels, [memory.id for memory in chosen])

        def recalled(memory: Memory, relevant: float) -> Recalled:
            return Recalled(
                memory=memory,
                score=score(memory, relevant, asked.now, asked.strength_weight),
                backends=tuple(name for name, _ in said.get(memory.id, ())),
                conflicts=conflicts.get(memory.id, ()),
                channels=said.get(memory.id, ()),
                manner=answering.manner(memory),
            )

        results = [recalled(memory, relevance.get(memory.id, 0.0)) for memory in chosen]
        answers = self._answering(asked, results, lexical, keep, recalled)
        if not found.quoted.quotes:
            return answers
        quotes = quoted(found.quoted.quotes, found.hits, keep, recalled, answers)
        return placed(answers, quotes, k, _guarded(lexical, answers))

    def _answering(
        self,
        asked: Asked,
        results: list[Recalled],
        lexical: Sequence[str],
        keep: Keep,
        rescore: answering.Rescore,
    ) -> Chosen:
        """The results with what is known of the topic asked about, those first that answer; the floor stays."""
        question = answering.Question(asked.text, one_day(asked.time))
        topic = answering.named_topic(question, self._facts) if self._facts else None
        topic = topic or answering.asked_topic(question, results)
        if topic is None or self._facts is None or not results:
            return answering.answering(question, topic, results, rescore)
        there = {one.memory.id for one in results}
        best = max(one.score.relevance for one in results)
        more = [
            rescore(shown, best * BESIDE)
            for memory in self._shelf.get_many(
                answering.stating(topic, self._facts, asked.scopes, there)
            ).values()
            if (shown := keep(memory)) is not None
        ]
        disputed = self._shelf.conflicts([one.memory.id for one in more if _disputed(one.memory)])
        more = [replace(one, conflicts=disputed.get(one.memory.id, ())) for one in more]
        ordered = answering.answering(question, topic, [*results, *more], rescore)
        guarded = _guarded(lexical, results)
        room = len(results) - len(guarded)
        free = [one.memory.id for one in ordered if one.memory.id not in guarded][:room]
        return tuple(one for one in ordered if one.memory.id in guarded or one.memory.id in free)

    def _said_by(
        self, channels: Mapping[str, Channel], ids: Sequence[str]
    ) -> dict[str, tuple[tuple[str, float], ...]]:
        """Which channels named each id, with their values."""
        rows = self._figures.rows(ids)
        order = np.argsort(rows)
        said: dict[str, tuple[tuple[str, float], ...]] = dict.fromkeys(ids, ())
        for name, found in channels.items():
            for place, value in zip(order.tolist(), align(found, rows[order], -1.0).tolist(), strict=True):
                if value >= 0:
                    said[ids[place]] += ((name, value),)
        return said

    def _write(
        self, ranked: Sequence[Recalled], found: Found, budget: int | None, for_model: bool
    ) -> Passage:
        """The template's passage. Runs in a thread."""
        shown = [r for r in ranked if not (for_model and r.memory.private)]
        here = {recalled.memory.id for recalled in ranked}
        beside = [r.memory.superseded_by for r in shown if r.memory.superseded_by]
        beside += [id_ for r in shown for id_ in r.conflicts if id_ not in here]
        return compose(
            shown,
            budget=budget or self._config.budget_tokens,
            terms=found.terms,
            successors=self._shelf.get_many(beside) if beside else {},
            zone=self._zone,
        )


def _guarded(lexical: Sequence[str], results: Sequence[Recalled]) -> list[str]:
    """The best lexical hits among the results: they stay, whatever else there is."""
    there = {one.memory.id for one in results}
    return [id_ for id_ in dict.fromkeys(lexical) if id_ in there][:FLOOR]


def _disputed(memory: Memory) -> bool:
    return memory.state is State.CONTESTED or any(fact.state is State.CONTESTED for fact in memory.facts)
